import Foundation
import MutualTLS
import MutualTLSPKI
import PortableSecurity
import TestSupport
import Testing

/// Shaped like a view controller: main-actor state, and the delegate's method among the others.
@MainActor
class AccountViewController {
    var title = "Account"
    let identity: ClientIdentity?
    private(set) var askedFor: [String] = []

    init(identity: ClientIdentity?) { self.identity = identity }
}

extension AccountViewController: URLAuthenticationChallengeDelegate {
    func credential(for challenge: URLAuthenticationChallenge) -> URLCredential? {
        MainActor.assertIsolated()
        askedFor.append(challenge.protectionSpace.authenticationMethod)
        return identity?.credential(persistence: .forSession)
    }
}

/// A delegate that belongs to no actor.
final class BackgroundDelegate: URLAuthenticationChallengeDelegate {
    let answer: @Sendable (URLAuthenticationChallenge) -> URLCredential?
    init(_ answer: @escaping @Sendable (URLAuthenticationChallenge) -> URLCredential?) { self.answer = answer }
    func credential(for challenge: URLAuthenticationChallenge) -> URLCredential? { answer(challenge) }
}

@Suite("Who supplies the identity", .needs(.nginx, cases: 8))
struct DelegateTests {
    @Test("a view controller is asked on the main actor, for the client certificate alone")
    @MainActor
    func viewController() async throws {
        let pki = try TestPKI()
        let nginx = try NginxServer(pki)
        let controller = try AccountViewController(identity: ClientIdentity(pki.client()))
        let session = try MutualTLSSession(delegate: controller, serverTrust: pki.trust)
        let (body, _) = try await session.data(from: nginx.url())
        #expect(text(body).hasPrefix("SUCCESS|CN=alice"))
        #expect(controller.askedFor == [NSURLAuthenticationMethodClientCertificate])
    }

    @Test("another delegate is asked off the main thread, and sees host, port and acceptable issuers")
    func background() async throws {
        let pki = try TestPKI()
        let nginx = try NginxServer(pki)
        let identity = try ClientIdentity(pki.client())
        let seen = Recorder<String>()
        let delegate = BackgroundDelegate { challenge in
            let space = challenge.protectionSpace
            seen.append("\(space.host):\(space.port) \(space.acceptableIssuers.count) main \(Thread.isMainThread)")
            return identity.credential()
        }
        let session = try MutualTLSSession(delegate: delegate, serverTrust: pki.trust)
        #expect(try await session.data(from: nginx.url()).1.statusCode == 200)
        #expect(seen.values == ["localhost:\(nginx.port) 1 main false"])
    }

    @Test("a delegate that was deallocated ends the request with an error that names it")
    func deallocated() async throws {
        let pki = try TestPKI()
        let nginx = try NginxServer(pki)
        var delegate: BackgroundDelegate? = BackgroundDelegate { _ in nil }
        weak let gone = delegate
        let session = try MutualTLSSession(delegate: #require(delegate), serverTrust: pki.trust)
        delegate = nil
        #expect(gone == nil)
        let error = await #expect(throws: MutualTLSError.self) { try await session.data(from: nginx.url()) }
        #expect(error?.code == .delegateDeallocated)
        #expect(error?.reason.contains("BackgroundDelegate") == true)
        #expect(error?.hint?.contains("strong reference") == true)
    }

    @Test("a source that answers nil cancels, unless told to go on; no source at all goes on")
    func noIdentity() async throws {
        let pki = try TestPKI()
        let nginx = try NginxServer(pki, verify: .optional)
        let cancelling = try MutualTLSSession(serverTrust: pki.trust) { _ in nil }
        await #expect(throws: MutualTLSError(.noIdentity, "")) { try await cancelling.data(from: nginx.url()) }
        #expect(nginx.log(atLeast: 0).isEmpty)
        var configuration = MutualTLSSession.Configuration()
        configuration.whenNoIdentity = .continueWithout
        let goingOn = try MutualTLSSession(serverTrust: pki.trust, configuration: configuration) { _ in nil }
        #expect(text(try await goingOn.data(from: nginx.url()).0).hasPrefix("NONE|"))
        let none = try MutualTLSSession(serverTrust: pki.trust)
        #expect(text(try await none.data(from: nginx.url()).0).hasPrefix("NONE|"))
    }

    @Test("a closure may wait, and may fail with an error that is passed on")
    func closure() async throws {
        struct TokenUnplugged: Error {}
        let pki = try TestPKI()
        let nginx = try NginxServer(pki)
        let identity = try ClientIdentity(pki.client())
        let waiting = try MutualTLSSession(serverTrust: pki.trust) { _ in
            try await Task.sleep(for: .milliseconds(50))
            return identity.credential()
        }
        #expect(try await waiting.data(from: nginx.url()).1.statusCode == 200)
        let failing = try MutualTLSSession(serverTrust: pki.trust) { _ in throw TokenUnplugged() }
        let error = await #expect(throws: MutualTLSError.self) { try await failing.data(from: nginx.url()) }
        #expect(error?.code == .identitySourceFailed)
        #expect(error?.underlying is TokenUnplugged)
    }

    @Test("a credential without an identity is refused with advice")
    func passwordCredential() async throws {
        let pki = try TestPKI()
        let nginx = try NginxServer(pki)
        let session = try MutualTLSSession(serverTrust: pki.trust) { _ in
            URLCredential(user: "alice", password: "secret", persistence: .none)
        }
        let error = await #expect(throws: MutualTLSError.self) { try await session.data(from: nginx.url()) }
        #expect(error?.code == .noIdentity)
        #expect(error?.hint?.contains("URLCredential(identity:certificates:persistence:)") == true)
        #expect(error.map { "\($0)" + $0.debugDescription }?.contains("secret") == false)
    }

    @Test("a question that nobody answers ends with an error that says so", .timeLimit(.minutes(2)))
    func watchdog() async throws {
        let pki = try TestPKI()
        let nginx = try NginxServer(pki)
        var configuration = MutualTLSSession.Configuration()
        configuration.challengeTimeout = 0.3
        let session = try MutualTLSSession(serverTrust: pki.trust, configuration: configuration) { _ in
            try await Task.sleep(for: .seconds(300))
            return nil
        }
        let error = await #expect(throws: MutualTLSError.self) { try await session.data(from: nginx.url()) }
        #expect(error?.code == .challengeTimedOut)
    }

    @Test("cancelling a request that waits for its delegate ends it at once", .timeLimit(.minutes(2)))
    func cancellation() async throws {
        let pki = try TestPKI()
        let nginx = try NginxServer(pki)
        let asked = Recorder<Bool>()
        let session = try MutualTLSSession(serverTrust: pki.trust) { _ in
            asked.append(true)
            try await Task.sleep(for: .seconds(300))
            return nil
        }
        let request = Task { try await session.data(from: nginx.url()) }
        while asked.values.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        request.cancel()
        let result = await request.result
        #expect(throws: MutualTLSError(.cancelled, "")) { try result.get() }
    }
}
