import Foundation
import MutualTLSPKCS12

/// Asks for a password on the terminal, whatever the standard streams are, and without showing it.
enum TerminalPrompt {
    /// - Parameters:
    ///   - prompt: what is asked.
    ///   - missing: the error's reason where nobody can be asked.
    ///   - hint: what to do then.
    /// - Returns: a line in UTF-8, without its end.
    /// - Throws: `CommandError` where there is no terminal, this process is not in its foreground (it would be stopped
    ///   rather than answered), or the line never comes.
    static func ask(_ prompt: String, missing: String, hint: String) throws -> SecretBytes {
        let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0 else { throw nobody(missing, hint) }
        defer { close(terminal) }
        guard tcgetpgrp(terminal) == getpgrp() else { throw nobody(missing, hint) }
        var before = termios()
        guard tcgetattr(terminal, &before) == 0 else { throw nobody(missing, hint) }
        var silent = before
        silent.c_lflag &= ~tcflag_t(ECHO | ECHONL)
        silent.c_lflag |= tcflag_t(ICANON | ISIG)

        // Before echo is off, so that ^C in between puts it on again.
        let saved = before
        let registration = Interruption.onSignal {
            var saved = saved
            tcsetattr(terminal, TCSANOW, &saved)
            say("\n", on: terminal)
            return .end
        }
        guard tcsetattr(terminal, TCSAFLUSH, &silent) == 0 else { throw nobody(missing, hint) }
        defer {
            tcsetattr(terminal, TCSANOW, &before)
            registration.cancel()
            // The line end that was typed and not shown.
            say("\n", on: terminal)
        }
        say(printable(prompt), on: terminal)
        var typed = try line(from: terminal)
        defer { wipe(&typed) }
        return try PasswordOptions.secret(typed, "the password")
    }

    private static func line(from terminal: Int32) throws -> Data {
        var line: [UInt8] = []
        // In one piece, since a growing array leaves copies behind; terminals hold lines of at most 4096 bytes.
        line.reserveCapacity(8 << 10)
        defer { wipe(&line) }
        var byte: UInt8 = 0
        while line.count < 8 << 10 {
            let count = read(terminal, &byte, 1)
            if count == 1 {
                line.append(byte)
                if byte == 0x0A { break }
            } else if count == 0 || errno != EINTR {
                break
            }
        }
        if line.isEmpty {
            throw CommandError(.failed, "no password was typed", hint: "an empty one is entered with the return key")
        }
        return Data(line)
    }

    private static func say(_ text: String, on terminal: Int32) {
        let bytes = Array(text.utf8)
        _ = write(terminal, bytes, bytes.count)
    }

    private static func nobody(_ missing: String, _ hint: String) -> CommandError {
        CommandError(
            CommandError.Code(name: "passwordRequired", exitStatus: 1),
            "\(missing), and there is no terminal to ask on", hint: hint)
    }
}
