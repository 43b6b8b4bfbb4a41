import Foundation
import MutualTLS
import MutualTLSPKI
import PortableSecurity
import TestSupport
import Testing

@Suite("Identities never mix", .needs(.nginx, cases: 7))
struct IsolationTests {
    @Test(
        "200 requests of two sessions to one origin are each seen as their own identity, with tickets on",
        arguments: ["TLSv1.2", "TLSv1.3"], [false, true])
    func twoSessions(version: String, http2: Bool) async throws {
        let pki = try TestPKI()
        let nginx = try NginxServer(pki, protocols: version, http2: http2, tickets: true)
        let sessions = try ["alice", "bob"].map { name in
            (name, try MutualTLSSession(identity: ClientIdentity(pki.client(name)), serverTrust: pki.trust))
        }
        let wrong = try await withThrowingTaskGroup(of: String?.self) { group in
            for index in 0..<200 {
                let (name, session) = sessions[index % 2]
                group.addTask {
                    let (body, _) = try await session.data(from: nginx.url("/\(name)/\(index)"))
                    return text(body).hasPrefix("SUCCESS|CN=\(name)|") ? nil : "\(name): \(text(body))"
                }
            }
            return try await group.reduce(into: [String]()) { if let text = $1 { $0.append(text) } }
        }
        #expect(wrong.isEmpty)
        let log = nginx.log(atLeast: 200)
        #expect(log.count == 200)
        for entry in log { #expect(entry.path.hasPrefix("/\(entry.subject.dropFirst(3))/")) }
        #expect(log.filter(\.isResumed).isEmpty)
    }

    @Test("a source that answers with somebody else gets a new connection as that one")
    func changingSource() async throws {
        let pki = try TestPKI()
        // A connection for each request, so that each is asked about.
        let nginx = try NginxServer(
            pki, tickets: true, locations: "location /once { keepalive_timeout 0; return 200 $ssl_client_s_dn; }")
        let people = try ["alice", "bob"].map { try ClientIdentity(pki.client($0)) }
        let turn = Recorder<Int>()
        let session = try MutualTLSSession(serverTrust: pki.trust) { _ in
            defer { turn.append(0) }
            return people[turn.values.count % 2].credential(persistence: .none)
        }
        for name in ["alice", "bob", "alice", "bob"] {
            #expect(text(try await session.data(from: nginx.url("/once")).0) == "CN=\(name)")
        }
        // `.none` has each connection ask. Each challenge was answered once, the ones whose handshake was redone too.
        #expect(turn.values.count == 4)
    }

    @Test("while one connection is kept, its identity is who the request travels as")
    func keptConnection() async throws {
        let pki = try TestPKI()
        let nginx = try NginxServer(pki)
        let identity = try ClientIdentity(pki.client())
        let asked = Recorder<Int>()
        let session = try MutualTLSSession(serverTrust: pki.trust) { _ in
            asked.append(1)
            return identity.credential()
        }
        for _ in 0..<20 { #expect(try await session.data(from: nginx.url()).1.statusCode == 200) }
        #expect(asked.values.count == 1)
    }

    @Test("delegates that block their thread stall no other transfer", .timeLimit(.minutes(1)))
    func slowDelegate() async throws {
        let pki = try TestPKI()
        let nginx = try NginxServer(pki)
        let slowServers = try (0..<4).map { _ in try NginxServer(pki) }
        let identity = try ClientIdentity(pki.client())
        let blocked = Recorder<Int>()
        let release = DispatchSemaphore(value: 0)
        let session = try MutualTLSSession(serverTrust: pki.trust) { challenge in
            if challenge.protectionSpace.port != nginx.port {
                blocked.append(challenge.protectionSpace.port)
                block(on: release)
            }
            return identity.credential()
        }
        let slow = Task {
            try await withThrowingTaskGroup(of: Int.self) { group in
                for server in slowServers { group.addTask { try await session.data(from: server.url()).1.statusCode } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }
        while blocked.values.count < 4 { try await Task.sleep(for: .milliseconds(5)) }
        // More blocked threads than the machine has cores, and these go on all the same, new connections included.
        for _ in 0..<50 { #expect(try await session.data(from: nginx.url()).1.statusCode == 200) }
        #expect(slowServers.allSatisfy { $0.log(atLeast: 0).isEmpty })
        for _ in 0..<4 { release.signal() }
        #expect(try await slow.value == [200, 200, 200, 200])
    }
}

/// As a delegate does that waits for a dialogue or a token.
private func block(on semaphore: DispatchSemaphore) { semaphore.wait() }
