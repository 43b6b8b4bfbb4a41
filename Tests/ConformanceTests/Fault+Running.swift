import Foundation
import MutualTLS
import PortableSecurity
import TestSupport
import Testing

/// What a client holds, to see whether it lets go.
final class Token: Sendable {}

extension Fault {
    /// A server that has the fault.
    func server(_ servers: SharedServers, _ wire: Wire) throws -> HostileServer {
        try HostileServer(
            script, tls: .init(servers.pki, clients: asksForCertificate ? .require : .none, version: wire.tls))
    }

    /// A client that holds `token`, and leaves the server's challenge alone where that is the fault.
    func setup(_ servers: SharedServers, _ hostile: HostileServer, _ token: Token = Token()) -> ClientSetup {
        let port = isChallengeAnswered ? nil : hostile.port
        return ClientSetup(
            identity: servers.identity, trust: servers.trust, challengeTimeout: isChallengeAnswered ? 60 : 1,
            whenAsked: { [token] challenge in
                _ = token
                if challenge.protectionSpace.port == port { try? await Task.sleep(nanoseconds: 600_000_000_000) }
            })
    }

    /// The request that meets the fault.
    func request(to hostile: HostileServer) -> URLRequest {
        var request = URLRequest(url: hostile.url(), timeoutInterval: timeout)
        if let upload {
            request.httpMethod = "PUT"
            request.httpBody = Data(count: upload)
        }
        return request
    }

    /// Compares what came of it.
    func expect(_ ended: Outcome) {
        withKnownIssue("\(gap ?? "")") {
            #expect(ended == outcome, "\(testDescription)")
        } when: {
            gap != nil
        }
    }
}

/// Waits up to ten seconds for what comes about by itself.
func eventually(_ condition: () throws -> Bool) async rethrows -> Bool {
    for _ in 0..<1_000 {
        if try condition() { return true }
        try? await Task.sleep(nanoseconds: 10_000_000)
    }
    return try condition()
}
