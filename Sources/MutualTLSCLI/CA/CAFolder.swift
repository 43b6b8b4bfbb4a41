import Foundation
import MutualTLSPKI

/// The folder of a CA: a root, which signs nothing but the CA that issues, and that one.
struct CAFolder {
    /// What `mtls ca init` makes, in the order in which the files appear: whoever makes the first one has the folder.
    enum File: String, CaseIterable {
        case rootKey = "root.key"
        case issuingKey = "issuing.key"
        case rootCertificate = "root.pem"
        case issuingCertificate = "issuing.pem"
        /// The issuing CA's certificate and the root's, for peers that want both.
        case chain = "chain.pem"

        var isKey: Bool { self == .rootKey || self == .issuingKey }
    }

    /// As the command line has it.
    let path: String

    /// The path of a file in it.
    func path(_ file: File) -> String { path == "/" ? "/" + file.rawValue : path + "/" + file.rawValue }

    init(_ path: String) {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.path = path.isEmpty ? "." : path
    }

    /// Makes the CA.
    /// - Parameters:
    ///   - name: of the root; the issuing CA is called after it.
    ///   - days: how long the root is valid.
    ///   - announcing: says what was made; where that fails, nothing is left.
    /// - Throws: `CommandError` or `PKIError`; nothing is left then.
    func create(
        name: String, days: Int,
        announcing: (_ root: CertificateAuthority, _ issuing: CertificateAuthority) throws -> Void
    ) throws {
        try checkIsFree()
        let root = try CertificateAuthority(name: name, validity: .days(days))
        let issuing = try root.intermediate(
            named: Self.issuingName(of: name), validity: .days(min(days, max(1, days / 2))))
        var files = OutputFiles(overwrites: false)
        for file in File.allCases {
            let contents: Data =
                switch file {
                case .rootKey: try root.privateKeyPEM
                case .issuingKey: try issuing.privateKeyPEM
                case .rootCertificate: try root.certificatePEM
                case .issuingCertificate: try issuing.certificatePEM
                case .chain: try issuing.certificatePEM + root.certificatePEM
                }
            file.isKey ? files.addSecret(path(file), contents) : files.add(path(file), contents)
        }
        let leftovers = Leftovers()
        let registration = Interruption.onSignal {
            leftovers.remove()
            return .end
        }
        defer { registration.cancel() }
        if mkdir(path, 0o700) == 0 {
            leftovers.add(path)
        } else if errno != EEXIST {
            throw CommandError(
                .unwritableFile, "the folder \(path) can't be made: \(systemMessage(errno).lowercased())",
                hint: "name a folder in one that is there and yours")
        }
        do {
            try files.write { try announcing(root, issuing) }
            leftovers.keep()
        } catch let error as Output.ReaderGone {
            leftovers.keep()
            throw error
        } catch {
            leftovers.remove()
            // Somebody else was quicker: say what is there now.
            try checkIsFree()
            throw error
        }
    }

    /// The paths of unfinished files in the folder: of a run that was killed, or of one that is under way.
    var unfinished: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { name in
            name.hasSuffix(".tmp") && File.allCases.contains { name.hasPrefix(".\($0.rawValue).") }
        }.sorted().map { "\(path)/\($0)" }
    }

    /// The CA that issues.
    /// - Throws: `CommandError` or `PKIError` that says what is missing or doesn't fit.
    func issuing() throws -> CertificateAuthority {
        let present = File.allCases.filter { Self.exists(path($0)) }
        if present.isEmpty {
            throw CommandError(
                .unreadableFile, "there is no CA in \(path)",
                hint: "make one with: mtls ca init \(path); or name its folder: --ca DIR")
        }
        let certificate = try InputFile.read(path(.issuingCertificate), "the CA's certificate")
        let key = try InputFile.read(path(.issuingKey), "the CA's key")
        let root = try InputFile.read(path(.rootCertificate), "the root's certificate")
        do {
            return try CertificateAuthority(certificatePEM: certificate, privateKeyPEM: key, issuers: root)
        } catch {
            throw CommandError(error).at(path)
        }
    }

    /// - Throws: `CommandError` that tells a CA from half of one.
    private func checkIsFree() throws {
        let present = File.allCases.filter { Self.exists(path($0)) }
        if present.count == File.allCases.count {
            throw CommandError(
                .unwritableFile, "there is a CA in \(path) already, and it was not touched",
                hint: "use it (mtls ca issue client NAME --ca \(path)), or name another folder")
        }
        if !present.isEmpty {
            let missing = File.allCases.filter { !present.contains($0) }
            throw CommandError(
                .unwritableFile,
                "there is part of a CA in \(path): \(list(present)) without \(list(missing)); nothing was touched",
                hint: "if `mtls ca init` was interrupted there, remove \(list(present)) and run it again; "
                    + "if files were lost, bring them back")
        }
        if Self.exists(path), !Self.isFolder(path) {
            throw CommandError(.unwritableFile, "\(path) is not a folder", hint: "name another one")
        }
    }

    private func list(_ files: [File]) -> String { files.map(\.rawValue).joined(separator: ", ") }

    /// `Example Issuing CA` for `Example Root CA`, within the 64 characters that a name may have.
    static func issuingName(of name: String) -> String {
        let suffix = " Issuing CA"
        let ending = [" Root CA", " Root", " CA"].first { name.hasSuffix($0) && name.count > $0.count } ?? ""
        let name = name.dropLast(ending.count)
        return String(String.UnicodeScalarView(name.unicodeScalars.prefix(64 - suffix.count))) + suffix
    }

    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
