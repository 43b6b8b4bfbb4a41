import Foundation
import MutualTLSPKCS12
import PortableSecurity

/// Files of certificates.
enum CertificateFile {
    /// The certificates of a PEM text, in order, or the one of a DER file.
    /// - Throws: `MutualTLSError` when there is none, or one can't be read.
    static func certificates(in data: Data) throws(MutualTLSError) -> [SecCertificate] {
        if let certificate = SecCertificateCreateWithData(nil, data as CFData) { return [certificate] }
        let blocks: [PEMBlock]
        do {
            blocks = try PEMDocument.blocks(in: data)
        } catch {
            throw MutualTLSError(.malformedIdentity, "the certificates can't be read: \(error)", underlying: error)
        }
        var certificates: [SecCertificate] = []
        for block in blocks where isCertificate(block) {
            certificates.append(try certificate(block))
        }
        guard !certificates.isEmpty else {
            throw MutualTLSError(
                .noCertificate, "there is no certificate in the data",
                hint: "it must be PEM, with lines -----BEGIN CERTIFICATE-----, or one certificate as DER")
        }
        return certificates
    }

    static func isCertificate(_ block: PEMBlock) -> Bool {
        ["CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE"].contains(block.label)
    }

    static func certificate(_ block: PEMBlock) throws(MutualTLSError) -> SecCertificate {
        guard let certificate = SecCertificateCreateWithData(nil, block.der as CFData) else {
            throw MutualTLSError(
                .malformedIdentity,
                "the block \(block.label) in line \(block.line) (byte \(block.offset)) is not a certificate")
        }
        return certificate
    }
}
