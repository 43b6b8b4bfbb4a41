#if !canImport(Security)
    import Foundation
    import MutualTLSOpenSSL

    /// An X.509 certificate.
    public final class SecCertificate: Sendable, SecurityObject {
        static let typeID: CFTypeID = 0x5302

        /// The exact encoding.
        let der: Data
        /// nil until somebody looks into one that was stored: OpenSSL needs longer to parse a certificate than SQLite to find
        /// it, and a list of thousands is made for the few that are used.
        private let parsed: LockedBox<X509Certificate?>

        /// Over a parsed certificate.
        package init(_ x509: X509Certificate) {
            der = x509.der
            parsed = LockedBox(x509)
        }

        /// One that was parsed when it was stored.
        package init(stored der: Data) {
            self.der = der
            parsed = LockedBox(nil)
        }

        /// The certificate itself. One whose stored bytes were damaged since has neither names nor a key.
        package var x509: X509Certificate {
            parsed.withLock { parsed in
                if let parsed { return parsed }
                let made = (try? X509Certificate(der: der)) ?? .unreadable(der)
                parsed = made
                return made
            }
        }
    }

    extension SecCertificate: Hashable, CustomStringConvertible {
        /// Whether both have the same encoding.
        public static func == (left: SecCertificate, right: SecCertificate) -> Bool { left.der == right.der }
        /// Hashes the encoding.
        public func hash(into hasher: inout Hasher) { hasher.combine(der) }
        /// The subject.
        public var description: String { "<SecCertificate \(x509.subject)>" }
    }

    /// The number of `SecCertificate` for `CFGetTypeID(_:)`.
    public func SecCertificateGetTypeID() -> CFTypeID { SecCertificate.typeID }

    /// A certificate from DER.
    /// - Parameters:
    ///   - allocator: nil.
    ///   - data: DER; bytes after the certificate are dropped.
    /// - Returns: nil when `data` is no certificate (PEM is none), or one that RFC 5280 forbids: version out of range, a
    ///   serial number of over 37 bytes.
    public func SecCertificateCreateWithData(_ allocator: CFAllocator?, _ data: CFData) -> SecCertificate? {
        guard let certificate = try? X509Certificate(der: data), (1...3).contains(certificate.version) else {
            return nil
        }
        // Zero and negative numbers are against RFC 5280, and about.
        guard (1...37).contains(certificate.encodedSerialNumber.count) else { return nil }
        return SecCertificate(certificate)
    }

    /// The certificate's exact DER.
    public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData { certificate.der }

    /// Its public key; nil when the algorithm is unknown or the key is broken.
    public func SecCertificateCopyKey(_ certificate: SecCertificate) -> SecKey? {
        (try? certificate.x509.publicKey()).map(SecKey.init)
    }

    /// The content bytes of the serial number, a leading zero byte included.
    /// - Parameters:
    ///   - certificate: the certificate.
    ///   - error: never written here: every certificate has a serial number.
    public func SecCertificateCopySerialNumberData(
        _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
    ) -> CFData? {
        certificate.x509.encodedSerialNumber
    }

    /// The start of its validity.
    public func SecCertificateCopyNotValidBeforeDate(_ certificate: SecCertificate) -> CFDate? {
        certificate.x509.notBefore
    }

    /// The end of its validity.
    public func SecCertificateCopyNotValidAfterDate(_ certificate: SecCertificate) -> CFDate? {
        certificate.x509.notAfter
    }
#endif
