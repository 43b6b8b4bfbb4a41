import CMutualTLSOpenSSL
import Foundation
import MutualTLSPKI
import Testing

@testable import MutualTLSOpenSSL

@Suite("Handshakes that wait for a signature")
struct HandshakeSignatureTests {
    /// Never asked: a handshake's signatures are asked for by the handshake.
    struct Nobody: KeySigner {
        var schemes: [UInt16] { [] }
        func signature(for request: KeySigningRequest) async throws -> Data {
            Issue.record("the signer was asked behind the handshake's back")
            return Data()
        }
    }

    let root: CertificateAuthority
    let server: IssuedIdentity

    init() throws {
        root = try CertificateAuthority(name: "Root")
        server = try root.issueServer(names: ["localhost"])
    }

    private func connection() throws -> TLSServerConnection {
        var configuration = TLSServerContext.Configuration(
            chain: try X509Certificate.all(inPEM: server.chainPEM), key: try PrivateKey(pem: server.privateKeyPEM))
        configuration.clientAuthentication = .require
        configuration.clientAuthorities = try X509Certificate.all(inPEM: root.certificatePEM)
        return try TLSServerConnection(TLSServerContext(configuration))
    }

    /// A client whose key is `kind`, and whose answer to a wanted signature is `sign`'s.
    private func client(
        _ kind: KeyKind, _ version: TLSVersion, scheme: UInt16,
        sign: @escaping (ClientHandshake, PrivateKey, UInt16, Data) throws -> Void
    ) throws -> LoopbackClient.Settings {
        let issued = try root.issueClient(name: "alice", keyKind: kind)
        let real = try PrivateKey(pem: issued.privateKeyPEM)
        let certificate = try X509Certificate(der: issued.certificateDER)
        let key = try PrivateKey(signer: Nobody(), publicKey: certificate.publicKey())
        var settings = LoopbackClient.Settings(version: version)
        settings.challenged = { handshake, challenge in
            switch challenge {
            case .serverTrust: handshake.answer(.trusted)
            case .clientCertificate:
                #expect(handshake.sharedSignatureAlgorithms().contains(scheme))
                try handshake.answer(certificate: certificate, key: key, intermediates: [], scheme: scheme)
            case .signature:
                let wanted = try #require(handshake.signatureRequest())
                #expect(wanted.key === key)
                try sign(handshake, real, wanted.scheme, wanted.message)
            }
        }
        return settings
    }

    struct Way: Sendable, CustomStringConvertible {
        let kind: KeyKind
        let scheme: UInt16
        let version: TLSVersion
        var description: String { "\(kind), \(String(scheme, radix: 16)), \(version.name)" }

        /// All that TLS has.
        static let all: [Way] = [
            (KeyKind.rsa(2048), [0x0401, 0x0501, 0x0601, 0x0804, 0x0805, 0x0806], [TLSVersion.v1_2]),
            (.rsa(2048), [0x0804, 0x0805, 0x0806], [.v1_3]), (.p256, [0x0403, 0x0503, 0x0603], [.v1_2]),
            (.p384, [0x0503, 0x0403], [.v1_2]), (.p256, [0x0403], [.v1_3]), (.p384, [0x0503], [.v1_3]),
        ].flatMap { kind, schemes, versions in
            schemes.flatMap { scheme in versions.map { Way(kind: kind, scheme: scheme, version: $0) } }
        }
    }

    @Test("the scheme that was chosen is the one that is made, and the server takes it", arguments: Way.all)
    func schemes(way: Way) throws {
        var asked: [UInt16] = []
        let settings = try client(way.kind, way.version, scheme: way.scheme) { handshake, real, code, message in
            asked.append(code)
            let scheme = try #require(SignatureScheme(code: code))
            let digest = try #require(scheme.hash).digest(message)
            try handshake.answer(signature: real.sign(digest: digest, scheme: scheme))
            #expect(handshake.pending == nil)
        }
        let connection = try connection()
        #expect(try LoopbackClient(settings).shakeHands(with: connection) == .finished)
        #expect(asked == [way.scheme])
        #expect(leftoverErrors() == [])
    }

    @Test("Ed25519 signs the message", arguments: TLSVersion.allCases)
    func ed25519(version: TLSVersion) throws {
        let settings = try client(.ed25519, version, scheme: 0x0807) { handshake, real, code, message in
            #expect(code == 0x0807)
            #expect(KeySigningRequest(scheme: code, message: message).digest == nil)
            try handshake.answer(signature: edwardsSignature(message, real))
        }
        #expect(try LoopbackClient(settings).shakeHands(with: connection()) == .finished)
    }

    @Test("a signature longer than any of the key's ends the handshake", arguments: TLSVersion.allCases)
    func tooLong(version: TLSVersion) throws {
        let settings = try client(.p256, version, scheme: 0x0403) { handshake, _, _, _ in
            try handshake.answer(signature: Data(repeating: 0, count: 100_000))
        }
        #expect(try LoopbackClient(settings).shakeHands(with: connection()) != .finished)
        ERR_clear_error()
    }

    @Test(
        "one that is aborted while it waits for the signature ends, and is never finished",
        arguments: TLSVersion.allCases)
    func aborted(version: TLSVersion) throws {
        var last: ClientHandshake?
        let settings = try client(.rsa(2048), version, scheme: 0x0804) { handshake, _, _, _ in
            last = handshake
            handshake.abort()
        }
        #expect(try LoopbackClient(settings).shakeHands(with: connection()) != .finished)
        let facts = try #require(last).facts
        #expect(!facts.isFinished && facts.isCertificateSent == false)
        ERR_clear_error()
    }

    @Test("a server's key may have a signer too, on whose thread it waits")
    func servers() throws {
        let real = try PrivateKey(pem: server.privateKeyPEM)
        let remote = SignerKeyTests.Remote(real, [0x0403])
        let certificates = try X509Certificate.all(inPEM: server.chainPEM)
        let configuration = TLSServerContext.Configuration(
            chain: certificates, key: try PrivateKey(signer: remote, publicKey: certificates[0].publicKey()))
        let connection = try TLSServerConnection(TLSServerContext(configuration))
        #expect(try LoopbackClient(.init(version: .v1_3)).shakeHands(with: connection) == .finished)
        #expect(remote.asked.withLock { $0.map(\.scheme) } == [0x0403])
    }
}

private func edwardsSignature(_ message: Data, _ key: PrivateKey) throws -> Data {
    let context = try #require(EVP_MD_CTX_new())
    defer { EVP_MD_CTX_free(context) }
    let input = [UInt8](message)
    var output = [UInt8](repeating: 0, count: 64)
    var count = output.count
    #expect(EVP_DigestSignInit_ex(context, nil, nil, nil, nil, key.pointer, nil) == 1)
    #expect(EVP_DigestSign(context, &output, &count, input, input.count) == 1)
    return Data(output.prefix(count))
}
