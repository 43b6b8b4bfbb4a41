import Foundation
import MutualTLSPKI

/// What the two ways of issuing have in common about files.
enum IssuedFiles {
    /// A file's name after a certificate's name.
    /// - Throws: `CommandError` for a name that would lead elsewhere, or nowhere.
    static func defaultName(for name: String) throws -> String {
        let file = name.hasPrefix("*.") ? "_wildcard." + name.dropFirst(2) : name
        let isSafe =
            !file.isEmpty && !file.hasPrefix(".") && !file.hasPrefix("-") && !file.contains("/")
            && file == printable(file) && file.utf8.count <= 200
        guard isSafe else {
            throw CommandError(
                .usage, "no file can be called after \"\(name)\"", hint: "give the file's name with --out")
        }
        return file
    }

    /// `path` without the first of the extensions that it has.
    static func withoutExtension(_ path: String, _ extensions: [String]) -> String {
        extensions.first { path.lowercased().hasSuffix($0) && path.count > $0.count }.map {
            String(path.dropLast($0.count))
        }
            ?? path
    }

    /// Says what was written.
    static func describe(_ identity: IssuedIdentity, _ paths: [String], _ output: Output) throws {
        let subject = identity.subject.isEmpty ? "a certificate without a subject" : printable(identity.subject)
        try output.line(
            "wrote \(printable(paths.joined(separator: " and "))): \(subject), serial \(identity.serialNumber), "
                + "valid until \(day(identity.notAfter)), SHA-256 \(identity.fingerprintSHA256)")
    }
}
