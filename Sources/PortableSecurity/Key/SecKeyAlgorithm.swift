#if !canImport(Security)
    /// How `SecKeyCreateSignature` and `SecKeyVerifySignature` work: on a digest that the caller made, or on the whole message.
    public struct SecKeyAlgorithm: RawRepresentable, Hashable, Sendable {
        /// Apple's text for the algorithm.
        public let rawValue: CFString
        /// From Apple's text.
        public init(rawValue: CFString) { self.rawValue = rawValue }
    }

    extension SecKeyAlgorithm {
        /// RSA PKCS #1 v1.5 over a digest made with SHA-1.
        public static let rsaSignatureDigestPKCS1v15SHA1 = SecKeyAlgorithm(
            rawValue: "algid:sign:RSA:digest-PKCS1v15:SHA1")
        /// RSA PKCS #1 v1.5 over a digest made with SHA-224.
        public static let rsaSignatureDigestPKCS1v15SHA224 = SecKeyAlgorithm(
            rawValue: "algid:sign:RSA:digest-PKCS1v15:SHA224")
        /// RSA PKCS #1 v1.5 over a digest made with SHA-256.
        public static let rsaSignatureDigestPKCS1v15SHA256 = SecKeyAlgorithm(
            rawValue: "algid:sign:RSA:digest-PKCS1v15:SHA256")
        /// RSA PKCS #1 v1.5 over a digest made with SHA-384.
        public static let rsaSignatureDigestPKCS1v15SHA384 = SecKeyAlgorithm(
            rawValue: "algid:sign:RSA:digest-PKCS1v15:SHA384")
        /// RSA PKCS #1 v1.5 over a digest made with SHA-512.
        public static let rsaSignatureDigestPKCS1v15SHA512 = SecKeyAlgorithm(
            rawValue: "algid:sign:RSA:digest-PKCS1v15:SHA512")
        /// RSA PKCS #1 v1.5 over a message, hashed with SHA-1.
        public static let rsaSignatureMessagePKCS1v15SHA1 = SecKeyAlgorithm(
            rawValue: "algid:sign:RSA:message-PKCS1v15:SHA1")
        /// RSA PKCS #1 v1.5 over a message, hashed with SHA-224.
        public static let rsaSignatureMessagePKCS1v15SHA224 = SecKeyAlgorithm(
            rawValue: "algid:sign:RSA:message-PKCS1v15:SHA224")
        /// RSA PKCS #1 v1.5 over a message, hashed with SHA-256.
        public static let rsaSignatureMessagePKCS1v15SHA256 = SecKeyAlgorithm(
            rawValue: "algid:sign:RSA:message-PKCS1v15:SHA256")
        /// RSA PKCS #1 v1.5 over a message, hashed with SHA-384.
        public static let rsaSignatureMessagePKCS1v15SHA384 = SecKeyAlgorithm(
            rawValue: "algid:sign:RSA:message-PKCS1v15:SHA384")
        /// RSA PKCS #1 v1.5 over a message, hashed with SHA-512.
        public static let rsaSignatureMessagePKCS1v15SHA512 = SecKeyAlgorithm(
            rawValue: "algid:sign:RSA:message-PKCS1v15:SHA512")
        /// RSA-PSS over a digest made with SHA-1.
        public static let rsaSignatureDigestPSSSHA1 = SecKeyAlgorithm(
            rawValue: "algid:sign:RSA:digest-PSS:SHA1:SHA1:20")
        /// RSA-PSS over a digest made with SHA-224.
        public static let rsaSignatureDigestPSSSHA224 = SecKeyAlgorithm(
            rawValue: "algid:sign:RSA:digest-PSS:SHA224:SHA224:24")
        /// RSA-PSS over a digest made with SHA-256.
        public static let rsaSignatureDigestPSSSHA256 = SecKeyAlgorithm(
            rawValue: "algid:sign:RSA:digest-PSS:SHA256:SHA256:32")
        /// RSA-PSS over a digest made with SHA-384.
        public static let rsaSignatureDigestPSSSHA384 = SecKeyAlgorithm(
            rawValue: "algid:sign:RSA:digest-PSS:SHA384:SHA384:48")
        /// RSA-PSS over a digest made with SHA-512.
        public static let rsaSignatureDigestPSSSHA512 = SecKeyAlgorithm(
            rawValue: "algid:sign:RSA:digest-PSS:SHA512:SHA512:64")
        /// RSA-PSS over a message, hashed with SHA-1.
        public static let rsaSignatureMessagePSSSHA1 = SecKeyAlgorithm(
            rawValue: "algid:sign:RSA:message-PSS:SHA1:SHA1:20")
        /// RSA-PSS over a message, hashed with SHA-224.
        public static let rsaSignatureMessagePSSSHA224 = SecKeyAlgorithm(
            rawValue: "algid:sign:RSA:message-PSS:SHA224:SHA224:24")
        /// RSA-PSS over a message, hashed with SHA-256.
        public static let rsaSignatureMessagePSSSHA256 = SecKeyAlgorithm(
            rawValue: "algid:sign:RSA:message-PSS:SHA256:SHA256:32")
        /// RSA-PSS over a message, hashed with SHA-384.
        public static let rsaSignatureMessagePSSSHA384 = SecKeyAlgorithm(
            rawValue: "algid:sign:RSA:message-PSS:SHA384:SHA384:48")
        /// RSA-PSS over a message, hashed with SHA-512.
        public static let rsaSignatureMessagePSSSHA512 = SecKeyAlgorithm(
            rawValue: "algid:sign:RSA:message-PSS:SHA512:SHA512:64")
        /// ECDSA over a digest made with SHA-1.
        public static let ecdsaSignatureDigestX962SHA1 = SecKeyAlgorithm(rawValue: "algid:sign:ECDSA:digest-X962:SHA1")
        /// ECDSA over a digest made with SHA-224.
        public static let ecdsaSignatureDigestX962SHA224 = SecKeyAlgorithm(
            rawValue: "algid:sign:ECDSA:digest-X962:SHA224")
        /// ECDSA over a digest made with SHA-256.
        public static let ecdsaSignatureDigestX962SHA256 = SecKeyAlgorithm(
            rawValue: "algid:sign:ECDSA:digest-X962:SHA256")
        /// ECDSA over a digest made with SHA-384.
        public static let ecdsaSignatureDigestX962SHA384 = SecKeyAlgorithm(
            rawValue: "algid:sign:ECDSA:digest-X962:SHA384")
        /// ECDSA over a digest made with SHA-512.
        public static let ecdsaSignatureDigestX962SHA512 = SecKeyAlgorithm(
            rawValue: "algid:sign:ECDSA:digest-X962:SHA512")
        /// ECDSA over a message, hashed with SHA-1.
        public static let ecdsaSignatureMessageX962SHA1 = SecKeyAlgorithm(
            rawValue: "algid:sign:ECDSA:message-X962:SHA1")
        /// ECDSA over a message, hashed with SHA-224.
        public static let ecdsaSignatureMessageX962SHA224 = SecKeyAlgorithm(
            rawValue: "algid:sign:ECDSA:message-X962:SHA224")
        /// ECDSA over a message, hashed with SHA-256.
        public static let ecdsaSignatureMessageX962SHA256 = SecKeyAlgorithm(
            rawValue: "algid:sign:ECDSA:message-X962:SHA256")
        /// ECDSA over a message, hashed with SHA-384.
        public static let ecdsaSignatureMessageX962SHA384 = SecKeyAlgorithm(
            rawValue: "algid:sign:ECDSA:message-X962:SHA384")
        /// ECDSA over a message, hashed with SHA-512.
        public static let ecdsaSignatureMessageX962SHA512 = SecKeyAlgorithm(
            rawValue: "algid:sign:ECDSA:message-X962:SHA512")
    }
#endif
