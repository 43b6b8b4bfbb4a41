#if os(Linux)
    import Foundation
    import PortableSecurity

    /// The queue on which a session talks to its user: one call at a time for each task, and the next one only after it.
    struct DelegateQueue: Sendable {
        let queue: OperationQueue

        /// Runs `body` on the queue, and waits until it returned.
        func run(_ body: @escaping @Sendable () -> Void) async {
            await withCheckedContinuation { continuation in
                queue.addOperation {
                    body()
                    continuation.resume()
                }
            }
        }

        /// Runs `body` on the queue, and waits until somebody called what it was given.
        /// - Returns: the first answer; nil when the task that asks is cancelled before.
        func ask<Answer: Sendable>(
            _ body: @escaping @Sendable (_ answer: @escaping @Sendable (Answer) -> Void) -> Void
        ) async -> Answer? {
            let answer = FirstAnswer<Answer>()
            queue.addOperation { body { answer.give($0) } }
            return await answer.value
        }
    }

    /// An answer that somebody else gives, once: later ones are ignored.
    final class FirstAnswer<Value: Sendable>: Sendable {
        private enum State {
            case open
            case awaited(CheckedContinuation<Value?, Never>)
            case given(Value?)
        }
        private let state = Protected(State.open)

        func give(_ value: Value?) {
            let waiting = state.withLock { state -> CheckedContinuation<Value?, Never>? in
                switch state {
                case .given: return nil
                case .open:
                    state = .given(value)
                    return nil
                case .awaited(let continuation):
                    state = .given(value)
                    return continuation
                }
            }
            waiting?.resume(returning: value)
        }

        /// The answer, to be awaited once; nil when the task that waits is cancelled.
        var value: Value? {
            get async {
                await withTaskCancellationHandler {
                    await withCheckedContinuation { continuation in
                        let known = state.withLock { state -> Value?? in
                            if case .given(let value) = state { return .some(value) }
                            state = .awaited(continuation)
                            return nil
                        }
                        if let known { continuation.resume(returning: known) }
                    }
                } onCancel: {
                    give(nil)
                }
            }
        }
    }
#endif
