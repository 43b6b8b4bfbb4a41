#if os(Linux)
    import Foundation
    import MutualTLS
    import MutualTLSPKI
    import PortableSecurity
    import TestSupport
    import Testing

    /// What a delegate may answer.
    enum DelegateReply: String, CaseIterable, CustomTestStringConvertible {
        case identity, trust, otherTrust, noCredential, password, defaultHandling, cancel, reject
        var testDescription: String { rawValue }

        func answer(_ trust: SecTrust?, _ identity: ClientIdentity) -> ChallengeDelegate.Answer {
            switch self {
            case .identity: (.useCredential, identity.credential(persistence: .forSession))
            case .trust: (.useCredential, trust.map { URLCredential(trust: $0) })
            case .otherTrust: (.useCredential, Self.other(trust).map { URLCredential(trust: $0) })
            case .noCredential: (.useCredential, nil)
            case .password: (.useCredential, URLCredential(user: "u", password: "p", persistence: .forSession))
            case .defaultHandling: (.performDefaultHandling, nil)
            case .cancel: (.cancelAuthenticationChallenge, nil)
            case .reject: (.rejectProtectionSpace, nil)
            }
        }

        /// The same certificates in another object, which is not the challenge's.
        private static func other(_ trust: SecTrust?) -> SecTrust? {
            var copy: SecTrust?
            guard let trust, let chain = SecTrustCopyCertificateChain(trust) else { return nil }
            SecTrustCreateWithCertificates(chain as CFArray as CFTypeRef, SecPolicyCreateBasicX509(), &copy)
            return copy
        }
    }

    /// What came of it, at both ends.
    private struct Outcome: Equatable, CustomStringConvertible {
        /// The URLSession's end.
        let client: String
        /// The server's, one entry a request.
        let server: [String]
        let asked: [String]
        var description: String { "\(client); \(server); \(asked)" }
    }

    /// The table of `EffectiveDisposition`, cell by cell. The servers' authority is not one of the system's, so "the system
    /// decides" is a refusal; that a delegate's leaving it to the system doesn't refuse everybody is tested by itself.
    @Suite("Answers of a URLSession's delegate", .needs(.nginx, cases: 19))
    struct ChallengeTableTests {
        private func outcome(
            trust: DelegateReply, certificate: DelegateReply, verify: NginxServer.Verification
        ) async throws -> Outcome {
            let pki = try TestPKI()
            let nginx = try NginxServer(pki, verify: verify)
            let identity = try ClientIdentity(pki.client())
            let serverTrust = Recorder<SecTrust>()
            let delegate = ChallengeDelegate { challenge in
                if let trust = challenge.protectionSpace.serverTrust { serverTrust.append(trust) }
                let isTrust =
                    challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust
                return (isTrust ? trust : certificate).answer(serverTrust.values.last, identity)
            }
            let session = URLSession.mutualTLS(configuration: .ephemeral, delegate: delegate)
            defer { session.invalidateAndCancel() }
            var client: String
            var isAnswered = false
            do {
                let (body, response) = try await session.data(from: nginx.url())
                client = "\((response as? HTTPURLResponse)?.statusCode ?? 0) \(text(body).prefix { $0 != "|" })"
                isAnswered = true
            } catch let error as URLError {
                client =
                    "\(error.code.name) \((error.userInfo[NSUnderlyingErrorKey] as? MutualTLSError)?.code.description ?? "-")"
            }
            let port = " \(nginx.port)"
            return Outcome(
                client: client.trimmingCharacters(in: .whitespacesAndNewlines),
                server: nginx.log(atLeast: isAnswered ? 1 : 0).map { "\($0.verify) \($0.subject)" },
                asked: delegate.asked.values.map { $0.replacingOccurrences(of: port, with: "") })
        }

        @Test(
            "server trust: a credential made of this challenge's trust object lets the request through, nothing else does",
            arguments: DelegateReply.allCases)
        func serverTrust(reply: DelegateReply) async throws {
            let outcome = try await outcome(trust: reply, certificate: .identity, verify: .on)
            let expected =
                switch reply {
                case .trust:
                    Outcome(
                        client: "200 SUCCESS", server: ["SUCCESS CN=alice"],
                        asked: ["ServerTrust", "ClientCertificate"])
                case .cancel: Outcome(client: "cancelled challengeCancelled", server: [], asked: ["ServerTrust"])
                default:
                    Outcome(client: "serverCertificateUntrusted serverNotTrusted", server: [], asked: ["ServerTrust"])
                }
            #expect(outcome == expected)
        }

        @Test(
            "client certificate: a credential with an identity sends it, anything else but cancelling sends none",
            arguments: DelegateReply.allCases)
        func clientCertificate(reply: DelegateReply) async throws {
            let outcome = try await outcome(trust: .trust, certificate: reply, verify: .optional)
            let (client, server) =
                switch reply {
                case .identity: ("200 SUCCESS", ["SUCCESS CN=alice"])
                case .cancel: ("cancelled challengeCancelled", [])
                default: ("200 NONE", ["NONE -"])
                }
            #expect(outcome == Outcome(client: client, server: server, asked: ["ServerTrust", "ClientCertificate"]))
        }

        @Test("without a delegate, or one that implements nothing, the system judges the server and nobody is sent")
        func nobody() async throws {
            final class Silent: NSObject, URLSessionTaskDelegate {}
            let nginx = try NginxServer(try TestPKI(), verify: .optional)
            for delegate in [nil, Silent()] {
                let session = URLSession.mutualTLS(configuration: .ephemeral, delegate: delegate)
                defer { session.invalidateAndCancel() }
                let error = await #expect(throws: URLError.self) { try await session.data(from: nginx.url()) }
                #expect(error?.code == .serverCertificateUntrusted)
            }
            #expect(nginx.log(atLeast: 0).isEmpty)
        }

        @Test(
            "what the session's delegate doesn't implement is asked of the task's, and of it alone once it is implemented"
        )
        func taskLevel() async throws {
            final class TaskLevel: NSObject, URLSessionTaskDelegate {
                let inner: ChallengeDelegate
                init(_ inner: ChallengeDelegate) { self.inner = inner }
                func urlSession(
                    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
                    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
                ) { inner.urlSession(session, didReceive: challenge, completionHandler: completionHandler) }
            }
            let pki = try TestPKI()
            let nginx = try NginxServer(pki)
            let level = try TaskLevel(ChallengeDelegate(pki, ClientIdentity(pki.client())))
            let session = URLSession.mutualTLS(configuration: .ephemeral, delegate: level)
            #expect(try await text(session.data(from: nginx.url()).0).hasPrefix("SUCCESS|CN=alice"))
            #expect(level.inner.asked.values.count == 2)

            let deciding = ChallengeDelegate { challenge in
                _ = challenge.protectionSpace
                return (.performDefaultHandling, nil)
            }
            let other = URLSession.mutualTLS(configuration: .ephemeral, delegate: deciding)
            let error = await #expect(throws: URLError.self) {
                try await other.data(from: nginx.url(), delegate: level)
            }
            #expect(error?.code == .serverCertificateUntrusted)
            #expect(deciding.asked.values.count == 1 && level.inner.asked.values.count == 2)
        }
    }

    extension URLError.Code {
        /// Those that the tests meet; Foundation on Linux has no names for them.
        var name: String {
            let names: [Self: String] = [
                .cancelled: "cancelled", .serverCertificateUntrusted: "serverCertificateUntrusted",
                .clientCertificateRejected: "clientCertificateRejected",
                .clientCertificateRequired: "clientCertificateRequired",
            ]
            return names[self] ?? "\(rawValue)"
        }
    }
#endif
