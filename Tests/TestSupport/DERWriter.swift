import Foundation

/// Builds encodings for the tests, wrong ones included.
package enum DERWriter {
    package static func value(_ identifier: UInt8, _ parts: Data...) -> Data { value(identifier, parts) }

    package static func value(_ identifier: UInt8, _ parts: [Data]) -> Data {
        let content = parts.reduce(Data(), +)
        return Data([identifier]) + length(content.count) + content
    }

    /// The same in BER's indefinite form.
    package static func indefinite(_ identifier: UInt8, _ parts: Data...) -> Data {
        Data([identifier, 0x80]) + parts.reduce(Data(), +) + Data([0, 0])
    }

    package static func length(_ count: Int) -> Data {
        if count < 0x80 { return Data([UInt8(count)]) }
        var octets: [UInt8] = []
        var rest = count
        while rest > 0 {
            octets.insert(UInt8(rest & 0xFF), at: 0)
            rest >>= 8
        }
        return Data([0x80 | UInt8(octets.count)] + octets)
    }

    package static func sequence(_ parts: Data...) -> Data { value(0x30, parts) }
    package static func set(_ parts: Data...) -> Data { value(0x31, parts) }
    package static func octets(_ data: Data) -> Data { value(0x04, data) }
    package static func explicit(_ number: UInt8, _ parts: Data...) -> Data { value(0xA0 | number, parts) }
    package static func bmp(_ text: String) -> Data {
        value(0x1E, Data(text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }))
    }
    package static let null = Data([0x05, 0x00])

    package static func integer(_ number: Int) -> Data {
        var octets: [UInt8] = []
        var rest = number
        repeat {
            octets.insert(UInt8(rest & 0xFF), at: 0)
            rest >>= 8
        } while rest > 0
        return value(0x02, Data(octets[0] < 0x80 ? octets : [0] + octets))
    }

    package static func oid(_ dotted: String) -> Data {
        let arcs = dotted.split(separator: ".").compactMap { Int($0) }
        var content: [UInt8] = []
        for arc in [arcs[0] * 40 + arcs[1]] + arcs[2...] {
            var octets = [UInt8(arc & 0x7F)]
            var rest = arc >> 7
            while rest > 0 {
                octets.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
                rest >>= 7
            }
            content += octets
        }
        return value(0x06, Data(content))
    }
}
