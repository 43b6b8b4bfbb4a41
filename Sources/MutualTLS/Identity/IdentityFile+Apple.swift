#if canImport(Security)
    import Foundation
    import MutualTLSPKCS12
    import Security

    // Never run: there is no Apple machine in this project.
    extension IdentityFile {
        /// Opens a PKCS#12 file with the system's importer, which tells neither friendly names nor loose keys.
        /// - Parameter isCancelled: not asked: the importer can't be stopped.
        init(
            pkcs12 data: Data, password: SecretBytes?, isCancelled: @escaping @Sendable () -> Bool = { false }
        ) throws(MutualTLSError) {
            var options: [String: Any] = [:]
            if let password {
                options[kSecImportExportPassphrase as String] = password.withUnsafeBytes {
                    String(decoding: $0, as: UTF8.self)
                }
            }
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
            let found = entries.compactMap { entry -> SecIdentity? in
                guard let value = entry[kSecImportItemIdentity as String] as CFTypeRef?,
                    CFGetTypeID(value) == SecIdentityGetTypeID()
                else { return nil }
                return (value as! SecIdentity)
            }
            try self.init(
                found,
                certificates: entries.flatMap { $0[kSecImportItemCertChain as String] as? [SecCertificate] ?? [] })
        }
    }

    extension IdentityMaterial {
        mutating func add(pkcs12 data: Data, _ password: SecretBytes?) throws(MutualTLSError) {
            throw MutualTLSError(
                .malformedIdentity, "this is neither PEM nor a certificate or key as DER",
                hint: "open a PKCS#12 file by itself")
        }

        mutating func add(key source: KeySource, _ password: SecretBytes?) throws(MutualTLSError) {
            if source.isEncrypted {
                usedPassword = true
                throw MutualTLSError(
                    .unsupportedAlgorithm, "\(source.place) is encrypted, which can't be read on Apple platforms",
                    hint: "use a PKCS#12 file")
            }
            let der =
                switch source {
                case .pem(let block): block.der
                case .der(let data, _): data
                }
            guard let info = try? PrivateKeyInfo(der: der) else {
                throw MutualTLSError(.malformedIdentity, "\(source.place) is damaged")
            }
            let type: CFString
            switch info.algorithm {
            case .rsa: type = kSecAttrKeyTypeRSA
            case .ec: type = kSecAttrKeyTypeECSECPrimeRandom
            default: return unusableKeys.append(info.algorithm.description)
            }
            guard let bytes = info.externalRepresentation else {
                throw MutualTLSError(.malformedIdentity, "\(source.place) lacks its public half")
            }
            let attributes = [kSecAttrKeyType as String: type, kSecAttrKeyClass as String: kSecAttrKeyClassPrivate]
            guard let key = SecKeyCreateWithData(bytes as CFData, attributes as CFDictionary, nil) else {
                throw MutualTLSError(.malformedIdentity, "\(source.place) is not accepted by the system")
            }
            keys.append(Key(key: key, tie: .init()))
        }

        /// What a key is.
        static func kind(of key: SecKey) -> String {
            let attributes = SecKeyCopyAttributes(key) as? [String: Any] ?? [:]
            let type = attributes[kSecAttrKeyType as String] as? String ?? ""
            let size = attributes[kSecAttrKeySizeInBits as String] as? Int
            let name = type == kSecAttrKeyTypeRSA as String ? "RSA" : "EC"
            return size.map { "\(name) \($0)" } ?? name
        }

        /// Whether a key and a certificate have the same public key.
        static func belong(_ key: SecKey, _ certificate: SecCertificate) -> Bool {
            guard let certified = SecCertificateCopyKey(certificate), let own = SecKeyCopyPublicKey(key),
                let first = SecKeyCopyExternalRepresentation(certified, nil),
                let second = SecKeyCopyExternalRepresentation(own, nil)
            else { return false }
            return first as Data == second as Data
        }

        /// Joins a certificate and its key.
        static func join(_ certificate: SecCertificate, _ key: SecKey) throws(MutualTLSError) -> SecIdentity {
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
