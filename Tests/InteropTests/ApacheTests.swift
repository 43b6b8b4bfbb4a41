import Foundation
import MutualTLS
import MutualTLSPKI
import PortableSecurity
import TestSupport
import Testing

@Suite("Apache httpd", .needs(.apache, cases: 6))
struct ApacheTests {
    static let versions = ["TLSv1.2", "TLSv1.3"]

    private func identity(_ issued: IssuedIdentity) throws -> ClientIdentity {
        try ClientIdentity(pkcs12: issued.pkcs12(password: "secret"), password: "secret")
    }

    @Test("a good identity is accepted", arguments: versions)
    func good(version: String) async throws {
        let pki = try TestPKI()
        let apache = try ApacheServer(pki, perLocation: false, version: version)
        let trust = try ServerTrustPolicy.anchors(contentsOf: pki.root.certificatePEM)
        let session = try MutualTLSSession(identity: identity(pki.client()), serverTrust: trust)
        let (_, response) = try await session.data(from: apache.url("/"))
        #expect(response.statusCode == 200, "\(apache.errors)")
    }

    @Test("none, and one from another CA, are refused with an alert", arguments: versions)
    func bad(version: String) async throws {
        let pki = try TestPKI()
        let apache = try ApacheServer(pki, perLocation: false, version: version)
        let trust = try ServerTrustPolicy.anchors(contentsOf: pki.root.certificatePEM)
        let none = try MutualTLSSession(serverTrust: trust)
        let required = await #expect(throws: MutualTLSError.self) { try await none.data(from: apache.url("/")) }
        #expect(required?.code == .clientCertificateRequired)
        let stranger = try MutualTLSSession(identity: identity(pki.strangerClient()), serverTrust: trust)
        let rejected = await #expect(throws: MutualTLSError.self) { try await stranger.data(from: apache.url("/")) }
        #expect(rejected?.code == .clientCertificateRejected)
        #expect(rejected?.alert?.hasPrefix("unknown_ca") == true)
    }

    @Test("a certificate that is asked for below one path alone is told as what it is", arguments: versions)
    func perLocation(version: String) async throws {
        let pki = try TestPKI()
        let apache = try ApacheServer(pki, perLocation: true, version: version)
        let trust = try ServerTrustPolicy.anchors(contentsOf: pki.root.certificatePEM)
        let session = try MutualTLSSession(identity: identity(pki.client()), serverTrust: trust)
        #expect(try await session.data(from: apache.url("/")).1.statusCode == 200)
        // Renegotiation in TLS 1.2, post-handshake authentication in TLS 1.3: nobody can be asked within a read.
        let error = await #expect(throws: MutualTLSError.self) {
            try await session.data(from: apache.url("/private/"))
        }
        #expect(error?.code == .lateChallenge)
        #expect(error?.reason.contains("after the connection was established") == true)
        // The session goes on.
        #expect(try await session.data(from: apache.url("/")).1.statusCode == 200)
    }
}
