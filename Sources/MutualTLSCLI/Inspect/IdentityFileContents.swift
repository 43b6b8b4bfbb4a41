import Foundation
import MutualTLS
import MutualTLSOpenSSL
import PortableSecurity

/// The certificates of an opened file, and which of them have their private key with them.
struct IdentityFileContents {
    /// Each once, in the file's order.
    private(set) var certificates: [(certificate: X509Certificate, friendlyName: String?)] = []
    /// The indices of those with a key.
    private(set) var leaves: Set<Int> = []
    /// How many keys belong to none of them.
    let keysWithoutCertificate: Int

    /// Of a PKCS#12 file.
    init(_ contents: PKCS12Contents) {
        var certificates: [(certificate: X509Certificate, friendlyName: String?)] = []
        var seen: Set<X509Certificate> = []
        for entry in contents.certificates where seen.insert(entry.certificate).inserted {
            certificates.append((entry.certificate, entry.friendlyName))
        }
        var unpaired = 0
        for entry in contents.keys {
            let indices = certificates.indices.filter { entry.key.matches(certificates[$0].certificate) }
            if indices.isEmpty { unpaired += 1 }
            for index in indices {
                leaves.insert(index)
                // Some writers put the name on the key alone.
                certificates[index].friendlyName = certificates[index].friendlyName ?? entry.friendlyName
            }
        }
        self.certificates = certificates
        keysWithoutCertificate = unpaired
    }

    /// Of PEM texts together.
    /// - Parameter password: called at most once, when a key is encrypted.
    init(pem texts: [Data], _ password: () throws -> String?) throws {
        let material = try Self.material(texts, password)
        let read = try material.certificates.map { try X509Certificate(der: SecCertificateCopyData($0) as Data) }
        let owned = try material.identities.compactMap { identity -> X509Certificate? in
            var certificate: SecCertificate?
            guard SecIdentityCopyCertificate(identity, &certificate) == errSecSuccess, let certificate else {
                return nil
            }
            return try X509Certificate(der: SecCertificateCopyData(certificate) as Data)
        }
        certificates = read.map { ($0, nil) }
        leaves = Set(read.indices.filter { owned.contains(read[$0]) })
        keysWithoutCertificate = max(0, material.keyCount - owned.count)
    }

    private static func material(_ texts: [Data], _ password: () throws -> String?) throws -> IdentityMaterial {
        do {
            return try IdentityMaterial(pem: texts, password: nil)
        } catch let error where error.code == .passwordRequired {
            guard let text = try password() else { throw error }
            return try IdentityMaterial(pem: texts, password: text)
        }
    }

    /// What would be sent: the leaf and its intermediates in order, without the root.
    static func chain(from leaf: X509Certificate, among others: [X509Certificate]) -> [X509Certificate] {
        var chain = [leaf]
        while let last = chain.last, !last.isSelfIssued,
            let next = others.first(where: { !$0.isSelfIssued && !chain.contains($0) && last.isIssued(by: $0) })
        {
            chain.append(next)
        }
        return chain
    }
}
