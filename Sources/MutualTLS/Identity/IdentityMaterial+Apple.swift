#if canImport(Security)
    import Foundation
    import MutualTLSPKCS12
    import Security

    // Never run: there is no Apple machine in this project.
    extension IdentityMaterial {
        /// Opens a PKCS#12 file with the system's importer.
        init(pkcs12 data: Data, password: String?) throws(MutualTLSError) {
            var options: [String: Any] = [:]
            if let password { options[kSecImportExportPassphrase as String] = password }
            #if os(macOS) && compiler(>=6.0)
                if #available(macOS 15, *) { options[kSecImportToMemoryOnly as String] = true }
            #endif
            var items: CFArray?
            let status = SecPKCS12Import(data as CFData, options as CFDictionary, &items)
            guard status == errSecSuccess else {
                throw MutualTLSError(
                    ImportRefusal(status: status, file: data, password: password, importer: .current))
            }
            let entries = items as? [[String: Any]] ?? []
            identities = entries.compactMap { entry in
                guard let value = entry[kSecImportItemIdentity as String] as CFTypeRef?,
                    CFGetTypeID(value) == SecIdentityGetTypeID()
                else { return nil }
                return (value as! SecIdentity)
            }
            certificates = entries.flatMap { $0[kSecImportItemCertChain as String] as? [SecCertificate] ?? [] }
            keyCount = identities.count
        }

        /// Reads PEM texts together. Keys must not be encrypted.
        package init(pem texts: [Data], password: String?) throws(MutualTLSError) {
            var keys: [SecKey] = []
            var certificates: [SecCertificate] = []
            for text in texts {
                let blocks: [PEMBlock]
                do {
                    blocks = try PEMDocument.blocks(in: text)
                } catch {
                    throw MutualTLSError(.malformedIdentity, "the PEM text can't be read: \(error)", underlying: error)
                }
                for block in blocks {
                    if CertificateFile.isCertificate(block) {
                        certificates.append(try CertificateFile.certificate(block))
                    } else if block.label.hasSuffix("PRIVATE KEY") {
                        keys.append(try Self.key(block))
                    }
                }
            }
            self.certificates = certificates
            keyCount = keys.count
            identities = []
            for certificate in certificates {
                guard let key = keys.first(where: { Self.belong(certificate, $0) }) else { continue }
                identities.append(try Self.join(certificate, key))
            }
        }

        private static func key(_ block: PEMBlock) throws(MutualTLSError) -> SecKey {
            let place = "the private key in line \(block.line)"
            if block.label.hasPrefix("ENCRYPTED") || block.header("Proc-Type") != nil {
                throw MutualTLSError(
                    .unsupportedAlgorithm, "\(place) is encrypted, which can't be read on Apple platforms",
                    hint: "use a PKCS#12 file")
            }
            guard let info = try? PrivateKeyInfo(der: block.der), let bytes = info.externalRepresentation else {
                throw MutualTLSError(.malformedIdentity, "\(place) is damaged, or lacks its public half")
            }
            let type: CFString
            switch info.algorithm {
            case .rsa: type = kSecAttrKeyTypeRSA
            case .ec: type = kSecAttrKeyTypeECSECPrimeRandom
            default:
                throw MutualTLSError(
                    .unsupportedAlgorithm, "\(place) is neither RSA nor elliptic-curve",
                    hint: "such a key can't become a SecIdentity; use P-256")
            }
            let attributes = [kSecAttrKeyType as String: type, kSecAttrKeyClass as String: kSecAttrKeyClassPrivate]
            guard let key = SecKeyCreateWithData(bytes as CFData, attributes as CFDictionary, nil) else {
                throw MutualTLSError(.malformedIdentity, "\(place) is not accepted by the system")
            }
            return key
        }

        private static func belong(_ certificate: SecCertificate, _ key: SecKey) -> Bool {
            guard let certified = SecCertificateCopyKey(certificate), let own = SecKeyCopyPublicKey(key),
                let first = SecKeyCopyExternalRepresentation(certified, nil),
                let second = SecKeyCopyExternalRepresentation(own, nil)
            else { return false }
            return first as Data == second as Data
        }

        private static func join(_ certificate: SecCertificate, _ key: SecKey) throws(MutualTLSError) -> SecIdentity {
            // Public since the SDKs of the OS 26 releases, which come with Swift 6.2.
            #if compiler(>=6.2)
                if #available(iOS 26, macOS 26, *), let identity = SecIdentityCreate(nil, certificate, key) {
                    return identity
                }
            #endif
            throw MutualTLSError(
                .unavailable, "this system can't join a certificate and a key from PEM without a keychain",
                hint: "use a PKCS#12 file")
        }
    }

    extension MutualTLSError {
        fileprivate init(_ refusal: ImportRefusal) {
            let code: Code =
                switch refusal.cause {
                case .wrongPassword: .wrongPassword
                case .passwordRequired: .passwordRequired
                case .unsupported: .unsupportedAlgorithm
                case .malformed: .malformedIdentity
                }
            self.init(code, refusal.reason, hint: refusal.hint)
        }
    }
#endif
