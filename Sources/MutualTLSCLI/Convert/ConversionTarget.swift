import MutualTLSOpenSSL
import MutualTLSPKCS12

/// Whom a file is written for: one row of a table.
struct ConversionTarget: Sendable {
    /// The form of what is written.
    enum Form: Sendable {
        /// The system is asked whether it will open the file before anything is written.
        case pkcs12(PKCS12Writer.Format, ImporterVerdict.System)
        case pem
        /// The certificate, and the key in a file of its own.
        case der
    }

    /// Its word on the command line.
    let name: String
    let form: Form
    /// For the help.
    let summary: String

    /// Whether who reads the file can tell several identities apart. OpenSSL's PKCS12_parse takes the first key and all other
    /// certificates for its chain, and servers and curl do the same with PEM: one's certificate would go out with another's.
    var holdsSeveral: Bool {
        switch form {
        case .pkcs12(_, .openSSL), .pem, .der: false
        case .pkcs12: true
        }
    }

    static let all = [
        ConversionTarget(
            name: "apple", form: .pkcs12(.modern, .newApple), summary: "iOS 18, macOS 15 and newer: AES-256, SHA-256"),
        ConversionTarget(
            name: "apple-legacy", form: .pkcs12(.compatible, .oldApple),
            summary: "every iOS and macOS, and everything else: 3DES, SHA-1"),
        ConversionTarget(
            name: "openssl", form: .pkcs12(.modern, .openSSL), summary: "OpenSSL 3 and what is built on it: AES-256"),
        ConversionTarget(name: "java", form: .pkcs12(.modern, .java), summary: "Java 8u301 and newer: AES-256"),
        ConversionTarget(
            name: "windows", form: .pkcs12(.modern, .windows),
            summary: "Windows 10 1709, Server 2019 and newer: AES-256"),
        ConversionTarget(
            name: "pem", form: .pem, summary: "one text for nginx, HAProxy, curl: certificate, chain, key"),
        ConversionTarget(
            name: "der", form: .der, summary: "the certificate as DER, and its key beside it in a file .key"),
    ]

    /// All of them, for the help.
    static var table: String {
        all.map { "  " + $0.name.padding(toLength: 13, withPad: " ", startingAt: 0) + $0.summary }
            .joined(separator: "\n")
    }

    /// - Throws: `CommandError` with `.usage`.
    static func named(_ name: String?) throws -> ConversionTarget {
        let names = all.map(\.name)
        guard let name else {
            throw CommandError(
                .usage, "--for is missing: whom is the file for?", hint: "it takes \(names.joined(separator: ", "))")
        }
        if let target = all.first(where: { $0.name == name.lowercased() }) { return target }
        throw CommandError(
            .usage, "--for knows no \"\(name)\"",
            hint: Suggestion.nearest(to: name, among: names).map { "did you mean \($0)?" }
                ?? "it takes \(names.joined(separator: ", "))")
    }
}
