import Foundation
import MutualTLSOpenSSL
import MutualTLSPKCS12
import TestSupport
import Testing

@Suite struct PKCS12WriterTests {
    static let formats = [PKCS12Writer.Format.modern, .compatible]

    let alice: Minted
    let bob: Minted
    let issuing: Minted

    init() throws {
        issuing = try Minted.authority("Issuing")
        alice = try Minted.make("alice", by: issuing)
        bob = try Minted.make("bob", by: issuing, key: .generate(.ed25519))
    }

    private func entry(_ minted: Minted, _ name: String? = nil) -> PKCS12Entry {
        PKCS12Entry(key: minted.key, certificate: minted.certificate, friendlyName: name)
    }

    private func write(_ password: String?, _ format: PKCS12Writer.Format = .modern) throws -> Data {
        try PKCS12Writer.write([entry(alice)], password: password.map { SecretBytes(utf8: $0) }, format: format)
    }

    private func read(_ file: Data, _ password: String? = "password") throws -> PKCS12Contents {
        try PKCS12Reader.read(file, password: password.map { SecretBytes(utf8: $0) }, forms: .standard)
    }

    @Test("each identity's key and leaf share a mark and a name, and intermediates come once with neither")
    func several() throws {
        let stranger = try Minted.make("stranger")
        let file = try PKCS12Writer.write(
            [
                entry(alice, "Alice"), entry(bob, "Bob"),
                PKCS12Entry(key: nil, certificate: stranger.certificate, friendlyName: "Stranger"),
            ],
            intermediates: [issuing.certificate, alice.certificate, issuing.certificate],
            password: SecretBytes(utf8: "password"), format: .modern)
        let contents = try read(file)
        let marks = [alice, bob].map { Digest.sha1($0.certificate.der) }
        #expect(contents.keys.map(\.localKeyID) == marks)
        #expect(contents.keys.map(\.friendlyName) == ["Alice", "Bob"])
        let keys = try contents.keys.map { try $0.key.pkcs8() }
        #expect(try keys == [alice.key.pkcs8(), bob.key.pkcs8()])
        let certificates = [alice, bob, stranger, issuing].map(\.certificate)
        #expect(contents.certificates.map(\.certificate) == certificates)
        #expect(contents.certificates.map(\.localKeyID) == marks + [nil, nil])
        #expect(contents.certificates.map(\.friendlyName) == ["Alice", "Bob", "Stranger", nil])
        #expect(leftoverErrors().isEmpty)
    }

    @Test(
        "a name of any script comes back, an empty one is none",
        arguments: ["Jürgen Müller", "пользователь", "鍵🔑", String(repeating: "x", count: 1000), ""])
    func names(name: String) throws {
        let contents = try read(
            PKCS12Writer.write([entry(alice, name)], password: SecretBytes(utf8: "password"), format: .compatible))
        let expected = name.isEmpty ? nil : name
        #expect(contents.keys.map(\.friendlyName) == [expected])
        #expect(contents.certificates.map(\.friendlyName) == [expected])
    }

    @Test("certificates alone make a file without keys")
    func certificatesAlone() throws {
        let file = try PKCS12Writer.write([], intermediates: [issuing.certificate], password: nil, format: .modern)
        let contents = try read(file, nil)
        #expect(contents.keys.isEmpty)
        #expect(contents.certificates.map(\.certificate) == [issuing.certificate])
    }

    @Test(
        "every key and certificate is under the algorithms that the format promises, and so is the MAC, with a salt",
        arguments: zip(
            formats,
            [
                ["PBES2 AES-256-CBC, PBKDF2 HMAC-SHA-256", "HMAC-SHA-256", "10000"],
                ["pbeWithSHA1And3-KeyTripleDES-CBC", "HMAC-SHA-1", "2048"],
            ]))
    func algorithms(format: PKCS12Writer.Format, words: [String]) throws {
        let file = try PKCS12Writer.write(
            [entry(alice), entry(bob)], password: SecretBytes(utf8: "password"), format: format)
        let contents = try read(file)
        // One part with certificates, and two keys.
        #expect(contents.encryption.map(\.name) == [words[0], words[0], words[0]])
        #expect(contents.encryption.allSatisfy { String($0.iterations) == words[2] && $0.salt.count >= 8 })
        #expect(Set(contents.encryption.map(\.salt)).count == 3)
        #expect(contents.keys.allSatisfy { $0.isShrouded })
        let mac = try #require(contents.mac)
        #expect(mac.name.contains(words[1].replacingOccurrences(of: "HMAC-", with: "")), "\(mac.name)")
        #expect(String(mac.iterations) == words[2])
        #expect(mac.salt.count >= 8)
    }

    /// Python's own check of the MAC, which takes the password exactly as it is given. RFC 7292, appendix B.
    @Test(
        "the null password and the empty one make different MACs", .needs(.python, cases: 2), arguments: formats)
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

    @Test("what makes no file is refused: another's key, one certificate twice, nothing at all, a NUL")
    func refusals() throws {
        let mixed = PKCS12Entry(key: bob.key, certificate: alice.certificate, friendlyName: nil)
        let rows: [([PKCS12Entry], String, String)] = [
            ([entry(bob), mixed], "a", "not its certificate's"), ([entry(alice), entry(alice)], "a", "two entries"),
            ([], "a", "nothing"), ([entry(alice)], "a\0b", "NUL"), ([entry(alice, "a\0b")], "a", "NUL"),
        ]
        for (entries, password, word) in rows {
            let error = #expect(throws: OpenSSLError.self, "\(word)") {
                try PKCS12Writer.write(entries, password: SecretBytes(utf8: password), format: .modern)
            }
            #expect(error?.description.contains(word) == true, "\(String(describing: error))")
            #expect(leftoverErrors().isEmpty)
        }
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
