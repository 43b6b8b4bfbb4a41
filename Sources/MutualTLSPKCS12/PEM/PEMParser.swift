import Foundation

/// Takes a PEM text line by line and collects its blocks.
struct PEMParser {
    /// One line without its line end.
    struct Line {
        /// Without white space at both ends; a slice of the text.
        let content: Data
        /// Whether white space was in front: a header's continuation (RFC 1421, section 4.6).
        let isIndented: Bool
        /// Counted from 1.
        let number: Int
        /// Bytes from the start of the text.
        let offset: Int
    }

    private struct OpenBlock {
        let label: String
        let line: Line
        var headers: [PEMBlock.Header] = []
        var bodyStart: Data.Index?
        var bodyEnd: Data.Index
        var bodyLine = 0
    }

    private static let begin = Data("-----BEGIN ".utf8)
    private static let end = Data("-----END ".utf8)
    private static let dashes = Data("-----".utf8)

    private let text: Data
    private var position: Data.Index
    private var number = 0
    private var open: OpenBlock?
    private var blocks: [PEMBlock] = []

    init(_ text: Data) {
        self.text = text
        let hasByteOrderMark = text.starts(with: [0xEF, 0xBB, 0xBF])
        position = hasByteOrderMark ? text.startIndex + 3 : text.startIndex
    }

    /// The next line; CR LF, LF and CR alone all end one. Where line breaks were lost, as in an environment variable, a
    /// boundary ends behind its dashes, and one that closes a block begins a line of its own.
    mutating func nextLine() -> Line? {
        guard position < text.endIndex else { return nil }
        let start = position
        let isNewLine = start == text.startIndex || [0x0A, 0x0D].contains(text[start - 1])
        if isNewLine || number == 0 { number += 1 }
        var end = text[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.endIndex
        if let split = boundary(in: text[start..<end]) {
            end = split
            position = split
        } else {
            position = end < text.endIndex ? end + 1 : end
            if end < text.endIndex, text[end] == 0x0D, position < text.endIndex, text[position] == 0x0A {
                position += 1
            }
        }
        var content = text[start..<end].drop { Base64.isWhitespace($0) }
        let isIndented = content.startIndex > start
        while let last = content.last, Base64.isWhitespace(last) { content = content.dropLast() }
        return Line(content: content, isIndented: isIndented, number: number, offset: start - text.startIndex)
    }

    /// Where a line has to be split; nil for one as it should be.
    private func boundary(in line: Data) -> Data.Index? {
        // No base64 has dashes, so that most lines are looked through once.
        guard line.contains(0x2D) else { return nil }
        let content = line.drop { Base64.isWhitespace($0) }
        for prefix in [Self.begin, Self.end] where content.starts(with: prefix) {
            guard let dashes = content.dropFirst(prefix.count).range(of: Self.dashes) else { return nil }
            return line[dashes.upperBound...].allSatisfy(Base64.isWhitespace) ? nil : dashes.upperBound
        }
        // Only the end of what is open: other text may well speak of such lines.
        guard open != nil, let end = line.range(of: Self.end) else { return nil }
        return end.lowerBound
    }

    mutating func consume(_ line: Line) throws(PEMError) {
        if line.content.starts(with: Self.begin) {
            if let open { throw Self.missingEnd(open) }
            open = OpenBlock(label: try label(line, after: Self.begin), line: line, bodyEnd: line.content.endIndex)
        } else if line.content.starts(with: Self.end) {
            try close(line)
        } else if open != nil {
            consumeBody(line)
        }
    }

    func finish() throws(PEMError) -> [PEMBlock] {
        if let open { throw Self.missingEnd(open) }
        return blocks
    }

    /// Changes the open block in place: a copy of it per line would make long texts slow.
    private mutating func consumeBody(_ line: Line) {
        guard open != nil, !line.content.isEmpty else { return }
        if open?.bodyStart == nil {
            let headerCount = open?.headers.count ?? 0
            if let colon = line.content.firstIndex(of: 0x3A) {
                let header = PEMBlock.Header(
                    name: String(decoding: line.content[..<colon], as: UTF8.self),
                    value: Self.trimmed(line.content[(colon + 1)...]))
                open?.headers.append(header)
                return
            }
            if line.isIndented, headerCount > 0 {
                open?.headers[headerCount - 1].value += Self.trimmed(line.content)
                return
            }
            open?.bodyStart = line.content.startIndex
            open?.bodyLine = line.number
        }
        open?.bodyEnd = line.content.endIndex
    }

    private mutating func close(_ line: Line) throws(PEMError) {
        let label = try label(line, after: Self.end)
        guard let block = open else {
            throw PEMError(
                code: .badBoundary, reason: "END \(label) has no BEGIN", label: label, line: line.number,
                offset: line.offset)
        }
        guard block.label == label else {
            throw PEMError(
                code: .wrongEnd, reason: "the block \(block.label) of line \(block.line.number) ends as \(label)",
                label: block.label, line: line.number, offset: line.offset)
        }
        let der = try decode(block)
        blocks.append(
            PEMBlock(
                label: label, headers: block.headers, der: der, offset: block.line.offset, line: block.line.number))
        open = nil
    }

    private func decode(_ block: OpenBlock) throws(PEMError) -> Data {
        guard let start = block.bodyStart else {
            throw PEMError(
                code: .badBase64, reason: "the block \(block.label) is empty", label: block.label,
                line: block.line.number, offset: block.line.offset)
        }
        do {
            return try Base64.decode(text[start..<block.bodyEnd])
        } catch {
            let isEscaped = error.index < text.endIndex && text[error.index] == UInt8(ascii: "\\")
            let breaks = text[start..<min(error.index, text.endIndex)].reduce(into: (count: 0, last: UInt8(0))) {
                if $1 == 0x0D || ($1 == 0x0A && $0.last != 0x0D) { $0.count += 1 }
                $0.last = $1
            }
            throw PEMError(
                code: .badBase64,
                reason: "the block \(block.label) has \(error.reason)"
                    + (isEscaped ? ": its line breaks are written as \\n; make real ones of them" : ""),
                label: block.label,
                line: block.bodyLine + breaks.count, offset: error.index - text.startIndex)
        }
    }

    private func label(_ line: Line, after prefix: Data) throws(PEMError) -> String {
        let rest = line.content.dropFirst(prefix.count)
        guard rest.count >= Self.dashes.count, rest.suffix(Self.dashes.count) == Self.dashes else {
            throw PEMError(
                code: .badBoundary, reason: "a BEGIN or END line does not end with five dashes", label: nil,
                line: line.number, offset: line.offset)
        }
        let label = rest.dropLast(Self.dashes.count)
        // RFC 7468 allows less; what is longer is none, and could be a part of a key.
        guard label.count <= 64, label.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw PEMError(
                code: .badBoundary, reason: "a BEGIN or END line has a label that is none", label: nil,
                line: line.number, offset: line.offset)
        }
        return Self.trimmed(label)
    }

    private static func trimmed(_ bytes: Data) -> String {
        String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespaces)
    }

    private static func missingEnd(_ block: OpenBlock) -> PEMError {
        PEMError(
            code: .missingEnd, reason: "the block \(block.label) has no END line", label: block.label,
            line: block.line.number, offset: block.line.offset)
    }
}
