import Foundation
import MutualTLS

extension Subcommand {
    /// `mtls identity export`
    static let identityExport = Subcommand(
        path: ["identity", "export"], operands: "LABEL FILE", operandCount: 2...2,
        summary: "write an identity of the keychain into a file, for a certain system",
        details: """
            FILE gets the certificate, its key and its intermediates, for its owner alone. Its password is asked for, twice,
            unless one of the options or MTLS_NEW_PASSWORD gives it; in PEM and DER it encrypts the key.
            Targets:
            """ + "\n" + ConversionTarget.table,
        options: [
            Option("for", "TARGET", "whom the file is for: see above"),
            Option("name", "NAME", "the friendly name (alias) in the file (the label)"),
            Option("force", nil, "replace a file that is there"),
        ] + PasswordOptions.Purpose.new.options + KeychainOptions.options,
        examples: [
            Example(
                command: "mtls identity export alice phone.p12 --for apple-legacy", purpose: "for phones of any age"),
            Example(
                command: "mtls identity export alice alice.pem --for pem --no-new-password",
                purpose: "for nginx or curl, the key unencrypted"),
        ],
        run: { try IdentityExportCommand.run($0) })
}

/// Writes an identity into a file.
enum IdentityExportCommand {
    static func run(_ invocation: Invocation) throws -> Int32 {
        let arguments = invocation.arguments
        let (label, out) = (arguments.operands[0], arguments.operands[1])
        let target = try ConversionTarget.named(arguments.value("for"))
        let password = try PasswordOptions(invocation, .new)
        if arguments.value("name")?.isEmpty == true {
            throw CommandError(.usage, "--name takes a name that is not empty")
        }
        var outputs = OutputFiles(overwrites: arguments.has("force"))
        for path in Conversion.paths(for: target, out) {
            try OutputFiles.check(path, overwrites: arguments.has("force"))
        }

        let keychain = try KeychainOptions(invocation)
        let stored = try keychain.identity(label)
        try keychain.unlock()
        let conversion: Conversion
        do {
            conversion = try Conversion(stored.identity, for: target, name: arguments.value("name") ?? label)
        } catch let error as NSError where error.domain == NSOSStatusErrorDomain {
            throw MutualTLSError(keychain: error, "can't read the key of \"\(label)\" in \(keychain.name)")
        }
        let secret = try password.new(out)
        try ConvertCommand.check(secret, target)
        for file in try conversion.files(out, password: secret) { outputs.addSecret(file.path, file.contents) }
        try outputs.write {
            try ConvertCommand.announce(
                conversion, outputs.paths, isEncrypted: secret.map { $0.count > 0 } ?? false, invocation.output)
        }
        return 0
    }
}
