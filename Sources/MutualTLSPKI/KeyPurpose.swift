internal import MutualTLSOpenSSL

/// A purpose in the extended key usage (RFC 5280, 4.2.1.12).
public struct KeyPurpose: Sendable, Hashable, CustomStringConvertible {
    /// The object identifier in dotted form.
    public let objectIdentifier: String

    /// A purpose by its object identifier in dotted form; `issue...` throws `PKIError` when it isn't one.
    public init(objectIdentifier: String) {
        self.objectIdentifier = objectIdentifier
    }

    /// TLS server authentication.
    public static let serverAuth = KeyPurpose(objectIdentifier: ExtendedKeyUsage.serverAuth)
    /// TLS client authentication.
    public static let clientAuth = KeyPurpose(objectIdentifier: ExtendedKeyUsage.clientAuth)
    /// Protection of mail.
    public static let emailProtection = KeyPurpose(objectIdentifier: "1.3.6.1.5.5.7.3.4")
    /// Any purpose. Apple's systems don't count it as serverAuth.
    public static let any = KeyPurpose(objectIdentifier: ExtendedKeyUsage.any)

    /// The RFC's word for it, or its object identifier.
    public var description: String { ExtendedKeyUsage.name(objectIdentifier) }

    func validated() throws(PKIError) -> String {
        // Digits and dots only: nothing that the extension's textual form could read as anything else.
        let arcs = objectIdentifier.split(separator: ".", omittingEmptySubsequences: false)
        let isDotted =
            arcs.count >= 2 && objectIdentifier.utf8.count <= 128
            && arcs.allSatisfy {
                !$0.isEmpty && $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            }
        if !isDotted {
            throw PKIError(
                .invalidParameter, "\(quoted(objectIdentifier)) is not an object identifier such as 1.3.6.1.5.5.7.3.2")
        }
        return objectIdentifier
    }
}
