#if os(Linux)
    import Foundation
    import MutualTLS
    import PortableSecurity
    import TestSupport
    import Testing

    @Suite("A closure that answers every challenge", .needs(.nginx, cases: 23))
    struct SessionChallengeTests {
        private let pki: TestPKI
        private let identity: ClientIdentity

        init() throws {
            pki = try TestPKI()
            identity = try ClientIdentity(pki.client())
        }

        /// What a cell's answer is; credentials are made when they are asked for.
        enum Reply: String, Sendable, CaseIterable {
            case useIdentity, useTrust, useNil, usePassword, defaultHandling, cancel, reject

            func answer(
                _ identity: ClientIdentity, _ trust: SecTrust?
            ) -> (URLSession.AuthChallengeDisposition, URLCredential?) {
                switch self {
                case .useIdentity: (.useCredential, identity.credential())
                case .useTrust: (.useCredential, trust.map { URLCredential(trust: $0) })
                case .useNil: (.useCredential, nil)
                case .usePassword: (.useCredential, URLCredential(user: "u", password: "p", persistence: .forSession))
                case .defaultHandling: (.performDefaultHandling, nil)
                case .cancel: (.cancelAuthenticationChallenge, nil)
                case .reject: (.rejectProtectionSpace, nil)
                }
            }
        }

        /// How a request ends: who the server says it was, or the error.
        private func end(
            _ trusted: ServerTrustPolicy, _ url: URL, trust: Reply, certificate: Reply
        ) async throws -> String {
            let identity = identity
            let seenTrust = Recorder<SecTrust>()
            let session = try MutualTLSSession(
                serverTrust: trusted, configuration: .quiet,
                challengeHandler: { challenge in
                    let space = challenge.protectionSpace
                    if let trust = space.serverTrust { seenTrust.append(trust) }
                    let reply = space.authenticationMethod == NSURLAuthenticationMethodServerTrust ? trust : certificate
                    return reply.answer(identity, seenTrust.values.last)
                })
            do {
                return String(
                    text(try await session.data(from: url).0).prefix { $0 != "," }.split(separator: "|TLS")[0])
            } catch let error as MutualTLSError {
                return error.code.description
            }
        }

        @Test(
            "server trust: a credential of the trust trusts, cancelling ends it, and after all else the policy decides",
            arguments: [
                (Reply.useTrust, "SUCCESS|CN=alice", "SUCCESS|CN=alice"),
                (.useIdentity, "SUCCESS|CN=alice", "serverNotTrusted"),
                (.useNil, "SUCCESS|CN=alice", "serverNotTrusted"),
                (.usePassword, "SUCCESS|CN=alice", "serverNotTrusted"),
                (.defaultHandling, "SUCCESS|CN=alice", "serverNotTrusted"),
                (.cancel, "challengeCancelled", "challengeCancelled"),
                (.reject, "SUCCESS|CN=alice", "serverNotTrusted"),
            ])
        func serverTrust(_ cell: (reply: Reply, withGoodPolicy: String, withBadPolicy: String)) async throws {
            let nginx = try NginxServer(pki, verify: .optional)
            let stranger = try ServerTrustPolicy.anchors(contentsOf: pki.stranger.certificatePEM)
            let good = try await end(pki.trust, nginx.url(), trust: cell.reply, certificate: .useIdentity)
            #expect(good == cell.withGoodPolicy)
            let bad = try await end(stranger, nginx.url(), trust: cell.reply, certificate: .useIdentity)
            #expect(bad == cell.withBadPolicy)
        }

        @Test(
            "a client certificate: only a credential with an identity sends one",
            arguments: [
                (Reply.useIdentity, "SUCCESS|CN=alice"), (.useTrust, "NONE|"), (.useNil, "NONE|"),
                (.usePassword, "NONE|"), (.defaultHandling, "NONE|"), (.cancel, "challengeCancelled"),
                (.reject, "NONE|"),
            ])
        func clientCertificate(_ cell: (reply: Reply, expected: String)) async throws {
            let nginx = try NginxServer(pki, verify: .optional)
            let end = try await end(pki.trust, nginx.url(), trust: .defaultHandling, certificate: cell.reply)
            #expect(end == cell.expected)
            if cell.reply == .cancel { #expect(nginx.log(atLeast: 0).isEmpty) }
        }

        @Test(
            "an answer holds for one connection, or for the session; that none is to be sent is remembered too",
            arguments: [
                (Reply.useIdentity, URLCredential.Persistence.none, 3), (.useIdentity, .forSession, 1),
                (.useIdentity, .permanent, 1), (.useNil, .forSession, 1), (.defaultHandling, .forSession, 1),
                (.reject, .forSession, 1),
            ])
        func persistence(_ row: (reply: Reply, persistence: URLCredential.Persistence, count: Int)) async throws {
            let nginx = try NginxServer(
                pki, verify: .optional,
                locations: "location /once { keepalive_timeout 0; return 200 \"$ssl_client_s_dn\"; }")
            let other = try NginxServer(pki, verify: .optional)
            let identity = identity
            let asked = Recorder<Int>()
            let session = try MutualTLSSession(
                serverTrust: pki.trust, configuration: .quiet,
                challengeHandler: { challenge in
                    guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodClientCertificate
                    else {
                        return (.performDefaultHandling, nil)
                    }
                    asked.append(challenge.protectionSpace.port)
                    guard row.reply == .useIdentity else { return row.reply.answer(identity, nil) }
                    return (.useCredential, identity.credential(persistence: row.persistence))
                })
            let seen = row.reply == .useIdentity ? "CN=alice" : ""
            for _ in 0..<3 { #expect(text(try await session.data(from: nginx.url("/once")).0) == seen) }
            #expect(asked.values == Array(repeating: nginx.port, count: row.count))
            // It is another's question.
            _ = try await session.data(from: other.url())
            #expect(asked.values.last == other.port)
        }

        @Test("an answer through the challenge's sender has no effect, and the error says so", .timeLimit(.minutes(1)))
        func sender() async throws {
            let nginx = try NginxServer(pki)
            let identity = identity
            var configuration = MutualTLSSession.Configuration.quiet
            configuration.challengeTimeout = 0.3
            for method in [NSURLAuthenticationMethodServerTrust, NSURLAuthenticationMethodClientCertificate] {
                let isAsked = Recorder<Bool>()
                let session = try MutualTLSSession(
                    serverTrust: pki.trust, configuration: configuration,
                    challengeHandler: { challenge in
                        guard challenge.protectionSpace.authenticationMethod == method else {
                            return (.performDefaultHandling, nil)
                        }
                        isAsked.append(true)
                        challenge.sender?.use(identity.credential(), for: challenge)
                        challenge.sender?.continueWithoutCredential(for: challenge)
                        try? await Task.sleep(nanoseconds: 300_000_000_000)
                        return (.performDefaultHandling, nil)
                    })
                let error = await #expect(throws: MutualTLSError.self) { try await session.data(from: nginx.url()) }
                #expect(error?.code == .challengeTimedOut)
                #expect(error?.reason.contains("sender has no effect") == true, "\(String(describing: error))")
                #expect(isAsked.values == [true])
            }
            #expect(nginx.log(atLeast: 0).isEmpty)
        }

        @Test("each challenge is put once, however many requests wait for it")
        func once() async throws {
            let nginx = try NginxServer(pki, http2: true)
            let identity = identity
            let asked = Recorder<String>()
            let session = try MutualTLSSession(
                serverTrust: pki.trust, configuration: .quiet,
                challengeHandler: { challenge in
                    asked.append(challenge.protectionSpace.authenticationMethod)
                    try? await Task.sleep(nanoseconds: 50_000_000)
                    return (.useCredential, identity.credential())
                })
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<20 { group.addTask { try await session.data(from: nginx.url()).1.statusCode } }
                for try await status in group { #expect(status == 200) }
            }
            #expect(
                asked.values == [NSURLAuthenticationMethodServerTrust, NSURLAuthenticationMethodClientCertificate])
        }
    }
#endif
