import Foundation
import MutualTLSPKI

extension Subcommand {
    /// `mtls ca init`
    static let caInit = Subcommand(
        path: ["ca", "init"], operands: "[DIR]", operandCount: 0...1,
        summary: "make a certificate authority: a root, and below it the CA that issues",
        details: """
            DIR is ./ca unless given. It gets root.pem and root.key, issuing.pem and issuing.key, and chain.pem with both
            certificates. Nothing that is there is overwritten. Keep root.key offline: issuing takes only issuing.key.
            """,
        options: [
            Option("name", "NAME", "the root's name (\"Private Root CA\")"),
            Option("days", "N", "how long the root is valid (3650); the issuing CA has half of it"),
        ],
        examples: [
            Example(command: "mtls ca init", purpose: "a CA in ./ca"),
            Example(
                command: "mtls ca init /srv/pki --name \"Example Root\" --days 7300",
                purpose: "with a name, for 20 years"),
        ],
        run: { try CAInitCommand.run($0) })
}

/// Makes a CA.
enum CAInitCommand {
    static func run(_ invocation: Invocation) throws -> Int32 {
        let arguments = invocation.arguments
        let folder = CAFolder(arguments.operands.first ?? "ca")
        let days = try arguments.number("days", in: 1...36_500) ?? 3_650
        for path in folder.unfinished {
            invocation.output.warning("\(path) is unfinished, and of a run that was killed: remove it")
        }
        try folder.create(name: arguments.value("name") ?? "Private Root CA", days: days) { root, issuing in
            try announce(root, issuing, folder, invocation.output)
        }
        return 0
    }

    private static func announce(
        _ root: CertificateAuthority, _ issuing: CertificateAuthority, _ folder: CAFolder, _ output: Output
    ) throws {
        try output.line(
            "made the CA \(printable(root.subject)), valid until \(day(root.notAfter)), SHA-256 \(root.fingerprintSHA256)"
        )
        try output.line("and below it \(printable(issuing.subject)), valid until \(day(issuing.notAfter))")
        try output.line("")
        let rows = [
            (
                "root.pem",
                "give it to servers and clients: ssl_client_certificate (with ssl_verify_depth 2), --client-ca, --cacert"
            ),
            ("root.key", "keep it offline"), ("issuing.pem", "goes along with what is issued"),
            ("issuing.key", "issues; guard it"), ("chain.pem", "both certificates"),
        ]
        let width = output.isTerminal ? rows.map { folder.path.count + 1 + $0.0.count }.max() ?? 0 : 0
        for (file, use) in rows {
            let path = printable("\(folder.path)/\(file)")
            try output.line(path + String(repeating: " ", count: max(0, width - path.count)) + "  " + use)
        }
        try output.line("")
        try output.line("next:")
        let option = folder.path == "ca" ? "" : " --ca " + shellQuoted(folder.path)
        try output.line("  mtls ca issue server localhost 127.0.0.1\(option)")
        try output.line("  mtls ca issue client alice\(option)")
    }
}

/// A date as certificates are talked of: its day, in UTC.
func day(_ date: Date) -> String { String(timestamp(date).prefix(10)) }

/// A date as ISO 8601 writes it, in UTC.
func timestamp(_ date: Date) -> String { ISO8601DateFormatter().string(from: date) }

/// A word for a command line that is to be copied.
func shellQuoted(_ word: String) -> String {
    let plain = word.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            || "-_./:@+,".utf8.contains(byte)
    }
    return plain && !word.isEmpty ? word : "'" + printable(word).replacingOccurrences(of: "'", with: "'\\''") + "'"
}
