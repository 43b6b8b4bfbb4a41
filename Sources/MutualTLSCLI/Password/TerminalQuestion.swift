import Foundation

/// Asks on the terminal whether something shall be done, whatever the standard streams are.
enum TerminalQuestion {
    /// - Returns: whether the answer was yes; nil where nobody can be asked.
    static func isConfirmed(_ question: String) -> Bool? {
        let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0 else { return nil }
        defer { close(terminal) }
        // From the background a process would be stopped rather than answered.
        guard tcgetpgrp(terminal) == getpgrp() else { return nil }
        let shown = Data("\(printable(question)) [y/N] ".utf8)
        guard Output.writeAll(shown, to: terminal) == nil else { return nil }
        var answer: [UInt8] = []
        var byte: UInt8 = 0
        while answer.count < 100 {
            let count = read(terminal, &byte, 1)
            if count < 0, errno == EINTR { continue }
            if count != 1 || byte == 0x0A { break }
            answer.append(byte)
        }
        let word = String(decoding: answer, as: UTF8.self).trimmingCharacters(in: .whitespaces).lowercased()
        return ["y", "yes"].contains(word)
    }
}
