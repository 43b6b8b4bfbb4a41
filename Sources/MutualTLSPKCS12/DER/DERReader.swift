import Foundation

/// Reads one BER or DER value after another (X.690), with definite and indefinite lengths.
///
/// It copies nothing: every value is a slice of the `Data` it was given. Non-minimal lengths are accepted, as OpenSSL
/// accepts them, because files that people have contain them.
package struct DERReader: Sendable {
    /// How many values may stand inside each other. A PKCS#12 file needs about fifteen.
    package static let maximumDepth = 32

    private let data: Data
    private var position: Int
    /// What turns an index of `data` into an offset of the outermost input.
    private let delta: Int
    private let depth: Int
    /// False inside a value of known length: running past that end is damage and not a short file.
    private let endsWithInput: Bool

    /// A reader over a whole input.
    ///
    /// - Parameters:
    ///   - data: The bytes; a slice is fine.
    ///   - offset: What the first byte is called in errors and in ``DERValue/offset``.
    package init(_ data: Data, offset: Int = 0) {
        self.init(data, offset: offset, depth: 0, endsWithInput: true)
    }

    init(_ data: Data, offset: Int, depth: Int, endsWithInput: Bool) {
        self.data = data
        self.position = data.startIndex
        self.delta = offset - data.startIndex
        self.depth = depth
        self.endsWithInput = endsWithInput
    }

    package var isAtEnd: Bool { position >= data.endIndex }

    /// Where the next value begins, in bytes from the start of the outermost input.
    package var offset: Int { position + delta }

    /// The tag of the next value; nil at the end.
    package var nextTag: DERTag? {
        position < data.endIndex ? DERTag(identifier: data[position]) : nil
    }

    /// Reads the next value whatever it is.
    ///
    /// - Throws: `DERError`: `truncated` or `badLength` where it does not fit, `unsupportedTag`, `tooDeep`, and
    ///   `unexpectedTag` for an end-of-contents that ends nothing.
    package mutating func next() throws(DERError) -> DERValue {
        let start = position
        guard depth < Self.maximumDepth else {
            throw DERError(.tooDeep, "values nest deeper than \(Self.maximumDepth) levels", offset: offset)
        }
        let header = try header(at: start)
        guard header.tag != .endOfContents else {
            throw DERError(.unexpectedTag, "an end-of-contents marker ends nothing here", offset: offset)
        }
        let contentStart = start + header.byteCount
        let contentEnd: Int
        if let count = header.contentCount {
            contentEnd = try end(of: count, from: contentStart)
            position = contentEnd
        } else {
            contentEnd = try endOfIndefiniteContent(from: contentStart)
            position = contentEnd + 2
        }
        return DERValue(
            tag: header.tag, isConstructed: header.isConstructed, encoded: data[start..<position],
            content: data[contentStart..<contentEnd], offset: start + delta, contentOffset: contentStart + delta,
            depth: depth + 1)
    }

    /// Reads the next value, which must have this tag.
    ///
    /// - Parameter what: What it is for people, such as "the MAC's salt".
    /// - Throws: `DERError` as ``next()``, and `unexpectedTag`, also where nothing follows.
    package mutating func next(_ tag: DERTag, _ what: String) throws(DERError) -> DERValue {
        guard let found = nextTag else {
            throw DERError(.unexpectedTag, "\(what) is missing", offset: offset)
        }
        guard found == tag else {
            throw DERError(.unexpectedTag, "\(what) should be \(tag) and is \(found)", offset: offset)
        }
        return try next()
    }

    /// Reads the next value if it has this tag; else reads nothing and returns nil.
    ///
    /// - Throws: `DERError` as ``next()``.
    package mutating func nextIfPresent(_ tag: DERTag) throws(DERError) -> DERValue? {
        nextTag == tag ? try next() : nil
    }

    /// Checks that nothing follows.
    ///
    /// - Throws: `DERError` `trailingBytes`.
    package func expectEnd(of what: String) throws(DERError) {
        guard isAtEnd else {
            throw DERError(.trailingBytes, "\(data.endIndex - position) bytes follow \(what)", offset: offset)
        }
    }

    private func header(at index: Int) throws(DERError) -> DERHeader {
        guard let header = try DERHeader.read(data, at: index, delta: delta) else { throw short(needing: nil) }
        return header
    }

    private func end(of count: UInt64, from start: Int) throws(DERError) -> Int {
        guard count <= UInt64(data.endIndex - start) else {
            throw short(needing: UInt64(max(0, start + delta)).addingReportingOverflow(count).partialValue)
        }
        return start + Int(count)
    }

    /// Finds the end-of-contents octets that belong to the content at `start`; returns the index of the first of them.
    private func endOfIndefiniteContent(from start: Int) throws(DERError) -> Int {
        var index = start
        var open = 1
        while true {
            let header = try header(at: index)
            if header.tag == .endOfContents {
                guard header.contentCount == 0 else {
                    throw DERError(.badLength, "an end-of-contents marker has contents", offset: index + delta)
                }
                open -= 1
                if open == 0 { return index }
                index += header.byteCount
            } else if let count = header.contentCount {
                index = try end(of: count, from: index + header.byteCount)
            } else {
                open += 1
                guard depth + open <= Self.maximumDepth else {
                    throw DERError(
                        .tooDeep, "values nest deeper than \(Self.maximumDepth) levels", offset: index + delta)
                }
                index += header.byteCount
            }
        }
    }

    private func short(needing end: UInt64?) -> DERError {
        let here = data.endIndex + delta
        guard endsWithInput else {
            return DERError(.badLength, "a value runs past the end of the value that holds it", offset: here)
        }
        let whole = end.map { " of \($0)" } ?? ", in the middle of a value"
        return DERError(.truncated, "the data ends at byte \(here)\(whole)", offset: here)
    }
}
