import Foundation
import MutualTLS
import PortableSecurity

/// Stores the identities of a file in the keychain.
struct IdentityImportCommand {
    private let invocation: Invocation
    private let keychain: KeychainOptions
    private let origins: Set<Origin>
    private let label: String?

    /// - Throws: `CommandError` with `.usage`.
    init(_ invocation: Invocation) throws {
        let arguments = invocation.arguments
        self.invocation = invocation
        keychain = try KeychainOptions(invocation)
        origins = Set(try arguments.all("bind").map(Origin.argument))
        label = arguments.value("label")
        for other in ["label", "select"] where arguments.has("all") && arguments.has(other) {
            throw CommandError(.usage, "--all and --\(other) don't go together", hint: "leave one of them out")
        }
        if let label, label.allSatisfy(\.isWhitespace) {
            throw CommandError(.usage, "--label takes a name that is not empty")
        }
    }

    /// - Returns: the exit status.
    func run() throws -> Int32 {
        let wanted = try identities()
        try keychain.unlock()
        // All of them or none.
        let stored = try keychain.store.together { try wanted.map(store) }
        for imported in stored {
            try invocation.output.line(imported.text)
            for problem in imported.identity.problems() {
                invocation.output.warning("\"\(imported.label)\": \(problem.message)")
            }
        }
        return 0
    }

    /// What is wanted of the file.
    private func identities() throws -> [ClientIdentity] {
        let arguments = invocation.arguments
        let path = arguments.operands[0]
        let selector = try IdentityOptions.selector(invocation)
        let password = try PasswordOptions(invocation)
        let files = try IdentityFiles(path, key: arguments.value("key"), "the identity")
        return try files.explaining {
            let file = try joined(try files.open(password))
            if let source = password.source, source != .none, !file.usedPassword {
                invocation.output.warning("the password of \(path) was not needed, and ignored")
            }
            guard arguments.has("all"), !file.identities.isEmpty else { return [try file.single(selector, files.kind)] }
            return Conversion.distinct(file.identities)
        }
    }

    /// Certificates without keys, with those that wait for them in the keychain.
    private func joined(_ file: IdentityFile) throws -> IdentityFile {
        guard file.identities.isEmpty, file.keysWithoutCertificate.isEmpty, file.unusableKeys.isEmpty else {
            return file
        }
        let certificates = file.certificates.map(\.certificate)
        let found = try keychain.store.identities(joining: certificates)
        return found.isEmpty ? file : try IdentityFile(found, certificates: certificates)
    }

    private func store(_ identity: ClientIdentity) throws -> ImportedIdentity {
        let label = try label(of: identity)
        try checkIsNoKeys(label, identity)
        let former = try invocation.arguments.has("replace") ? keychain.store.stored(label: label) : nil
        var outcome: ImportedIdentity.Outcome
        if let former, former.fingerprint != identity.fingerprint {
            try keychain.store.replace(label: label, with: identity)
            outcome = .replaced(former)
        } else {
            do {
                outcome = .saved(try keychain.store.save(identity, label: label))
            } catch let error as MutualTLSError where error.code == .labelInUse {
                throw CommandError(
                    CommandError(error).code, error.reason,
                    hint: "choose another --label, or put this identity in that one's place: --replace")
            }
        }
        if !origins.isEmpty { try keychain.store.bind(label: label, to: origins) }
        return ImportedIdentity(
            label: label, identity: identity, outcome: outcome, origins: try keychain.store.origins(label: label))
    }

    /// A key that waits keeps its label, so that the certificate that comes for it finds it free.
    private func checkIsNoKeys(_ label: String, _ identity: ClientIdentity) throws {
        guard let key = try keychain.store.waitingKeys(label: label).first,
            try keychain.store.label(of: identity) != label
        else { return }
        throw CommandError(
            .init(name: MutualTLSError.Code.labelInUse.description, exitStatus: 1),
            "the label \"\(label)\" belongs to another key (\(key.keyType)) that waits for its certificate",
            hint: "choose another --label, or remove that key: mtls identity remove \(shellQuoted(label))")
    }

    private func label(of identity: ClientIdentity) throws -> String {
        let names = [
            label, try label == nil ? keychain.store.label(of: identity) : nil, identity.friendlyName,
            SecCertificateCopySubjectSummary(identity.certificate) as String?,
        ]
        if let name = names.compactMap({ $0 }).first(where: { !$0.allSatisfy(\.isWhitespace) }) { return name }
        throw CommandError(
            .usage, "neither the file nor the certificate has a name that could be the label",
            hint: "give one: --label NAME")
    }
}

/// What became of an identity that was imported.
struct ImportedIdentity {
    enum Outcome {
        case saved(IdentityStore.Saved)
        case replaced(StoredIdentity)
    }

    let label: String
    let identity: ClientIdentity
    let outcome: Outcome
    let origins: Set<Origin>

    /// A line for people.
    var text: String {
        let name = "\"\(label)\""
        let what =
            switch outcome {
            case .saved(.added): "stored \(name)"
            case .saved(.unchanged): "\(name) was there already"
            case .saved(.relabelled(let former)):
                former.isEmpty ? "named \(name) what had no label" : "\(name) replaces the label \"\(former)\""
            case .replaced(let former):
                "stored \(name) in the place of \(Self.describe(former.identity))"
            }
        let bound = origins.isEmpty ? "" : "; it goes to \(origins.text) alone"
        return printable("\(what): \(Self.describe(identity)), SHA-256 \(identity.fingerprint)\(bound)")
    }

    /// Who it is, and until when.
    private static func describe(_ identity: ClientIdentity) -> String {
        guard let certificate = try? InspectedCertificate(identity) else { return identity.summary }
        let subject = certificate.subject.isEmpty ? "a certificate without a subject" : certificate.subject
        return "\(subject), valid until \(certificate.notAfter.prefix(10))"
    }
}

extension Set<Origin> {
    /// In one line, for people.
    var text: String { map(\.description).sorted().joined(separator: ", ") }
}
