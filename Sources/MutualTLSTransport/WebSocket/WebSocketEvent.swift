#if os(Linux)
    import Foundation

    /// What is sent, and what arrives: one message, whole (RFC 6455, 5.6).
    package enum WebSocketMessage: Sendable, Hashable {
        case text(String)
        case binary(Data)

        /// How many bytes its payload has.
        package var size: Int {
            switch self {
            case .text(let text): text.utf8.count
            case .binary(let data): data.count
            }
        }
    }

    /// What the bytes of a peer come to.
    package enum WebSocketEvent: Sendable, Hashable {
        case message(WebSocketMessage)
        /// Its pong is in the output already.
        case ping(Data)
        case pong(Data)
        /// The peer's close frame; nothing after it is read. Our own is in the output already.
        case close(WebSocketClosure)
        /// The peer broke a rule; nothing after it is read. A close frame that says so is in the output already.
        case violation(WebSocketViolation)
    }

    /// A rule that the peer broke.
    package struct WebSocketViolation: Error, Sendable, Hashable, CustomStringConvertible {
        /// The code of the close frame that it is answered with (RFC 6455, 7.4.1).
        package let closeCode: UInt16
        /// What was wrong, as a sentence about the peer.
        package let description: String

        private init(_ closeCode: UInt16, _ description: String) {
            self.closeCode = closeCode
            self.description = description
        }

        static let reservedBits = Self(1002, "it set a reserved bit, and no extension was negotiated")
        static let reservedOpcode = Self(1002, "it sent a frame of an unknown kind")
        static let masked = Self(1002, "it masked a frame, which only clients do")
        static let fragmentedControl = Self(1002, "it sent a control frame in fragments")
        static let longControl = Self(1002, "it sent a control frame of more than 125 bytes")
        static let longLength = Self(1002, "it wrote a frame's length in more bytes than it needs")
        static let impossibleLength = Self(1002, "it announced a frame of 2^63 bytes or more")
        static let strayContinuation = Self(1002, "it continued a message that it had not begun")
        static let unfinishedMessage = Self(1002, "it began a message before the last one had ended")
        static let shortClose = Self(1002, "its close frame has half a code")
        static let closeCode = Self(1002, "its close frame has a code that must not be sent")
        static let encoding = Self(1007, "it sent text that is not UTF-8")
        static let tooLarge = Self(1009, "it sent a message that is larger than allowed")
    }
#endif
