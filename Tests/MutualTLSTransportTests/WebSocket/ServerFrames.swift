import Foundation

@testable import MutualTLSTransport

/// Frames as a server writes them, also those that it must not.
enum ServerFrame {
    /// - Parameters:
    ///   - first: the first byte: the final bit, the reserved bits and the opcode.
    ///   - payload: at most 65,535 bytes.
    static func make(_ first: UInt8, _ payload: Data = Data()) -> Data {
        var frame = Data([first])
        if payload.count < 126 {
            frame.append(UInt8(payload.count))
        } else {
            frame.append(contentsOf: [126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)])
        }
        return frame + payload
    }

    static func text(_ text: String) -> Data { make(0x81, Data(text.utf8)) }
    static func close(_ code: UInt16, _ reason: Data = Data()) -> Data {
        make(0x88, Data([UInt8(code >> 8), UInt8(code & 0xFF)]) + reason)
    }
}

/// A frame as a server reads it.
struct ClientFrame: Hashable {
    var first: UInt8
    var payload: Data
    var mask: [UInt8]
    var isMasked: Bool

    /// All of them, unmasked; nil where the bytes are no whole frames.
    static func parse(_ bytes: Data) -> [ClientFrame]? {
        var (frames, rest) = ([ClientFrame](), [UInt8](bytes)[...])
        func take(_ count: Int) -> [UInt8]? {
            guard rest.count >= count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }
        while !rest.isEmpty {
            guard let head = take(2) else { return nil }
            var length = Int(head[1] & 0x7F)
            if length > 125 {
                guard let more = take(length == 126 ? 2 : 8) else { return nil }
                length = more.reduce(0) { $0 << 8 | Int($1) }
            }
            let isMasked = head[1] & 0x80 != 0
            guard let mask = isMasked ? take(4) : [0, 0, 0, 0], let payload = take(length) else { return nil }
            let plain = payload.enumerated().map { $1 ^ mask[$0 % 4] }
            frames.append(ClientFrame(first: head[0], payload: Data(plain), mask: mask, isMasked: isMasked))
        }
        return frames
    }
}

extension WebSocketFraming {
    mutating func receive(_ data: Data) -> [WebSocketEvent] { data.withUnsafeBytes { receive($0) } }

    /// The output, as the server reads it.
    mutating func takeFrames() -> [ClientFrame] { ClientFrame.parse(takeOutput()) ?? [] }
}

/// From hexadecimal digits with spaces between them.
func bytes(_ hex: String) -> Data {
    let digits = Array(hex.filter { $0 != " " })
    return Data(
        stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(String(digits[$0...($0 + 1)]), radix: 16) })
}
