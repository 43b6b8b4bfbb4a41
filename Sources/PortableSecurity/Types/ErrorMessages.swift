#if !canImport(Security)
    /// What a result code means, in English.
    /// - Parameters:
    ///   - status: a result code.
    ///   - reserved: nil.
    /// - Returns: a sentence; for an unknown code one that holds its number. Never nil here, but callers written for Apple
    ///   expect that.
    public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?) -> CFString? {
        messages[status] ?? "OSStatus \(status)"
    }

    private let messages: [OSStatus: String] = [
        errSecSuccess: "The call succeeded.",
        errSecUnimplemented: "The operation does not exist here.",
        errSecDiskFull: "The disk is full.",
        errSecIO: "A file can't be read or written.",
        errSecParam: "An argument is wrong.",
        errSecOpWr: "Another process keeps the keychain to itself.",
        errSecWrPerm: "The permissions of the keychain's folder or of a file in it are wrong.",
        errSecAllocate: "Memory ran out.",
        errSecUserCanceled: "The person dismissed a prompt.",
        errSecMissingEntitlement: "The caller has no right to this access group.",
        errSecNotAvailable: "The keychain can't be reached.",
        errSecAuthFailed: "The password is wrong.",
        errSecReadOnly: "The keychain can't be changed.",
        errSecNoSuchKeychain: "There is no such keychain.",
        errSecInvalidKeychain: "This is no keychain, or a damaged one.",
        errSecDuplicateKeychain: "There is a keychain already.",
        errSecBufferTooSmall: "There is too little room for the result.",
        errSecWrongSecVersion: "A newer release wrote the keychain.",
        errSecDataNotAvailable: "The keychain's key file is missing, so that nothing sealed can be opened.",
        errSecDuplicateItem: "Such an item is already stored.",
        errSecItemNotFound: "No item fits.",
        errSecNoSuchAttr: "This class of item has no such attribute.",
        errSecInvalidItemRef: "The reference leads to no item.",
        errSecNoSuchClass: "There is no such class of item.",
        errSecInteractionNotAllowed: "The keychain is locked, and nobody can be asked to unlock it.",
        errSecKeySizeNotAllowed: "No key can have this size.",
        errSecCreateChainFailed: "No path leads from the certificate to a root.",
        errSecPkcs12VerifyFailure: "The file's MAC is wrong.",
        errSecDecode: "The data can't be decoded.",
        errSecInternal: "Something failed inside.",
        errSecHostNameMismatch: "The certificate is not for this host.",
        errSecUnknownCriticalExtensionFlag: "A critical extension is unknown.",
        errSecNoBasicConstraints: "An issuer has no basic constraints.",
        errSecNoBasicConstraintsCA: "An issuer is no CA.",
        errSecInvalidKeyUsageForPolicy: "The key usage forbids this use.",
        errSecInvalidExtendedKeyUsage: "The extended key usage forbids this use.",
        errSecInvalidIDLinkage: "The key identifiers of a certificate and its issuer differ.",
        errSecPathLengthConstraintExceeded: "More CAs follow than one above allows.",
        errSecUnknownCertExtension: "An extension can't be parsed.",
        errSecSMIMEEmailAddressesNotFound: "The certificate is not for this e-mail address.",
        errSecIncompleteCertRevocationCheck: "It could not be learnt whether a certificate is revoked.",
        errSecTrustSettingDeny: "The trust settings deny it.",
        errSecInvalidSubjectName: "A certificate has an empty subject.",
        errSecInvalidName: "A name is one that a CA above excludes.",
        errSecUnsupportedKeySize: "A key is too small.",
        errSecVerifyFailed: "The signature is wrong.",
        errSecInvalidDigestAlgorithm: "A signature's hash is too weak.",
        errSecCertificateExpired: "A certificate is not valid at this date.",
        errSecCertificateRevoked: "A certificate is revoked.",
        errSecNotTrusted: "The path ends at no trusted root.",
        errSecCertificateValidityPeriodTooLong: "A certificate is valid for longer than allowed.",
        errSecCertificateDuplicateExtension: "An extension occurs twice.",
    ]
#endif
