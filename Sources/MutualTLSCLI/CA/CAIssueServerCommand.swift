import Foundation
import MutualTLSPKI

extension Subcommand {
    /// `mtls ca issue server`
    static let caIssueServer = Subcommand(
        path: ["ca", "issue", "server"], operands: "NAME...", operandCount: 1...100,
        summary: "issue a server certificate for DNS names and IP addresses, as PEM",
        details: """
            Writes PREFIX.pem with the certificate and the issuing CA's behind it, and PREFIX.key. PREFIX is the first name
            unless --out gives it.
            """,
        options: [
            Option("ca", "DIR", "the CA's folder (./ca)"),
            Option("out", "PREFIX", "the files' name without .pem and .key"),
            Option("days", "N", "how long it is valid (397); Apple's systems refuse more than 825"),
            Option("force", nil, "replace files that are there"),
        ],
        examples: [
            Example(
                command: "mtls ca issue server localhost 127.0.0.1 ::1", purpose: "localhost.pem and localhost.key"),
            Example(
                command: "mtls ca issue server www.example.com example.com --out /etc/nginx/tls/www",
                purpose: "for nginx: ssl_certificate and ssl_certificate_key"),
        ],
        run: { try CAIssueServerCommand.run($0) })
}

/// Issues a server certificate.
enum CAIssueServerCommand {
    static func run(_ invocation: Invocation) throws -> Int32 {
        let arguments = invocation.arguments
        let names = arguments.operands
        let days = try arguments.number("days", in: 1...36_500) ?? 397
        let overwrites = arguments.has("force")
        let prefix = try arguments.value("out") ?? IssuedFiles.defaultName(for: names[0])
        let (certificate, key) = (prefix + ".pem", prefix + ".key")
        for path in [certificate, key] { try OutputFiles.check(path, overwrites: overwrites) }

        let folder = CAFolder(arguments.value("ca") ?? "ca")
        let identity = try folder.issuing().issueServer(names: names, validity: .days(days))
        var files = OutputFiles(overwrites: overwrites)
        files.add(certificate, try identity.chainPEM)
        files.addSecret(key, try identity.privateKeyPEM)

        let output = invocation.output
        if days > 825 {
            output.warning("Apple's systems refuse server certificates that are valid for more than 825 days")
        }
        try files.write {
            try IssuedFiles.describe(identity, files.paths, output)
            try output.line("next:")
            try output.line(
                "  mtls serve --cert \(shellQuoted(certificate)) --key \(shellQuoted(key)) "
                    + "--client-ca \(shellQuoted(folder.path(.rootCertificate)))")
        }
        return 0
    }
}
