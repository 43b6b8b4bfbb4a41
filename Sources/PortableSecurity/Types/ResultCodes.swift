#if !canImport(Security)
    // Result codes, with Apple's names and numbers.

    /// The call succeeded.
    public let errSecSuccess: OSStatus = 0
    /// The operation does not exist here.
    public let errSecUnimplemented: OSStatus = -4
    /// The disk is full.
    public let errSecDiskFull: OSStatus = -34
    /// A file can't be read or written.
    public let errSecIO: OSStatus = -36
    /// An argument is wrong.
    public let errSecParam: OSStatus = -50
    /// Another process keeps the file to itself.
    public let errSecOpWr: OSStatus = -49
    /// A file or folder may not be used as it is: its permissions are wrong.
    public let errSecWrPerm: OSStatus = -61
    /// Memory ran out.
    public let errSecAllocate: OSStatus = -108
    /// The person dismissed a prompt.
    public let errSecUserCanceled: OSStatus = -128
    /// The caller has no right to this access group.
    public let errSecMissingEntitlement: OSStatus = -34_018
    /// The keychain can't be reached.
    public let errSecNotAvailable: OSStatus = -25_291
    /// The keychain can't be changed.
    public let errSecReadOnly: OSStatus = -25_292
    /// The password is wrong.
    public let errSecAuthFailed: OSStatus = -25_293
    /// There is no such keychain.
    public let errSecNoSuchKeychain: OSStatus = -25_294
    /// This is no keychain, or a damaged one.
    public let errSecInvalidKeychain: OSStatus = -25_295
    /// There is a keychain already.
    public let errSecDuplicateKeychain: OSStatus = -25_296
    /// Such an item is already stored.
    public let errSecDuplicateItem: OSStatus = -25_299
    /// No item fits.
    public let errSecItemNotFound: OSStatus = -25_300
    /// There is too little room for the result.
    public let errSecBufferTooSmall: OSStatus = -25_301
    /// This class of item has no such attribute.
    public let errSecNoSuchAttr: OSStatus = -25_303
    /// The reference leads to no item.
    public let errSecInvalidItemRef: OSStatus = -25_304
    /// There is no such class of item.
    public let errSecNoSuchClass: OSStatus = -25_306
    /// A person would have to be asked.
    public let errSecInteractionNotAllowed: OSStatus = -25_308
    /// A newer release wrote this.
    public let errSecWrongSecVersion: OSStatus = -25_310
    /// No key can have this size.
    public let errSecKeySizeNotAllowed: OSStatus = -25_311
    /// The value is there and can't be had.
    public let errSecDataNotAvailable: OSStatus = -25_316
    /// No path leads from the certificate to a root.
    public let errSecCreateChainFailed: OSStatus = -25_318
    /// The file's MAC is wrong.
    public let errSecPkcs12VerifyFailure: OSStatus = -25_264
    /// The data can't be decoded.
    public let errSecDecode: OSStatus = -26_275
    /// Something failed inside.
    public let errSecInternal: OSStatus = -26_276
    /// The certificate is not for this host.
    public let errSecHostNameMismatch: OSStatus = -67_602
    /// A critical extension is unknown.
    public let errSecUnknownCriticalExtensionFlag: OSStatus = -67_603
    /// An issuer has no basic constraints.
    public let errSecNoBasicConstraints: OSStatus = -67_604
    /// An issuer is no CA.
    public let errSecNoBasicConstraintsCA: OSStatus = -67_605
    /// The key usage forbids this use.
    public let errSecInvalidKeyUsageForPolicy: OSStatus = -67_608
    /// The extended key usage forbids this use.
    public let errSecInvalidExtendedKeyUsage: OSStatus = -67_609
    /// The key identifiers of a certificate and its issuer differ.
    public let errSecInvalidIDLinkage: OSStatus = -67_610
    /// More CAs follow than one above allows.
    public let errSecPathLengthConstraintExceeded: OSStatus = -67_611
    /// An extension can't be parsed.
    public let errSecUnknownCertExtension: OSStatus = -67_618
    /// The certificate is not for this address.
    public let errSecSMIMEEmailAddressesNotFound: OSStatus = -67_623
    /// It could not be learnt whether a certificate is revoked.
    public let errSecIncompleteCertRevocationCheck: OSStatus = -67_635
    /// The trust settings deny it.
    public let errSecTrustSettingDeny: OSStatus = -67_654
    /// A certificate has an empty subject.
    public let errSecInvalidSubjectName: OSStatus = -67_655
    /// A name is one that a CA above excludes.
    public let errSecInvalidName: OSStatus = -67_689
    /// A key is too small.
    public let errSecUnsupportedKeySize: OSStatus = -67_735
    /// The signature is wrong.
    public let errSecVerifyFailed: OSStatus = -67_808
    /// A signature's hash is too weak.
    public let errSecInvalidDigestAlgorithm: OSStatus = -67_815
    /// A certificate is not valid at this date.
    public let errSecCertificateExpired: OSStatus = -67_818
    /// A certificate is revoked.
    public let errSecCertificateRevoked: OSStatus = -67_820
    /// The path ends at no trusted root.
    public let errSecNotTrusted: OSStatus = -67_843
    /// A certificate is valid for longer than allowed.
    public let errSecCertificateValidityPeriodTooLong: OSStatus = -67_901
    /// An extension occurs twice.
    public let errSecCertificateDuplicateExtension: OSStatus = -67_903
#endif
