#if os(Linux)
    import Foundation

    /// The first 2 to 10 bytes of a frame, without the masking key (RFC 6455, 5.2).
    struct WebSocketFrameHeader: Hashable {
        enum Opcode: UInt8, Hashable {
            case continuation = 0x0
            case text = 0x1
            case binary = 0x2
            case close = 0x8
            case ping = 0x9
            case pong = 0xA

            var isControl: Bool { rawValue >= 0x8 }
        }

        var isFinal: Bool
        var opcode: Opcode
        /// How many bytes of payload follow.
        var length: Int

        init(opcode: Opcode, length: Int) {
            isFinal = true
            self.opcode = opcode
            self.length = length
        }

        /// Reads what a server sends: unmasked, without extensions.
        /// - Parameter bytes: as many as there are, one more at each call until there are enough.
        /// - Returns: nil while there are too few.
        /// - Throws: the rule that the header breaks, as soon as it can be seen.
        init?(_ bytes: [UInt8]) throws(WebSocketViolation) {
            guard let first = bytes.first else { return nil }
            guard first & 0x70 == 0 else { throw .reservedBits }
            guard let opcode = Opcode(rawValue: first & 0x0F) else { throw .reservedOpcode }
            isFinal = first & 0x80 != 0
            self.opcode = opcode
            if opcode.isControl, !isFinal { throw .fragmentedControl }

            guard bytes.count >= 2 else { return nil }
            guard bytes[1] & 0x80 == 0 else { throw .masked }
            if bytes[1] < 126 {
                length = Int(bytes[1])
                return
            }
            if opcode.isControl { throw .longControl }
            let extra = bytes[1] == 126 ? 2 : 8
            if extra == 8, bytes.count > 2, bytes[2] & 0x80 != 0 { throw .impossibleLength }
            guard bytes.count >= 2 + extra else { return nil }
            length = bytes[2..<(2 + extra)].reduce(0) { $0 << 8 | Int($1) }
            guard length > (extra == 2 ? 125 : 0xFFFF) else { throw .longLength }
        }

        /// As a client sends it, with the masking key behind it.
        func encoded(mask: UInt32) -> Data {
            var bytes = Data([(isFinal ? 0x80 : 0) | opcode.rawValue])
            switch length {
            case ..<126: bytes.append(0x80 | UInt8(length))
            case ...0xFFFF:
                bytes.append(0x80 | 126)
                withUnsafeBytes(of: UInt16(length).bigEndian) { bytes.append(contentsOf: $0) }
            default:
                bytes.append(0x80 | 127)
                withUnsafeBytes(of: UInt64(length).bigEndian) { bytes.append(contentsOf: $0) }
            }
            withUnsafeBytes(of: mask) { bytes.append(contentsOf: $0) }
            return bytes
        }
    }

    extension UnsafeMutableRawBufferPointer {
        /// Masks, or unmasks, with a key whose bytes are those of `key` in memory (RFC 6455, 5.3). Eight at a time: byte by
        /// byte it would be the main cost of sending.
        func mask(with key: UInt32) {
            let word = UInt64(key) << 32 | UInt64(key)
            let whole = count & ~7
            for offset in stride(from: 0, to: whole, by: 8) {
                let plain = loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                storeBytes(of: plain ^ word, toByteOffset: offset, as: UInt64.self)
            }
            Swift.withUnsafeBytes(of: key) { key in
                for index in whole..<count { self[index] ^= key[index & 3] }
            }
        }
    }
#endif
