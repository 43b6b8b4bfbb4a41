import Foundation
import MutualTLS
import MutualTLSPKCS12

extension Subcommand {
    /// `mtls convert`
    static let convert = Subcommand(
        path: ["convert"], operands: "IN OUT", operandCount: 2...2,
        summary: "rewrite an identity's file for iOS, macOS, OpenSSL, Java or Windows, or as PEM or DER",
        details: """
            IN is PKCS#12, PEM or DER; what it holds goes into OUT with its chain, without the root. Several identities go along
            for apple, java and windows; for the others --select chooses one. The new file's password is asked for, twice, unless
            one of the options or MTLS_NEW_PASSWORD gives it; in PEM and DER it encrypts the key.
            Targets:
            """ + "\n" + ConversionTarget.table,
        options: [
            Option("for", "TARGET", "whom the file is for: see above"),
            Option("name", "NAME", "the friendly name (alias) of the identity in the new file"),
            Option("key", "FILE", "the private key, where it is not in IN"), IdentityOptions.select,
            Option("force", nil, "replace a file that is there"),
        ] + PasswordOptions.options + PasswordOptions.Purpose.new.options,
        examples: [
            Example(
                command: "mtls convert alice.p12 phone.p12 --for apple-legacy",
                purpose: "for phones of any age; asks for both passwords"),
            Example(
                command: "mtls convert old.pfx server.pem --for pem --password-file secret.txt --no-new-password",
                purpose: "for nginx or curl, the key unencrypted"),
            Example(
                command: "mtls convert alice.pem alice.p12 --key alice.key --for java --name alice",
                purpose: "PEM into a Java key store"),
        ],
        run: { try ConvertCommand.run($0) })
}

/// Rewrites an identity's file.
enum ConvertCommand {
    static func run(_ invocation: Invocation) throws -> Int32 {
        let arguments = invocation.arguments
        let (input, out) = (arguments.operands[0], arguments.operands[1])
        let target = try ConversionTarget.named(arguments.value("for"))
        let selector = try IdentityOptions.selector(invocation)
        let (password, newPassword) = (try PasswordOptions(invocation), try PasswordOptions(invocation, .new))
        if password.source == .standardInput, newPassword.source == .standardInput {
            throw CommandError(.usage, "standard input can't give both passwords", hint: "put one of them into a file")
        }
        if arguments.value("name")?.isEmpty == true {
            throw CommandError(.usage, "--name takes a name that is not empty")
        }
        let overwrites = arguments.has("force")
        let paths = Conversion.paths(for: target, out)
        for path in paths { try OutputFiles.check(path, overwrites: overwrites) }
        let inputs = [input, arguments.value("key")].compactMap { $0 }.map(Self.resolved)
        if paths.count > 1, let path = paths.first(where: { inputs.contains(Self.resolved($0)) }) {
            throw CommandError(.usage, "\(path) is read and would be written too", hint: "choose another name for OUT")
        }

        let files = try IdentityFiles(input, key: arguments.value("key"), "the file")
        let conversion = try files.explaining {
            let file = try files.open(password)
            if password.source.map({ $0 != .none }) == true, !file.usedPassword {
                invocation.output.warning("the password of \(input) was not needed, and ignored")
            }
            return try Conversion(
                file, for: target, selecting: selector, name: arguments.value("name"), kind: files.kind)
        }
        let secret = try newPassword.new(out)
        try check(secret, target)

        var outputs = OutputFiles(overwrites: overwrites)
        for file in try conversion.files(out, password: secret) { outputs.addSecret(file.path, file.contents) }
        try outputs.write {
            try announce(
                conversion, outputs.paths, isEncrypted: secret.map { $0.count > 0 } ?? false, invocation.output)
        }
        return 0
    }

    private static func resolved(_ path: String) -> String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }

    /// - Throws: `CommandError` for an empty password that some reader would trip over, or that protects nothing.
    static func check(_ password: SecretBytes?, _ target: ConversionTarget) throws {
        let isEmpty = password.map { $0.count == 0 } ?? true
        guard isEmpty else { return }
        switch target.form {
        case .pkcs12(_, .oldApple), .pkcs12(_, .newApple):
            throw CommandError(
                .failed, "an empty password is none that Apple's systems agree on: iOS and macOS read it differently",
                hint: "choose one; it can be told to whoever gets the file")
        case .pkcs12(_, .java):
            throw CommandError(.failed, "keytool takes no empty password", hint: "choose one of 6 characters or more")
        case .pem, .der:
            if password != nil {
                throw CommandError(
                    .failed, "an empty password would protect nothing",
                    hint: "choose one, or say --no-new-password for a key that is not encrypted")
            }
        case .pkcs12: break
        }
    }

    /// Says what was written, and what wasn't.
    static func announce(
        _ conversion: Conversion, _ paths: [String], isEncrypted: Bool, _ output: Output
    ) throws {
        let isNamed = if case .pkcs12 = conversion.target.form { true } else { false }
        let names = conversion.identities.map { identity in
            let subject = "\(identity.leaf.subject)"
            let name = isNamed && conversion.identities.count > 1 ? " as \"\(identity.friendlyName)\"" : ""
            return (subject.isEmpty ? "a certificate without a subject" : subject) + name
        }
        try output.line(
            "wrote \(printable(paths.joined(separator: " and "))): \(printable(names.joined(separator: "; ")))")
        for line in conversion.leftOut { try output.line("left out: \(printable(line))") }
        if !isEncrypted {
            output.warning("the private key is not encrypted: only the file's permissions guard it")
        }
    }
}
