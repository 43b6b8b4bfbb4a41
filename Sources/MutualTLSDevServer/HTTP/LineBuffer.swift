/// The bytes of a connection that are not used yet, handed out by line or by number.
struct LineBuffer: Sendable {
    private var bytes: [UInt8] = []
    /// Where the unused bytes begin.
    private var start = 0
    /// Up to where there is known to be no LF, so that a line that comes byte by byte is not searched over and over.
    private var searched = 0

    /// Whether all is used.
    var isEmpty: Bool { start == bytes.count }

    mutating func append(_ more: some Collection<UInt8>) {
        if start > 0, start >= bytes.count / 2 {
            bytes.removeFirst(start)
            searched -= start
            start = 0
        }
        bytes.append(contentsOf: more)
    }

    /// The next line without its CRLF or LF; nil when its end has not come yet.
    /// - Throws: `refusal` when it has more than `limit` bytes.
    mutating func line(limit: Int, else refusal: HTTPRefusal) throws(HTTPRefusal) -> [UInt8]? {
        guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
            searched = bytes.count
            if bytes.count - start > limit { throw refusal }
            return nil
        }
        var line = bytes[start..<end]
        if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
        if line.count > limit { throw refusal }
        start = end + 1
        searched = start
        return Array(line)
    }

    /// At most `count` bytes, as many as there are.
    mutating func take(upTo count: Int) -> ArraySlice<UInt8> {
        let piece = bytes[start..<(start + min(count, bytes.count - start))]
        start = piece.endIndex
        searched = start
        return piece
    }
}
