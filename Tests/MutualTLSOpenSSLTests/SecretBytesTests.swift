import Foundation
import MutualTLSOpenSSL
import MutualTLSPKCS12
import Testing

@Suite struct SecretBytesTests {
    @Test("the bytes come back as they were, of any length and with zeros", arguments: [0, 1, 7, 4096, 1_000_003])
    func contents(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        for secret in [SecretBytes(bytes), SecretBytes(Data([9] + bytes).dropFirst()), SecretBytes(bytes[...])] {
            #expect(secret.count == count)
            #expect(secret.withUnsafeBytes { Array($0) } == bytes)
        }
    }

    @Test("text is its UTF-8", arguments: ["", "secret", "p\u{e4}ss\u{1F511}", "a\0b"])
    func text(text: String) {
        #expect(SecretBytes(utf8: text).withUnsafeBytes { Array($0) } == Array(text.utf8))
    }

    @Test("no description, dump or interpolation of it, or of what holds it, shows a byte")
    func discretion() throws {
        struct Holder {
            let password = SecretBytes(utf8: "hunter2")
            let key: PrivateKey
        }
        let holder = Holder(key: try PrivateKey.generate(.ec(256)))
        var text = "\(holder) \(holder.password) \(String(reflecting: holder.password)) \(holder.key)"
        dump(holder, to: &text)
        dump([Optional(holder.password)], to: &text)
        #expect(!text.contains("hunter2") && text.contains("SecretBytes(7 bytes)"))
        #expect(!text.contains(Data("hunter2".utf8).hex) && !text.contains("\(Array("hunter2".utf8))"))
        #expect(text.contains("EC private key of 256 bits"))
        #expect(!text.contains("0x"), "an address is where a debugger would look")
    }

    @Test("an error thrown while it is borrowed passes through")
    func throwing() {
        struct Refused: Error {}
        #expect(throws: Refused.self) { try SecretBytes(utf8: "a").withUnsafeBytes { _ in throw Refused() } }
    }
}
