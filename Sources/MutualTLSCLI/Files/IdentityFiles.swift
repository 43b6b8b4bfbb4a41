import Foundation
import MutualTLS
import MutualTLSPKCS12

/// The file, or the two files, that hold an identity.
struct IdentityFiles {
    let path: String
    let keyPath: String?
    /// What the first file is.
    let format: IdentityFile.Format
    let sources: [IdentityFile.Source]

    /// Reads them.
    /// - Parameter what: what the first is wanted for, such as "the identity".
    /// - Throws: `CommandError`.
    init(_ path: String, key keyPath: String?, _ what: String) throws {
        let data = try InputFile.read(path, what)
        format = IdentityFile.Format(data)
        self.path = path
        self.keyPath = keyPath
        sources =
            try [.init(data, name: path)]
            + (keyPath.map { [try .init(InputFile.read($0, "the private key"), name: $0)] } ?? [])
    }

    /// What errors call it.
    var kind: String { "the \(formatName) file" + (keyPath == nil ? "" : " with its key") }

    private var formatName: String {
        switch format {
        case .pem: "PEM"
        case .certificate, .privateKey, .encryptedPrivateKey: "DER"
        case .pkcs12: "PKCS#12"
        }
    }

    /// Opens them: at once with the password that was chosen, else first without, and with what is typed where that is not
    /// enough.
    func open(_ options: PasswordOptions) throws -> IdentityFile {
        // The key is what is encrypted.
        let what = keyPath.map { "the key \($0)" } ?? path
        if options.source != nil { return try IdentityFile(sources, password: options.existing(what)) }
        do {
            return try IdentityFile(sources, password: nil)
        } catch {
            if error.code != .passwordRequired { throw error }
            return try IdentityFile(sources, password: options.existing(what))
        }
    }

    /// Runs `body`, and adds to its errors what the command line can do about them.
    func explaining<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as MutualTLSError {
            let shown = CommandError(error)
            // A source's name stands in front already where a single one is to blame.
            let names = sources.compactMap(\.name)
            let place = names.contains { shown.reason.hasPrefix("\($0): ") } ? nil : names.joined(separator: " and ")
            let hint = hint(error) ?? shown.hint
            let placed = place.map(shown.at) ?? shown
            throw CommandError(placed.code, placed.reason, hint: hint, alert: placed.alert)
        }
    }

    private func hint(_ error: MutualTLSError) -> String? {
        switch error.code {
        case .wrongPassword: "check it: upper and lower case, the keyboard's layout, blanks at its ends"
        case .noPrivateKey where keyPath == nil && !error.reason.contains(", but "): "name the key's file: --key FILE"
        case .passwordRequired: "use --password-file FILE, --password-stdin or \(PasswordOptions.variable)"
        case .severalIdentities, .noIdentity: "use --select fingerprint:HEX, name:FRIENDLY-NAME or issuer:NAME"
        default: nil
        }
    }
}
