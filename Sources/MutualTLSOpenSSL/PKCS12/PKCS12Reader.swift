internal import CMutualTLSOpenSSL
import Foundation
import MutualTLSPKCS12

/// Opens PKCS#12 files (RFC 7292).
package enum PKCS12Reader {
    /// How literally the password is taken.
    package enum PasswordForms: Sendable, Hashable {
        /// As the standards say: UTF-16 for PKCS#12's own derivation, UTF-8 for PBKDF2; empty is not null.
        case standard
        /// In every form that writers of files are known to have used; empty and null are one.
        case all
    }

    /// As many rounds of key derivation as one file may cost in all: some ten seconds.
    package static let maximumIterations = 20_000_000

    /// Checks the MAC, decrypts, and parses what is inside. Keys come out independent of the private OpenSSL context that old
    /// algorithms need.
    /// - Parameters:
    ///   - data: the file.
    ///   - password: UTF-8; nil for none.
    ///   - forms: how literally to take it.
    ///   - skipsNested: whether bags of bags are passed over, as some importers do.
    ///   - maximumIterations: how many rounds of key derivation the file may cost in all.
    /// - Throws: `PKCS12Error`. The password is called wrong only when the MAC says so, or where there is none, when nothing
    ///   could be decrypted.
    package static func read(
        _ data: Data, password: SecretBytes?, forms: PasswordForms = .all, maximumIterations: Int = maximumIterations
    ) throws(PKCS12Error) -> PKCS12Contents {
        let file: PKCS12File
        do {
            file = try PKCS12File(data)
        } catch {
            throw PKCS12Error(structure: error)
        }
        return try read(file, password: password, forms: forms, maximumIterations: maximumIterations)
    }

    /// The same for a file whose structure has been read already.
    package static func read(
        _ file: PKCS12File, password: SecretBytes?, forms: PasswordForms = .all, skipsNested: Bool = false,
        maximumIterations: Int = maximumIterations
    ) throws(PKCS12Error) -> PKCS12Contents {
        let budget = IterationBudget(maximumIterations)
        var candidates = forms == .all ? PKCS12Password.forms(of: password) : [.standard(password)]
        if let mac = file.mac {
            var matching: [PKCS12Password] = []
            for candidate in candidates {
                try budget.spend(mac.iterations)
                if try verifies(mac, file.authenticatedContent, candidate) { matching.append(candidate) }
            }
            candidates = matching
            if candidates.isEmpty { throw refusal(password) }
        }
        for candidate in candidates {
            let decryption = PKCS12Decryption(budget: budget)
            guard var contents = try contents(of: file, password: candidate, skipsNested, decryption) else { continue }
            if file.mac != nil || !contents.encryption.isEmpty { contents.password = candidate.kind }
            return contents
        }
        if file.mac == nil { throw refusal(password) }
        throw PKCS12Error(
            .malformed,
            "the password is right, but a part of the PKCS#12 file can't be decrypted: it is damaged; export it again")
    }

    /// Whether the MAC confirms the password.
    /// - Parameters:
    ///   - mac: that of the file.
    ///   - content: what it covers.
    ///   - password: UTF-8, taken as the standards say.
    /// - Throws: `PKCS12Error` when it can't be computed.
    package static func verifies(
        _ mac: MacData, content: Data, password: SecretBytes, maximumIterations: Int = maximumIterations
    ) throws(PKCS12Error) -> Bool {
        try IterationBudget(maximumIterations).spend(mac.iterations)
        return try verifies(mac, content, .standard(password))
    }

    private static func refusal(_ password: SecretBytes?) -> PKCS12Error {
        password == nil
            ? PKCS12Error(.passwordRequired, "the PKCS#12 file has a password; give it")
            : PKCS12Error(.wrongPassword, "the password of the PKCS#12 file is wrong")
    }

    private static func verifies(
        _ mac: MacData, _ content: Data, _ password: PKCS12Password
    ) throws(PKCS12Error) -> Bool {
        do {
            return try PKCS12MAC.verifies(mac, content: content, password: password)
        } catch let error as PKCS12Error {
            throw error
        } catch {
            throw PKCS12Error(
                .unsupportedAlgorithm, "the MAC of the PKCS#12 file (\(mac.name)) can't be checked: \(error)")
        }
    }

    /// nil when something can't be decrypted with this password.
    private static func contents(
        of file: PKCS12File, password: PKCS12Password, _ skipsNested: Bool, _ decryption: PKCS12Decryption
    ) throws(PKCS12Error) -> PKCS12Contents? {
        var contents = PKCS12Contents()
        contents.mac = file.mac
        for part in file.authenticatedSafe {
            let plain: Data
            switch part.kind {
            case .data(let data): plain = data
            case .encrypted(let algorithm, let ciphertext):
                guard let decrypted = try decryption.decrypt(ciphertext, algorithm, password: password) else {
                    return nil
                }
                plain = decrypted
            case .unsupported(_, let name):
                throw PKCS12Error(
                    .unsupportedAlgorithm, "a part of the PKCS#12 file is \(name) and not under a password")
            }
            let bags: [SafeBag]
            do {
                bags = try SafeContents.bags(in: plain, offset: part.offset, skipsNested: skipsNested)
            } catch {
                // Without a MAC, a wrong password that leaves valid padding shows only here.
                if case .encrypted = part.kind, file.mac == nil { return nil }
                throw PKCS12Error(structure: error)
            }
            for bag in bags {
                guard try add(bag, to: &contents, password: password, decryption) else { return nil }
            }
        }
        contents.encryption = decryption.schemes
        return contents
    }

    private static func add(
        _ bag: SafeBag, to contents: inout PKCS12Contents, password: PKCS12Password, _ decryption: PKCS12Decryption
    ) throws(PKCS12Error) -> Bool {
        func leaveOut(_ kind: PKCS12Contents.Unread) {
            contents.unread.append(kind)
            if !bag.isNested { contents.unreadAtTop.insert(kind) }
        }
        func addKey(_ der: Data, isShrouded: Bool) {
            if let key = try? PrivateKey(der: der) {
                contents.keys.append(
                    .init(
                        key: key, localKeyID: bag.localKeyID, friendlyName: bag.friendlyName, isShrouded: isShrouded,
                        isNested: bag.isNested))
            } else {
                contents.unreadKeys.append(
                    .init(
                        algorithm: (try? PrivateKeyInfo(der: der))?.algorithm, isShrouded: isShrouded,
                        isNested: bag.isNested))
                leaveOut(.key)
            }
        }
        switch bag.kind {
        case .key(let der): addKey(der, isShrouded: false)
        case .shroudedKey(let info):
            guard let der = try decryption.decrypt(info.ciphertext, info.algorithm, password: password) else {
                return false
            }
            addKey(der, isShrouded: true)
        case .certificate(let der):
            if let certificate = try? X509Certificate(der: der) {
                contents.certificates.append(
                    .init(
                        certificate: certificate, localKeyID: bag.localKeyID, friendlyName: bag.friendlyName,
                        isNested: bag.isNested))
            } else {
                leaveOut(.certificate)
            }
        case .otherCertificate: leaveOut(.otherCertificate)
        case .crl, .otherCRL, .secret, .unknown(.crlBag), .unknown(.secretBag): leaveOut(.unneeded)
        case .unknown: leaveOut(.unknownBag)
        }
        return true
    }
}

extension PKCS12Error {
    init(structure error: PKCS12StructureError) {
        let code: Code =
            switch error.code {
            case .notPKCS12: .notPKCS12
            case .truncated: .truncated
            case .unsupported: .unsupportedAlgorithm
            default: .malformed
            }
        self.init(code, "\(error)")
    }
}
