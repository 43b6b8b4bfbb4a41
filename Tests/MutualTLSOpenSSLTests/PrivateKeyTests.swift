import CMutualTLSOpenSSL
import Foundation
import MutualTLSOpenSSL
import TestSupport
import Testing

@Suite(.needs(.openssl, cases: 35))
struct PrivateKeyTests {
    static let kinds: [PrivateKey.Kind] = [.rsa(1024), .rsa(2048), .ec(256), .ec(384), .ec(521), .ed25519]

    private func openssl(_ arguments: [String], _ input: Data) throws -> Data {
        let folder = try TemporaryFolder()
        let outcome = try #require(Tool("openssl")).run(arguments + ["-out", folder.path("out")], input: input)
        #expect(outcome.status == 0, "\(outcome)")
        return try Data(contentsOf: folder.url("out"))
    }

    @Test("a key is written and read as openssl does, in every format that it has", arguments: kinds)
    func formats(kind: PrivateKey.Kind) throws {
        let key = try PrivateKey.generate(kind)
        let pem = try key.pem()
        #expect(try openssl(["pkcs8", "-topk8", "-nocrypt", "-outform", "DER"], pem) == key.pkcs8())
        #expect(try openssl(["pkey", "-pubout", "-outform", "DER"], pem) == key.publicKey().spki())
        var forms = [try key.pkcs8()]
        // PKCS#1 or SEC1.
        if kind != .ed25519 { forms.append(try openssl(["pkey", "-traditional", "-outform", "DER"], pem)) }
        for form in forms {
            ERR_clear_error()
            let again = try PrivateKey(der: form)
            #expect(leftoverErrors().isEmpty)
            #expect(try again.pkcs8() == key.pkcs8())
            #expect(again.algorithm == key.algorithm && again.bits == key.bits)
            for length in Set([0, 1, 2, form.count / 2, form.count - 1]) {
                #expect(throws: OpenSSLError.self, "\(length) bytes") { try PrivateKey(der: form.prefix(length)) }
                #expect(leftoverErrors().isEmpty)
            }
        }
    }

    // Once it has gone wrong, it does not again with the same key.
    @Test("a key that several threads write at once is the same for each")
    func concurrently() throws {
        let others = LockedBox(0)
        for _ in 0..<500 {
            let key = try PrivateKey.generate(.ec(256))
            let der = try key.pkcs8()
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                for _ in 0..<8 where (try? key.pkcs8()) != der { others.withLock { $0 += 1 } }
            }
        }
        #expect(others.withLock { $0 } == 0)
    }

    @Test("a public key, a certificate and noise are no private key")
    func noKey() throws {
        let minted = try Minted.make("a")
        let others = [
            try minted.key.publicKey().spki(), minted.certificate.der, Data([0x30, 0]), Data(count: 64),
            Data("-----BEGIN PRIVATE KEY-----".utf8), try minted.key.pem(),
        ]
        for data in others {
            #expect(throws: OpenSSLError.self) { try PrivateKey(der: data) }
            #expect(leftoverErrors().isEmpty)
        }
        #expect(throws: OpenSSLError.self) { try PublicKey(spki: minted.key.pkcs8()) }
        #expect(throws: OpenSSLError.self) { try PublicKey(spki: Data()) }
        #expect(throws: OpenSSLError.self) { try PublicKey(pkcs1: minted.key.publicKey().spki()) }
        #expect(leftoverErrors().isEmpty)
    }

    @Test("a key belongs to its own certificate and to no other, of whatever kind")
    func matches() throws {
        let minted = try Self.kinds.map { try Minted.make("a", key: .generate($0)) }
        for (row, mine) in minted.enumerated() {
            for (column, theirs) in minted.enumerated() {
                #expect(mine.key.matches(theirs.certificate) == (row == column))
                #expect(try (mine.key.publicKey() == theirs.certificate.publicKey()) == (row == column))
                #expect(leftoverErrors().isEmpty, "\(mine.key) and \(theirs.key)")
            }
        }
    }

    @Test("a kind that is not to be had is an error", arguments: [PrivateKey.Kind.ec(0), .ec(257), .rsa(0), .rsa(-1)])
    func impossible(kind: PrivateKey.Kind) {
        #expect(throws: OpenSSLError.self) { try PrivateKey.generate(kind) }
        #expect(leftoverErrors().isEmpty)
    }

    @Test("a point is the same key compressed or not, also as a member of a set", arguments: [256, 384, 521])
    func compressed(bits: Int) throws {
        let key = try PrivateKey.generate(.ec(bits)).publicKey()
        let short = try PublicKey(
            spki: openssl(
                ["ec", "-pubin", "-inform", "DER", "-conv_form", "compressed", "-outform", "DER"], key.spki()))
        #expect(try short.spki() != key.spki())
        #expect(short == key)
        #expect(Set([short, key]).count == 1)
        #expect(try short.externalRepresentation() == key.externalRepresentation())
        #expect(try PublicKey(x963: short.externalRepresentation()) == key)
    }

    @Test("keys of other kinds have no external representation, and say so")
    func external() throws {
        let key = try PrivateKey.generate(.ed25519)
        #expect(throws: OpenSSLError.self) { try key.externalRepresentation() }
        let error = #expect(throws: OpenSSLError.self) { try key.publicKey().externalRepresentation() }
        #expect(error?.description.contains("ED25519") == true)
    }

    @Test("elliptic curve keys in the bare form are checked before they are keys", arguments: [256, 384, 521])
    func bare(bits: Int) throws {
        let key = try PrivateKey.generate(.ec(bits))
        let bytes = try key.externalRepresentation()
        let size = (bits + 7) / 8
        #expect(bytes.count == 1 + 3 * size)
        #expect(try PrivateKey(x963: bytes).pkcs8() == key.pkcs8())
        var offCurve = bytes
        offCurve[size] ^= 1
        let rows: [(String, Data)] = [
            ("off the curve", offCurve), ("a scalar of zero", bytes.dropLast(size) + Data(count: size)),
            ("a scalar beyond the order", bytes.dropLast(size) + Data(repeating: 0xFF, count: size)),
            ("compressed", Data([2]) + bytes.dropFirst()), ("a byte too many", bytes + [0]),
            ("without its last byte", bytes.dropLast()), ("nothing", Data()), ("only a mark", Data([4])),
            ("a curve of 8 bits", Data([4, 1, 2, 3])),
        ]
        for (name, data) in rows {
            #expect(throws: OpenSSLError.self, "\(name)") { try PrivateKey(x963: data) }
            #expect(leftoverErrors().isEmpty, "\(name)")
        }
        #expect(throws: OpenSSLError.self) { try PublicKey(x963: offCurve.prefix(1 + 2 * size)) }
        #expect(throws: OpenSSLError.self) { try PublicKey(x963: Data([4])) }
    }

    static let schemes: [(PrivateKey.Kind, SignatureScheme, [String])] = HashFunction.allCases.flatMap { hash in
        [
            (.rsa(2048), .rsaPKCS1(hash), []),
            (.rsa(2048), .rsaPSS(hash), ["-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:digest"]),
            (.ec(256), .ecdsa(hash), []),
        ]
    }

    @Test("openssl verifies our signatures, and we verify openssl's", arguments: schemes)
    func signatures(kind: PrivateKey.Kind, scheme: SignatureScheme, options: [String]) throws {
        let hash = try #require(scheme.hash)
        let key = try PrivateKey.generate(kind)
        let publicKey = try key.publicKey()
        let message = Data("a message".utf8)
        let folder = try TemporaryFolder()
        let keyFile = try folder.write(key.pem(), "key").path
        let tool = try #require(Tool("openssl"))
        let dgst = ["dgst", "-\(hash.rawValue.lowercased())"] + options

        let ours = try key.sign(digest: hash.digest(message), scheme: scheme)
        let file = try folder.write(ours, "ours").path
        let verified = try tool.run(dgst + ["-prverify", keyFile, "-signature", file], input: message)
        #expect(verified.output.contains("Verified OK"), "\(verified)")

        let signed = try tool.run(dgst + ["-sign", keyFile, "-out", folder.path("theirs")], input: message)
        #expect(signed.status == 0, "\(signed)")
        let theirs = try Data(contentsOf: folder.url("theirs"))
        #expect(publicKey.verifies(signature: theirs, digest: hash.digest(message), scheme: scheme))
        #expect(!publicKey.verifies(signature: theirs, digest: hash.digest(Data()), scheme: scheme))
        for bad in [theirs.dropLast(), theirs + [0], Data(), Data(count: theirs.count)] {
            #expect(!publicKey.verifies(signature: bad, digest: hash.digest(message), scheme: scheme))
        }
        #expect(leftoverErrors().isEmpty)
    }

    @Test("a digest of the wrong length and a scheme of another kind are refused, not signed")
    func refusals() throws {
        let (rsa, ec) = (try PrivateKey.generate(.rsa(2048)), try PrivateKey.generate(.ec(256)))
        let rows: [(PrivateKey, Data, SignatureScheme)] = [
            (rsa, Data(count: 31), .rsaPKCS1(.sha256)), (rsa, Data(), .rsaPSS(.sha256)),
            (rsa, Data(count: 20), .rsaPSS(.sha256)), (ec, Data(count: 32), .rsaPKCS1(.sha256)),
            (try .generate(.rsa(1024)), Data(count: 64), .rsaPSS(.sha512)),
        ]
        for (key, digest, scheme) in rows {
            #expect(throws: OpenSSLError.self) { try key.sign(digest: digest, scheme: scheme) }
            #expect(leftoverErrors().isEmpty)
            #expect(try !key.publicKey().verifies(signature: Data(count: 256), digest: digest, scheme: scheme))
            #expect(leftoverErrors().isEmpty)
        }
    }
}
