#if os(Linux)
    import Foundation
    import MutualTLSOpenSSL
    import MutualTLSTransport
    import PortableSecurity

    /// One hop over the transport: begun anew on another pool when the identity changed, with a password when the server
    /// asks for one, and on a fresh connection after 421.
    // @unchecked: what is not constant is behind the lock.
    final class CurlHop: TransferObserver, HopControl, @unchecked Sendable {
        private enum Phase {
            /// No final head yet, or the response goes to the observer.
            case under
            /// A 401: its body waits until somebody has said whether there is a password.
            case asking(ResponseHead, ended: TransferOutcome?)
            /// The response is thrown away, and the request sent again.
            case again(bytes: Int)
            case ended
        }

        private struct State {
            var phase = Phase.under
            var pool: IdentityPool
            var handle: TransferHandle?
            var request: TransportRequest
            var isCancelled = false
            var owesResume = false
            /// How often the source changed its mind while this was sent.
            var changes = 0
            /// How often the server turned a password down.
            var failures = 0
            var wasMisdirected = false
            // For events.
            var outcome: TransferOutcome?
            var status: Int?
            var sentBytes: Int64 = 0
            var receivedBytes: Int64 = 0
        }

        private let hop: Hop
        private let url: URL
        private let observer: any HopObserver
        private let backend: CurlBackend
        private let state: Protected<State>
        private let fault: MutualTLSError?

        init(_ hop: Hop, _ observer: any HopObserver, _ backend: CurlBackend) {
            (self.hop, self.observer, self.backend) = (hop, observer, backend)
            url = hop.request.url ?? URL(fileURLWithPath: "/")
            var request = TransportRequest(url: url)
            var fault: MutualTLSError?
            do throws(MutualTLSError) {
                request = try TransportRequest(hop)
                if let cookies = backend.cookies.field(for: hop.request) {
                    request.headers.append((name: "Cookie", value: cookies))
                }
                request.credentials = backend.passwords.credentials(for: url)
            } catch {
                fault = error
            }
            self.fault = fault
            state = Protected(State(pool: backend.pool(mayCarryIdentity: hop.mayCarryIdentity), request: request))
        }

        func begin() {
            if let fault { return observer.didFinish(fault) }
            send()
        }

        private func send() {
            let (pool, request, isCancelled) = state.withLock { ($0.pool, $0.request, $0.isCancelled) }
            if isCancelled { return finish(MutualTLSError(.cancelled, "the request was cancelled")) }
            let handle = pool.transport.start(request, self)
            let (cancels, resumes) = state.withLock { state in
                state.handle = handle
                defer { state.owesResume = false }
                return (state.isCancelled, state.owesResume)
            }
            if cancels { handle.cancel() } else if resumes { handle.resume() }
        }

        func cancel() {
            let handle = state.withLock { state in
                state.isCancelled = true
                return state.handle
            }
            handle?.cancel()
        }

        func resume() {
            let handle = state.withLock { state in
                state.owesResume = state.handle == nil
                return state.handle
            }
            handle?.resume()
        }

        // MARK: What the transport tells

        func didConnect(_ handshake: HandshakeFacts, after duration: TimeInterval) {
            if backend.wantsEvents { backend.didConnect(hop, handshake, duration, state.withLock { $0.pool }) }
        }

        func didSend(_ bytes: Int64, of total: Int64?) {
            state.withLock { $0.sentBytes = bytes }
            observer.didSend(bytes, of: total)
        }

        func didReceive(_ head: ResponseHead) {
            if head.setsCookies { backend.cookies.store(head.headers, for: hop.request) }
            if head.status == 421, isRepeatable, beginAgainFresh() { return }
            if head.status == 401, isRepeatable, let question = question(head) {
                state.withLock { $0.phase = .asking(head, ended: nil) }
                Task { await self.ask(question, head) }
                return
            }
            deliver(head)
        }

        private func deliver(_ head: ResponseHead) {
            if backend.wantsEvents { state.withLock { $0.status = head.status } }
            let (backend, url) = (backend, url)
            observer.didReceive(
                HopResponse(statusCode: head.status) { try backend.responses.response(head, for: url) })
        }

        func didReceive(_ body: UnsafeRawBufferPointer) -> BodyFlow {
            enum Next { case deliver, wait, discard, stop }
            let next = state.withLock { state -> Next in
                switch state.phase {
                case .asking: return .wait
                case .again(let bytes):
                    state.phase = .again(bytes: bytes + body.count)
                    return bytes > Self.discardableSize ? .stop : .discard
                case .under, .ended:
                    state.receivedBytes += Int64(body.count)
                    return .deliver
                }
            }
            switch next {
            case .wait: return .paused
            case .discard: return .taken
            case .stop: return .refused(TransportError(.cancelled, "the response was not wanted"))
            case .deliver:
                switch observer.didReceive(body) {
                case .taken: return .taken
                case .paused: return .paused
                case .refused(let error):
                    return .refused(TransportError(.cancelled, error.reason, underlying: error))
                }
            }
        }

        func didReceiveForNow() { observer.didReceiveForNow() }

        /// More than this is not read for nothing: a new connection is cheaper.
        private static let discardableSize = 64 << 10

        func didFinish(_ outcome: TransferOutcome) {
            enum Next { case wait, again, end }
            let next = state.withLock { state -> Next in
                switch state.phase {
                case .asking(let head, _):
                    state.phase = .asking(head, ended: outcome)
                    return .wait
                case .again:
                    state.phase = .under
                    return .again
                case .under, .ended: return .end
                }
            }
            switch next {
            case .wait: return
            case .again: send()
            case .end: end(outcome)
            }
        }

        private func end(_ outcome: TransferOutcome) {
            if backend.wantsEvents { state.withLock { $0.outcome = outcome } }
            guard let error = outcome.error else { return finish(nil) }
            let pool = state.withLock { $0.pool }
            do throws(TransportError) {
                if let change = error.underlying as? IdentityPool.IdentityChanged {
                    // A source that gives somebody else each time is told so rather than followed for ever.
                    let changes = state.withLock { state in
                        state.changes += 1
                        return state.changes
                    }
                    if changes > 5 { return finish(MutualTLSError.restlessSource(change.origin)) }
                    let next = try backend.replace(pool, because: change)
                    state.withLock { $0.pool = next }
                    return send()
                }
                if error.code == .closed, let next = backend.successor(of: pool) {
                    state.withLock { $0.pool = next }
                    return send()
                }
            } catch {
                return finish(MutualTLSError(error, sent: nil))
            }
            finish(MutualTLSError(error, sent: pool.sent(to: url)))
        }

        private func finish(_ error: MutualTLSError?) {
            let isFirst = state.withLock { state in
                if case .ended = state.phase { return false }
                state.phase = .ended
                return true
            }
            guard isFirst else { return }
            if backend.wantsEvents { tell(error) }
            observer.didFinish(error)
        }

        private func tell(_ error: MutualTLSError?) {
            let state = state.withLock { $0 }
            var request = SessionEvent.Request(
                method: hop.request.httpMethod ?? "GET", path: SessionEvent.path(of: hop.request.url))
            request.status = state.status
            (request.bytesSent, request.bytesReceived) = (state.sentBytes, state.receivedBytes)
            if let timings = state.outcome?.timings { request.timings = .init(timings) }
            let isReused = error == nil && state.outcome?.handshake == nil && url.scheme?.lowercased() == "https"
            backend.didFinish(hop, error, request, isReused: isReused)
        }

        // MARK: Sending it again

        private var isRepeatable: Bool { hop.body.isRepeatable }

        /// 421: the server doesn't answer for this host on this connection (RFC 9110, 15.5.20). Tried once.
        private func beginAgainFresh() -> Bool {
            state.withLock { state in
                guard !state.wasMisdirected, state.request.body?.rewind() ?? true else { return false }
                state.wasMisdirected = true
                state.request.needsFreshConnection = true
                state.phase = .again(bytes: 0)
                return true
            }
        }

        /// What to ask about a 401; nil where nobody would answer, or twice was enough.
        private func question(_ head: ResponseHead) -> PasswordQuestion? {
            let (failures, sent) = state.withLock { state in
                if state.request.credentials != nil { state.failures += 1 }
                return (state.failures, state.request.credentials)
            }
            if sent != nil { backend.passwords.forget(url) }
            guard failures < 2, backend.responder.answersPasswords || url.user != nil else { return nil }
            return PasswordQuestion(head, url: url, failures: failures, context: hop.context) {
                try self.backend.responses.response(head, for: self.url)
            }
        }

        private func ask(_ question: PasswordQuestion, _ head: ResponseHead) async {
            let answer = await question.answer(from: backend.responder, userInURL: url)
            enum Next { case deliver(TransferOutcome?), send, drain, fail(MutualTLSError) }
            let next = state.withLock { state -> Next in
                guard case .asking(_, let ended) = state.phase else { return .drain }
                switch answer {
                case .none:
                    state.phase = .under
                    return .deliver(ended)
                case .cancel(let error): return .fail(error)
                case .use(let credentials):
                    guard state.request.body?.rewind() ?? true else {
                        state.phase = .under
                        return .deliver(ended)
                    }
                    state.request.credentials = credentials
                    state.phase = ended == nil ? .again(bytes: 0) : .under
                    return ended == nil ? .drain : .send
                }
            }
            if case .use(let credentials) = answer, question.isRemembered {
                backend.passwords.remember(credentials, for: url)
            }
            switch next {
            case .send: send()
            case .drain: resume()
            case .fail(let error):
                finish(error)
                cancel()
            case .deliver(let ended):
                deliver(head)
                if let ended { end(ended) } else { resume() }
            }
        }
    }

    extension SessionEvent.Timings {
        fileprivate init(_ timings: TransferTimings) {
            func reached(_ seconds: TimeInterval) -> TimeInterval? { seconds > 0 ? seconds : nil }
            nameLookup = reached(timings.nameLookup)
            connect = reached(timings.connect)
            tls = reached(timings.secureConnect)
            firstByte = reached(timings.responseStart)
            total = reached(timings.total)
        }
    }
#endif
