import Foundation
import PortableSecurity

/// A response's body, piece by piece. A slow reader holds the server back: at most 1 MiB is kept for it.
final class BodyStream: Sendable {
    private enum Source: Sendable {
        case response(StreamedResponse)
        case data(Protected<Data?>)
    }
    private let source: Source
    /// Who would end the response by going away before its reader.
    private let owner = Protected<(any Sendable)?>(nil)

    init(_ response: StreamedResponse) { source = .response(response) }
    /// A body that is there already.
    init(_ data: Data) { source = .data(Protected(data)) }

    /// Has somebody live as long as this.
    func keep(_ owner: any Sendable) { self.owner.withLock { $0 = owner } }

    // Nobody reads the rest.
    deinit { cancel() }

    /// The next piece; nil at the end.
    /// - Throws: `MutualTLSError`.
    func next() async throws -> Data? {
        switch source {
        case .response(let response): return try await response.next()
        case .data(let data):
            return data.withLock { data in
                defer { data = nil }
                return data?.isEmpty == false ? data : nil
            }
        }
    }

    /// Ends it.
    func cancel() {
        if case .response(let response) = source { response.cancel() }
    }
}

/// A hop whose response is handed out as it comes.
final class StreamedResponse: HopObserver {
    /// What is kept for the reader, but for what the transport holds meanwhile.
    static let highWater = (1 << 20) - (128 << 10)
    static let lowWater = 256 << 10

    private struct State {
        var head: CheckedContinuation<HopResponse, any Error>?
        var reader: CheckedContinuation<Data?, any Error>?
        var control: (any HopControl)?
        /// The first is read next; the last may still be filled.
        var pieces: [Piece] = []
        /// How many of `pieces` were read.
        var readPieces = 0
        var size = 0
        var isPaused = false
        var isCancelled = false
        /// How much was thrown away, where nobody wants the response; nil where somebody does.
        var discarded: Int?
        /// Set at the end.
        var end: Result<Void, MutualTLSError>?

        mutating func append(_ bytes: UnsafeRawBufferPointer, _ buffers: PieceBuffers) {
            size += bytes.count
            var rest = bytes
            while !rest.isEmpty {
                if readPieces == pieces.count || pieces[pieces.count - 1].count == PieceBuffers.size {
                    pieces.append(Piece(buffers))
                }
                let count = pieces[pieces.count - 1].fill(rest)
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
        }

        mutating func next() -> Data? {
            guard readPieces < pieces.count else { return nil }
            let data = pieces[readPieces].data()
            readPieces += 1
            if readPieces == pieces.count {
                pieces.removeAll(keepingCapacity: true)
                readPieces = 0
            }
            size -= data.count
            return data
        }

        mutating func discard() {
            for piece in pieces[readPieces...] { piece.discard() }
            (pieces, readPieces, size) = ([], 0, 0)
        }
    }
    private let state = Protected(Guarded(State()))
    private let buffers = PieceBuffers()
    private let hooks: any ExchangeHooks

    /// Lets the state, with its raw buffers, be behind a lock.
    // @unchecked: whoever holds the lock is alone with it.
    private struct Guarded: @unchecked Sendable {
        var state: State
        init(_ state: State) { self.state = state }
    }

    private func withState<Result>(_ body: (inout State) -> Result) -> Result {
        state.withLock { body(&$0.state) }
    }

    init(_ hooks: any ExchangeHooks) { self.hooks = hooks }

    deinit { withState { $0.discard() } }

    func begin(
        _ continuation: CheckedContinuation<HopResponse, any Error>, _ hop: Hop, _ backend: any SessionBackend
    ) {
        let isCancelled = withState { state in
            state.head = continuation
            return state.isCancelled
        }
        if isCancelled { return didFinish(MutualTLSError(.cancelled, "the request was cancelled before it began")) }
        let control = backend.start(hop, self)
        let wasCancelled = withState { state in
            // It may have ended meanwhile; each would then hold the other for ever.
            if state.end == nil { state.control = control }
            return state.isCancelled
        }
        if wasCancelled { control.cancel() }
    }

    func cancel() {
        let control = withState { state -> (any HopControl)? in
            if state.discarded != nil { return nil }
            state.isCancelled = true
            state.discard()
            return state.end == nil ? state.control : nil
        }
        control?.cancel()
    }

    /// Nobody wants the response. A small one is read to its end, so that the connection can serve the next request.
    func discard() {
        let control = withState { state in
            state.discarded = 0
            state.discard()
            return state.isPaused ? state.control : nil
        }
        control?.resume()
    }

    /// More than this is not read for nothing: a new connection is cheaper.
    private static let discardableSize = 64 << 10

    func next() async throws -> Data? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { take($0) }
        } onCancel: {
            cancel()
        }
    }

    private func take(_ continuation: CheckedContinuation<Data?, any Error>) {
        let resumed = withState { state -> (any HopControl)? in
            if let piece = state.next() {
                continuation.resume(returning: piece)
                guard state.isPaused, state.size <= Self.lowWater else { return nil }
                state.isPaused = false
                return state.control
            }
            if let end = state.end {
                continuation.resume(with: end.map { nil }.mapError { $0 })
            } else {
                state.reader = continuation
            }
            return nil
        }
        resumed?.resume()
    }

    // MARK: What the backend tells

    func didSend(_ bytes: Int64, of total: Int64?) { hooks.didSend(bytes, of: total) }

    func didReceive(_ response: HopResponse) {
        let head = withState { state in
            defer { state.head = nil }
            return state.head
        }
        head?.resume(returning: response)
    }

    func didReceive(_ body: UnsafeRawBufferPointer) -> HopFlow {
        withState { state in
            if let discarded = state.discarded, discarded <= Self.discardableSize {
                state.discarded = discarded + body.count
                return .taken
            }
            if state.isCancelled || state.discarded != nil {
                return .refused(MutualTLSError(.cancelled, "the reader has gone"))
            }
            guard state.size + body.count <= Self.highWater || state.size == 0 else {
                state.isPaused = true
                return .paused
            }
            state.append(body, buffers)
            return .taken
        }
    }

    /// A reader is woken for all that a turn of the connection's thread has brought, rather than for each record.
    func didReceiveForNow() {
        withState { state in
            guard let reader = state.reader, let piece = state.next() else { return }
            state.reader = nil
            reader.resume(returning: piece)
        }
    }

    func didFinish(_ error: MutualTLSError?) {
        let (head, reader) = withState {
            state -> (CheckedContinuation<HopResponse, any Error>?, CheckedContinuation<Data?, any Error>?) in
            // The rest comes first.
            if let reader = state.reader, let piece = state.next() {
                state.reader = nil
                reader.resume(returning: piece)
            }
            state.end = error.map { .failure($0) } ?? .success(())
            defer { (state.head, state.reader, state.control) = (nil, nil, nil) }
            return (state.head, state.reader)
        }
        head?.resume(throwing: error ?? MutualTLSError(.badResponse, "the server sent no response"))
        if let error { reader?.resume(throwing: error) } else { reader?.resume(returning: nil) }
    }
}
