import Foundation
import MutualTLSOpenSSL
import TestSupport
import Testing

@Suite("Requests for certificates")
struct CertificationRequestTests {
    private static let subject = [(type: "O", value: "Example"), (type: "CN", value: "Ärger")]

    @Test(
        "a request holds the name and the key, and is read again",
        arguments: [PrivateKey.Kind.ec(384), .rsa(2_048), .ed25519])
    func again(kind: PrivateKey.Kind) throws {
        let key = try PrivateKey.generate(kind)
        let made = try CertificationRequest(subject: Self.subject, key: key)
        let read = try CertificationRequest(der: made.der)
        #expect(read.der == made.der)
        #expect(read.subject.description == "CN=Ärger,O=Example")
        #expect(try read.publicKey == key.publicKey())
        #expect(String(decoding: made.pem, as: UTF8.self).hasPrefix("-----BEGIN CERTIFICATE REQUEST-----\n"))
    }

    @Test("a request that was changed, or cut off, is refused")
    func changed() throws {
        let der = try CertificationRequest(subject: Self.subject, key: .generate(.ec(256))).der
        // A letter of the name, the signature's last byte, and the end.
        let name = try #require(der.range(of: Data("Example".utf8))?.lowerBound)
        for index in [name, der.endIndex - 1] {
            var other = der
            other[index] ^= 1
            #expect(throws: OpenSSLError.self) { try CertificationRequest(der: other) }
        }
        for count in [0, 1, der.count / 2, der.count - 1] {
            #expect(throws: OpenSSLError.self) { try CertificationRequest(der: der.prefix(count)) }
        }
    }

    @Test("a name that no certificate can hold is refused", arguments: [("C", "Germany"), ("XY", "x"), ("CN", "")])
    func names(type: String, value: String) throws {
        let key = try PrivateKey.generate(.ec(256))
        #expect(throws: OpenSSLError.self) { try CertificationRequest(subject: [(type, value)], key: key) }
    }
}
