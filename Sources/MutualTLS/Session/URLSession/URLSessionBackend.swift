import Foundation
import PortableSecurity

/// A session's requests over `URLSession`: the only transport on Apple platforms.
///
/// Plain Foundation code, so that it is compiled on Linux too, where sessions use `CurlBackend`; there the tests run it over
/// `URLSession.mutualTLS`. Two URLSessions keep what may show the identity apart from what never does. The system's TLS
/// cache is one for the process: what it resumes can't be told from here.
final class URLSessionBackend: SessionBackend {
    private let make: @Sendable (ChallengeResponder) -> URLSession
    private let responder: ChallengeResponder
    private let identified: Protected<URLSession>
    private let anonymous: URLSession

    /// - Parameter makeSession: makes the URLSessions, from a configuration and a delegate.
    init(
        responder: ChallengeResponder, withoutIdentity: ChallengeResponder,
        configuration: MutualTLSSession.Configuration,
        makeSession: @escaping @Sendable (URLSessionConfiguration, any URLSessionDelegate) -> URLSession = {
            URLSession(configuration: $0, delegate: $1, delegateQueue: nil)
        }
    ) {
        let timeout = configuration.challengeTimeout
        make = { responder in
            let settings = URLSessionConfiguration.ephemeral
            settings.httpMaximumConnectionsPerHost = configuration.maximumConnectionsPerHost
            settings.httpCookieStorage = configuration.httpCookieStorage
            settings.httpShouldSetCookies = configuration.httpShouldSetCookies
            settings.httpCookieAcceptPolicy = configuration.httpCookieAcceptPolicy
            return makeSession(settings, HopDelegate(responder: responder, challengeTimeout: timeout))
        }
        self.responder = responder
        identified = Protected(make(responder))
        anonymous = make(withoutIdentity)
    }

    func start(_ hop: Hop, _ observer: any HopObserver) -> any HopControl {
        let session = hop.mayCarryIdentity ? identified.withLock { $0 } : anonymous
        let run = URLSessionHop(session.task(for: hop), hop.request, observer)
        (session.delegate as? HopDelegate)?.add(run)
        run.start()
        return run
    }

    func webSocket(
        _ hop: Hop, protocols: [String], maximumMessageSize: Int
    ) async throws -> any WebSocketChannel {
        let session = hop.mayCarryIdentity ? identified.withLock { $0 } : anonymous
        var request = hop.request
        if !protocols.isEmpty {
            request.setValue(protocols.joined(separator: ", "), forHTTPHeaderField: "Sec-WebSocket-Protocol")
        }
        let task = session.webSocketTask(with: request)
        task.maximumMessageSize = maximumMessageSize
        let opening = WebSocketOpening(task, request)
        (session.delegate as? HopDelegate)?.add(opening)
        return try await opening.wait()
    }

    func rotate() {
        let next = make(responder)
        let old = identified.withLock { session in
            defer { session = next }
            return session
        }
        old.finishTasksAndInvalidate()
    }

    func invalidate(cancelling: Bool) {
        for session in [identified.withLock { $0 }, anonymous] {
            cancelling ? session.invalidateAndCancel() : session.finishTasksAndInvalidate()
        }
    }
}

extension URLSession {
    fileprivate func task(for hop: Hop) -> URLSessionTask {
        switch hop.body {
        case .none: return dataTask(with: hop.request)
        case .data(let data): return uploadTask(with: hop.request, from: data)
        case .file(let url): return uploadTask(with: hop.request, fromFile: url)
        case .stream(let box):
            var request = hop.request
            request.httpBodyStream = box.stream
            return dataTask(with: request)
        }
    }
}
