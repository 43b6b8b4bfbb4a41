import CMutualTLSOpenSSL
import Foundation
import MutualTLSOpenSSL
import TestSupport
import Testing

/// Bytes that are, or are not, a certificate; and what reading them leaves behind in OpenSSL's error queue.
@Suite struct CertificateParsingTests {
    /// Asks a certificate for all that it can tell.
    private func readAll(_ certificate: X509Certificate) {
        _ = (certificate.subject.attributes, certificate.issuer.description, certificate.serialNumber)
        _ = (certificate.encodedSerialNumber, certificate.notBefore, certificate.notAfter, certificate.version)
        _ = (certificate.isSelfIssued, certificate.isSelfSigned, certificate.sha256, certificate.signatureAlgorithm)
        _ = (certificate.signatureHash, certificate.hasBasicConstraints, certificate.hasInvalidExtension)
        _ = (certificate.extensionIdentifiers, certificate.hasCriticalAlternativeNames, certificate.alternativeNames)
        _ = (certificate.extendedKeyUsage, certificate.keyUsage, certificate.isCertificateAuthority)
        _ = (certificate.pathLength, certificate.description, certificate.hashValue, try? certificate.publicKey())
        _ = certificate.isIssued(by: certificate)
    }

    private func full() throws -> Minted {
        try Minted.make("alice") {
            $0.alternativeNames = [.dns("a.example"), .ip(Data([1, 2, 3, 4]))]
            $0.extendedKeyUsage = [ExtendedKeyUsage.clientAuth]
            $0.keyUsage = [.digitalSignature]
        }
    }

    @Test("every truncation of a certificate is refused, and leaves nothing in the error queue")
    func truncations() throws {
        let der = try full().certificate.der
        ERR_clear_error()
        for length in 0..<der.count {
            let error = #expect(throws: OpenSSLError.self) { try X509Certificate(der: der.prefix(length)) }
            #expect(error?.entries.isEmpty == false, "\(length) bytes gave no reason")
            #expect(leftoverErrors().isEmpty)
        }
    }

    @Test("bytes behind a certificate are dropped, in front of it refused")
    func surroundings() throws {
        let certificate = try full().certificate
        for tail in [Data([0]), Data(repeating: 0xFF, count: 1000), certificate.der] {
            let again = try X509Certificate(der: certificate.der + tail)
            #expect(again == certificate && again.der == certificate.der)
        }
        #expect(throws: OpenSSLError.self) { try X509Certificate(der: Data([0]) + certificate.der) }
        // A slice, whose first index is not 0.
        #expect(try X509Certificate(der: (Data([0]) + certificate.der).dropFirst()) == certificate)
    }

    @Test("a certificate with any byte changed is read or refused, and its errors are not left to the next call")
    func mutations() throws {
        let der = try full().certificate.der
        ERR_clear_error()
        var stale: [Int: [String]] = [:]
        var read = 0
        for index in der.indices {
            for mask: UInt8 in [0x01, 0x20, 0x80] {
                var changed = der
                changed[index] ^= mask
                guard let certificate = try? X509Certificate(der: changed) else { continue }
                read += 1
                readAll(certificate)
                let left = leftoverErrors()
                if !left.isEmpty { stale[index] = left }
            }
        }
        #expect(stale.isEmpty)
        #expect(read > der.count, "most changes leave a certificate that can be read")
    }

    @Test("a changed signature is another certificate that nobody issued")
    func brokenSignature() throws {
        let minted = try full()
        var der = minted.certificate.der
        der[der.count - 1] ^= 1
        ERR_clear_error()
        let broken = try X509Certificate(der: der)
        #expect(broken != minted.certificate)
        #expect(minted.certificate.isSelfSigned && !broken.isSelfSigned && broken.isSelfIssued)
        #expect(leftoverErrors().isEmpty)
        #expect(minted.certificate.isIssued(by: minted.certificate) && !broken.isIssued(by: minted.certificate))
        #expect(leftoverErrors().isEmpty)
    }

    @Test("an issuer needs the name and the key; either alone is none")
    func issuers() throws {
        let root = try Minted.authority("Root")
        let leaf = try Minted.make("leaf", by: root).certificate
        let otherKey = try Minted.authority("Root").certificate
        let otherName = try Minted.authority("Other", key: root.key).certificate
        #expect(leaf.isIssued(by: root.certificate))
        #expect(!leaf.isIssued(by: otherKey) && !leaf.isIssued(by: otherName) && !leaf.isIssued(by: leaf))
        let otherKind = try Minted.authority("Root", key: .generate(.rsa(2048))).certificate
        #expect(!leaf.isIssued(by: otherKind))
        #expect(leftoverErrors().isEmpty)
    }

    @Test("extensions that can't be read, or stand twice, make a certificate invalid", .needs(.openssl, cases: 1))
    func invalidExtensions() throws {
        let rows: [(String, isInvalid: Bool)] = [
            ("subjectAltName=DER:0500", true), ("extendedKeyUsage=DER:30030500FF", true),
            ("1.2.3.4=critical,DER:0500", false),
        ]
        for (text, isInvalid) in rows {
            let certificate = try Minted.configured("a", extensions: text).certificate
            ERR_clear_error()
            readAll(certificate)
            #expect(certificate.hasInvalidExtension == isInvalid, "\(text)")
            #expect(certificate.alternativeNames.isEmpty && certificate.extendedKeyUsage == nil)
            #expect(leftoverErrors().isEmpty, "\(text)")
        }
    }

    @Test("names that can't be parsed are refused, the empty one and slices are read")
    func names() throws {
        #expect(try DistinguishedName(der: Data([0x30, 0])).description.isEmpty)
        #expect(try DistinguishedName(der: Data([9, 0x30, 0]).dropFirst()).attributes.isEmpty)
        for bad in [Data(), Data([0x30]), Data([0x31, 0]), Data([0x30, 2, 5, 0]), Data("CN=a".utf8)] {
            #expect(throws: OpenSSLError.self) { try DistinguishedName(der: bad) }
        }
        #expect(leftoverErrors().isEmpty)
    }

    @Test("text in other alphabets of ASN.1 comes out as UTF-8")
    func alphabets() throws {
        func name(_ tag: UInt8, _ bytes: [UInt8]) -> Data {
            let value = [tag, UInt8(bytes.count)] + bytes
            let attribute = [6, 3, 0x55, 4, 3] + value
            let sequence = [0x30, UInt8(attribute.count)] + attribute
            let set = [0x31, UInt8(sequence.count)] + sequence
            return Data([0x30, UInt8(set.count)] + set)
        }
        let rows: [(tag: UInt8, bytes: [UInt8], text: String?)] = [
            (0x13, Array("Plain".utf8), "Plain"), (0x0C, Array("\u{e9}".utf8), "\u{e9}"),
            (0x1E, [0x26, 0x3A, 0, 0x41], "\u{263A}A"), (0x14, [0xE9], "\u{e9}"),
            (0x1C, [0, 1, 0xF6, 0], "\u{1F600}"), (0x1E, [0x26], nil),
        ]
        for row in rows {
            let parsed = try? DistinguishedName(der: name(row.tag, row.bytes))
            #expect(parsed?.commonName == row.text, "tag \(row.tag)")
            #expect(leftoverErrors().isEmpty, "tag \(row.tag)")
        }
    }
}
