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
    ///   - isCancelled: asked before each derivation of a key; true ends the reading with `cancelled`.
    /// - Throws: `IdentityFileError`. The password is called wrong only when the MAC says so, or where there is none, when nothing
    ///   could be decrypted.
    package static func read(
        _ data: Data, password: SecretBytes?, forms: PasswordForms = .all, maximumIterations: Int = maximumIterations,
        isCancelled: @escaping () -> Bool = { false }
    ) throws(IdentityFileError) -> PKCS12Contents {
        let file: PKCS12File
        do {
            file = try PKCS12File(data)
        } catch {
            throw IdentityFileError(error)
        }
        return try read(
            file, password: password, forms: forms, maximumIterations: maximumIterations, isCancelled: isCancelled)
    }

    /// The same for a file whose structure has been read already.
    /// - Parameter asksMACFirst: whether a MAC that says no comes before damage that is seen without the password, as some
    ///   importers have it.
    package static func read(
        _ file: PKCS12File, password: SecretBytes?, forms: PasswordForms = .all, skipsNested: Bool = false,
        asksMACFirst: Bool = false, maximumIterations: Int = maximumIterations,
        isCancelled: @escaping () -> Bool = { false }
    ) throws(IdentityFileError) -> PKCS12Contents {
        if !asksMACFirst { try checkOutside(of: file) }
        let budget = IterationBudget(maximumIterations, isCancelled: isCancelled)
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
        for (index, candidate) in candidates.enumerated() {
            let decryption = PasswordDecryption(of: "PKCS#12 file", budget: budget)
            let toleratesLockedKeys = file.mac != nil && index == candidates.count - 1
            guard
                var contents = try contents(
                    of: file, password: candidate, skipsNested, toleratesLockedKeys: toleratesLockedKeys, decryption)
            else { continue }
            if file.mac != nil || !contents.encryption.isEmpty { contents.password = candidate.kind }
            return contents
        }
        if file.mac == nil { throw refusal(password) }
        throw IdentityFileError(
            .malformed,
            "the password is right, but a part of the PKCS#12 file is encrypted under another one, or wrongly; export it again"
        )
    }

    /// Finds damage that no password mends. What is only not known is left for whom the password has been proven to.
    private static func checkOutside(of file: PKCS12File) throws(IdentityFileError) {
        for part in file.authenticatedSafe {
            var algorithms: [AlgorithmIdentifier] = []
            switch part.kind {
            case .encrypted(let algorithm, _): algorithms = [algorithm]
            case .unsupported: break
            case .data(let data):
                do {
                    for bag in try SafeContents.bags(in: data, offset: part.offset) {
                        if case .shroudedKey(let info) = bag.kind { algorithms.append(info.algorithm) }
                    }
                } catch {
                    if error.code != .unsupported { throw IdentityFileError(error) }
                }
            }
            for algorithm in algorithms {
                do {
                    _ = try PasswordDecryption.scheme(algorithm, of: "PKCS#12 file")
                } catch {
                    if error.code != .unsupportedAlgorithm { throw error }
                }
            }
        }
    }

    /// Whether the MAC confirms the password.
    /// - Parameters:
    ///   - mac: that of the file.
    ///   - content: what it covers.
    ///   - password: UTF-8, taken as the standards say.
    /// - Throws: `IdentityFileError` when it can't be computed.
    package static func verifies(
        _ mac: MacData, content: Data, password: SecretBytes, maximumIterations: Int = maximumIterations
    ) throws(IdentityFileError) -> Bool {
        try IterationBudget(maximumIterations).spend(mac.iterations)
        return try verifies(mac, content, .standard(password))
    }

    private static func refusal(_ password: SecretBytes?) -> IdentityFileError {
        password == nil
            ? IdentityFileError(.passwordRequired, "the PKCS#12 file has a password; give it")
            : IdentityFileError(.wrongPassword, "the password of the PKCS#12 file is wrong")
    }

    private static func verifies(
        _ mac: MacData, _ content: Data, _ password: PKCS12Password
    ) throws(IdentityFileError) -> Bool {
        do {
            return try PKCS12MAC.verifies(mac, content: content, password: password)
        } catch let error as IdentityFileError {
            throw error
        } catch {
            throw IdentityFileError(
                .unsupportedAlgorithm, "the MAC of the PKCS#12 file (\(mac.name)) can't be checked: \(error)")
        }
    }

    /// nil when something can't be decrypted with this password.
    private static func contents(
        of file: PKCS12File, password: PKCS12Password, _ skipsNested: Bool, toleratesLockedKeys: Bool,
        _ decryption: PasswordDecryption
    ) throws(IdentityFileError) -> PKCS12Contents? {
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
                throw IdentityFileError(
                    .unsupportedAlgorithm, "a part of the PKCS#12 file is \(name) and not under a password")
            }
            let bags: [SafeBag]
            do {
                bags = try SafeContents.bags(in: plain, offset: part.offset, skipsNested: skipsNested)
            } catch {
                // Without a MAC, a wrong password that leaves valid padding shows only here.
                if case .encrypted = part.kind, file.mac == nil { return nil }
                throw IdentityFileError(error)
            }
            for bag in bags {
                if bag.hasOddAttributes, !bag.isNested { contents.hasOddAttributes = true }
                if try add(bag, to: &contents, password: password, decryption) { continue }
                // The MAC vouches for the password and for the bytes: keytool can give a key another one.
                guard toleratesLockedKeys else { return nil }
                contents.addLockedKey(of: bag)
            }
        }
        contents.encryption = decryption.schemes
        return contents
    }

    /// Whether it has the structure of a key, of whatever kind.
    private static func isPrivateKey(_ der: Data) -> Bool {
        do {
            _ = try PrivateKeyInfo(der: der)
            return true
        } catch {
            return error.code == .unsupported
        }
    }

    private static func add(
        _ bag: SafeBag, to contents: inout PKCS12Contents, password: PKCS12Password, _ decryption: PasswordDecryption
    ) throws(IdentityFileError) -> Bool {
        guard case .shroudedKey(let info) = bag.kind else {
            contents.add(bag)
            return true
        }
        guard let der = try decryption.decrypt(info.ciphertext, info.algorithm, password: password) else {
            return false
        }
        // Without a MAC, a wrong password that leaves valid padding, one in 256, shows only here.
        if contents.mac == nil, !isPrivateKey(der) { return false }
        contents.addKey(der, of: bag, isShrouded: true)
        return true
    }
}
