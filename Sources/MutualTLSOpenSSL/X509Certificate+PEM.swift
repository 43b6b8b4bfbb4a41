internal import CMutualTLSOpenSSL
import Foundation

extension X509Certificate {
    /// The certificates in PEM text (RFC 7468), in its order; blocks of other kinds and text between blocks are skipped.
    /// - Throws: `OpenSSLError` when a certificate's block is broken. Text without any gives an empty list.
    package static func all(inPEM text: Data) throws -> [X509Certificate] {
        try MemoryBIO.over(text) { bio in
            var found: [X509Certificate] = []
            while let pointer = PEM_read_bio_X509(bio, nil, nil, nil) {
                do {
                    found.append(try X509Certificate(takingOwnershipOf: pointer))
                } catch {
                    X509_free(pointer)
                    throw error
                }
            }
            let last = OpenSSLError.drain("read certificate \(found.count + 1) of the PEM text")
            // How OpenSSL says that the text has come to its end.
            let end = last.entries.last.map { $0.library == ERR_LIB_PEM && $0.reasonCode == PEM_R_NO_START_LINE }
            if end != true { throw last }
            return found
        }
    }

    /// `certificates` as PEM text, one block after another.
    package static func pem(of certificates: [X509Certificate]) throws -> Data {
        try certificates.reduce(into: Data()) { text, certificate in
            text += try MemoryBIO.collect({ PEM_write_bio_X509($0, certificate.pointer) }, "encode the certificate")
        }
    }
}
