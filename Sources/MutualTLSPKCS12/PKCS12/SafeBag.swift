import Foundation

/// One entry of a PKCS#12 file (RFC 7292, section 4.2). Its `Data` are slices of what was read: no copy is made of a key.
package struct SafeBag: Sendable {
    /// What the entry is.
    package enum Kind: Sendable {
        /// A private key that nothing protects: the encoding of a PKCS#8 PrivateKeyInfo.
        case key(Data)
        /// A private key under the password.
        case shroudedKey(EncryptedPrivateKeyInfo)
        /// An X.509 certificate in DER.
        case certificate(Data)
        /// A certificate of another type, such as SDSI; the name is for people.
        case otherCertificate(OID, name: String)
        /// An X.509 revocation list in DER.
        case crl(Data)
        /// A revocation list of another type.
        case otherCRL(OID)
        /// A secret of some type, such as a Java secret key.
        case secret(OID)
        /// A bag type that RFC 7292 does not define, or a revocation list or secret that is damaged.
        case unknown(OID)
    }

    package let kind: Kind
    /// What ties a key to its certificate; nil where there is none or where it is not an OCTET STRING.
    package let localKeyID: Data?
    /// The alias; nil where there is none or where it is not a string. UTF-16 that is not valid is repaired.
    package let friendlyName: String?
    /// Whether one of these two has another type than the standard's, or no value.
    package let hasOddAttributes: Bool
    /// Whether it stands in a bag of bags, where some importers don't look.
    package let isNested: Bool
    /// Bytes from the start of the file to the bag or, for decrypted contents, from the start of those.
    package let offset: Int
}
