#if !canImport(Security)
    import Foundation
    import MutualTLSOpenSSL
    import MutualTLSPKCS12
    import PortableSecurity

    extension IdentityFile {
        /// Opens a PKCS#12 file.
        /// - Parameter isCancelled: asked before each derivation of a key; true ends it with `cancelled`.
        init(
            pkcs12 data: Data, password: SecretBytes?, isCancelled: @escaping @Sendable () -> Bool = { false }
        ) throws(MutualTLSError) {
            var material = IdentityMaterial()
            try material.add(pkcs12: data, password, isCancelled)
            try self.init(material)
        }

        /// What an opened PKCS#12 file holds, with what is beside it.
        package init(
            _ contents: PKCS12Contents, beside sources: [Source] = [], password: SecretBytes? = nil
        ) throws(MutualTLSError) {
            var material = IdentityMaterial()
            try material.add(contents)
            for source in sources { try material.add(source, Format(source.data), password) }
            try self.init(material)
        }
    }

    extension IdentityMaterial {
        mutating func add(
            pkcs12 data: Data, _ password: SecretBytes?, _ isCancelled: @escaping @Sendable () -> Bool = { false }
        ) throws(MutualTLSError) {
            do {
                try add(PKCS12Reader.read(data, password: password, isCancelled: isCancelled))
            } catch let error as IdentityFileError {
                throw MutualTLSError(error)
            } catch let error as MutualTLSError {
                throw error
            } catch {
                throw MutualTLSError(.malformedIdentity, "the PKCS#12 file can't be read", underlying: error)
            }
        }

        mutating func add(_ contents: PKCS12Contents) throws(MutualTLSError) {
            for entry in contents.keys {
                add(entry.key, .init(localKeyID: entry.localKeyID, friendlyName: entry.friendlyName))
            }
            unusableKeys += contents.unreadKeys.map(\.description)
            damagedKeys += contents.unreadKeys.filter(\.isDamaged).count
            for entry in contents.certificates {
                certificates.append(
                    Certificate(
                        certificate: SecCertificate(entry.certificate),
                        tie: .init(localKeyID: entry.localKeyID, friendlyName: entry.friendlyName)))
            }
            damagedCertificates += contents.unread.filter { $0 == .certificate }.count
            otherEntries += contents.unread.filter { [.unneeded, .otherCertificate, .unknownBag].contains($0) }.count
            usedPassword = usedPassword || contents.mac != nil || !contents.encryption.isEmpty
        }

        mutating func add(key source: KeySource, _ password: SecretBytes?) throws(MutualTLSError) {
            if source.isEncrypted { usedPassword = true }
            do {
                add(try source.read(password), .init())
            } catch {
                throw MutualTLSError(error).at(source.place)
            }
        }

        private mutating func add(_ key: PrivateKey, _ tie: KeyPairing.Tie) {
            keys.append(Key(key: SecKey(key), tie: tie))
        }

        /// What a key is, such as "EC P-256". One of a keychain is not opened.
        static func kind(of key: SecKey) -> String {
            guard let encoded = try? key.publicKey?.spki() else { return "unknown" }
            var reader = DERReader(encoded)
            return (try? PublicKeyFields(reader.next(.sequence, "the public key")))?.name ?? "unknown"
        }

        /// Whether a key and a certificate have the same public key.
        static func belong(_ key: SecKey, _ certificate: SecCertificate) -> Bool {
            key.privateKey?.matches(certificate.x509) ?? false
        }

        /// Joins a certificate and its key.
        static func join(_ certificate: SecCertificate, _ key: SecKey) throws(MutualTLSError) -> SecIdentity {
            guard let identity = SecIdentityCreate(nil, certificate, key) else {
                throw MutualTLSError(.keyMismatch, "a private key does not belong to its certificate")
            }
            return identity
        }
    }

    extension KeySource {
        fileprivate func read(_ password: SecretBytes?) throws(IdentityFileError) -> PrivateKey {
            switch self {
            case .pem(let block): try KeyReader.read(block, password: password)
            case .der(let data, _): try KeyReader.read(der: data, password: password)
            }
        }
    }

    extension MutualTLSError {
        package init(_ error: IdentityFileError) {
            let code: Code =
                switch error.code {
                case .wrongPassword: .wrongPassword
                case .passwordRequired: .passwordRequired
                case .unsupportedAlgorithm, .legacyProviderMissing, .tooManyIterations: .unsupportedAlgorithm
                case .cancelled: .cancelled
                default: .malformedIdentity
                }
            self.init(
                code, error.reason,
                hint: code == .wrongPassword ? "try another; if it is right for certain, the file was damaged" : nil,
                underlying: error)
        }
    }
#endif
