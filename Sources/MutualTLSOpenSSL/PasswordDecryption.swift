internal import CMutualTLSOpenSSL
import Foundation
import MutualTLSPKCS12

/// Decrypts what one file holds under one password: the parts and keys of a PKCS#12 file, or a PKCS#8 key.
final class PasswordDecryption {
    /// What was used, in order.
    private(set) var schemes: [PasswordBasedEncryption] = []
    /// What an error calls it.
    private let subject: String
    private let budget: IterationBudget

    init(of subject: String, budget: IterationBudget) {
        self.subject = subject
        self.budget = budget
    }

    /// The plaintext, in memory that is wiped.
    /// - Returns: nil when the password is another, or the ciphertext damaged: there is no telling.
    /// - Throws: `IdentityFileError` when it can't be tried.
    func decrypt(
        _ ciphertext: Data, _ algorithm: AlgorithmIdentifier, password: PKCS12Password
    ) throws(IdentityFileError) -> Data? {
        let scheme = try Self.scheme(algorithm, of: subject)
        try budget.spend(scheme.cost)
        schemes.append(scheme)
        // Files without old algorithms need no legacy module.
        let context = try scheme.isLegacy ? Self.legacyContext(for: subject) : nil
        do {
            return try crypt(ciphertext, algorithm.encoded, scheme, password, context)
        } catch let error as OpenSSLError {
            if error.isUnsupportedAlgorithm {
                throw IdentityFileError(
                    .unsupportedAlgorithm,
                    "the \(subject) is encrypted with \(scheme.name), which this OpenSSL does not have; export it again with AES-256"
                )
            }
            return nil
        } catch {
            return nil
        }
    }

    /// What the file says about its encryption.
    /// - Parameter subject: what an error calls the file.
    /// - Throws: `IdentityFileError`: `unsupportedAlgorithm`, or `malformed` for parameters that are damaged.
    static func scheme(
        _ algorithm: AlgorithmIdentifier, of subject: String
    ) throws(IdentityFileError) -> PasswordBasedEncryption {
        do {
            return try PasswordBasedEncryption(algorithm)
        } catch {
            let (code, words): (IdentityFileError.Code, String) =
                error.code == .unsupported ? (.unsupportedAlgorithm, "not supported") : (.malformed, "damaged")
            let place = error.offset.map { " (at byte \($0))" } ?? ""
            throw IdentityFileError(
                code, "the \(subject) is \(words): \(error.reason)\(place)", offset: error.offset)
        }
    }

    /// The context with the old algorithms, or an error that says who needs it.
    static func legacyContext(for subject: String) throws(IdentityFileError) -> LegacyLibraryContext {
        do {
            return try LegacyLibraryContext.shared()
        } catch {
            throw IdentityFileError(
                .legacyProviderMissing,
                "the \(subject) uses old algorithms; \(error). Or export it again with AES-256")
        }
    }

    private func crypt(
        _ ciphertext: Data, _ algorithm: Data, _ scheme: PasswordBasedEncryption, _ password: PKCS12Password,
        _ context: LegacyLibraryContext?
    ) throws -> Data {
        let operation = "decrypt under the password"
        let (identifier, _) = try parse(algorithm, operation) { d2i_X509_ALGOR(nil, $0, $1).map { OpaquePointer($0) } }
        let parameters = UnsafeMutablePointer<X509_ALGOR>(identifier)
        defer { X509_ALGOR_free(parameters) }
        if case .pkcs12 = scheme.keyDerivation {
            return try crypt(ciphertext, OBJ_obj2nid(parameters.pointee.algorithm), scheme, password.text, context)
        }
        let count = try int32(ciphertext.count, operation)
        var plain: UnsafeMutablePointer<UInt8>?
        var length: Int32 = 0
        let result = ciphertext.withUnsafeBytes { input in
            password.octets.withCString { text in
                PKCS12_pbe_crypt_ex(
                    parameters, text, Int32(clamping: password.octets.count),
                    input.bindMemory(to: UInt8.self).baseAddress, count, &plain, &length,
                    0, context?.pointer, nil)
            }
        }
        let bytes = try check(result, operation)
        defer { CRYPTO_clear_free(bytes, Int(length), nil, 0) }
        return WipingData.make(capacity: Int(length)) { buffer in
            buffer.copyMemory(from: UnsafeRawBufferPointer(start: bytes, count: Int(length)))
            return Int(length)
        }
    }

    /// PKCS#12's own schemes.
    private func crypt(
        _ ciphertext: Data, _ identifier: Int32, _ scheme: PasswordBasedEncryption, _ password: SecretBytes?,
        _ context: LegacyLibraryContext?
    ) throws -> Data {
        let operation = "decrypt under the password"
        var (cipherIdentifier, digestIdentifier): (Int32, Int32) = (NID_undef, NID_undef)
        let known = EVP_PBE_find(
            Int32(EVP_PBE_TYPE_OUTER), identifier, &cipherIdentifier, &digestIdentifier, nil)
        try check(known, operation)
        let cipher = try check(EVP_CIPHER_fetch(context?.pointer, OBJ_nid2sn(cipherIdentifier), nil), operation)
        defer { EVP_CIPHER_free(cipher) }
        let digest = try check(EVP_MD_fetch(nil, OBJ_nid2sn(digestIdentifier), nil), operation)
        defer { EVP_MD_free(digest) }
        let derivation = PKCS12KeyDerivation(
            digest: digest, salt: scheme.salt, iterations: scheme.iterations, password: password)
        let key = try derivation.bytes(Int(EVP_CIPHER_get_key_length(cipher)), for: .key)
        let vector = try derivation.bytes(Int(EVP_CIPHER_get_iv_length(cipher)), for: .initializationVector)
        return try WipingData.make(capacity: ciphertext.count + Int(EVP_MAX_BLOCK_LENGTH)) { plain in
            try key.withUnsafeBytes { key in
                try MutualTLSOpenSSL.decrypt(
                    ciphertext, cipher, key.bindMemory(to: UInt8.self).baseAddress,
                    vector.withUnsafeBytes { Array($0) }, into: plain.bindMemory(to: UInt8.self).baseAddress)
            }
        }
    }
}

/// How much key derivation one file may cost. Files come from anywhere, and an iteration count is theirs to choose.
final class IterationBudget {
    private var left: Int
    private let isCancelled: () -> Bool

    init(_ iterations: Int, isCancelled: @escaping () -> Bool = { false }) {
        left = iterations
        self.isCancelled = isCancelled
    }

    /// - Throws: `IdentityFileError`: `tooManyIterations` when the file asks for more than is left, `cancelled` when nobody wants it
    ///   any more.
    func spend(_ iterations: Int) throws(IdentityFileError) {
        if isCancelled() { throw IdentityFileError(.cancelled, "the reading was cancelled") }
        guard iterations <= left else {
            throw IdentityFileError(
                .tooManyIterations,
                "\(iterations) rounds of key derivation are asked for, more than would be sensible; export it again"
            )
        }
        left -= iterations
    }
}

extension PasswordBasedEncryption {
    /// Rounds; for scrypt, cost times block size times parallelisation.
    fileprivate var cost: Int {
        guard case .scrypt(let blockSize, let parallelization) = keyDerivation else { return iterations }
        let (first, over) = iterations.multipliedReportingOverflow(by: blockSize)
        let (second, overAgain) = first.multipliedReportingOverflow(by: parallelization)
        return over || overAgain ? .max : second
    }
}
