import MutualTLSPKCS12

/// Digests that can be forged, by what names them in a certificate.
enum WeakDigest {
    /// The one that a signature's algorithm uses; nil for today's.
    static func name(_ algorithm: AlgorithmIdentifier) -> String? {
        if algorithm.oid != .rsassaPSS { return names[algorithm.oid.description] }
        // RSA-PSS names it in its parameters, and means SHA-1 where it doesn't (RFC 8017, A.2.3).
        var parameters = try? algorithm.parametersValue?.elements()
        guard let digest = try? parameters?.nextIfPresent(.context(0))?.element(.sequence, "the digest") else {
            return "SHA-1"
        }
        return (try? AlgorithmIdentifier(digest, "the digest")).flatMap { names[$0.oid.description] }
    }

    private static let names = [
        "1.2.840.113549.1.1.2": "MD2", "1.2.840.113549.1.1.3": "MD4", "1.2.840.113549.1.1.4": "MD5",
        "1.2.840.113549.1.1.5": "SHA-1", "1.3.14.3.2.29": "SHA-1", "1.2.840.10045.4.1": "SHA-1",
        "1.2.840.10040.4.3": "SHA-1", "1.2.840.113549.2.2": "MD2", "1.2.840.113549.2.4": "MD4",
        "1.2.840.113549.2.5": "MD5", "1.3.14.3.2.26": "SHA-1",
    ]
}
