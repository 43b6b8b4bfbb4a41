import Foundation
import MutualTLSOpenSSL
import MutualTLSPKCS12
import TestSupport
import Testing

@Suite struct PKCS12WriterTests {
    let key: PrivateKey
    let certificate: X509Certificate

    init() throws {
        key = try PrivateKey.generate(.ec(256))
        let builder = CertificateBuilder(
            subject: [("CN", "alice")], notBefore: Date(), notAfter: Date(timeIntervalSinceNow: 3600),
            serialNumber: try CertificateBuilder.randomSerialNumber())
        certificate = try builder.signed(publicKey: key.publicKey(), issuer: nil, key: key)
    }

    private func write(_ password: String?, _ format: PKCS12Writer.Format = .modern) throws -> Data {
        try PKCS12Writer.write(
            key: key, certificate: certificate, intermediates: [], password: password.map { SecretBytes(utf8: $0) },
            friendlyName: nil, format: format)
    }

    /// Python's own check of the MAC, which takes the password exactly as it is given. RFC 7292, appendix B.
    @Test(
        "the null password and the empty one make different MACs",
        .needs(.python, cases: 2), arguments: [PKCS12Writer.Format.modern, .legacy])
    func nullAndEmpty(format: PKCS12Writer.Format) throws {
        let python = try #require(Tool("python3"))
        let folder = try TemporaryFolder()
        let script = try folder.write(Data(macCheck.utf8), "mac.py").path
        for (password, expected) in [(nil, "null"), ("", "empty")] as [(String?, String)] {
            let file = try folder.write(write(password, format), "identity.p12").path
            let outcome = try python.run([script, file])
            #expect(outcome.output == expected + "\n", "\(outcome)")
        }
    }

    @Test("a key that does not belong to the certificate is refused")
    func otherKey() throws {
        let other = try PrivateKey.generate(.ec(256))
        #expect(throws: OpenSSLError.self) {
            try PKCS12Writer.write(
                key: other, certificate: certificate, intermediates: [], password: nil, friendlyName: nil,
                format: .modern)
        }
    }

    @Test("a NUL in the password is refused, not cut off")
    func nul() {
        #expect(throws: OpenSSLError.self) { try write("a\0b") }
    }
}

/// Prints whose MAC the file has: that of the null password, or that of the empty one.
private let macCheck = """
    import hashlib, hmac, sys

    def element(data, at):
        tag, length, at = data[at], data[at + 1], at + 2
        if length >= 0x80:
            count = length & 0x7F
            length, at = int.from_bytes(data[at:at + count], "big"), at + count
        return tag, data[at:at + length], at + length

    def children(data):
        at, found = 0, []
        while at < len(data):
            tag, content, at = element(data, at)
            found.append(content)
        return found

    def kdf(name, password, salt, iterations):  # RFC 7292, B.2, one block of output
        size, block = hashlib.new(name).digest_size, 64
        fill = lambda s: (s * (block // len(s) + 1))[:block] if s else b""
        value = hashlib.new(name, bytes([3]) * block + fill(salt) + fill(password)).digest()
        for _ in range(iterations - 1):
            value = hashlib.new(name, value).digest()
        return value[:size]

    version, authsafe, mac = children(children(open(sys.argv[1], "rb").read())[0])
    content = children(children(authsafe)[1])[0]
    digest, salt, iterations = children(mac)
    algorithm, expected = children(digest)
    name = "sha1" if children(algorithm)[0] == bytes([0x2B, 0x0E, 3, 2, 26]) else "sha256"
    for label, password in [("null", b""), ("empty", b"\\0\\0")]:
        key = kdf(name, password, salt, int.from_bytes(iterations, "big"))
        if hmac.new(key, content, name).digest() == expected:
            print(label)
    """
