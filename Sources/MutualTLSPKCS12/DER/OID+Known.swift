/// The identifiers that decide how these formats are read. Those that are only named are in `AlgorithmName`.
extension OID {
    // PKCS#7 content types (RFC 2315)
    static let pkcs7 = OID(1, 2, 840, 113_549, 1, 7)
    package static let data = pkcs7.appending(1)
    package static let signedData = pkcs7.appending(2)
    package static let envelopedData = pkcs7.appending(3)
    package static let signedAndEnvelopedData = pkcs7.appending(4)
    package static let digestedData = pkcs7.appending(5)
    package static let encryptedData = pkcs7.appending(6)

    // PKCS#12 bags (RFC 7292, appendix D)
    static let bagTypes = OID(1, 2, 840, 113_549, 1, 12, 10, 1)
    static let keyBag = bagTypes.appending(1)
    static let pkcs8ShroudedKeyBag = bagTypes.appending(2)
    static let certBag = bagTypes.appending(3)
    package static let crlBag = bagTypes.appending(4)
    package static let secretBag = bagTypes.appending(5)
    static let safeContentsBag = bagTypes.appending(6)
    static let x509Certificate = OID(1, 2, 840, 113_549, 1, 9, 22, 1)
    static let sdsiCertificate = OID(1, 2, 840, 113_549, 1, 9, 22, 2)
    static let x509CRL = OID(1, 2, 840, 113_549, 1, 9, 23, 1)

    // PKCS#9 attributes (RFC 2985)
    static let friendlyName = OID(1, 2, 840, 113_549, 1, 9, 20)
    static let localKeyID = OID(1, 2, 840, 113_549, 1, 9, 21)

    // PKCS#5 (RFC 8018) and scrypt (RFC 7914)
    static let pkcs5 = OID(1, 2, 840, 113_549, 1, 5)
    package static let pbkdf2 = pkcs5.appending(12)
    package static let pbes2 = pkcs5.appending(13)
    package static let pbmac1 = pkcs5.appending(14)
    package static let scrypt = OID(1, 3, 6, 1, 4, 1, 11_591, 4, 11)
    /// The PKCS#12 schemes, pbeWithSHAAnd128BitRC4 and its five siblings.
    static let pkcs12PBE = OID(1, 2, 840, 113_549, 1, 12, 1)

    // Digests and HMACs
    static let rsadsiDigest = OID(1, 2, 840, 113_549, 2)
    package static let hmacWithSHA1 = rsadsiDigest.appending(7)
    static let hmacWithSHA256 = rsadsiDigest.appending(9)
    package static let sha1 = OID(1, 3, 14, 3, 2, 26)
    static let nistHash = OID(2, 16, 840, 1, 101, 3, 4, 2)
    package static let sha256 = nistHash.appending(1)

    // Keys
    package static let rsaEncryption = OID(1, 2, 840, 113_549, 1, 1, 1)
    package static let rsassaPSS = OID(1, 2, 840, 113_549, 1, 1, 10)
    package static let ecPublicKey = OID(1, 2, 840, 10_045, 2, 1)
    package static let ed25519 = OID(1, 3, 101, 112)
    package static let ed448 = OID(1, 3, 101, 113)
    package static let prime256v1 = OID(1, 2, 840, 10_045, 3, 1, 7)
    package static let secp384r1 = OID(1, 3, 132, 0, 34)
    package static let secp521r1 = OID(1, 3, 132, 0, 35)

    // Extensions of certificates (RFC 5280, 4.2.1)
    package static let subjectKeyIdentifier = OID(2, 5, 29, 14)
    package static let keyUsage = OID(2, 5, 29, 15)
    package static let basicConstraints = OID(2, 5, 29, 19)
    package static let authorityKeyIdentifier = OID(2, 5, 29, 35)
    package static let extendedKeyUsage = OID(2, 5, 29, 37)
}
