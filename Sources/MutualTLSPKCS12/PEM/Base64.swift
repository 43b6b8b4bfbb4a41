import Foundation

/// Base64 (RFC 4648, section 4) between `Data`, so that no `String` ever holds a key.
enum Base64 {
    /// What a wrong character is called, and its index in the input.
    struct Failure: Error {
        let reason: String
        let index: Int
    }

    static func isWhitespace(_ octet: UInt8) -> Bool {
        octet == 0x20 || (0x09...0x0D).contains(octet)
    }

    /// The six bits that a character of the alphabet stands for.
    static func value(of octet: UInt8) -> UInt8? {
        switch octet {
        case 0x41...0x5A: return octet - 0x41
        case 0x61...0x7A: return octet - 0x61 + 26
        case 0x30...0x39: return octet - 0x30 + 52
        case 0x2B: return 62
        case 0x2F: return 63
        default: return nil
        }
    }

    /// Decodes into memory that is wiped when it is freed; white space is skipped.
    static func decode(_ text: Data) throws(Failure) -> Data {
        // Safe: three octets are written for each four characters, and at most two for what is left of a group.
        try WipingData.make(capacity: text.count / 4 * 3 + 3) { (buffer) throws(Failure) in
            var count = 0
            var group: UInt32 = 0
            var digits = 0
            var padding = 0
            for (index, octet) in zip(text.indices, text) where !isWhitespace(octet) {
                if octet == 0x3D, digits + padding >= 2, digits + padding < 4 {
                    padding += 1
                    continue
                }
                guard padding == 0, let value = value(of: octet) else {
                    throw Failure(reason: "a character that is not base64", index: index)
                }
                group = group << 6 | UInt32(value)
                digits += 1
                if digits == 4 {
                    buffer[count] = UInt8(group >> 16 & 0xFF)
                    buffer[count + 1] = UInt8(group >> 8 & 0xFF)
                    buffer[count + 2] = UInt8(group & 0xFF)
                    count += 3
                    group = 0
                    digits = 0
                }
            }
            guard digits == 0 || digits + padding == 4 else {
                throw Failure(reason: "base64 that ends inside a group of four", index: text.endIndex)
            }
            if digits >= 2 {
                group <<= UInt32(6 * (4 - digits))
                buffer[count] = UInt8(group >> 16 & 0xFF)
                count += 1
                if digits == 3 {
                    buffer[count] = UInt8(group >> 8 & 0xFF)
                    count += 1
                }
            }
            return count
        }
    }

    /// Encodes into memory that is wiped when it is freed, in lines of 64 characters that each end with a line feed.
    static func encode(_ data: Data) -> Data {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        let characters = (data.count + 2) / 3 * 4
        // Safe: four characters are written for each three octets or part of them, and one line feed for each 64.
        return WipingData.make(capacity: characters + (characters + 63) / 64) { buffer in
            var count = 0
            var index = data.startIndex
            while index < data.endIndex {
                let end = min(index + 3, data.endIndex)
                var group: UInt32 = 0
                for octet in data[index..<end] { group = group << 8 | UInt32(octet) }
                let octets = end - index
                group <<= UInt32(8 * (3 - octets))
                for digit in 0..<4 {
                    buffer[count] = digit <= octets ? alphabet[Int(group >> UInt32(18 - 6 * digit) & 0x3F)] : 0x3D
                    count += 1
                }
                index = end
                if count % 65 == 64 || index == data.endIndex {
                    buffer[count] = 0x0A
                    count += 1
                }
            }
            return count
        }
    }
}
