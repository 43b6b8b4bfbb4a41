#if os(Linux)
    import Foundation
    import MutualTLSOpenSSL

    /// Gathers a whole response for somebody who awaits it.
    final class ResponseCollector: TransferObserver {
        typealias Result = Swift.Result<TransportResponse, TransportError>

        private struct State {
            var head = ResponseHead()
            var body = Data()
            var continuation: CheckedContinuation<Result, Never>?
            var handle: TransferHandle?
            var isCancelled = false
        }
        private let state = LockedBox(State())
        private let host: String
        private let maximumSize: Int

        init(host: String, maximumSize: Int) {
            (self.host, self.maximumSize) = (host, maximumSize)
        }

        /// - Parameter start: called unless it is cancelled already.
        func begin(_ continuation: CheckedContinuation<Result, Never>, _ start: () -> TransferHandle) {
            let isCancelled = state.withLock { state in
                state.continuation = continuation
                return state.isCancelled
            }
            if isCancelled {
                return didFinish(
                    TransferOutcome(error: TransportError(.cancelled, "the request was cancelled before it began")))
            }
            let handle = start()
            let wasCancelledMeanwhile = state.withLock { state in
                state.handle = handle
                return state.isCancelled
            }
            if wasCancelledMeanwhile { handle.cancel() }
        }

        func cancel() {
            let handle = state.withLock { state in
                state.isCancelled = true
                return state.handle
            }
            handle?.cancel()
        }

        func didReceive(_ head: ResponseHead) { state.withLock { $0.head = head } }

        func didReceive(_ body: UnsafeRawBufferPointer) -> BodyFlow {
            let fits = state.withLock { state in
                guard state.body.count + body.count <= maximumSize else { return false }
                state.body.append(contentsOf: body)
                return true
            }
            return fits
                ? .taken
                : .refused(
                    TransportError(
                        .responseTooLarge,
                        "the response of \(host) has more than \(maximumSize) bytes, which is the limit"
                    ))
        }

        func didFinish(_ outcome: TransferOutcome) {
            let (continuation, response) = state.withLock { state in
                defer { state.continuation = nil }
                return (
                    state.continuation,
                    TransportResponse(head: state.head, body: state.body, handshake: outcome.handshake)
                )
            }
            continuation?.resume(returning: outcome.error.map { .failure($0) } ?? .success(response))
        }
    }
#endif
