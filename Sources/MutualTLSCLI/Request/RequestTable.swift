extension Subcommand {
    /// `mtls request`
    static let request = Subcommand(
        path: ["request"], operands: "URL", operandCount: 1...1,
        summary: "send a request, and show a client certificate where the server asks for one",
        details: """
            The body goes to standard output and nothing else does; errors and warnings go to standard error.
            The identity goes to the origin of the URL alone: no redirect to another one, and never over http.
            --identity takes the file of that name, else the identity with that label (see mtls identity); keychain:LABEL and
            ./FILE say which.
            Redirects are followed. Secrets in header fields or data belong in files (@FILE): every user of this machine can
            read a command line.
            --output writes a file whole or not at all, and not for a status of 400 and above; one that breaks off, by ^C too,
            is gone on with by --continue where the server allows it.
            With --repeat, or with several identities, each request is a line: who was sent, and the body or the error.
            """,
        options: IdentityOptions.options
            + PasswordOptions.options.map { $0.name == "password-file" ? $0.repeatable : $0 }
            + KeychainOptions.options + message + connection + result,
        examples: [
            Example(
                command: "mtls request https://api.example.com/ --identity alice.p12",
                purpose: "asks for the password of alice.p12 where it has one"),
            Example(
                command:
                    "mtls request https://localhost:8443/ --identity alice.pem --key alice.key --cacert ca/root.pem",
                purpose: "PEM files, and a server of your own CA"),
            Example(
                command: "mtls request https://api.example.com/ --identity alice",
                purpose: "the identity that mtls identity import has stored under this label"),
            Example(
                command: "mtls request https://api.example.com/ --pkcs11 'pkcs11:token=mine;object=client'",
                purpose: "a key that never leaves its token; asks for the PIN"),
            Example(
                command: "mtls request https://localhost:8443/ --identity alice.p12 --password-file secret.txt --json",
                purpose: "for scripts"),
            Example(
                command:
                    "mtls request https://api.example.com/scans -d @scan.json -H 'Content-Type: application/json' -H @token.txt",
                purpose: "a POST; token.txt holds the line Authorization: Bearer ..."),
            Example(
                command: "mtls request https://api.example.com/big.bin -o big.bin --retry 5 --continue",
                purpose: "goes on where an earlier download broke off"),
            Example(
                command: "mtls request https://api.example.com/ --identity alice.p12 -v -o /dev/null",
                purpose: "see both challenges, what was sent, and the server's alert"),
            Example(
                command:
                    "mtls request https://api.example.com/ --identity a.p12 --identity b.p12 --repeat 1000 --parallel 20",
                purpose: "a thousand requests, the two identities in turn"),
        ],
        run: { try await RequestCommand($0).run() })

    private static let message = [
        Option("request", short: "X", "METHOD", "the method, where it is not GET, POST with --data or PUT with a file"),
        Option(
            "header", short: "H", "LINE",
            "a field \"Name: value\", \"Name;\" for an empty one; @FILE has one on each line"
        )
        .repeatable,
        Option("data", short: "d", "TEXT", "send this, as it is; @FILE for a file's bytes, @- for standard input's"),
        Option("upload-file", short: "T", "FILE", "send a file, or - ; a URL that ends with / gets the file's name"),
    ]

    private static let connection = [
        Option("cacert", "FILE", "trust these roots (PEM) in place of the system's"),
        Option("pin", "PIN", "besides, the server's key must be sha256//BASE64; several with ; between them"),
        Option("tls-min", "VERSION", "the lowest version of TLS, 1.2 (as without it) or 1.3"),
        Option("tls-max", "VERSION", "the highest version of TLS, 1.2 or 1.3 (as without it)"),
        Option("http1.1", nil, "speak HTTP/1.1 alone"),
        Option("http2", nil, "speak HTTP/2 where the server does, as without it"),
        Option("resolve", "HOST:PORT:ADDRESS", "use this address for a host's name").repeatable,
        Option("proxy", short: "x", "URL", "go through http://, https://, socks5:// or socks5h://; \"\" for none"),
        Option("noproxy", "HOSTS", "hosts that --proxy is not for, with commas between them; * for no proxy at all"),
        Option("timeout", short: "m", "SECONDS", "how long all may take, redirects and repetitions included"),
        Option(
            "retry", "N", "send it again, N times at most, after a failed connection, a timeout, 429, 502, 503 or 504"),
    ]

    private static let result = [
        Option("output", short: "o", "FILE", "write the body to a file; progress is shown on a terminal"),
        Option("continue", short: "C", nil, "go on with what an earlier --output has left"),
        Option("include", short: "i", nil, "print the response's head in front of the body"),
        Option("repeat", "N", "send N requests, each identity in turn"),
        Option("parallel", "M", "so many of them at once (1)"),
        Option("verbose", short: "v", nil, "tell both challenges, the handshake and the fields on standard error"),
        Option("json", nil, "print the result, failures and timings included, as JSON"),
    ]
}
