internal import MutualTLSOpenSSL

/// Why something could not be issued, loaded or written.
///
/// Two errors are equal when their codes are. The description is safe for a log: it holds no key and no password.
public struct PKIError: Error, Sendable {
    /// What kind of failure it is; more kinds may come.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The code's name.
        public let description: String

        /// A name that a certificate can't hold, or must not.
        public static let invalidName = Code(description: "invalidName")
        /// A validity that ends before it begins, or dates that a certificate can't hold.
        public static let invalidValidity = Code(description: "invalidValidity")
        /// A kind of key that can't be made, or a usage that is not an object identifier.
        public static let invalidParameter = Code(description: "invalidParameter")
        /// The text is not the certificate or key that it should be.
        public static let malformedInput = Code(description: "malformedInput")
        /// The certificate and key can't issue: not a CA, not a pair, past its end, no CA allowed below it.
        public static let unusableAuthority = Code(description: "unusableAuthority")
        /// A password or friendly name that a PKCS#12 file can't hold.
        public static let invalidPassword = Code(description: "invalidPassword")
        /// OpenSSL failed where nothing of the above is to blame.
        public static let cryptography = Code(description: "cryptography")
    }

    /// What kind of failure it is.
    public let code: Code
    /// What is wrong and what to do next, in words.
    public let reason: String
    /// What lies below, if anything.
    public let underlying: (any Error)?

    init(_ code: Code, _ reason: String, underlying: (any Error)? = nil) {
        self.code = code
        self.reason = reason
        self.underlying = underlying
    }

    /// Runs `body`; an error from below becomes one of ours with `code`.
    static func wrapping<Result>(
        _ code: Code, hint: String = "", _ body: () throws -> Result
    ) throws(PKIError) -> Result {
        do {
            return try body()
        } catch let error as PKIError {
            throw error
        } catch {
            throw PKIError(code, hint.isEmpty ? "\(error)" : "\(error); \(hint)", underlying: error)
        }
    }
}

extension PKIError: Equatable {
    /// Whether the codes are the same.
    public static func == (left: PKIError, right: PKIError) -> Bool { left.code == right.code }
}

extension PKIError: CustomStringConvertible {
    /// The reason.
    public var description: String { reason }
}
