import Foundation
import MutualTLSOpenSSL
import MutualTLSPKCS12

/// What holds whatever is read.
enum Properties {
    /// Stands in the seeds where secrets stand, and in their names.
    static let marker = "correct horse battery"

    /// Every value lies within the one that holds it, and where its offset says.
    static func walk(_ reader: inout DERReader, within data: Data) throws {
        while !reader.isAtEnd {
            let value = try reader.next()
            precondition(value.encoded.startIndex >= data.startIndex && value.encoded.endIndex <= data.endIndex)
            precondition(value.content.startIndex >= value.encoded.startIndex)
            precondition(value.content.endIndex <= value.encoded.endIndex)
            precondition(value.offset >= 0 && value.contentOffset - value.offset <= value.encoded.count)
            if value.tag == .octetString, let octets = try? value.octets() {
                precondition(octets.count <= value.content.count)
            }
            if value.tag == .objectIdentifier, let oid = try? value.objectIdentifier("it") {
                precondition(!oid.description.isEmpty)
            }
            _ = try? value.nonNegativeInteger("it")
            _ = try? value.wholeBitString("it")
            guard value.isConstructed else { continue }
            var inner = try value.elements()
            try walk(&inner, within: value.content)
        }
    }

    /// The lines that name a PEM text's blocks, which errors may repeat.
    static func boundaries(of text: Data) -> Data {
        text.split { $0 == 0x0A || $0 == 0x0D }.filter { $0.range(of: Data("-----".utf8)) != nil }
            .reduce(into: Data()) { $0 += $1 }
    }

    /// What is encoded can be read again, and is the same.
    static func check(_ key: PrivateKey) {
        _ = (key.description, key.bits, try? key.publicKey(), try? key.externalRepresentation())
        guard let der = try? key.pkcs8() else { return }
        precondition((try? PrivateKey(der: der)) != nil, "OpenSSL's own encoding of a key does not open")
        attemptToRead(der)
    }

    /// Our own reader takes what OpenSSL writes.
    private static func attemptToRead(_ pkcs8: Data) {
        let text = PEMDocument.encode(label: "PRIVATE KEY", der: pkcs8)
        precondition((try? PEMDocument.blocks(in: text).first?.der) == pkcs8)
    }

    /// Every accessor, and the certificate again from its encoding.
    static func check(_ certificate: X509Certificate) {
        let again = try? X509Certificate(der: certificate.der)
        precondition(again == certificate, "a certificate is another one when it is read again")
        _ = (certificate.description, certificate.issuer.commonName, certificate.serialNumber, certificate.version)
        _ = (certificate.notBefore, certificate.notAfter, certificate.signatureAlgorithm, certificate.sha256)
        _ = (certificate.isSelfIssued, certificate.isSelfSigned, certificate.isIssued(by: certificate))
        _ = (
            certificate.extendedKeyUsage, certificate.keyUsage, certificate.hasInvalidExtension, certificate.pathLength
        )
        _ = (certificate.alternativeNames, certificate.extensionIdentifiers, certificate.hasCriticalAlternativeNames)
        _ = (certificate.subject.commonName, certificate.signatureHash, certificate.subject.attributes.count)
        _ = try? certificate.publicKey().spki()
    }

    // MARK: Files around an input

    /// A PKCS#12 file without a MAC.
    static func pfx(authenticatedSafe: Data) -> Data {
        sequence(Data([2, 1, 3]) + dataContent(authenticatedSafe))
    }

    /// PKCS#7 data (RFC 2315, 8).
    static func dataContent(_ octets: Data) -> Data {
        let type = Data([6, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 1])
        return sequence(type + value(0xA0, value(0x04, octets)))
    }

    static func sequence(_ content: Data) -> Data { value(0x30, content) }

    private static func value(_ tag: UInt8, _ content: Data) -> Data {
        let count = UInt32(content.count)
        return Data([tag, 0x84] + (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) }) + content
    }
}
