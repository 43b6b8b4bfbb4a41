import Foundation
import MutualTLSPKI

extension Subcommand {
    /// `mtls ca issue client`
    static let caIssueClient = Subcommand(
        path: ["ca", "issue", "client"], operands: "NAME", operandCount: 1...1,
        summary: "issue a client certificate, as PKCS#12 or PEM",
        details: """
            Writes NAME.p12 with the certificate, its key and the issuing CA's certificate. Its password is asked for, twice,
            unless one of the options gives it.
            """,
        options: [
            Option("ca", "DIR", "the CA's folder (./ca)"),
            Option("out", "FILE", "the file to write (NAME.p12)"),
            Option("days", "N", "how long it is valid (397)"),
            Option("legacy", nil, "the old PKCS#12 format, weakly protected, for readers that know no other"),
            Option("pem", nil, "write NAME.pem and NAME.key, unencrypted, instead"),
            Option("force", nil, "replace files that are there"),
        ] + PasswordOptions.options,
        examples: [
            Example(command: "mtls ca issue client alice", purpose: "alice.p12, with a password that is asked for"),
            Example(
                command: "mtls ca issue client alice --out phone.p12 --password-file secret.txt --days 90",
                purpose: "for a script"),
            Example(
                command: "mtls ca issue client web-1 --pem", purpose: "web-1.pem and web-1.key, for curl and servers"),
        ],
        run: { try CAIssueClientCommand.run($0) })
}

/// Issues a client certificate.
enum CAIssueClientCommand {
    static func run(_ invocation: Invocation) throws -> Int32 {
        let arguments = invocation.arguments
        let name = arguments.operands[0]
        let password = try PasswordOptions(invocation)
        let isPEM = arguments.has("pem")
        if isPEM {
            let given = ["legacy", "password-file", "password-stdin", "no-password"].filter(arguments.has)
            if let option = given.first {
                throw CommandError(.usage, "--\(option) is for PKCS#12 files, and --pem writes none")
            }
        }
        let days = try arguments.number("days", in: 1...36_500) ?? 397
        let overwrites = arguments.has("force")
        let out = try arguments.value("out") ?? IssuedFiles.defaultName(for: name) + (isPEM ? ".pem" : ".p12")
        let prefix = IssuedFiles.withoutExtension(out, [".pem", ".p12", ".pfx"])
        for path in isPEM ? [prefix + ".pem", prefix + ".key"] : [out] {
            try OutputFiles.check(path, overwrites: overwrites)
        }

        let folder = CAFolder(arguments.value("ca") ?? "ca")
        let identity = try folder.issuing().issueClient(name: name, validity: .days(days))
        var files = OutputFiles(overwrites: overwrites)
        if isPEM {
            files.add(prefix + ".pem", try identity.chainPEM)
            files.addSecret(prefix + ".key", try identity.privateKeyPEM)
        } else {
            let file = try identity.pkcs12(
                password: password.new(out).map { $0.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } },
                format: arguments.has("legacy") ? .compatible : .modern, friendlyName: name)
            files.addSecret(out, file)
        }

        let output = invocation.output
        let words =
            isPEM
            ? "--identity \(shellQuoted(prefix + ".pem")) --key \(shellQuoted(prefix + ".key"))"
            : "--identity \(shellQuoted(out))"
        try files.write {
            try IssuedFiles.describe(identity, files.paths, output)
            try output.line("next:")
            try output.line(
                "  mtls request https://HOST/ \(words) --cacert \(shellQuoted(folder.path(.rootCertificate)))")
        }
        return 0
    }
}
