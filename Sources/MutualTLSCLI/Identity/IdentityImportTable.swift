extension Subcommand {
    /// `mtls identity import`
    static let identityImport = Subcommand(
        path: ["identity", "import"], operands: "FILE", operandCount: 1...1,
        summary: "store an identity in the keychain, under a label",
        details: """
            FILE is PKCS#12, PEM or DER; intermediates in it are stored and sent along. Without --label the identity keeps the
            label that it has, else it is called by its friendly name, else by its common name. To store an identity again is no
            error: it is one item, and gets the new label. A certificate alone joins the key that waits for it (see mtls
            identity generate).
            """,
        options: [
            Option("label", "NAME", "what it is called"),
            Option("key", "FILE", "the private key, where it is not in FILE"), IdentityOptions.select,
            Option("all", nil, "store all identities of FILE, each under its own name"),
            Option("bind", "ORIGIN", "let it go to this origin alone, such as https://api.example.com:8443").repeatable,
            Option("replace", nil, "put it in the place of another identity that has the label"),
        ] + PasswordOptions.options + KeychainOptions.options,
        examples: [
            Example(
                command: "mtls identity import alice.p12 --label alice",
                purpose: "asks for the password of alice.p12 where it has one"),
            Example(
                command: "mtls identity import alice.pem --key alice.key --label alice --bind https://api.example.com",
                purpose: "PEM files; the identity goes to one server alone"),
            Example(
                command: "mtls identity import renewed.p12 --label alice --replace --password-file secret.txt",
                purpose: "after a renewal: who looks the label up finds the one or the other, never none"),
        ],
        run: { try IdentityImportCommand($0).run() })
}
