#if os(Linux)
    import Foundation

    /// The client's end of the WebSocket protocol once the connection is upgraded (RFC 6455, 5 to 7): bytes in, events and
    /// bytes out. No socket, no clock, no thread.
    ///
    /// It holds at most one message of the peer's, and one pong.
    package struct WebSocketFraming: Sendable {
        /// How many bytes of payload a message of the peer's may have, its fragments together.
        package let maximumMessageSize: Int
        private let makeMask: @Sendable () -> UInt32

        // Of what the peer sends:
        private var headerBytes: [UInt8] = []
        /// The frame that is being read, and how much of it is missing.
        private var frame: (header: WebSocketFrameHeader, missing: Int)?
        private var control = Data()
        private var message = Data()
        /// The kind of the message that is being read; nil between messages.
        private var messageOpcode: WebSocketFrameHeader.Opcode?
        private var hasFailed = false

        // Of what we send:
        private var output = Data()
        /// The payload of the last ping that is not answered yet. Only that one is: a peer that pings, and doesn't read,
        /// must not fill our memory (RFC 6455, 5.5.3 allows it).
        private var pong: Data?

        /// What the peer's close frame says, once it is here.
        package private(set) var received: WebSocketClosure?
        /// What our close frame says, once it is in the output.
        package private(set) var sent: WebSocketClosure?

        /// - Parameters:
        ///   - maximumMessageSize: in bytes; a larger message is answered with the close code 1009.
        ///   - makeMask: gives a key that the peer can't foresee, a new one for each frame (RFC 6455, 10.3).
        package init(
            maximumMessageSize: Int = 1 << 20,
            makeMask: @escaping @Sendable () -> UInt32 = { UInt32.random(in: .min ... .max) }
        ) {
            self.maximumMessageSize = max(0, maximumMessageSize)
            self.makeMask = makeMask
        }

        /// Whether more from the peer would be looked at.
        package var isReading: Bool { received == nil && !hasFailed }

        /// Whether both ends have said all: the connection can be closed once the output is written.
        package var isOver: Bool { !isReading && sent != nil }

        // MARK: From the peer

        /// Takes what has come, in pieces of any size.
        /// - Returns: what it comes to; a `close` or `violation` is the last event ever.
        package mutating func receive(_ bytes: UnsafeRawBufferPointer) -> [WebSocketEvent] {
            var events: [WebSocketEvent] = []
            var rest = bytes[...]
            do throws(WebSocketViolation) {
                while isReading, try readFrame(&rest) {
                    if let event = try endFrame() { events.append(event) }
                }
            } catch {
                hasFailed = true
                close(WebSocketClosure(error))
                events.append(.violation(error))
            }
            if !isReading { message = Data() }
            return events
        }

        /// Returns whether a frame is complete.
        private mutating func readFrame(_ rest: inout Slice<UnsafeRawBufferPointer>) throws(WebSocketViolation) -> Bool
        {
            while frame == nil {
                if let header = try WebSocketFrameHeader(headerBytes) {
                    headerBytes.removeAll(keepingCapacity: true)
                    try admit(header)
                    frame = (header, header.length)
                } else {
                    guard let byte = rest.popFirst() else { return false }
                    headerBytes.append(byte)
                }
            }
            guard let (header, missing) = frame else { return false }
            let part = rest.prefix(missing)
            rest = rest.dropFirst(part.count)
            let bytes = UnsafeRawBufferPointer(rebasing: part)
            header.opcode.isControl ? control.append(contentsOf: bytes) : message.append(contentsOf: bytes)
            frame?.missing -= part.count
            return part.count == missing
        }

        /// What a header breaks by coming now.
        private mutating func admit(_ header: WebSocketFrameHeader) throws(WebSocketViolation) {
            if header.opcode.isControl { return }
            if header.opcode == .continuation {
                guard messageOpcode != nil else { throw .strayContinuation }
            } else {
                guard messageOpcode == nil else { throw .unfinishedMessage }
                messageOpcode = header.opcode
            }
            // By its header alone, so that nothing of it is held.
            guard header.length <= maximumMessageSize - message.count else { throw .tooLarge }
        }

        private mutating func endFrame() throws(WebSocketViolation) -> WebSocketEvent? {
            guard let header = frame?.header else { return nil }
            frame = nil
            defer { if header.opcode.isControl { control = Data() } }
            switch header.opcode {
            case .ping:
                if sent == nil { pong = control }
                return .ping(control)
            case .pong: return .pong(control)
            case .close:
                let closure = try WebSocketClosure(payload: control)
                received = closure
                close(closure)
                return .close(closure)
            case .continuation, .text, .binary:
                guard header.isFinal, let opcode = messageOpcode else { return nil }
                messageOpcode = nil
                defer { message = Data() }
                if opcode == .binary { return .message(.binary(message)) }
                guard let text = String(validating: message, as: UTF8.self) else { throw .encoding }
                return .message(.text(text))
            }
        }

        // MARK: To the peer

        /// Puts a message into the output, as one frame.
        /// - Throws: `WebSocketError` with the code `closed`: our close frame is there already.
        package mutating func send(_ message: WebSocketMessage) throws(WebSocketError) {
            if sent != nil { throw .alreadyClosed }
            switch message {
            case .text(var text): text.withUTF8 { append(.text, UnsafeRawBufferPointer($0)) }
            case .binary(let data): data.withUnsafeBytes { append(.binary, $0) }
            }
        }

        /// Puts a ping into the output.
        /// - Parameter payload: at most 125 bytes, which the pong brings back.
        /// - Throws: `WebSocketError` with the code `closed` or `invalidArgument`.
        package mutating func ping(_ payload: Data = Data()) throws(WebSocketError) {
            if sent != nil { throw .alreadyClosed }
            guard payload.count <= 125 else {
                throw WebSocketError(.invalidArgument, "a ping has at most 125 bytes of payload")
            }
            payload.withUnsafeBytes { append(.ping, $0) }
        }

        /// Puts our close frame into the output, unless it is there already.
        package mutating func close(_ closure: WebSocketClosure) {
            if sent != nil { return }
            answerPing()
            closure.payload.withUnsafeBytes { append(.close, $0) }
            sent = closure
        }

        /// Whether there is something to write.
        package var hasOutput: Bool { !output.isEmpty || pong != nil }

        /// What is to be written next, once.
        package mutating func takeOutput() -> Data {
            answerPing()
            defer { output = Data() }
            return output
        }

        private mutating func answerPing() {
            guard let payload = pong else { return }
            pong = nil
            payload.withUnsafeBytes { append(.pong, $0) }
        }

        private mutating func append(_ opcode: WebSocketFrameHeader.Opcode, _ payload: UnsafeRawBufferPointer) {
            let mask = makeMask()
            output.append(WebSocketFrameHeader(opcode: opcode, length: payload.count).encoded(mask: mask))
            let start = output.count
            output.append(contentsOf: payload)
            output.withUnsafeMutableBytes { UnsafeMutableRawBufferPointer(rebasing: $0[start...]).mask(with: mask) }
        }
    }
#endif
