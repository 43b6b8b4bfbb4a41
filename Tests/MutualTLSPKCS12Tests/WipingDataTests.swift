import Foundation
import Testing

@testable import MutualTLSPKCS12

@Suite("Memory for secrets")
struct WipingDataTests {
    private struct Refusal: Error {}

    @Test("the memory holds what was written, and no more of it than was said")
    func contents() throws {
        let data = WipingData.make(capacity: 100) { buffer in
            buffer.copyBytes(from: [1, 2, 3])
            return 3
        }
        #expect(data == Data([1, 2, 3]))
        #expect(WipingData.make(capacity: 0) { _ in 0 }.isEmpty)
        #expect(WipingData.make(capacity: 5) { _ in 0 }.isEmpty)
        #expect(WipingData.make(capacity: 5) { _ in 9 } == Data(count: 5))
        #expect(WipingData.joining([Data([1]), Data(), Data([9, 2]).dropFirst()]) == Data([1, 2]))
    }

    @Test("an error while it is filled comes out")
    func failure() {
        #expect(throws: Refusal.self) {
            try WipingData.make(capacity: 8) { (_) throws(Refusal) in throw Refusal() }
        }
    }

    @Test("wiping overwrites every octet")
    func wipe() {
        var secret = [UInt8](repeating: 0xAA, count: 33)
        secret.withUnsafeMutableBytes { WipingData.wipe($0) }
        #expect(secret == [UInt8](repeating: 0, count: 33))
    }
}
