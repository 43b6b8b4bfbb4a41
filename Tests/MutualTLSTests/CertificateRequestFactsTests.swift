import Foundation
import MutualTLSPKI
import PortableSecurity
import TestSupport
import Testing

@testable import MutualTLS

@Suite("What a CertificateRequest rules out")
struct CertificateRequestFactsTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let key: KeyKind
        let types: [UInt8]
        let signatures: [UInt16]
        let version: UInt16?
        let objections: [String]
        var testDescription: String { "\(key), \(types), \(signatures), \(version ?? 0)" }

        init(
            _ key: KeyKind, types: [UInt8] = [], _ signatures: [UInt16] = [], in version: UInt16?,
            _ objections: String...
        ) {
            (self.key, self.types, self.signatures) = (key, types, signatures)
            (self.version, self.objections) = (version, objections)
        }
    }

    static let rows: [Row] = [
        Row(.p256, in: nil),
        Row(.p256, [0x0403, 0x0804], in: 0x0304),
        Row(
            .p256, [0x0503, 0x0804], in: 0x0304,
            "its key, EC P-256, makes none of the signatures that the server takes: ecdsa_secp384r1_sha384, "
                + "rsa_pss_rsae_sha256"),
        Row(.p256, [0x0503, 0x0804], in: 0x0303),
        Row(.p256, [0x0503], in: nil),
        Row(
            .rsa(2048), [0x0401, 0x0501], in: 0x0304,
            "its key, RSA 2048, makes none of the signatures that the server takes: rsa_pkcs1_sha256, rsa_pkcs1_sha384"),
        Row(.rsa(2048), [0x0401, 0x0501], in: 0x0303),
        Row(
            .rsa(2048), types: [1, 64], [0x0201], in: 0x0303,
            "its key, RSA 2048, makes none of the signatures that the server takes: rsa_pkcs1_sha1"),
        Row(
            .rsa(2048), types: [64, 2, 77], [0x0403], in: 0x0303,
            "its key, RSA 2048, is of a kind that the server doesn't take: it takes ecdsa_sign, dss_sign, type 77",
            "its key, RSA 2048, makes none of the signatures that the server takes: ecdsa_secp256r1_sha256"),
        Row(.ed25519, types: [64], [0x0807], in: 0x0303),
        Row(
            .ed25519, types: [1], [0x0807], in: 0x0303,
            "its key, Ed25519, is of a kind that the server doesn't take: it takes rsa_sign"),
        // TLS 1.3 has no types.
        Row(.p384, types: [1], [0x0503], in: 0x0304),
    ]

    @Test("an identity is ruled out by types and signatures, in plain words", arguments: rows)
    func objections(row: Row) throws {
        let issuing = try CertificateAuthority(name: "CA")
        let identity = try ClientIdentity(issuing.issueClient(name: "alice", keyKind: row.key))
        let server = CertificateRequestFacts(
            signatureAlgorithms: row.signatures, certificateTypes: row.types, tlsVersion: row.version)
        #expect(server.objections(to: identity) == row.objections)
        let choice = IdentityChoice(among: [identity], for: server)
        #expect(choice.fitting.isEmpty == !row.objections.isEmpty)
        #expect(choice.dropped.first?.reasons ?? [] == row.objections)
    }

    @Test("a server that lists thousands of signatures doesn't fill the error with them")
    func many() throws {
        let identity = try ClientIdentity(TestPKI().client())
        let server = CertificateRequestFacts(signatureAlgorithms: [UInt16](repeating: 0xFE00, count: 30_000))
        let error = #expect(throws: MutualTLSError.self) { try ClientIdentity.choose(from: [identity], for: server) }
        #expect(error?.reason.hasSuffix("0xFE00 and 29990 more") == true)
        #expect((error?.reason.count ?? .max) < 300)
    }

    #if os(Linux)
        struct Server: Sendable, CustomTestStringConvertible {
            /// s_server's option.
            let version: String
            /// s_server's name of the list, and its code.
            let list: String
            let code: UInt16
            var testDescription: String { "\(version) \(list)" }
        }

        static let servers: [Server] = [
            Server(version: "-tls1_2", list: "ECDSA+SHA256", code: 0x0403),
            Server(version: "-tls1_2", list: "ECDSA+SHA384", code: 0x0503),
            Server(version: "-tls1_2", list: "RSA-PSS+SHA256", code: 0x0804),
            Server(version: "-tls1_2", list: "RSA+SHA256", code: 0x0401),
            Server(version: "-tls1_2", list: "ed25519", code: 0x0807),
            Server(version: "-tls1_3", list: "ECDSA+SHA256", code: 0x0403),
            Server(version: "-tls1_3", list: "ECDSA+SHA384", code: 0x0503),
            Server(version: "-tls1_3", list: "RSA-PSS+SHA256", code: 0x0804),
            Server(version: "-tls1_3", list: "ed25519", code: 0x0807),
        ]

        @Test(
            "what is chosen is what TLS sends, and what is dropped is what it keeps back", .needs(.openssl, cases: 9),
            arguments: servers)
        func handshakes(row: Server) async throws {
            let pki = try TestPKI()
            let arguments = ["-Verify", "3", "-verify_return_error", row.version, "-client_sigalgs", row.list]
            let server = try SServer(pki, arguments)
            let facts = CertificateRequestFacts(
                signatureAlgorithms: [row.code], tlsVersion: row.version == "-tls1_2" ? 0x0303 : 0x0304)
            for kind in [KeyKind.p256, .p384, .rsa(2048), .ed25519] {
                let identity = try ClientIdentity(pki.issuing.issueClient(name: "\(kind)", keyKind: kind))
                let isChosen = IdentityChoice(among: [identity], for: facts).fitting.count == 1
                let session = try MutualTLSSession(identity: identity, serverTrust: pki.trust, configuration: .quiet)
                if isChosen {
                    #expect(try await session.data(from: server.url).1.statusCode == 200, "\(kind)")
                } else {
                    let error = await #expect(throws: MutualTLSError.self, "\(kind)") {
                        try await session.data(from: server.url)
                    }
                    #expect(error?.code == .identityUnusable, "\(kind)")
                }
            }
        }
    #endif
}
