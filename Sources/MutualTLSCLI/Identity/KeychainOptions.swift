import Foundation
import MutualTLS
import MutualTLSPKCS12
import PortableSecurity

#if !canImport(Security)
    import MutualTLSKeychain
#endif

/// The keychain that a command line means, and what unlocks it.
struct KeychainOptions: Sendable {
    /// Which one: a row for the tables of all subcommands that use it.
    static let place = Option(
        "keychain", "DIR", "the keychain's folder (MTLS_KEYCHAIN, else $XDG_DATA_HOME/mtls, else ~/.local/share/mtls)")
    /// For subcommands that need a key as well.
    static let options = [
        place,
        Option("keychain-password-file", "FILE", "read the keychain's passphrase, where it has one, from a file"),
    ]

    /// The variable that names the file of the passphrase.
    static let variable = "MTLS_KEYCHAIN_PASSWORD_FILE"

    /// Its identities.
    let store: IdentityStore
    private let passwordFile: String?

    #if canImport(Security)
        // Never run: there is no Apple machine in this project.

        /// - Throws: `CommandError` with `.usage` where a folder is named.
        init(_ invocation: Invocation) throws {
            if invocation.arguments.has("keychain") {
                throw CommandError(.usage, "--keychain is for Linux", hint: "leave it out: the system has one keychain")
            }
            (store, passwordFile) = (IdentityStore(), nil)
        }

        /// Nothing: the system unlocks its keychain itself.
        func unlock() throws {}

        /// Whether there is one.
        var exists: Bool { true }
    #else
        private let keychain: SecKeychain

        /// - Throws: `CommandError` with `.usage`.
        init(_ invocation: Invocation) throws {
            let folder = invocation.arguments.value("keychain")
            keychain = folder.map { SecKeychain.at(URL(fileURLWithPath: $0, isDirectory: true)) } ?? .current
            store = IdentityStore(keychain: keychain)
            let variable = invocation.environment[Self.variable].flatMap { $0.isEmpty ? nil : $0 }
            passwordFile = invocation.arguments.value("keychain-password-file") ?? variable
        }

        /// Unlocks it where it is locked: before anything that needs a key.
        /// - Throws: `CommandError` or `MutualTLSError` where the passphrase can't be had, or is wrong.
        func unlock() throws {
            try telling("open") {
                guard try keychain.isLocked else { return }
                try keychain.unlock(passphrase())
            }
        }

        /// Whether there is one.
        var exists: Bool { keychain.exists }

        /// Protects it by something else from now on; one that isn't there is made.
        func protect(by protection: KeychainProtection) throws {
            try telling("protect") { try keychain.protect(by: protection) }
        }

        private func passphrase() throws -> SecretBytes {
            guard let passwordFile else {
                return try TerminalPrompt.ask(
                    "Passphrase of \(name): ", missing: "\(name) is locked",
                    hint: "use --keychain-password-file FILE, or name the file in \(Self.variable)")
            }
            var data = try InputFile.read(passwordFile, "the keychain's passphrase")
            defer { wipe(&data) }
            return try PasswordOptions.secret(data, "the keychain's passphrase in \(passwordFile)")
        }

        private func telling<Result>(_ operation: String, _ body: () throws -> Result) throws -> Result {
            do {
                return try body()
            } catch let error as NSError where error.domain == NSOSStatusErrorDomain {
                let shown = CommandError(MutualTLSError(keychain: error, "can't \(operation) \(name)"))
                let isWrong = error.code == Int(errSecAuthFailed)
                throw isWrong ? shown.advising("check it: upper and lower case, the keyboard's layout") : shown
            }
        }
    #endif

    /// What errors call it.
    var name: String { store.keychainName }

    /// Its labels, of identities and of keys that wait for their certificates.
    func labels() throws -> [String] {
        try (store.all().map(\.label) + store.waitingKeys().map(\.label)).filter { !$0.isEmpty }
    }

    /// Why there is nothing with a label, and what may have been meant.
    func notFound(_ label: String) -> CommandError {
        guard exists else {
            return CommandError(
                MutualTLSError.noIdentityCode, "there is no identity \"\(label)\": \(name) is not there yet",
                hint: "store one: mtls identity import FILE --label \(shellQuoted(label))")
        }
        let nearest = Suggestion.nearest(to: label, among: (try? labels()) ?? [])
        return CommandError(
            MutualTLSError.noIdentityCode, "no identity in \(name) has the label \"\(label)\"",
            hint: nearest.map { "did you mean \(shellQuoted($0))?" } ?? "mtls identity list shows what there is")
    }

    /// The identity that has a label.
    /// - Throws: `CommandError` where none has.
    func identity(_ label: String) throws -> StoredIdentity {
        if let found = try store.stored(label: label) { return found }
        if let waiting = try store.waitingKeys(label: label).first {
            throw CommandError(
                .init(name: MutualTLSError.Code.noCertificate.description, exitStatus: 1),
                "\"\(label)\" is a key (\(waiting.keyType)) that has no certificate yet",
                hint: "have its request signed, and bring the certificate: mtls identity import cert.pem")
        }
        throw notFound(label)
    }
}

extension MutualTLSError {
    /// The code of a label that nothing has.
    fileprivate static var noIdentityCode: CommandError.Code {
        .init(name: Code.noIdentity.description, exitStatus: 1)
    }
}
