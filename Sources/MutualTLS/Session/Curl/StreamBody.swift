#if os(Linux)
    import Foundation
    import MutualTLSTransport

    /// An input stream's bytes for the transport.
    ///
    /// A stream may have to be waited for, so a queue of its own reads ahead of the transport, a little.
    // @unchecked: the stream is touched on `queue` alone, the rest behind the lock.
    final class StreamBody: BodySource, @unchecked Sendable {
        private struct State {
            var buffer: [UInt8] = []
            var isAtEnd = false
            var error: (any Error)?
            /// Whether a read is under way.
            var isReading = false
            var resume: (@Sendable () -> Void)?
            /// Whether somebody was told to come again.
            var owesResume = false
        }
        private let state = Protected(State())
        private let stream: InputStream
        private let queue = DispatchQueue(label: "swift-mutual-tls.upload")
        private static let pieceSize = 256 << 10

        init(_ stream: InputStream) { self.stream = stream }

        deinit { stream.close() }

        let length: Int64? = nil

        func whenReady(_ resume: @escaping @Sendable () -> Void) { state.withLock { $0.resume = resume } }

        func read(into target: UnsafeMutableRawBufferPointer) -> BodyRead {
            let (read, mustRead) = state.withLock { state -> (BodyRead, Bool) in
                let count = min(target.count, state.buffer.count)
                if count > 0 {
                    target.copyBytes(from: state.buffer[..<count])
                    state.buffer.removeFirst(count)
                }
                let needsMore = state.buffer.isEmpty && !state.isAtEnd && state.error == nil && !state.isReading
                if needsMore { state.isReading = true }
                if count > 0 { return (.bytes(count), needsMore) }
                if let error = state.error { return (.failed(error), false) }
                if state.isAtEnd { return (.bytes(0), false) }
                state.owesResume = true
                return (.notYet, needsMore)
            }
            if mustRead { queue.async { self.readAhead() } }
            return read
        }

        /// A stream is read once.
        func rewind() -> Bool { state.withLock { $0.buffer.isEmpty && !$0.isAtEnd && !$0.isReading && !$0.owesResume } }

        private func readAhead() {
            if stream.streamStatus == .notOpen { stream.open() }
            var piece = [UInt8](repeating: 0, count: Self.pieceSize)
            let count = stream.read(&piece, maxLength: piece.count)
            let resume = state.withLock { state -> (@Sendable () -> Void)? in
                state.isReading = false
                switch count {
                case 1...: state.buffer.append(contentsOf: piece[..<count])
                case 0: state.isAtEnd = true
                default:
                    state.error = MutualTLSError(
                        .invalidRequest, "the request's body stream can't be read", underlying: stream.streamError)
                }
                defer { state.owesResume = false }
                return state.owesResume ? state.resume : nil
            }
            resume?()
        }
    }
#endif
