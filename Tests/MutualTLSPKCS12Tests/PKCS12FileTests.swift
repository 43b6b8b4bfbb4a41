import Foundation
import TestSupport
import Testing

@testable import MutualTLSPKCS12

@Suite("The outside of PKCS#12 files")
struct PKCS12FileTests {
    private typealias W = DERWriter
    private typealias B = PKCS12Builder

    private static func refusal(_ data: Data) -> PKCS12StructureError? {
        do {
            _ = try PKCS12File(data)
            return nil
        } catch {
            return error
        }
    }

    @Test("parts, their encryption and the MAC are read without a password")
    func typical() throws {
        let data = B.typical
        let file = try PKCS12File(data)
        #expect(file.version == 3)
        #expect(!file.hasTrailingBytes)
        #expect(file.authenticatedSafe.count == 2)
        guard case .encrypted(let algorithm, let ciphertext) = file.authenticatedSafe[0].kind else {
            Issue.record("the first part should be encrypted")
            return
        }
        #expect(algorithm.oid == .pbes2)
        #expect(ciphertext == Data(repeating: 0xC1, count: 32))
        guard case .data(let content) = file.authenticatedSafe[1].kind else {
            Issue.record("the second part should be plain")
            return
        }
        // The offset leads to the content inside the file.
        #expect(data.dropFirst(file.authenticatedSafe[1].offset).starts(with: content))
        let mac = try #require(file.mac)
        #expect(mac.name == "HMAC-SHA-256, PKCS#12 KDF")
        #expect(mac.salt.count == 8 && mac.iterations == 2048 && mac.digest.count == 32)
        #expect(data.range(of: file.authenticatedContent) != nil)
    }

    @Test("bytes behind the file are tolerated and told, and a slice reads like a file")
    func trailing() throws {
        let file = try PKCS12File((Data([0xAA]) + B.typical + Data([0x0A])).dropFirst())
        #expect(file.hasTrailingBytes)
        #expect(file.authenticatedSafe.count == 2)
    }

    @Test("the MAC covers the joined content of a BER string in segments, in indefinite lengths throughout")
    func ber() throws {
        let safe = W.indefinite(0x30, B.data(B.bags([])))
        let string = W.indefinite(0x24, W.octets(safe.prefix(5)), W.value(0x24, W.octets(safe.dropFirst(5))))
        let pfx = W.indefinite(
            0x30, W.integer(3),
            W.indefinite(0x30, W.oid("1.2.840.113549.1.7.1"), W.indefinite(0xA0, string)), B.mac())
        let file = try PKCS12File(pfx)
        #expect(file.authenticatedContent == safe)
        #expect(file.authenticatedSafe.count == 1)
        #expect(file.mac != nil)
        for count in 1..<pfx.count {
            #expect(Self.refusal(pfx.prefix(count))?.code == .truncated, "prefix of \(count) bytes")
        }
    }

    @Test("every shorter prefix of a file is refused as cut off, with the place")
    func prefixes() {
        let data = B.typical
        #expect(Self.refusal(Data())?.code == .notPKCS12)
        for count in 1..<data.count {
            let error = Self.refusal(data.prefix(count))
            #expect(error?.code == .truncated, "prefix of \(count) bytes")
            #expect(error?.offset == count)
        }
        #expect(Self.refusal(data.prefix(100))?.reason == "the data ends at byte 100 of \(data.count)")
    }

    @Test("what is no PKCS#12 file is named")
    func foreign() {
        let algorithm = W.sequence(W.oid("1.2.840.113549.1.1.11"), W.null)
        let name = W.sequence(W.set(W.sequence(W.oid("2.5.4.3"), W.value(0x0C, Data("a".utf8)))))
        let bits = W.value(0x03, Data([0, 1]))
        let certificate = W.sequence(
            W.sequence(W.explicit(0, W.integer(2)), W.integer(1), algorithm, name), algorithm, bits)
        let rows: [(Data, String)] = [
            (Data(), "the file is empty"),
            (PEMDocument.encode(label: "CERTIFICATE", der: certificate), "this is a PEM file"),
            (Data("0 s:CN = a\r\n".utf8) + PEMDocument.encode(label: "X", der: bits), "this is a PEM file"),
            (B.typical.base64EncodedData(), "this is base64 text"),
            (Data([0xFF, 0xFE, 0x2D, 0x00]), "UTF-16"),
            (certificate, "this is a certificate without"),
            (W.sequence(W.sequence(W.integer(1), algorithm, name), algorithm, bits), "a certificate, request"),
            (W.sequence(W.sequence(W.oid("1.2"), W.null), W.octets(Data([1]))), "an encrypted private key"),
            (W.sequence(algorithm, bits), "this is a public key"),
            (W.sequence(W.oid("1.2.840.113549.1.7.2"), W.explicit(0, W.sequence())), "PKCS#7"),
            (W.sequence(W.integer(0), algorithm, W.octets(Data([1]))), "this is a private key (PKCS#8)"),
            (W.sequence(W.integer(0), W.integer(5)), "this is a private key"),
            (W.sequence(W.integer(1), W.octets(Data([1]))), "this is a private key"),
            (W.sequence(W.null), "another DER file"),
            (Data([0xFE, 0xED, 0xFE, 0xED, 0, 0, 0, 2]), "JKS"),
            (Data([0x8E, 0x11, 0x03, 0x55]), "does not begin with"),
        ]
        for (data, words) in rows {
            let error = Self.refusal(data)
            #expect(error?.code == .notPKCS12, "\(words)")
            #expect(error?.reason.contains(words) == true, "\(words) in \(error?.reason ?? "nothing")")
        }
    }

    @Test("damage is malformed, and protection by a signature is unsupported")
    func codes() {
        let rows: [(Data, PKCS12StructureError.Code, String)] = [
            (B.file(version: 2, parts: []), .malformed, "version is 2"),
            (W.sequence(W.integer(3)), .malformed, "safe is missing"),
            (W.sequence(W.integer(3), W.sequence(W.oid("1.2.840.113549.1.7.1"))), .malformed, "is missing"),
            (
                W.sequence(W.integer(3), W.sequence(W.oid("1.2.840.113549.1.7.2"), W.explicit(0, W.sequence()))),
                .unsupported, "signature"
            ),
            (W.sequence(W.integer(3), W.sequence(W.oid("1.2.3"), W.null)), .malformed, "is 1.2.3"),
            (B.file(parts: [W.sequence(W.oid("1.2.840.113549.1.7.1"))]), .malformed, "content of a part is missing"),
            (B.file(parts: [B.encrypted(B.pbe(3), Data())]), .malformed, "content is empty"),
            (B.file(parts: [], mac: W.sequence(W.null)), .malformed, "digest should be SEQUENCE"),
        ]
        for (data, code, words) in rows {
            let error = Self.refusal(data)
            #expect(error?.code == code, "\(words)")
            #expect(error?.reason.contains(words) == true, "\(words) in \(error?.reason ?? "nothing")")
        }
    }

    @Test("content for a public key and signed content are kept with their names")
    func unsupportedParts() throws {
        let part = W.sequence(W.oid("1.2.840.113549.1.7.3"), W.explicit(0, W.sequence()))
        let file = try PKCS12File(B.file(parts: [part]))
        guard case .unsupported(let oid, let name) = try #require(file.authenticatedSafe.first).kind else {
            Issue.record("envelopedData should be unsupported")
            return
        }
        #expect(oid == .envelopedData)
        #expect(name == "envelopedData (encrypted for a certificate)")
    }
}
