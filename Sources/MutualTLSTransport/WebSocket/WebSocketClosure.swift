#if os(Linux)
    import Foundation

    /// What a close frame says (RFC 6455, 5.5.1).
    package struct WebSocketClosure: Sendable, Hashable {
        /// 1005 where the frame has none.
        package let code: UInt16
        /// At most 123 bytes of UTF-8.
        package let reason: String

        /// The code that stands for a close frame without one, and is never sent.
        package static let noCode: UInt16 = 1005

        /// - Throws: `WebSocketError` with the code `invalidArgument`: the code is not one to be sent, or the reason is too
        ///   long.
        package init(code: UInt16, reason: String = "") throws(WebSocketError) {
            guard Self.maySend(code) else {
                throw WebSocketError(.invalidArgument, "a WebSocket can't be closed with the code \(code)")
            }
            guard reason.utf8.count <= 123 else {
                throw WebSocketError(.invalidArgument, "the reason for closing has more than 123 bytes of UTF-8")
            }
            self.code = code
            self.reason = reason
        }

        /// From the payload of the peer's frame.
        init(payload: Data) throws(WebSocketViolation) {
            guard let first = payload.first else {
                code = Self.noCode
                reason = ""
                return
            }
            guard let second = payload.dropFirst().first else { throw .shortClose }
            code = UInt16(first) << 8 | UInt16(second)
            guard Self.maySend(code) else { throw .closeCode }
            guard let reason = String(validating: payload.dropFirst(2), as: UTF8.self) else { throw .encoding }
            self.reason = reason
        }

        /// A close frame without a code.
        package static let withoutCode = WebSocketClosure()

        private init() {
            code = Self.noCode
            reason = ""
        }

        /// In answer to a rule that the peer broke.
        init(_ violation: WebSocketViolation) {
            code = violation.closeCode
            reason = ""
        }

        var payload: Data {
            code == Self.noCode ? Data() : Data([UInt8(code >> 8), UInt8(code & 0xFF)]) + Data(reason.utf8)
        }

        /// Those that IANA lists for frames, and those left to libraries and applications (RFC 6455, 7.4.2). 1004, 1005, 1006
        /// and 1015 are reserved and stand in no frame.
        private static func maySend(_ code: UInt16) -> Bool {
            switch code {
            case 1000...1003, 1007...1014, 3000...4999: true
            default: false
            }
        }
    }
#endif
