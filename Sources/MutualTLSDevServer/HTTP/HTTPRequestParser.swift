import Foundation

/// Cuts the bytes of a connection into HTTP/1.1 requests (RFC 9112). A pure state machine: bytes go in, events come out.
///
/// It is strict where leniency lets two readers of the same bytes disagree (message framing, RFC 9112, 11.2), and takes
/// a bare LF as a line's end (RFC 9112, 2.2), since people type requests by hand.
struct HTTPRequestParser: Sendable {
    /// What a request may use of the server.
    struct Limits: Sendable {
        /// Bytes of the request line.
        var requestLine = 8_192
        /// Bytes of all header lines together, and of the trailer's.
        var headerBytes = 32_768
        /// Header lines.
        var headerLines = 100
        /// Bytes of the body.
        var body = 16_777_216
    }

    /// What the bytes so far amount to.
    enum Event: Sendable {
        /// Nothing complete: append more.
        case needsMore
        /// The client waits for "100 Continue" before it sends the body; comes at most once for a request.
        case expectsContinue
        /// A request, and whether the client wants the connection to stay.
        case request(DevServer.Request, keepsAlive: Bool)
        /// Not a request that can be served. The connection can't go on, since nobody knows where the next one begins.
        case refused(HTTPRefusal)
    }

    private enum State {
        case requestLine
        case headers
        case body(Int)
        case chunkSize
        case chunkData(Int)
        case chunkEnd
        case trailer
        case refused(HTTPRefusal)
    }

    private let limits: Limits
    private var state = State.requestLine
    private var lines = LineBuffer()
    private var head = HTTPRequestHead()
    private var body: [UInt8] = []
    private var headerBytes = 0
    private var headerLines = 0
    private var emptyLines = 0

    init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// Whether no request has begun.
    var isBetweenRequests: Bool {
        if case .requestLine = state { return lines.isEmpty }
        return false
    }

    /// Takes bytes from the connection, in any portions.
    mutating func append(_ bytes: some Collection<UInt8>) { lines.append(bytes) }

    /// The next event. Call it until it says `.needsMore` or `.refused`.
    mutating func next() -> Event {
        do {
            while true {
                if let event = try step() { return event }
            }
        } catch {
            state = .refused(error)
            return .refused(error)
        }
    }

    /// One line, or one piece of a body; nil to go on.
    private mutating func step() throws(HTTPRefusal) -> Event? {
        switch state {
        case .requestLine:
            guard let line = try lines.line(limit: limits.requestLine, else: .targetTooLong) else { return .needsMore }
            if line.isEmpty {
                // RFC 9112, 2.2: some clients end the request before with one line too many.
                emptyLines += 1
                if emptyLines > 4 { throw .badRequest("empty lines instead of a request") }
                return nil
            }
            (head, body, headerBytes, headerLines, emptyLines) = (try HTTPRequestHead(requestLine: line), [], 0, 0, 0)
            state = .headers
        case .headers:
            guard let line = try headerLine() else { return .needsMore }
            if !line.isEmpty {
                try head.add(headerLine: line)
            } else {
                return try endOfHead()
            }
        case .body(let remaining):
            let piece = lines.take(upTo: remaining)
            if piece.isEmpty { return .needsMore }
            body += piece
            if piece.count == remaining { return complete() }
            state = .body(remaining - piece.count)
        case .chunkSize:
            guard let line = try lines.line(limit: 1_024, else: .badRequest("a chunk's size is too long")) else {
                return .needsMore
            }
            let size = try HTTPFraming.chunkSize(line)
            if size > limits.body - body.count { throw .bodyTooLarge(limits.body) }
            state = size == 0 ? .trailer : .chunkData(size)
        case .chunkData(let remaining):
            let piece = lines.take(upTo: remaining)
            if piece.isEmpty { return .needsMore }
            body += piece
            state = piece.count == remaining ? .chunkEnd : .chunkData(remaining - piece.count)
        case .chunkEnd:
            guard let line = try lines.line(limit: 2, else: .badRequest("a chunk is longer than its size")) else {
                return .needsMore
            }
            if !line.isEmpty { throw .badRequest("a chunk is longer than its size") }
            state = .chunkSize
        case .trailer:
            guard let line = try headerLine() else { return .needsMore }
            if line.isEmpty { return complete() }
            // Checked like a header, then forgotten: nothing here uses trailers.
            var ignored = HTTPRequestHead()
            try ignored.add(headerLine: line)
        case .refused(let refusal): throw refusal
        }
        return nil
    }

    private mutating func headerLine() throws(HTTPRefusal) -> [UInt8]? {
        guard let line = try lines.line(limit: limits.headerBytes - headerBytes, else: .headersTooLarge) else {
            return nil
        }
        headerBytes += line.count + 2
        headerLines += line.isEmpty ? 0 : 1
        if headerLines > limits.headerLines { throw .headersTooLarge }
        return line
    }

    private mutating func endOfHead() throws(HTTPRefusal) -> Event? {
        let expectsContinue = try head.expectsContinue()
        switch try HTTPFraming(head) {
        case .length(let length):
            if length > limits.body { throw .bodyTooLarge(limits.body) }
            if length == 0 { return complete() }
            state = .body(length)
        case .chunked: state = .chunkSize
        }
        // RFC 9110, 10.1.1: no need to ask for what is on its way already.
        return expectsContinue && lines.isEmpty ? .expectsContinue : nil
    }

    private mutating func complete() -> Event {
        state = .requestLine
        defer { body = [] }
        return .request(head.request(body: Data(body)), keepsAlive: head.keepsAlive)
    }
}
