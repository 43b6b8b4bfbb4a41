import Foundation
import MutualTLS

/// What `--identity` means: a file, or an identity in the keychain.
enum NamedIdentity {
    case file(String)
    case stored(StoredIdentity)

    /// In front of a label, where a file may have the same name.
    private static let prefix = "keychain:"

    /// A file that is there wins; `keychain:LABEL` and `./FILE` say what is meant.
    /// - Throws: `CommandError` where it is neither, and what the keychain throws.
    init(_ name: String, _ keychain: KeychainOptions) throws {
        if name.hasPrefix(Self.prefix) {
            self = .stored(try keychain.identity(String(name.dropFirst(Self.prefix.count))))
        } else if name.contains("/") || Self.isFile(name) {
            self = .file(name)
        } else if let stored = try Self.stored(name, keychain) {
            self = .stored(stored)
        } else if access(name, F_OK) == 0 {
            // A folder, which the reader of files refuses.
            self = .file(name)
        } else {
            throw Self.neither(name, keychain)
        }
    }

    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
    }

    private static func stored(_ name: String, _ keychain: KeychainOptions) throws -> StoredIdentity? {
        do {
            return try keychain.store.stored(label: name)
        } catch {
            // Who meant a file shall read that it isn't there.
            let error = CommandError(error)
            throw CommandError(error.code, "there is no file \(name), and \(error.reason)", hint: error.hint)
        }
    }

    private static func neither(_ name: String, _ keychain: KeychainOptions) -> CommandError {
        guard keychain.exists else {
            return CommandError(
                .unreadableFile,
                "the identity can't be read: there is no file \(name), and no keychain that could have that label",
                hint: "is the name right, and the folder?")
        }
        let labels = (try? keychain.labels()) ?? []
        // A key that waits is no identity; who names one is told so.
        if labels.contains(name) {
            do { _ = try keychain.identity(name) } catch { return CommandError(error) }
        }
        let nearest = Suggestion.nearest(to: name, among: labels)
        return CommandError(
            .unreadableFile,
            "the identity can't be read: there is no file \(name), and no identity in \(keychain.name) has that label",
            hint: nearest.map { "did you mean \(shellQuoted($0))?" }
                ?? "is the name right, and the folder? mtls identity list shows the labels")
    }
}

extension StoredIdentity {
    /// - Throws: `CommandError` where it is bound to origins, and the URL's is none of them. Plain http never carries it.
    func check(mayGoTo url: URL) throws {
        guard let origin = Origin(url), !origins.isEmpty, !origins.contains(origin) else { return }
        throw CommandError(
            .init(name: MutualTLSError.Code.noIdentity.description, exitStatus: 1),
            "the identity \"\(label)\" is bound to \(origins.text), and not to \(origin); nothing was sent",
            hint: "if it may go there: mtls identity bind \(shellQuoted(label)) \(origin)")
    }
}
