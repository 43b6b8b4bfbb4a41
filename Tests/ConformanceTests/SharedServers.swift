import Foundation
import MutualTLS
import MutualTLSPKI
import PortableSecurity
import TestSupport
import Testing

/// All tests of this target, which share their nginx servers. One after the other: together they would take the machine
/// from the tests beside them that look at the time.
@Suite(
    "Every transport does the same", .serialized, .sharedServers,
    .needs(.nginx, cases: 328 * TransportUnderTest.all.count))
enum Conformance {}

/// The servers, and who is who.
struct SharedServers: Sendable {
    let pki: TestPKI
    let content: ServedContent
    /// A good client's.
    let identity: ClientIdentity
    /// Trusts the servers.
    let trust: ServerTrustPolicy
    /// They want a client certificate.
    let nginx: [Wire: NginxServer]
    /// Asks for one, and takes none as well: another origin.
    let elsewhere: NginxServer
    /// Wants one, and says in status codes of its own what is wrong with it.
    let outspoken: NginxServer

    init() throws {
        pki = try TestPKI()
        identity = try ClientIdentity(pki.client())
        trust = try .anchors(contentsOf: pki.root.certificatePEM)
        content = try ServedContent()
        elsewhere = try NginxServer(pki, verify: .optional, locations: content.echo)
        outspoken = try NginxServer(pki, locations: ServedContent.statusesForRefusals)
        let locations = content.locations(elsewhere: elsewhere.url())
        var servers: [Wire: NginxServer] = [:]
        for wire in Wire.all {
            let socket = "\(wire.tlsName)-\(wire.isHTTP2)"
            servers[wire] = try NginxServer(
                pki, protocols: wire.tlsName, http2: wire.isHTTP2,
                locations: locations + content.mirror(socket), servers: content.mirrorServer(socket))
        }
        nginx = servers
    }

    /// The servers of the running test.
    static var current: SharedServers { get throws { try #require(now) } }
    @TaskLocal fileprivate static var now: SharedServers?

    /// A good client, or one with another identity.
    func client(_ transport: TransportUnderTest) throws -> any ClientUnderTest {
        try transport.client(ClientSetup(identity: identity, trust: trust))
    }

    func url(_ path: String, over wire: Wire) throws -> URL { try #require(nginx[wire]).url(path) }
}

/// Starts the servers before a suite's first test, and stops them after its last.
struct SharedServersTrait: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let servers = try SharedServers()
        try await SharedServers.$now.withValue(servers) { try await function() }
    }
}

extension Trait where Self == SharedServersTrait {
    static var sharedServers: Self { SharedServersTrait() }
}

extension ClientIdentity {
    /// An issued identity, by way of the file that a user would be given.
    init(_ issued: IssuedIdentity) throws {
        try self.init(pkcs12: issued.pkcs12(password: "secret"), password: "secret")
    }
}
