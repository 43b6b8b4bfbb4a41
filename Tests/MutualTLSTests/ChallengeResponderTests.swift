import Foundation
import MutualTLS
import MutualTLSPKI
import PortableSecurity
import TestSupport
import Testing

@Suite("A challenge responder on its own")
struct ChallengeResponderTests {
    private static func certificateChallenge(failures: Int = 0) -> URLAuthenticationChallenge {
        .clientCertificate(
            host: "api.example", port: 443, acceptableIssuers: [], previousFailureCount: failures)
    }

    private func trustChallenge(_ issued: IssuedIdentity, host: String) throws -> URLAuthenticationChallenge {
        let leaf = try #require(SecCertificateCreateWithData(nil, issued.certificateDER as CFData))
        var trust: SecTrust?
        #expect(SecTrustCreateWithCertificates(leaf, SecPolicyCreateBasicX509(), &trust) == errSecSuccess)
        return .serverTrust(host: host, port: 443, trust: try #require(trust))
    }

    @Test("a client-certificate challenge is answered with the identity and its intermediates")
    func identity() async throws {
        let identity = try ClientIdentity(TestPKI().client())
        let answer = await ChallengeResponder(identity: identity).answer(to: Self.certificateChallenge())
        #expect(answer.disposition == .useCredential)
        #expect(answer.credential?.identity == identity.secIdentity)
        #expect(answer.credential?.certificates.count == 1)
        #expect(answer.error == nil)
    }

    @Test("a second failure ends it with the server's verdict")
    func secondFailure() async throws {
        let responder = try ChallengeResponder(identity: ClientIdentity(TestPKI().client()))
        let answer = await responder.answer(to: Self.certificateChallenge(failures: 1))
        #expect(answer.disposition == .cancelAuthenticationChallenge)
        #expect(answer.error?.code == .clientCertificateRejected)
    }

    @Test("a trusted server gets the credential of its trust; another name, and another CA, are cancelled")
    func serverTrust() async throws {
        let pki = try TestPKI()
        let server = try pki.root.issueServer(names: ["api.example", "*.wild.example"])
        let responder = try ChallengeResponder(serverTrust: pki.trust) { _ in nil }
        for host in ["api.example", "API.example", "a.wild.example"] {
            let answer = await responder.answer(to: try trustChallenge(server, host: host))
            #expect(answer.disposition == .useCredential, "\(host): \(String(describing: answer.error))")
            #expect(answer.credential != nil)
        }
        for host in ["b.example", "wild.example", "a.b.wild.example"] {
            let answer = await responder.answer(to: try trustChallenge(server, host: host))
            #expect(answer.disposition == .cancelAuthenticationChallenge)
            #expect(answer.error?.code == .serverNotTrusted)
            #expect((answer.error?.underlying as? NSError)?.code == Int(errSecHostNameMismatch))
        }
        let modern = try pki.root.issueServer(names: ["api.example"], keyKind: .ed25519)
        let refusal = await responder.answer(to: try trustChallenge(modern, host: "api.example"))
        #expect(refusal.error?.code == .serverNotTrusted)
        let stranger = try pki.stranger.issueServer(names: ["api.example"])
        let answer = await responder.answer(to: try trustChallenge(stranger, host: "api.example"))
        #expect(answer.error?.code == .serverNotTrusted)
    }

    @Test(
        "other methods get default handling, and nobody is asked",
        arguments: [
            "NSURLAuthenticationMethodHTMLForm", "NSURLAuthenticationMethodNTLM", "something new",
        ])
    func otherMethods(method: String) async throws {
        let asked = Recorder<Int>()
        let responder = ChallengeResponder { _ in
            asked.append(1)
            return nil
        }
        let space = URLProtectionSpace(
            host: "api.example", port: 443, protocol: "https", realm: nil, authenticationMethod: method)
        let challenge = URLAuthenticationChallenge(
            protectionSpace: space, proposedCredential: nil, previousFailureCount: 0, failureResponse: nil, error: nil,
            sender: NoSender())
        #expect(await responder.answer(to: challenge).disposition == .performDefaultHandling)
        #expect(asked.values.isEmpty)
    }

    @Test("only an identity can be given at once: delegates and closures may have to wait")
    func synchronous() throws {
        let identity = try ClientIdentity(TestPKI().client())
        let challenge = Self.certificateChallenge()
        #expect(ChallengeResponder(identity: identity).credential(for: challenge) != nil)
        #expect(ChallengeResponder { _ in identity.credential() }.credential(for: challenge) == nil)
    }

    @Test("a responder is the whole of an SDK's delegate in one line")
    func oneLineDelegate() throws {
        final class SDKDelegate {
            let responder: ChallengeResponder
            init(_ responder: ChallengeResponder) { self.responder = responder }
            func credential(for challenge: URLAuthenticationChallenge) -> URLCredential? {
                responder.credential(for: challenge)
            }
        }
        let identity = try ClientIdentity(TestPKI().client())
        let delegate = SDKDelegate(ChallengeResponder(identity: identity, origins: [Origin(host: "api.example")]))
        let asked = URLAuthenticationChallenge.clientCertificate(host: "api.example", port: 443, acceptableIssuers: [])
        #expect(delegate.credential(for: asked)?.identity == identity.secIdentity)
        #expect(delegate.credential(for: asked)?.certificates.count == 1)
        let elsewhere = URLAuthenticationChallenge.clientCertificate(
            host: "b.example", port: 443, acceptableIssuers: [])
        #expect(delegate.credential(for: elsewhere) == nil)
    }

    @Test("a policy at another time judges by that time")
    func clock() async throws {
        let pki = try TestPKI()
        let server = try pki.root.issueServer(names: ["api.example"], validity: .days(30))
        let later = try pki.trust.at { Date(timeIntervalSinceNow: 31 * 86_400) }
        let responder = ChallengeResponder(serverTrust: later) { _ in nil }
        let answer = await responder.answer(to: try trustChallenge(server, host: "api.example"))
        #expect((answer.error?.underlying as? NSError)?.code == Int(errSecCertificateExpired))
    }

    @Test("accepting any server is possible under a name that says so, and warns", .needs(.nginx, cases: 1))
    func acceptingAny() async throws {
        let pki = try TestPKI()
        let nginx = try NginxServer(pki, verify: .off)
        let warnings = Recorder<String>()
        var configuration = MutualTLSSession.Configuration()
        configuration.warn = { warnings.append($0) }
        let session = try MutualTLSSession(serverTrust: .dangerouslyAcceptAny, configuration: configuration)
        #expect(try await session.data(from: nginx.url()).1.statusCode == 200)
        #expect(warnings.values.contains { $0.contains("any server is trusted") })
    }
}

private final class NoSender: NSObject, URLAuthenticationChallengeSender, Sendable {
    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
    func cancel(_ challenge: URLAuthenticationChallenge) {}
    func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
}
