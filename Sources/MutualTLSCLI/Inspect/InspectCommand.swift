import Foundation

extension Subcommand {
    /// `mtls inspect`
    static let inspect = Subcommand(
        path: ["inspect"], operands: "FILE", operandCount: 1...1,
        summary: "show what is in an identity's file, what servers and phones will mind, and who will open it",
        details: """
            FILE is PKCS#12, PEM or DER. Without the password it shows what the outside of a PKCS#12 file tells: its MAC,
            encryption and iterations. Exit status 0 means that the file was opened and holds a certificate or a key.
            """,
        options: [Option("key", "FILE", "a private key, PEM or DER, that belongs to a certificate in FILE")]
            + PasswordOptions.options + [Option("json", nil, "print the result as one JSON object")],
        examples: [
            Example(command: "mtls inspect alice.p12", purpose: "asks for the password where the file has one"),
            Example(
                command: "mtls inspect alice.p12 --no-password", purpose: "only what can be seen without the password"),
            Example(command: "mtls inspect alice.pem --key alice.key --json", purpose: "PEM, for scripts"),
        ],
        run: { try InspectCommand.run($0) })
}

/// Shows what is in a file.
enum InspectCommand {
    static func run(_ invocation: Invocation) throws -> Int32 {
        let path = invocation.arguments.operands[0]
        let password = try PasswordOptions(invocation)
        let (output, isJSON) = (invocation.output, invocation.arguments.has("json"))
        let files: IdentityFiles
        do {
            files = try IdentityFiles(path, key: invocation.arguments.value("key"), "the file")
        } catch let error as CommandError where isJSON && error.code != .usage {
            try output.json(Inspection(unreadable: error))
            return error.code.exitStatus
        }
        let inspection = Inspection(files, password)
        if isJSON {
            try output.json(inspection)
        } else {
            try InspectionText(output).print(inspection, path)
            if let reason = inspection.reason {
                // A source that is to blame stands in front already.
                let isPlaced = files.sources.compactMap(\.name).contains { name in
                    [": ", " "].contains { reason.hasPrefix(name + $0) }
                }
                let place = isPlaced ? "" : "\(path): "
                output.error(CommandError(.failed, place + reason, hint: inspection.hint))
            }
        }
        return inspection.status == .ok ? 0 : 1
    }
}
