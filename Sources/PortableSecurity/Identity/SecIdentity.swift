#if !canImport(Security)
    import Foundation
    import MutualTLSOpenSSL

    /// A certificate with the private key that belongs to it.
    public final class SecIdentity: Sendable, SecurityObject {
        static let typeID: CFTypeID = 0x5303

        /// The certificate.
        package let certificate: SecCertificate
        /// Its private key, which may still lie in a keychain.
        package let key: SecKey

        /// Its private key; one of a keychain is opened now.
        package var privateKey: PrivateKey {
            get throws {
                do throws(ItemFault) {
                    return try key.openedPrivateKey()
                } catch {
                    throw error.error
                }
            }
        }

        /// nil when the key does not belong to the certificate.
        package convenience init?(certificate: X509Certificate, privateKey: PrivateKey) {
            guard privateKey.matches(certificate) else { return nil }
            self.init(unchecked: SecCertificate(certificate), key: SecKey(privateKey))
        }

        /// Without the check: Apple's importer pairs by the file's attributes alone.
        init(unchecked certificate: SecCertificate, key: SecKey) {
            self.certificate = certificate
            self.key = key
        }
    }

    extension SecIdentity: Hashable, CustomStringConvertible {
        /// Whether certificate and key are equal.
        public static func == (left: SecIdentity, right: SecIdentity) -> Bool {
            left === right
                || left.certificate == right.certificate && left.key == right.key
        }
        /// Hashes the certificate.
        public func hash(into hasher: inout Hasher) { hasher.combine(certificate) }
        /// The certificate's subject.
        public var description: String { "<SecIdentity \(certificate.x509.subject)>" }
    }

    /// The number of `SecIdentity` for `CFGetTypeID(_:)`.
    public func SecIdentityGetTypeID() -> CFTypeID { SecIdentity.typeID }

    /// Joins a certificate and its private key.
    /// - Parameters:
    ///   - allocator: nil.
    ///   - certificate: the certificate.
    ///   - privateKey: its private key.
    /// - Returns: nil when the key does not belong to the certificate.
    public func SecIdentityCreate(
        _ allocator: CFAllocator?, _ certificate: SecCertificate, _ privateKey: SecKey
    ) -> SecIdentity? {
        guard privateKey.isPrivate, let key = privateKey.publicKey, key == (try? certificate.x509.publicKey()) else {
            return nil
        }
        return SecIdentity(unchecked: certificate, key: privateKey)
    }

    /// The identity's certificate.
    /// - Parameters:
    ///   - identityRef: the identity.
    ///   - certificateRef: receives the certificate.
    @discardableResult
    public func SecIdentityCopyCertificate(
        _ identityRef: SecIdentity, _ certificateRef: UnsafeMutablePointer<SecCertificate?>
    ) -> OSStatus {
        certificateRef.pointee = identityRef.certificate
        return errSecSuccess
    }

    /// The identity's private key.
    /// - Parameters:
    ///   - identityRef: the identity.
    ///   - privateKeyRef: receives the key.
    @discardableResult
    public func SecIdentityCopyPrivateKey(
        _ identityRef: SecIdentity, _ privateKeyRef: UnsafeMutablePointer<SecKey?>
    ) -> OSStatus {
        privateKeyRef.pointee = identityRef.key
        return errSecSuccess
    }
#endif
