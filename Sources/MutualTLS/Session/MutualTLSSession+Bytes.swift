import Foundation
import PortableSecurity

extension MutualTLSSession {
    /// Sends a request, and returns as soon as the response's head is there.
    /// - Parameter request: as for `data(for:)`.
    /// - Returns: the body as it comes, content codings undone, and the response. A slow reader holds the server back: at
    ///   most 1 MiB is kept for it. Dropping the bytes, or cancelling the task that reads them, ends the request. They keep
    ///   the session alive. On Linux each such request has its connection to itself, on HTTP/2 too, and while there is one
    ///   the session's other requests don't share theirs; from `maximumConnectionsPerHost` at once on they share again, and
    ///   libcurl may then keep up to its HTTP/2 window of 32 MiB for a slow one.
    /// - Throws: `MutualTLSError`.
    public func bytes(for request: URLRequest) async throws -> (AsyncBytes, HTTPURLResponse) {
        let (request, body) = try prepared(request)
        let (response, stream) = try await exchange().open(request, body, isPaced: true)
        stream.keep(self)
        return (AsyncBytes(stream: stream), response)
    }

    /// Gets a URL; see `bytes(for:)`.
    public func bytes(from url: URL) async throws -> (AsyncBytes, HTTPURLResponse) {
        try await bytes(for: URLRequest(url: url))
    }

    /// A response's body, byte by byte. It can be read once.
    public struct AsyncBytes: AsyncSequence, Sendable {
        /// A byte.
        public typealias Element = UInt8
        let stream: BodyStream

        /// The same in pieces as they came, which is faster.
        public var chunks: Chunks { Chunks(stream: stream) }

        /// The same as lines of UTF-8, without their ends: LF, or CR LF.
        public var lines: Lines { Lines(stream: stream) }

        /// Reads from where the last iterator stopped.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(stream: stream) }

        /// Reads byte by byte.
        public struct AsyncIterator: AsyncIteratorProtocol {
            let stream: BodyStream
            private var piece: [UInt8] = []
            private var position = 0

            init(stream: BodyStream) { self.stream = stream }

            /// The next byte; nil at the end.
            /// - Throws: `MutualTLSError`.
            public mutating func next() async throws -> UInt8? {
                if position == piece.count {
                    guard let data = try await stream.next() else { return nil }
                    piece = Array(data)
                    position = 0
                }
                defer { position += 1 }
                return piece[position]
            }
        }
    }
}

extension MutualTLSSession.AsyncBytes {
    /// A response's body in pieces.
    public struct Chunks: AsyncSequence, Sendable {
        /// A piece; never empty.
        public typealias Element = Data
        let stream: BodyStream

        /// Reads from where the last iterator stopped.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(stream: stream) }

        /// Reads piece by piece.
        public struct AsyncIterator: AsyncIteratorProtocol {
            let stream: BodyStream

            /// The next piece; nil at the end.
            /// - Throws: `MutualTLSError`.
            public mutating func next() async throws -> Data? { try await stream.next() }
        }
    }

    /// A response's body as lines.
    public struct Lines: AsyncSequence, Sendable {
        /// A line without its end. What is no UTF-8 is replaced.
        public typealias Element = String
        let stream: BodyStream

        /// Reads from where the last iterator stopped.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(stream: stream) }

        /// Reads line by line.
        public struct AsyncIterator: AsyncIteratorProtocol {
            let stream: BodyStream
            private var rest = Data()
            private var isAtEnd = false

            init(stream: BodyStream) { self.stream = stream }

            /// The next line; nil at the end.
            /// - Throws: `MutualTLSError`.
            public mutating func next() async throws -> String? {
                var searched = rest.startIndex
                while true {
                    if let end = rest[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                        let line = rest[..<end]
                        rest = rest[rest.index(after: end)...]
                        return Self.text(line)
                    }
                    if isAtEnd {
                        defer { rest = Data() }
                        return rest.isEmpty ? nil : Self.text(rest)
                    }
                    searched = rest.endIndex
                    guard let piece = try await stream.next() else {
                        isAtEnd = true
                        continue
                    }
                    // Data's indices go on from where a slice begins; a fresh copy begins at 0.
                    let offset = searched - rest.startIndex
                    rest = Data(rest) + piece
                    searched = rest.startIndex + offset
                }
            }

            private static func text(_ line: Data) -> String {
                String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
            }
        }
    }
}
