import Foundation

extension Subcommand {
    /// `mtls inspect`
    static let inspect = Subcommand(
        path: ["inspect"], operands: "FILE", operandCount: 1...1,
        summary: "show what is in a PKCS#12 or PEM file, and what a server will hold against it",
        details: """
            Without the password it shows what the outside of a PKCS#12 file tells: its MAC, encryption and iterations.
            Exit status 0 means that the file was opened.
            """,
        options: [Option("key", "FILE", "a private key as PEM that belongs to the certificate in FILE")]
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
        let isJSON = invocation.arguments.has("json")
        let data: Data
        do {
            data = try InputFile.read(path, "the file")
        } catch let error as CommandError where isJSON && error.code != .usage {
            try invocation.output.json(Inspection(unreadable: error))
            return error.code.exitStatus
        }
        let keyPath = invocation.arguments.value("key")
        let kind = FileKind(data)
        if keyPath != nil, kind == .pkcs12 {
            throw CommandError(.usage, "--key goes with a certificate, and \(path) is \(kind)")
        }
        let key = try keyPath.map { try InputFile.read($0, "the private key") }
        let inspection = Inspection(data, kind: kind, key: key, isChosen: password.source != nil) {
            try password.existing(path)
        }
        let output = invocation.output
        if isJSON {
            try output.json(inspection)
        } else {
            try InspectionText(output).print(inspection, path)
            if let reason = inspection.reason {
                output.error(CommandError(.failed, "\(path): \(reason)", hint: inspection.hint))
            }
        }
        return inspection.status == .ok ? 0 : 1
    }
}
