import Foundation
import MutualTLS
import MutualTLSOpenSSL
import MutualTLSPKCS12

/// What was found in a file.
struct Inspection: Encodable {
    /// Whether the file was opened.
    enum Status: String, Encodable {
        case ok
        case wrongPassword = "wrong-password"
        case passwordRequired = "password-required"
        case malformed, unsupported
        /// Neither certificate nor key is in it.
        case empty
        /// The file was not looked into: it, or the password's, can't be read.
        case unreadable
    }

    /// How something is protected.
    struct Protection: Encodable, Hashable {
        let algorithm: String
        let iterations: Int
    }

    /// Whether a system will open the file.
    struct Opening: Encodable {
        let system: String
        let opens: Bool
        /// Apple's `OSStatus`; nil for others.
        let status: Int32?
        let why: String

        init(_ verdict: ImporterVerdict) {
            (system, opens) = (verdict.system, verdict.opens)
            (status, why) = (verdict.status, verdict.why)
        }
    }

    /// `pkcs12`, `pem`, `der`, or `unknown`.
    private(set) var format: String
    private(set) var status = Status.ok
    /// Why it was not opened.
    private(set) var reason: String?
    private(set) var hint: String?
    private(set) var mac: Protection?
    private(set) var encryption: [Protection] = []
    private(set) var identities: [InspectedCertificate] = []
    /// All that are no identity's leaf.
    private(set) var certificates: [InspectedCertificate] = []
    private(set) var keysWithoutCertificate = 0
    /// The kinds of the keys without a certificate, and of those that can't be read.
    private(set) var looseKeys: [String] = []
    /// What else should be known.
    private(set) var notes: [String] = []
    /// Which systems will open the file, as far as that can be told.
    var opens: [Opening] = []

    /// - Parameters:
    ///   - files: what to look into.
    ///   - password: where the password comes from, if it is needed.
    init(_ files: IdentityFiles, _ password: PasswordOptions) {
        format = files.format == .pkcs12 ? "pkcs12" : files.format == .pem ? "pem" : "der"
        defer {
            if let keyPath = files.keyPath, status == .ok, identities.isEmpty {
                notes.append(
                    looseKeys.isEmpty
                        ? "there is no private key in \(keyPath)" : "the key belongs to none of the certificates")
            }
        }
        do {
            if files.format == .pkcs12, let source = files.sources.first {
                try openPKCS12(source.data, files, password)
            } else {
                let keys = files.keyEncryption
                encryption = Self.unique(keys.compactMap { Protection($0) })
                opens = ImporterVerdict.withoutPKCS12(keys).map(Opening.init)
                try take(files.open(password), password)
            }
        } catch {
            refuse(error)
            addOpensOfUnread()
        }
    }

    /// Of a file that can't be read.
    init(unreadable error: CommandError) {
        format = "unknown"
        status = .unreadable
        reason = error.reason
        hint = error.hint
    }

    private mutating func openPKCS12(_ data: Data, _ files: IdentityFiles, _ password: PasswordOptions) throws {
        let file = try PKCS12File(data)
        let outside = PKCS12Outside(file)
        if file.hasTrailingBytes { notes.append("bytes follow the PKCS#12 structure, and were not read") }
        mac = file.mac.map { Protection(algorithm: $0.name, iterations: $0.iterations) }
        encryption = outside.encryption
        do {
            let (contents, secret) = try Self.read(file, files.path, password)
            encryption = Self.unique(contents.encryption)
            opens = ImporterVerdict.all(for: PKCS12Traits(contents)).map(Opening.init)
            let beside = Array(files.sources.dropFirst())
            try take(IdentityFile(contents, beside: beside, password: secret), password)
        } catch {
            // What is not encrypted can be shown all the same.
            if opens.isEmpty { opens = ImporterVerdict.all(for: PKCS12Traits(file)).map(Opening.init) }
            certificates = (try? IdentityFile(outside.readable).certificates.map(InspectedCertificate.init)) ?? []
            throw error
        }
    }

    /// - Returns: what is in it, and the password that was tried.
    private static func read(
        _ file: PKCS12File, _ path: String, _ password: PasswordOptions
    ) throws -> (PKCS12Contents, SecretBytes?) {
        if password.source == nil {
            do {
                return (try PKCS12Reader.read(file, password: nil), nil)
            } catch {
                if error.code != .passwordRequired { throw error }
            }
        }
        let secret = try password.existing(path)
        return (try PKCS12Reader.read(file, password: secret), secret)
    }

    private mutating func take(_ file: IdentityFile, _ password: PasswordOptions) throws {
        identities = try file.identities.map(InspectedCertificate.init)
        certificates = try file.certificates.map(InspectedCertificate.init)
        keysWithoutCertificate = file.keysWithoutCertificate.count
        looseKeys = file.keysWithoutCertificate + file.unusableKeys
        if !file.usedPassword, let source = password.source, source != .none {
            notes.append("the password was not needed, and ignored: nothing in the file is under one")
        }
        if !identities.isEmpty {
            notes += file.unusableKeys.map {
                "a private key in it can't be read, and was left out (\($0))"
            }
            if file.damagedCertificates > 0 {
                notes.append("certificates that can't be read and were left out: \(file.damagedCertificates)")
            }
        } else if let kind = file.unusableKeys.first {
            status = file.damagedKeys == file.unusableKeys.count ? .malformed : .unsupported
            reason = "its private key can't be read (\(kind))"
            hint = "export it again, with an RSA, elliptic-curve (P-256) or Ed25519 key"
        } else if file.damagedCertificates > 0 {
            status = .malformed
            reason = "a certificate in it can't be read: it is damaged"
            hint = "export it again"
        } else if certificates.isEmpty, looseKeys.isEmpty {
            status = .empty
            reason =
                "there is neither a certificate nor a private key in it"
                + (file.otherLabels.isEmpty ? "" : ", but \(file.otherLabels.joined(separator: ", "))")
            if file.otherLabels.contains("PKCS7") {
                hint = "take the certificates out: openssl pkcs7 -print_certs -in FILE"
            }
        }
        if file.otherEntries > 0, status == .ok {
            let entries = file.otherEntries == 1 ? "an entry is" : "\(file.otherEntries) entries are"
            notes.append("\(entries) neither certificate nor private key, and not shown")
        }
    }

    private mutating func refuse(_ error: any Error) {
        switch error {
        case let error as IdentityFileError: refuse(MutualTLSError(error))
        case let error as PKCS12StructureError:
            if error.code == .notPKCS12 { format = "unknown" }
            reason = "\(error)"
            status = error.code == .unsupported ? .unsupported : .malformed
        default:
            let shown = CommandError(error)
            reason = shown.reason
            hint = shown.hint
            status =
                switch (error as? MutualTLSError)?.code {
                case .wrongPassword: .wrongPassword
                case .passwordRequired: .passwordRequired
                case .unsupportedAlgorithm: .unsupported
                case .some: .malformed
                // Nobody could be asked, or nobody answered.
                case nil where shown.code == .unreadableFile: .unreadable
                case nil: .passwordRequired
                }
        }
    }

    static func unique(_ schemes: [PasswordBasedEncryption]) -> [Protection] {
        unique(schemes.map { Protection(algorithm: $0.name, iterations: $0.iterations) })
    }

    private static func unique(_ protections: [Protection]) -> [Protection] {
        var seen: Set<Protection> = []
        return protections.filter { seen.insert($0).inserted }
    }
}
