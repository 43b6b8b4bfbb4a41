#if !canImport(Security)
    import Foundation
    import MutualTLSKeychain
    import MutualTLSOpenSSL
    import MutualTLSPKCS12

    /// A row to be: what is stored of one item.
    struct ItemRecord {
        let itemClass: ItemClass
        var attributes: [String: ItemValue]
        let payload: Payload?

        /// Of a certificate: all that is looked for later stands in its row.
        init(_ certificate: SecCertificate) {
            let x509 = certificate.x509
            itemClass = .certificate
            payload = .open(x509.der)
            attributes = [
                kSecAttrAccessible: .text(kSecAttrAccessibleAlways),
                kSecAttrCertificateType: .number(Int64(x509.version)), kSecAttrCertificateEncoding: .number(3),
                kSecAttrSubject: .data(NormalizedName.content(of: x509.subject.der) ?? x509.subject.der),
                kSecAttrIssuer: .data(NormalizedName.content(of: x509.issuer.der) ?? x509.issuer.der),
                kSecAttrSerialNumber: .data(x509.encodedSerialNumber),
            ]
            attributes[kSecAttrLabel] = x509.summary.map(ItemValue.text)
            attributes[kSecAttrSubjectKeyID] = x509.subjectKeyIdentifier.map(ItemValue.data)
            attributes[kSecAttrPublicKeyHash] = (try? x509.publicKey())?.applicationLabel.map(ItemValue.data)
        }

        /// Of a key.
        /// - Throws: what opening a stored key throws, or `errSecParam` for a key that has no encoding.
        init(_ key: SecKey) throws(ItemFault) {
            let publicKey = key.publicKey
            itemClass = .key
            do {
                if key.isPrivate {
                    payload = .sealed(SecretBytes(try key.openedPrivateKey().pkcs8()))
                } else {
                    payload = .open(try publicKey?.spki() ?? Data())
                }
            } catch let fault as ItemFault {
                throw fault
            } catch {
                // Of a key that signs somewhere else there is nothing to be stored.
                throw key.privateKey?.signer == nil ? .parameter : ItemFault(errSecDataNotAvailable)
            }
            let (ofPrivate, ofPublic): (Int64, Int64) = key.isPrivate ? (1, 0) : (0, 1)
            attributes = [
                kSecAttrAccessible: .text(kSecAttrAccessibleWhenUnlocked), kSecAttrKeyClass: .number(ofPrivate),
                kSecAttrKeySizeInBits: .number(Int64(key.bits)), kSecAttrEffectiveKeySize: .number(Int64(key.bits)),
                kSecAttrIsPermanent: .number(1), kSecAttrIsExtractable: .number(1), kSecAttrIsSensitive: .number(0),
                kSecAttrCanDecrypt: .number(ofPrivate), kSecAttrCanSign: .number(ofPrivate),
                kSecAttrCanUnwrap: .number(ofPrivate), kSecAttrCanDerive: .number(1),
                kSecAttrCanEncrypt: .number(ofPublic), kSecAttrCanVerify: .number(ofPublic),
                kSecAttrCanWrap: .number(ofPublic),
            ]
            let type = SecKey.typeNumbers[key.algorithm]
            attributes[kSecAttrKeyType] = type.map(ItemValue.number)
            attributes[kSecAttrApplicationLabel] = publicKey?.applicationLabel.map(ItemValue.data)
            attributes[ItemRecord.publicKey] = (try? publicKey?.spki()).map(ItemValue.data)
        }

        /// Of what has no form that is known here: a password, or a symmetric key.
        init(_ itemClass: ItemClass, data: Data?) {
            self.itemClass = itemClass
            payload = data.map { .sealed(SecretBytes($0)) }
            attributes = [kSecAttrAccessible: .text(kSecAttrAccessibleWhenUnlocked)]
        }

        /// The attribute that holds a private key's public half, so that to learn it nothing is opened. Apple has none.
        static let publicKey = "pubk"
    }

    extension ItemRecord {
        /// The rows that an item to be added makes, the certificate first.
        static func all(_ query: ItemQuery) throws(ItemFault) -> [ItemRecord] {
            guard query.persistent == nil, !query.isAnySynchronizable else { throw .parameter }
            var records: [ItemRecord]
            switch query.reference {
            case .certificate(let certificate): records = [ItemRecord(certificate)]
            case .key(let key): records = [try ItemRecord(key)]
            case .identity(let identity): records = [ItemRecord(identity.certificate), try ItemRecord(identity.key)]
            case nil: records = [try ItemRecord(query.kind, query.attributes, query.data)]
            }
            for (index, record) in records.enumerated() {
                let forms = ItemAttributes.forms(record.itemClass)
                guard query.attributes.keys.allSatisfy({ forms[$0] != nil }) else {
                    throw ItemFault(errSecNoSuchAttr)
                }
                records[index].attributes.merge(ItemRecord.settable(query.attributes)) { _, given in given }
            }
            return records
        }

        /// From data alone.
        init(_ kind: ItemKind, _ attributes: [String: ItemValue], _ data: Data?) throws(ItemFault) {
            switch kind {
            case .certificate:
                guard let certificate = data.flatMap({ SecCertificateCreateWithData(nil, $0) }) else {
                    throw .parameter
                }
                self.init(certificate)
            case .key:
                guard let data else { throw .parameter }
                switch attributes[kSecAttrKeyClass] {
                case .number(0), .number(1):
                    // Public and private keys are read, so that they can be handed out as objects.
                    guard let key = SecKeyCreateWithData(data, attributes.mapValues(\.plain), nil) else {
                        throw .parameter
                    }
                    try self.init(key)
                default: self.init(.key, data: data)
                }
            case .genericPassword: self.init(.genericPassword, data: data)
            case .internetPassword: self.init(.internetPassword, data: data)
            case .identity: throw .parameter
            }
        }

        /// Without the dates that the keychain sets itself.
        static func settable(_ attributes: [String: ItemValue]) -> [String: ItemValue] {
            attributes.filter { $0.key != kSecAttrCreationDate && $0.key != kSecAttrModificationDate }
        }
    }

    extension ItemValue {
        /// Without its type.
        var plain: Any {
            switch self {
            case .text(let text): text
            case .data(let data): data
            case .number(let number): Int(number)
            }
        }
    }

    extension PublicKey {
        /// SHA-1 of the key's bytes, by which keys and certificates find each other.
        var applicationLabel: Data? {
            ((try? externalRepresentation()) ?? spkiContent).map(Digest.sha1)
        }

        /// The content of the BIT STRING in the SubjectPublicKeyInfo.
        private var spkiContent: Data? {
            guard let encoded = try? spki() else { return nil }
            var reader = DERReader(encoded)
            guard var fields = try? reader.next(.sequence, "the key").elements(),
                (try? fields.next(.sequence, "its algorithm")) != nil
            else { return nil }
            return try? fields.next(.bitString, "its bytes").wholeBitString("its bytes")
        }
    }
#endif
