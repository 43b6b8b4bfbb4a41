import Foundation
import MutualTLS
import TestSupport
import Testing

extension Conformance {
    @Suite("Refusals of the client certificate in HTTP, as nginx writes them")
    struct RefusalTests {
        struct Row: Sendable, CustomTestStringConvertible {
            var testDescription: String
            var identity: @Sendable (TestPKI) throws -> ClientIdentity?
            /// What an nginx answers that says its reason in the status.
            var status: Int
            var code: MutualTLSError.Code
        }

        static let rows = [
            Row(testDescription: "none", identity: { _ in nil }, status: 496, code: .clientCertificateRequired),
            Row(
                testDescription: "from a stranger", identity: { try ClientIdentity($0.strangerClient()) },
                status: 495, code: .clientCertificateRejected),
            Row(
                testDescription: "expired", identity: { try ClientIdentity($0.expiredClient()) }, status: 495,
                code: .clientCertificateRejected),
            Row(
                testDescription: "for servers alone", identity: { try ClientIdentity($0.serverOnlyClient()) },
                status: 495, code: .clientCertificateRejected),
        ]

        @Test("a 400 is told as what it is, and so is a status of nginx's own", arguments: Way.all, rows)
        func refusal(way: Way, row: Row) async throws {
            let servers = try SharedServers.current
            let client = try way.transport.client(
                ClientSetup(identity: row.identity(servers.pki), trust: servers.trust))
            let plain = try await client.get(servers.url("/", over: way.wire))
            #expect(plain.status == 400 && plain.refusal == row.code)
            let outspoken = try await client.get(servers.outspoken.url())
            #expect(outspoken.status == row.status && outspoken.refusal == row.code)
        }

        @Test("plain http to a port of TLS is told as that", arguments: TransportUnderTest.all)
        func plainHTTP(transport: TransportUnderTest) async throws {
            let servers = try SharedServers.current
            let client = try servers.client(transport)
            for (server, status) in [(servers.elsewhere, 400), (servers.outspoken, 497)] {
                let url = try #require(URL(string: "http://localhost:\(server.port)/"))
                let answer = try await client.get(url)
                #expect(answer.status == status && answer.refusal == .noCommonProtocol)
            }
        }

        @Test("a 400 about something else is not taken for a refusal", arguments: Way.all)
        func otherBadRequest(way: Way) async throws {
            let servers = try SharedServers.current
            let answer = try await servers.client(way.transport).get(servers.url("/status/400", over: way.wire))
            #expect(answer.status == 400 && answer.refusal == nil)
        }
    }
}
