#if !canImport(Security)
    import Foundation
    import MutualTLSOpenSSL
    import MutualTLSPKCS12
    import PortableSecurity

    extension IdentityMaterial {
        /// Opens a PKCS#12 file.
        init(pkcs12 data: Data, password: String?) throws(MutualTLSError) {
            let contents: PKCS12Contents
            do {
                contents = try PKCS12Reader.read(data, password: password.map(SecretBytes.init(utf8:)))
            } catch {
                throw MutualTLSError(error)
            }
            if contents.keys.isEmpty, contents.unread.contains(.key) {
                throw MutualTLSError(
                    .unsupportedAlgorithm, "the PKCS#12 file holds a private key of a kind that OpenSSL doesn't read",
                    hint: "use an RSA or elliptic-curve key")
            }
            self.init(keys: contents.keys.map(\.key), certificates: contents.certificates.map(\.certificate))
        }

        /// Reads PEM texts together.
        package init(pem texts: [Data], password: String?) throws(MutualTLSError) {
            var keys: [PrivateKey] = []
            var certificates: [X509Certificate] = []
            for text in texts {
                for block in try Self.blocks(in: text) {
                    if CertificateFile.isCertificate(block) {
                        certificates.append(try CertificateFile.certificate(block).x509)
                    } else if block.label.hasSuffix("PRIVATE KEY") {
                        keys.append(try Self.key(block, in: text, password: password))
                    }
                }
            }
            self.init(keys: keys, certificates: certificates)
        }

        /// Joins each key to its certificate by the public key.
        private init(keys: [PrivateKey], certificates: [X509Certificate]) {
            var seen: Set<X509Certificate> = []
            let unique = certificates.filter { seen.insert($0).inserted }
            identities = unique.compactMap { certificate in
                keys.lazy.compactMap { SecIdentity(certificate: certificate, privateKey: $0) }.first
            }
            self.certificates = unique.map(SecCertificate.init)
            keyCount = keys.count
        }

        private static func blocks(in text: Data) throws(MutualTLSError) -> [PEMBlock] {
            let blocks: [PEMBlock]
            do {
                blocks = try PEMDocument.blocks(in: text)
            } catch {
                throw MutualTLSError(.malformedIdentity, "the PEM text can't be read: \(error)", underlying: error)
            }
            guard !blocks.isEmpty else {
                throw MutualTLSError(
                    .malformedIdentity,
                    text.isEmpty ? "the file is empty" : "this is not PEM: there is no line -----BEGIN ...-----",
                    hint: "a binary .p12 or .pfx file is PKCS#12")
            }
            return blocks
        }

        private static func key(
            _ block: PEMBlock, in text: Data, password: String?
        ) throws(MutualTLSError) -> PrivateKey {
            let place = "the private key in line \(block.line)"
            let isEncrypted =
                block.label.hasPrefix("ENCRYPTED") || block.header("Proc-Type")?.contains("ENCRYPTED") == true
            if isEncrypted && password == nil {
                throw MutualTLSError(.passwordRequired, "\(place) is encrypted", hint: "give its password")
            }
            do {
                return try PrivateKey(
                    pem: text.dropFirst(block.offset), password: password.map(SecretBytes.init(utf8:)))
            } catch let error as OpenSSLError where isEncrypted && !error.isUnsupportedAlgorithm {
                throw MutualTLSError(.wrongPassword, "the password of \(place) is wrong", underlying: error)
            } catch let error as OpenSSLError where error.isUnsupportedAlgorithm {
                throw MutualTLSError(
                    .unsupportedAlgorithm, "\(place) uses an algorithm that OpenSSL doesn't have",
                    hint: "convert it: openssl pkey -in OLD -out NEW", underlying: error)
            } catch {
                throw MutualTLSError(.malformedIdentity, "\(place) is damaged", underlying: error)
            }
        }
    }

    extension MutualTLSError {
        fileprivate init(_ error: PKCS12Error) {
            let code: Code =
                switch error.code {
                case .wrongPassword: .wrongPassword
                case .passwordRequired: .passwordRequired
                case .unsupportedAlgorithm, .legacyProviderMissing, .tooManyIterations: .unsupportedAlgorithm
                default: .malformedIdentity
                }
            self.init(
                code, error.reason,
                hint: code == .wrongPassword ? "try another; if it is right for certain, the file was damaged" : nil,
                underlying: error)
        }
    }
#endif
