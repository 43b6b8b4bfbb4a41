import Foundation
import Testing

/// Command lines and what must come of them.
@Suite("Transcripts")
struct TranscriptTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var words: [String]
        var environment: [String: String] = [:]
        var input = ""
        var status: Int32
        /// The whole of it.
        var output = ""
        /// The whole of it.
        var errors = ""
        var testDescription: String { (["mtls"] + words).joined(separator: " ") }
    }

    static let passwordOnCommandLine = """
        mtls: error: a password can't be given on the command line, where every user of this machine can read it
        mtls: hint: use --password-file FILE, --password-stdin or the environment variable MTLS_PASSWORD, or wait for the prompt

        """

    static let cases = [
        Case(words: ["--version"], status: 0, output: "mtls 0.1.0\n"),
        Case(
            words: [], status: 2, errors: "mtls: error: a subcommand is missing\nmtls: hint: see mtls --help\n"),
        Case(
            words: ["reqest"], status: 2,
            errors: "mtls: error: there is no subcommand \"reqest\"\nmtls: hint: did you mean mtls request?\n"),
        Case(
            words: ["frobnicate"], status: 2,
            errors: "mtls: error: there is no subcommand \"frobnicate\"\nmtls: hint: see mtls --help\n"),
        Case(
            words: ["\u{1B}[31m"], status: 2,
            errors: "mtls: error: there is no subcommand \"\\u{1b}[31m\"\nmtls: hint: see mtls --help\n"),
        Case(
            words: ["--verbose", "demo"], status: 2,
            errors: "mtls: error: there is no option --verbose in front of a subcommand\nmtls: hint: see mtls --help\n"),
        Case(
            words: ["ca", "isue", "client", "x"], status: 2,
            errors:
                "mtls: error: mtls ca is followed by what it should do\nmtls: hint: did you mean mtls ca issue client?\n"
        ),
        Case(
            words: ["ca"], status: 2,
            errors: "mtls: error: mtls ca is followed by what it should do\n"
                + "mtls: hint: there is mtls ca init, mtls ca issue client, mtls ca issue server\n"),
        Case(
            words: ["request"], status: 2,
            errors: "mtls: error: mtls request needs URL\nmtls: hint: see mtls request --help\n"),
        Case(
            words: ["request", "https://x/", "sesame"], status: 2,
            errors:
                "mtls: error: there are too many words: mtls request takes URL\nmtls: hint: see mtls request --help\n"),
        Case(
            words: ["request", "example.com"], status: 2,
            errors: "mtls: error: \"example.com\" is not an https or http URL\n"
                + "mtls: hint: write it in full, such as https://example.com/, with a port from 1 to 65535 if any\n"),
        Case(
            words: ["request", "https://x/", "--identty", "f"], status: 2,
            errors: "mtls: error: there is no option --identty\nmtls: hint: did you mean --identity?\n"),
        Case(
            words: ["request", "https://x/", "--identity"], status: 2,
            errors: "mtls: error: --identity needs a value: --identity FILE\nmtls: hint: see mtls request --help\n"),
        Case(
            words: ["request", "https://x/", "--json=sesame"], status: 2,
            errors: "mtls: error: --json takes no value\nmtls: hint: see mtls request --help\n"),
        Case(
            words: ["request", "https://x/", "--key", "f"], status: 2,
            errors:
                "mtls: error: --key goes with --identity\nmtls: hint: name the certificate's file: --identity FILE\n"),
        Case(
            words: ["request", "https://x/", "-identity", "f"], status: 2,
            errors: "mtls: error: there is no option -identity\nmtls: hint: did you mean --identity?\n"),
        Case(
            words: ["request", "https://x/", "-H", "Authorization: sesame\r\nX: y"], status: 2,
            errors: "mtls: error: the value of Authorization has a line break or another control character in it\n"
                + "mtls: hint: see mtls request --help\n"),
        Case(
            words: ["request", "https://x/", "--proxy", "http://me:sesame@proxy"], status: 2,
            errors:
                "mtls: error: a proxy's password can't be given on the command line, where every user of this machine can read it\n"
                + "mtls: hint: put the proxy's address into the environment variable https_proxy\n"),
        Case(
            words: ["request", "https://x/", "-d", "@-", "--password-stdin"], status: 2,
            errors: "mtls: error: standard input can't be read twice: --data @- and --password-stdin\n"
                + "mtls: hint: use --password-file FILE\n"),
        Case(
            words: ["request", "https://x/", "-d", "@nowhere"], status: 1,
            errors: "mtls: error: the request's body can't be read: there is no file nowhere\n"
                + "mtls: hint: is the name right, and the folder?\n"),
        Case(words: ["request", "https://x/", "--password", "sesame"], status: 2, errors: passwordOnCommandLine),
        Case(words: ["request", "https://x/", "--password=sesame"], status: 2, errors: passwordOnCommandLine),
        Case(words: ["inspect", "x.p12", "-psesame"], status: 2, errors: passwordOnCommandLine),
        Case(
            words: ["inspect", "x.p12", "--password-"], status: 2,
            errors: "mtls: error: --password- could be --password-file or --password-stdin\n"
                + "mtls: hint: see mtls inspect --help\n"),
        Case(
            words: ["inspect", "x.p12", "--password-stdin", "--no-password"], status: 2,
            errors: "mtls: error: the password comes from two places: --password-stdin and --no-password\n"
                + "mtls: hint: leave one of them out\n"),
        Case(
            words: ["inspect", "x.p12"], status: 1,
            errors: "mtls: error: the file can't be read: there is no file x.p12\n"
                + "mtls: hint: is the name right, and the folder?\n"),
        Case(
            words: ["inspect", "."], status: 1,
            errors: "mtls: error: the file can't be read: . is a folder\nmtls: hint: name a file in it\n"),
        Case(
            words: ["inspect", "/dev/zero"], status: 1,
            errors:
                "mtls: error: the file can't be read: /dev/zero is larger than 16 MiB\nmtls: hint: is it the right file?\n"
        ),
        Case(
            words: ["ca", "issue", "client", "alice"], status: 1,
            errors: "mtls: error: there is no CA in ca\n"
                + "mtls: hint: make one with: mtls ca init ca; or name its folder: --ca DIR\n"),
        Case(
            words: ["ca", "issue", "client", "../alice"], status: 2,
            errors:
                "mtls: error: no file can be called after \"../alice\"\nmtls: hint: give the file's name with --out\n"),
        Case(
            words: ["ca", "init", "--days", "many"], status: 2,
            errors: "mtls: error: --days takes a whole number from 1 to 36500, and not \"many\"\n"
                + "mtls: hint: see mtls ca init --help\n"),
        Case(
            words: ["ca", "init", "nowhere/ca"], status: 1,
            errors: "mtls: error: the folder nowhere/ca can't be made: no such file or directory\n"
                + "mtls: hint: name a folder in one that is there and yours\n"),
        Case(
            words: ["serve"], status: 2,
            errors:
                "mtls: error: --cert and --key are needed\nmtls: hint: make them with: mtls ca issue server localhost\n"
        ),
        Case(
            words: ["serve", "--cert", "c", "--key", "k", "--listen", "::1:8443"], status: 2,
            errors: "mtls: error: \"::1:8443\" is not HOST:PORT\n"
                + "mtls: hint: such as 127.0.0.1:8443, or [::1]:0 for a free port\n"),
    ]

    @Test("a command line gives its status, output and errors", arguments: cases)
    func transcript(_ test: Case) throws {
        let outcome = try Program().run(test.words, input: test.input, environment: test.environment)
        #expect(outcome.status == test.status)
        #expect(outcome.output == test.output)
        #expect(outcome.errors == test.errors)
        #expect(!outcome.errors.contains("sesame"))
    }
}
