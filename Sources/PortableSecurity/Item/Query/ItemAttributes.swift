#if !canImport(Security)
    import MutualTLSKeychain

    /// Which attributes each class has, and what their values may be.
    enum ItemAttributes {
        /// The attributes of the rows of one class.
        static func forms(_ itemClass: ItemClass) -> [String: AttributeForm] {
            switch itemClass {
            case .certificate: certificate
            case .key: key
            case .genericPassword: genericPassword
            case .internetPassword: internetPassword
            }
        }

        /// The attributes that a search for items of this kind may name: for identities those of the key, and of the
        /// certificate those of ``ofIdentityCertificate``.
        static func searchable(_ kind: ItemKind) -> [String: AttributeForm] {
            guard kind == .identity else { return kind.classes.map(forms).first ?? [:] }
            return key.merging(certificate.filter { ofIdentityCertificate.contains($0.key) }) { _, new in new }
        }

        /// What a search for identities asks of the certificate; all else of the key.
        static let ofIdentityCertificate: Set = [
            kSecAttrLabel, kSecAttrIssuer, kSecAttrSerialNumber, kSecAttrSubjectKeyID,
        ]

        /// Whether any class has it: then a class that hasn't is the mistake, else the key.
        static func isKnown(_ key: String) -> Bool { all.contains(key) }

        private static let all = Set(
            [certificate, key, genericPassword, internetPassword].flatMap { $0.map(\.key) })

        private static let common: [String: AttributeForm] = [
            kSecAttrAccessGroup: .text, kSecAttrAccessible: .text, kSecAttrSynchronizable: .number,
            kSecAttrCreationDate: .date, kSecAttrModificationDate: .date, kSecAttrSyncViewHint: .text,
            kSecAttrTokenID: .text, kSecAttrLabel: .blob,
        ]

        private static let certificate = with(
            common,
            [
                kSecAttrCertificateType: .number, kSecAttrCertificateEncoding: .number, kSecAttrSubject: .name,
                kSecAttrIssuer: .name, kSecAttrSerialNumber: .data, kSecAttrSubjectKeyID: .data,
                kSecAttrPublicKeyHash: .data,
            ])

        private static let key = with(
            common,
            [
                kSecAttrKeyClass: .number, kSecAttrApplicationLabel: .data, kSecAttrIsPermanent: .number,
                kSecAttrApplicationTag: .data, kSecAttrCreator: .number, kSecAttrKeyType: .number,
                kSecAttrKeySizeInBits: .number, kSecAttrEffectiveKeySize: .number, "sdat": .date, "edat": .date,
                kSecAttrIsSensitive: .number, kSecAttrIsExtractable: .number, kSecAttrCanEncrypt: .number,
                kSecAttrCanDecrypt: .number, kSecAttrCanDerive: .number, kSecAttrCanSign: .number,
                kSecAttrCanVerify: .number, kSecAttrCanWrap: .number, kSecAttrCanUnwrap: .number,
            ])

        private static let password = with(
            common,
            [
                kSecAttrDescription: .blob, kSecAttrComment: .blob, kSecAttrCreator: .number, kSecAttrType: .number,
                kSecAttrIsInvisible: .number, kSecAttrIsNegative: .number, kSecAttrAccount: .blob,
            ])

        private static let genericPassword = with(password, [kSecAttrService: .blob, kSecAttrGeneric: .blob])

        private static let internetPassword = with(
            password,
            [
                kSecAttrSecurityDomain: .blob, kSecAttrServer: .blob, kSecAttrProtocol: .number,
                kSecAttrAuthenticationType: .blob, kSecAttrPort: .number, kSecAttrPath: .blob,
            ])

        private static func with(
            _ base: [String: AttributeForm], _ more: [String: AttributeForm]
        ) -> [String: AttributeForm] {
            base.merging(more) { _, new in new }
        }
    }
#endif
