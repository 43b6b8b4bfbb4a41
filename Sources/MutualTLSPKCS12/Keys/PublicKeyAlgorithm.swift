import Foundation

extension PrivateKeyInfo.Algorithm {
    /// Of a public key (RFC 5280, 4.1.2.7).
    /// - Throws: `DERError` where the curve's name is damaged.
    package init(publicKey identifier: AlgorithmIdentifier) throws(DERError) {
        let parameters = identifier.parametersValue
        switch identifier.oid {
        case .rsaEncryption: self = .rsa
        case .ecPublicKey:
            self = .ec(
                curve: parameters?.tag == .objectIdentifier
                    ? try parameters?.objectIdentifier("the public key's curve") : nil)
        case .ed25519: self = .ed25519
        default: self = .other(identifier.oid)
        }
    }

    /// Of the public key in a certificate (RFC 5280, 4.1).
    /// - Returns: nil where it can't be found.
    package init?(certificate der: Data) {
        guard let found = try? Self.publicKey(in: der) else { return nil }
        self = found
    }

    private static func publicKey(in der: Data) throws(DERError) -> Self {
        var outer = DERReader(der)
        var signed = try outer.next(.sequence, "the certificate").elements()
        var fields = try signed.next(.sequence, "the signed part").elements()
        _ = try fields.nextIfPresent(.context(0))
        _ = try fields.next(.integer, "the serial number")
        for what in ["the signature algorithm", "the issuer", "the validity", "the subject"] {
            _ = try fields.next(.sequence, what)
        }
        var key = try fields.next(.sequence, "the public key").elements()
        return try Self(
            publicKey: AlgorithmIdentifier(
                key.next(.sequence, "the public key's algorithm"), "the public key's algorithm"))
    }
}
