import Foundation
import MutualTLS
import MutualTLSOpenSSL
import MutualTLSPKCS12
import PortableSecurity

/// What was found in a file.
struct Inspection: Encodable {
    /// Whether the file was opened.
    enum Status: String, Encodable {
        case ok
        case wrongPassword = "wrong-password"
        case passwordRequired = "password-required"
        case malformed, unsupported
        /// The file can't be read.
        case unreadable
        /// Neither certificate nor key is in it.
        case empty
    }

    /// How something is protected.
    struct Protection: Encodable {
        let algorithm: String
        let iterations: Int
    }

    let format: String
    private(set) var status = Status.ok
    /// Why it was not opened.
    private(set) var reason: String?
    private(set) var hint: String?
    private(set) var mac: Protection?
    private(set) var encryption: [Protection] = []
    private(set) var identities: [InspectedCertificate] = []
    private(set) var certificates: [InspectedCertificate] = []
    private(set) var keysWithoutCertificate = 0

    private enum CodingKeys: String, CodingKey {
        case format, status, reason, mac, encryption, identities, certificates, keysWithoutCertificate
    }

    /// - Parameters:
    ///   - data: the file.
    ///   - kind: what it is.
    ///   - key: a private key beside it, as PEM.
    ///   - isChosen: whether the password was given; one that is only asked for is so when the file needs one.
    ///   - password: called at most once.
    init(_ data: Data, kind: FileKind, key: Data?, isChosen: Bool = false, password: () throws -> String?) {
        format =
            switch kind {
            case .pem: "pem"
            case .certificate: "der"
            case .pkcs12: "pkcs12"
            }
        do {
            let contents: IdentityFileContents
            switch kind {
            case .pkcs12: contents = try openPKCS12(data, isChosen, password)
            case .pem: contents = try IdentityFileContents(pem: [data] + (key.map { [$0] } ?? []), password)
            case .certificate:
                let block = PEMDocument.encode(label: "CERTIFICATE", der: data)
                contents = try IdentityFileContents(pem: [block] + (key.map { [$0] } ?? []), password)
            }
            take(contents)
        } catch {
            refuse(error)
        }
    }

    /// Of a file that can't be read.
    init(unreadable error: CommandError) {
        format = "unknown"
        status = .unreadable
        reason = error.reason
        hint = error.hint
    }

    private mutating func openPKCS12(
        _ data: Data, _ isChosen: Bool, _ password: () throws -> String?
    ) throws -> IdentityFileContents {
        let file = try PKCS12File(data)
        let outside = PKCS12Outside(file)
        mac = file.mac.map { Protection(algorithm: $0.name, iterations: $0.iterations) }
        encryption = outside.encryption
        do {
            let contents = try isChosen ? Self.open(file, with: password()) : Self.open(file, password)
            encryption = Self.unique(contents.encryption)
            return IdentityFileContents(contents)
        } catch {
            // What is not encrypted can be shown all the same.
            certificates = outside.certificates.map { InspectedCertificate($0, friendlyName: nil, chain: nil) }
            throw error
        }
    }

    private static func open(_ file: PKCS12File, _ password: () throws -> String?) throws -> PKCS12Contents {
        do {
            return try PKCS12Reader.read(file, password: nil)
        } catch let error where error.code == .passwordRequired {
            guard let text = try password() else { throw error }
            return try open(file, with: text)
        }
    }

    private static func open(_ file: PKCS12File, with password: String?) throws -> PKCS12Contents {
        try PKCS12Reader.read(file, password: password.map { SecretBytes(utf8: $0) })
    }

    private mutating func take(_ contents: IdentityFileContents) {
        let all = contents.certificates.map(\.certificate)
        for (index, entry) in contents.certificates.enumerated() {
            if contents.leaves.contains(index) {
                identities.append(
                    InspectedCertificate(
                        entry.certificate, friendlyName: entry.friendlyName,
                        chain: IdentityFileContents.chain(from: entry.certificate, among: all)))
            } else {
                certificates.append(
                    InspectedCertificate(entry.certificate, friendlyName: entry.friendlyName, chain: nil))
            }
        }
        keysWithoutCertificate = contents.keysWithoutCertificate
        if contents.certificates.isEmpty, contents.keysWithoutCertificate == 0 {
            status = .empty
            reason = "there is neither a certificate nor a private key in it"
        }
    }

    private mutating func refuse(_ error: any Error) {
        let shown = CommandError(error)
        reason = shown.reason
        hint = shown.hint
        switch error {
        case let error as PKCS12Error:
            reason = error.reason
            status =
                switch error.code {
                case .wrongPassword: .wrongPassword
                case .passwordRequired: .passwordRequired
                case .unsupportedAlgorithm, .legacyProviderMissing, .tooManyIterations: .unsupported
                default: .malformed
                }
        case let error as PKCS12StructureError:
            reason = "\(error)"
            status = error.code == .unsupported ? .unsupported : .malformed
        case let error as MutualTLSError:
            status =
                switch error.code {
                case .wrongPassword: .wrongPassword
                case .passwordRequired: .passwordRequired
                case .unsupportedAlgorithm: .unsupported
                default: .malformed
                }
        // Nobody could be asked, or nobody answered.
        default: status = .passwordRequired
        }
    }

    static func unique(_ schemes: [PasswordBasedEncryption]) -> [Protection] {
        var seen: Set<String> = []
        return schemes.filter { seen.insert("\($0.name) \($0.iterations)").inserted }
            .map { Protection(algorithm: $0.name, iterations: $0.iterations) }
    }
}
