import CMutualTLSOpenSSL
import Foundation
import MutualTLSPKI
import Testing

@testable import MutualTLSOpenSSL

@Suite("What a server's CertificateRequest says")
struct CertificateRequestTests {
    /// What the client knew at one challenge.
    struct Seen: Equatable {
        let challenge: ClientHandshake.Challenge
        let version: TLSVersion?
        let signatures: [UInt16]
        let types: [UInt8]
    }

    private func seen(_ version: TLSVersion, signatures: String?) throws -> [Seen] {
        let root = try CertificateAuthority(name: "Root")
        let issued = try root.issueServer(names: ["localhost"])
        var configuration = TLSServerContext.Configuration(
            chain: try X509Certificate.all(inPEM: issued.chainPEM), key: try PrivateKey(pem: issued.privateKeyPEM))
        configuration.clientAuthentication = .request
        let context = try TLSServerContext(configuration)
        if var list = signatures?.utf8CString.map({ $0 }) {
            #expect(SSL_CTX_ctrl(context.pointer, SSL_CTRL_SET_CLIENT_SIGALGS_LIST, 0, &list) == 1)
        }
        var seen: [Seen] = []
        var settings = LoopbackClient.Settings(version: version)
        settings.challenged = { handshake, challenge in
            seen.append(
                Seen(
                    challenge: challenge, version: handshake.version, signatures: handshake.signatureAlgorithms(),
                    types: handshake.certificateTypes()))
            switch challenge {
            case .serverTrust: handshake.answer(.trusted)
            case .clientCertificate:
                try handshake.answer(certificate: nil, key: nil, intermediates: [])
                // There is nothing to be asked any more, and nothing to be read.
                #expect(handshake.pending == nil)
            case .signature: Issue.record("there is no key to sign with")
            }
        }
        #expect(try LoopbackClient(settings).shakeHands(with: TLSServerConnection(context)) == .finished)
        return seen
    }

    @Test("the signatures come as the server sent them, in its order", arguments: TLSVersion.allCases)
    func signatures(version: TLSVersion) throws {
        let seen = try seen(version, signatures: "ECDSA+SHA384:RSA-PSS+SHA256:ed25519:RSA+SHA512")
        let last = try #require(seen.last)
        #expect(seen.map(\.challenge) == [.serverTrust, .clientCertificate])
        #expect(seen.map(\.version) == [version, version])
        #expect(last.signatures == [0x0503, 0x0804, 0x0807, 0x0601])
    }

    @Test("the kinds of certificate come in TLS 1.2, and TLS 1.3 has none")
    func types() throws {
        // rsa_sign and ecdsa_sign.
        #expect(try seen(.v1_2, signatures: "RSA+SHA256:ECDSA+SHA256").last.map { Set($0.types) } == [1, 64])
        #expect(try seen(.v1_2, signatures: "ECDSA+SHA256").last?.types == [64])
        #expect(try seen(.v1_3, signatures: "ECDSA+SHA256").last?.types == [])
    }

    @Test("a server that was told nothing names what its library takes")
    func defaults() throws {
        let last = try #require(try seen(.v1_3, signatures: nil).last)
        #expect(last.signatures.contains(0x0403) && last.signatures.contains(0x0804))
    }

    @Test("nothing is known while no challenge is pending")
    func early() throws {
        let handshake = try ClientHandshake()
        #expect(
            handshake.version == nil && handshake.signatureAlgorithms().isEmpty && handshake.certificateTypes().isEmpty)
    }
}
