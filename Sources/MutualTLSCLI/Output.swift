// The rules of everything that `mtls` prints:
//
// - Standard output carries what was asked for, and nothing else: a body, a table, JSON.
// - Everything about it goes to standard error: "mtls: error: ..." and "mtls: warning: ...", in lower case, and under an
//   error a line "mtls: hint: ..." that says what to do next.
// - Progress is shown on standard error where that is a terminal, and gone in the end. `--verbose` goes there too: "* " in front
//   of what happens, "> " of what is sent, "< " of what comes, and no secret in any.
// - Nobody is ever asked on standard input; the password's prompt uses the terminal itself.
// - Colour and alignment are for terminals. A pipe gets plain text, and NO_COLOR is honoured.
// - What comes from certificates, servers and file names passes `printable(_:)` first: it may hold terminal controls.
// - A reader that goes away (`mtls ... | head -1`) ends the command without a word.

import Foundation

/// Where a command's words go.
struct Output: Sendable {
    /// The reader of standard output has gone away.
    struct ReaderGone: Error {}

    /// Whether standard output is a terminal: lines are aligned then.
    let isTerminal: Bool
    /// The width of the terminal in columns; 80 where it is unknown.
    let width: Int
    private let standardOutput: Int32
    private let standardError: Int32
    private let hasColour: Bool
    private let errorsHaveColour: Bool
    /// Whether standard error is a terminal: there progress is shown.
    let errorsAreTerminal: Bool

    /// Over two open file descriptors, which stay the caller's.
    init(standardOutput: Int32 = 1, standardError: Int32 = 2, environment: [String: String]) {
        self.standardOutput = standardOutput
        self.standardError = standardError
        let allowsColour = environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
        isTerminal = isatty(standardOutput) == 1
        hasColour = allowsColour && isTerminal
        errorsAreTerminal = isatty(standardError) == 1
        errorsHaveColour = allowsColour && errorsAreTerminal
        var size = winsize()
        let terminal = isTerminal ? standardOutput : standardError
        let known = ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        width = known ? Int(size.ws_col) : 80
    }

    /// Writes bytes as they are to standard output.
    /// - Throws: `ReaderGone`, or `CommandError` where they can't be written.
    func write(_ data: Data) throws {
        guard let failure = Self.writeAll(data, to: standardOutput) else { return }
        if failure == EPIPE { throw ReaderGone() }
        throw CommandError(.failed, "can't write to standard output: \(systemMessage(failure))")
    }

    /// Writes a line to standard output.
    func line(_ text: String = "") throws { try write(Data((text + "\n").utf8)) }

    /// Writes a value as JSON, with a line end behind it.
    func json(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try write(try encoder.encode(value) + Data("\n".utf8))
    }

    /// Reports an error and what to do about it.
    func error(_ error: CommandError) {
        say("error", .red, error.reason)
        if let hint = error.hint { say("hint", .bold, hint) }
    }

    /// Reports what does not stop the command.
    func warning(_ text: String) { say("warning", .yellow, text) }

    /// Text for standard output, in colour on a terminal.
    func styled(_ text: String, _ style: Style) -> String {
        hasColour && !text.isEmpty ? style.around(text) : text
    }

    /// How text stands out.
    enum Style: String {
        case bold = "1"
        case red = "31"
        case green = "32"
        case yellow = "33"

        fileprivate func around(_ text: String) -> String { "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" }
    }

    /// Writes text as it is to standard error: what it repeats must have passed `printable(_:)`.
    func tell(_ text: String) { _ = Self.writeAll(Data(text.utf8), to: standardError) }

    private func say(_ kind: String, _ style: Style, _ text: String) {
        let label = errorsHaveColour ? style.around(kind + ":") : kind + ":"
        // Nobody is left to tell when this fails.
        _ = Self.writeAll(Data("mtls: \(label) \(printable(text))\n".utf8), to: standardError)
    }

    /// Writes all of it to an open file.
    /// - Returns: the error number of a failure.
    static func writeAll(_ data: Data, to descriptor: Int32) -> Int32? {
        data.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                // The slice's memory is lent for this call only.
                let count = Foundation.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count > 0 {
                    rest = rest.dropFirst(count)
                } else if errno == EAGAIN {
                    var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    _ = poll(&wait, 1, -1)
                } else if errno != EINTR {
                    return errno
                }
            }
            return nil
        }
    }
}

/// `text` with everything that a terminal might act on, or that hides text, written as `\u{...}`.
func printable(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
            shown += "\\u{" + String(scalar.value, radix: 16) + "}"
        default: shown.unicodeScalars.append(scalar)
        }
    }
    return shown
}

/// The system's words for an error number.
func systemMessage(_ number: Int32) -> String { strerror(number).map { String(cString: $0) } ?? "error \(number)" }
