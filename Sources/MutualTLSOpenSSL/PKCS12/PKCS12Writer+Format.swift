internal import CMutualTLSOpenSSL

extension PKCS12Writer {
    /// How a file is protected.
    package struct Format: Sendable, Hashable {
        /// OpenSSL's number (NID) of the PKCS#12 scheme for keys and certificates, or of the cipher for PBES2, whose key
        /// derivation is then PBKDF2 with HMAC-SHA-256.
        let encryption: Int32
        /// OpenSSL's name of the MAC's digest.
        let macDigest: String
        /// How often the password is hashed, for encryption and MAC alike.
        let iterations: Int32

        /// AES-256-CBC under PBKDF2 with HMAC-SHA-256 (PBES2), and a MAC with SHA-256. For what is of today: iOS 18,
        /// macOS 15, Java 17, Windows 10 (1709), and all that came after.
        package static let modern = Format(encryption: NID_aes_256_cbc, macDigest: "SHA256", iterations: 10_000)
        /// pbeWithSHA1And3-KeyTripleDES-CBC and a MAC with SHA-1, which every reader opens, back to Windows XP; nothing
        /// stronger has that reach. It needs none of OpenSSL's old algorithms.
        package static let compatible = Format(
            encryption: NID_pbe_WithSHA1And3_Key_TripleDES_CBC, macDigest: "SHA1", iterations: 2_048)
    }
}
