/// One identity, or one certificate with a name, for a PKCS#12 file.
package struct PKCS12Entry: Sendable {
    /// nil for a certificate alone.
    package let key: PrivateKey?
    /// The one that belongs to `key`.
    package let certificate: X509Certificate
    /// The alias that lists show, in any script; nil leaves it out, and so does an empty one. OpenSSL shows none that
    /// needs more than 16 bits for a character.
    package let friendlyName: String?

    /// An entry of these parts.
    package init(key: PrivateKey?, certificate: X509Certificate, friendlyName: String?) {
        self.key = key
        self.certificate = certificate
        self.friendlyName = friendlyName
    }
}
