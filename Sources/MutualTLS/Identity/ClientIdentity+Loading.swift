import Foundation
import MutualTLSPKCS12
import PortableSecurity

extension ClientIdentity {
    /// From a PKCS#12 file, on a thread of its own: what the file's iterations cost, neither the caller's thread nor Swift's
    /// tasks pay.
    ///
    /// A file may ask for so many iterations that it takes seconds; past 20 million in all it is refused on Linux. When the task is
    /// cancelled, this throws at once; the derivation that is going on comes to its end unheard, and no other begins.
    /// - Parameters:
    ///   - data: the file's bytes, DER or BER.
    ///   - password: nil where the file has none.
    ///   - selector: which one is meant, where the file holds several.
    /// - Throws: what ``init(pkcs12:password:selecting:)`` does, and `CancellationError`.
    public static func load(
        pkcs12 data: Data, password: String?, selecting selector: Selector? = nil
    ) async throws -> ClientIdentity {
        let secret = password.map(SecretBytes.init(utf8:))
        return try await DetachedWork.run { isCancelled in
            try IdentityFile(pkcs12: data, password: secret, isCancelled: isCancelled)
                .single(selector, "the PKCS#12 file")
        }
    }
}

/// Work that blocks, done on a thread that nobody waits for longer than he wants.
enum DetachedWork {
    /// What is known of one piece of work.
    private enum State<Value: Sendable> {
        case idle
        case waiting(CheckedContinuation<Value, any Error>)
        case cancelled, done
    }

    /// - Parameter work: is told by its argument when nobody wants the result any more.
    /// - Throws: what `work` throws, or `CancellationError` as soon as the task is cancelled.
    static func run<Value: Sendable>(
        _ work: @escaping @Sendable (_ isCancelled: @escaping @Sendable () -> Bool) throws -> Value
    ) async throws -> Value {
        let state = Protected(State<Value>.idle)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isCancelled = state.withLock { state in
                    if case .cancelled = state { return true }
                    state = .waiting(continuation)
                    return false
                }
                if isCancelled { return continuation.resume(throwing: CancellationError()) }
                Thread.detachNewThread {
                    let result = Result {
                        try work {
                            state.withLock { state in
                                if case .cancelled = state { return true }
                                return false
                            }
                        }
                    }
                    finish(state, .done, result)
                }
            }
        } onCancel: {
            finish(state, .cancelled, .failure(CancellationError()))
        }
    }

    /// The first one to come answers.
    private static func finish<Value: Sendable>(
        _ state: Protected<State<Value>>, _ end: State<Value>, _ result: Result<Value, any Error>
    ) {
        let continuation = state.withLock { state in
            defer {
                switch state {
                case .idle, .waiting: state = end
                case .cancelled, .done: break
                }
            }
            if case .waiting(let continuation) = state { return Optional(continuation) }
            return nil
        }
        continuation?.resume(with: result)
    }
}
