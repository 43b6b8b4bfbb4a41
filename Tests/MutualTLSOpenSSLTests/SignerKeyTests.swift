import CMutualTLSOpenSSL
import Foundation
import MutualTLSPKCS12
import TestSupport
import Testing

@testable import MutualTLSOpenSSL

@Suite("Private keys that sign elsewhere")
struct SignerKeyTests {
    /// Has another key sign, and remembers what was asked.
    final class Remote: KeySigner {
        let key: PrivateKey
        let schemes: [UInt16]
        let asked = LockedBox<[KeySigningRequest]>([])

        init(_ key: PrivateKey, _ schemes: [UInt16]) { (self.key, self.schemes) = (key, schemes) }

        func signature(for request: KeySigningRequest) async throws -> Data {
            asked.withLock { $0.append(request) }
            // Long enough for whoever waits to be asleep.
            try await Task.sleep(for: .milliseconds(2))
            let scheme = try #require(SignatureScheme(code: request.scheme))
            return try key.sign(digest: #require(request.digest), scheme: scheme)
        }
    }

    static let kinds: [(PrivateKey.Kind, SignatureScheme)] = [
        (.rsa(2048), .rsaPKCS1(.sha256)), (.rsa(2048), .rsaPSS(.sha512)), (.ec(256), .ecdsa(.sha256)),
        (.ec(384), .ecdsa(.sha384)),
    ]

    @Test("a signature that is wanted outside of a handshake comes from the signer", arguments: kinds)
    func waiting(kind: PrivateKey.Kind, scheme: SignatureScheme) throws {
        let real = try PrivateKey.generate(kind)
        let remote = Remote(real, [])
        let key = try PrivateKey(signer: remote, publicKey: real.publicKey())
        let digest = try #require(scheme.hash).digest(Data("hello".utf8))
        let signature = try key.sign(digest: digest, scheme: scheme)
        #expect(try real.publicKey().verifies(signature: signature, digest: digest, scheme: scheme))
        #expect(remote.asked.withLock { $0 } == [KeySigningRequest(scheme: try #require(scheme.code), digest: digest)])
    }

    @Test("it is the key of its certificate, and looks like it", arguments: kinds.map(\.0))
    func appearance(kind: PrivateKey.Kind) throws {
        let real = try PrivateKey.generate(kind)
        let key = try PrivateKey(signer: Remote(real, []), publicKey: real.publicKey())
        #expect(key.algorithm == real.algorithm && key.bits == real.bits)
        #expect(try key.publicKey() == real.publicKey())
        let mine = try Minted.make("it", key: real).certificate
        #expect(key.matches(mine))
        #expect(try !key.matches(Minted.make("other", key: .generate(kind)).certificate))
        #expect(try !key.matches(Minted.make("other", key: .generate(.ed25519)).certificate))
        #expect(key.description.contains("elsewhere"))
    }

    @Test("no form of it can be written, and each refusal says why")
    func export() throws {
        let real = try PrivateKey.generate(.ec(256))
        let key = try PrivateKey(signer: Remote(real, []), publicKey: real.publicKey())
        let certificate = try Minted.make("it", key: real).certificate
        let ways: [() throws -> Data] = [
            { try key.pkcs8() }, { try key.pem() }, { try key.externalRepresentation() },
            { try key.encryptedPKCS8(password: SecretBytes(utf8: "x")) },
            { try key.encryptedPEM(password: SecretBytes(utf8: "x")) },
            {
                let entry = PKCS12Entry(key: key, certificate: certificate, friendlyName: nil)
                return try PKCS12Writer.write([entry], password: SecretBytes(utf8: "x"), format: .modern)
            },
        ]
        for way in ways {
            let error = #expect(throws: OpenSSLError.self) { try way() }
            #expect(error?.description.contains("in a token or with a service, and never leaves it") == true)
        }
    }

    @Test("what is no signature of its public half is never given out")
    func strangers() throws {
        let real = try PrivateKey.generate(.ec(256))
        let other = try PrivateKey.generate(.ec(256))
        let key = try PrivateKey(signer: Remote(other, []), publicKey: real.publicKey())
        let digest = HashFunction.sha256.digest(Data())
        let error = #expect(throws: KeySigningError.self) { try key.sign(digest: digest, scheme: .ecdsa(.sha256)) }
        #expect(error?.code == .notOfThisKey)
    }

    @Test("a kind of key that TLS signs with in no way known here has no signer")
    func otherKinds() throws {
        let spki = try #require(
            Data(base64Encoded: "MCowBQYDK2VuAyEA3p7bfXt9wbTTW2HC7OQ1Nz+DQ8hbeGdNrfx+FG+IK08="))
        let exchange = try PublicKey(spki: spki)
        let signer = Remote(try PrivateKey.generate(.ec(256)), [])
        #expect(throws: OpenSSLError.self) { try PrivateKey(signer: signer, publicKey: exchange) }
    }

    @Test("thousands of keys that come and go leave their signers", arguments: [2000])
    func lifetimes(count: Int) throws {
        final class Counted: KeySigner {
            let alive: LockedBox<Int>
            init(_ alive: LockedBox<Int>) {
                self.alive = alive
                alive.withLock { $0 += 1 }
            }
            deinit { alive.withLock { $0 -= 1 } }
            var schemes: [UInt16] { [] }
            func signature(for request: KeySigningRequest) async throws -> Data { Data() }
        }
        let alive = LockedBox(0)
        let publicKey = try PrivateKey.generate(.ec(256)).publicKey()
        for _ in 0..<count { _ = try PrivateKey(signer: Counted(alive), publicKey: publicKey) }
        #expect(alive.withLock { $0 } == 0)
    }

    // MARK: What tokens need

    @Test("the padding of RSA-PSS made here is what OpenSSL takes for RSA-PSS", arguments: [1024, 2047, 2048, 2049])
    func padding(bits: Int) throws {
        let key = try PrivateKey.generate(.rsa(bits))
        for hash in [HashFunction.sha256, .sha384] {
            let digest = hash.digest(Data("hello".utf8))
            let block = try PSSPadding.encode(digest, hash, modulusBits: key.bits)
            #expect(block.count == (bits + 7) / 8)
            let signature = try rawRSA(block, key)
            #expect(try key.publicKey().verifies(signature: signature, digest: digest, scheme: .rsaPSS(hash)))
        }
    }

    @Test("a modulus that has no room for RSA-PSS is told so")
    func noRoom() {
        #expect(throws: OpenSSLError.self) {
            try PSSPadding.encode(HashFunction.sha512.digest(Data()), .sha512, modulusBits: 1024)
        }
    }

    @Test(
        "r and s of any length become minimal integers",
        arguments: [
            ("0102", "3006020101020102"), ("00ff0080", "3008020200ff02020080"), ("0000", "3006020100020100"),
            ("7fff8000", "300902027fff0203008000"),
        ])
    func ellipticSignatures(numbers: String, der: String) throws {
        #expect(EllipticSignature.der(try #require(Data(hex: numbers))).hex == der)
    }

    @Test("a P-521 signature has the long form of length")
    func longForm() throws {
        let signature = EllipticSignature.der(Data(repeating: 0x7F, count: 132))
        #expect(signature.prefix(3).hex == "308188" && signature.count == 3 + 2 * (2 + 66))
    }
}

/// RSA without padding, as tokens have it under the name CKM_RSA_X_509.
private func rawRSA(_ block: Data, _ key: PrivateKey) throws -> Data {
    let context = try #require(EVP_PKEY_CTX_new_from_pkey(nil, key.pointer, nil))
    defer { EVP_PKEY_CTX_free(context) }
    #expect(EVP_PKEY_sign_init(context) == 1 && EVP_PKEY_CTX_set_rsa_padding(context, RSA_NO_PADDING) == 1)
    let input = [UInt8](block)
    var output = [UInt8](repeating: 0, count: input.count)
    var count = output.count
    #expect(EVP_PKEY_sign(context, &output, &count, input, input.count) == 1)
    return Data(output.prefix(count))
}

extension Data {
    fileprivate init?(hex: String) {
        let digits = hex.compactMap(\.hexDigitValue)
        guard digits.count.isMultiple(of: 2), digits.count == hex.count else { return nil }
        self.init(stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
    }
    fileprivate var hex: String { map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() }
}
