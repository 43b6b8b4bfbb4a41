import MutualTLSOpenSSL
import MutualTLSPKCS12

/// What a PKCS#12 file tells without its password.
struct PKCS12Outside {
    /// How its parts and keys are encrypted, as far as that can be seen.
    let encryption: [Inspection.Protection]
    /// What is in the parts that are not encrypted.
    let readable: PKCS12Contents

    init(_ file: PKCS12File) {
        var schemes: [PasswordBasedEncryption] = []
        var readable = PKCS12Contents()
        func add(_ algorithm: AlgorithmIdentifier) {
            if let scheme = try? PasswordBasedEncryption(algorithm) { schemes.append(scheme) }
        }
        for part in file.authenticatedSafe {
            switch part.kind {
            case .encrypted(let algorithm, _): add(algorithm)
            case .data(let data):
                for bag in (try? SafeContents.bags(in: data, offset: part.offset)) ?? [] {
                    if case .shroudedKey(let info) = bag.kind { add(info.algorithm) } else { readable.add(bag) }
                }
            case .unsupported: break
            }
        }
        encryption = Inspection.unique(schemes)
        self.readable = readable
    }
}
