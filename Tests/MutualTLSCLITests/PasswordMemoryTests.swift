import Foundation
import MutualTLSPKI
import TestSupport
import Testing

@Suite(
    "A password in memory",
    .enabled(if: ProcessMemory.isReadable, "the memory of a child may not be read here: 6 cases were not run"))
struct PasswordMemoryTests {
    /// Long ones lie in blocks that are not soon used again.
    @Test(
        "is gone once the identity is open", arguments: [40, 300, 5_000],
        [IssuedIdentity.PKCS12Format.modern, .compatible])
    func wiped(length: Int, format: IssuedIdentity.PKCS12Format) throws {
        let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
        func random(_ length: Int) -> String {
            String((0..<length).map { _ in letters[Int.random(in: letters.indices)] })
        }
        let (password, marker) = (random(length), random(40))
        let (program, server) = (try Program(), try SilentServer())
        try program.folder.write(TestPKI().client(marker).pkcs12(password: password, format: format), "alice.p12")
        try program.folder.write(Data((password + "\n").utf8), "password")
        let command = try program.start([
            "request", "--identity", "alice.p12", "--password-file", "password", "https://127.0.0.1:\(server.port)/",
        ])
        defer { command.kill() }
        try #require(server.waitForClient(seconds: 60))

        let memory = try ProcessMemory(command.pid)
        // The certificate's name: the identity is open, and what is there is found.
        #expect(!memory.places(of: Data(marker.utf8)).isEmpty)
        // Freed memory keeps a part of what it held.
        let pieces = stride(from: 0, to: length, by: length / 4).map { password.dropFirst($0).prefix(10) }
        for (name, encoding) in [
            ("UTF-8", String.Encoding.utf8), ("UTF-16BE", .utf16BigEndian), ("UTF-16LE", .utf16LittleEndian),
        ] {
            let places = try pieces.flatMap { try memory.places(of: #require($0.data(using: encoding))) }
            #expect(places.isEmpty, "\(places.count) pieces of \(pieces.count) in \(name): \(places.prefix(8))")
        }
    }
}
