import Foundation
import MutualTLSPKI

/// Everything a handshake needs, made for one test, valid for an hour.
package struct TestPKI: Sendable {
    /// Signs the issuing CA, and is the anchor of both sides.
    package let root: CertificateAuthority
    /// Issues what the tests use.
    package let issuing: CertificateAuthority
    /// Nobody's anchor.
    package let stranger: CertificateAuthority

    package init(now: @escaping @Sendable () -> Date = { Date() }) throws {
        root = try CertificateAuthority(name: "Test Root CA", now: now)
        issuing = try root.intermediate(named: "Test Issuing CA")
        stranger = try CertificateAuthority(name: "Stranger CA", now: now)
    }

    /// A server on this machine.
    package func server(names: [String] = ["localhost", "127.0.0.1", "::1"]) throws -> IssuedIdentity {
        try issuing.issueServer(names: names)
    }

    /// A client that every server of the tests accepts.
    package func client(_ name: String = "alice") throws -> IssuedIdentity { try issuing.issueClient(name: name) }

    /// One whose time is over.
    package func expiredClient() throws -> IssuedIdentity {
        try issuing.issueClient(
            name: "expired",
            validity: .from(Date(timeIntervalSinceNow: -7200), to: Date(timeIntervalSinceNow: -3600)))
    }

    /// One that may only be a server.
    package func serverOnlyClient() throws -> IssuedIdentity {
        try issuing.issueClient(name: "server-only", purposes: [.serverAuth])
    }

    /// One from a CA that nobody trusts.
    package func strangerClient() throws -> IssuedIdentity { try stranger.issueClient(name: "mallory") }
}
