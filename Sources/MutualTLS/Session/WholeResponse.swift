import Foundation
import PortableSecurity

/// Takes a response's body.
protocol BodySink: AnyObject, Sendable {
    /// The body that follows is this response's. An error ends the request.
    func begin(_ response: HopResponse) -> MutualTLSError?
    /// Takes a piece, borrowed for the call. An error ends the request.
    func take(_ bytes: UnsafeRawBufferPointer) -> MutualTLSError?
}

extension BodySink {
    func begin(_ response: HopResponse) -> MutualTLSError? { nil }
}

/// A body in memory.
final class DataSink: BodySink {
    private let data = Protected(Data())
    private let limit: Int

    /// - Parameter limit: how many bytes it may have.
    init(limit: Int) { self.limit = limit }

    func take(_ bytes: UnsafeRawBufferPointer) -> MutualTLSError? {
        data.withLock { data in
            guard data.count + bytes.count <= limit else {
                return MutualTLSError(
                    .responseTooLarge, "the response has more than \(limit) bytes, which is the limit",
                    hint: "raise maximumResponseSize, or use download(for:) or bytes(for:)")
            }
            data.append(contentsOf: bytes)
            return nil
        }
    }

    /// Everything taken so far.
    func take() -> Data {
        data.withLock { data in
            defer { data = Data() }
            return data
        }
    }
}

/// Awaits a hop's end. The bodies of redirects don't reach the sink.
final class WholeResponse: HopObserver {
    private struct State {
        var continuation: CheckedContinuation<HopResponse, any Error>?
        var control: (any HopControl)?
        var response: HopResponse?
        var isRedirect = false
        /// Whether the sink knows of the response.
        var isBegun = false
        var isCancelled = false
    }
    private let state = Protected(State())
    private let hop: Hop
    private let sink: any BodySink
    private let hooks: any ExchangeHooks

    init(_ hop: Hop, _ sink: any BodySink, _ hooks: any ExchangeHooks) {
        (self.hop, self.sink, self.hooks) = (hop, sink, hooks)
    }

    func begin(_ continuation: CheckedContinuation<HopResponse, any Error>, _ backend: any SessionBackend) {
        let isCancelled = state.withLock { state in
            state.continuation = continuation
            return state.isCancelled
        }
        if isCancelled { return didFinish(MutualTLSError(.cancelled, "the request was cancelled before it began")) }
        let control = backend.start(hop, self)
        let wasCancelled = state.withLock { state in
            // It may have ended meanwhile; each would then hold the other for ever.
            if state.continuation != nil { state.control = control }
            return state.isCancelled
        }
        if wasCancelled { control.cancel() }
    }

    func cancel() {
        let control = state.withLock { state in
            state.isCancelled = true
            return state.control
        }
        control?.cancel()
    }

    func didSend(_ bytes: Int64, of total: Int64?) { hooks.didSend(bytes, of: total) }

    func didReceive(_ response: HopResponse) {
        state.withLock { state in
            state.response = response
            state.isRedirect =
                Redirect.statusCodes.contains(response.statusCode)
                && (try? response.make()).map { Redirect(after: $0, to: hop.request).isNone } == false
        }
    }

    func didReceive(_ body: UnsafeRawBufferPointer) -> HopFlow {
        let (isRedirect, response) = state.withLock { state in
            defer { state.isBegun = true }
            return (state.isRedirect, state.isBegun ? nil : state.response)
        }
        if isRedirect { return .taken }
        if let response, let error = sink.begin(response) { return .refused(error) }
        return sink.take(body).map { .refused($0) } ?? .taken
    }

    func didFinish(_ error: MutualTLSError?) {
        let (continuation, response) = state.withLock { state in
            defer { (state.continuation, state.control) = (nil, nil) }
            return (state.continuation, state.response)
        }
        if let error {
            continuation?.resume(throwing: error)
        } else if let response {
            continuation?.resume(returning: response)
        } else {
            continuation?.resume(throwing: MutualTLSError(.badResponse, "the server sent no response"))
        }
    }
}
