import Foundation
import MutualTLSPKCS12
import PortableSecurity

extension IdentityFile {
    /// A file, and what errors call it.
    package struct Source: Sendable {
        /// Such as its path; nil where there is only one.
        package let name: String?
        package let data: Data

        package init(_ data: Data, name: String? = nil) {
            self.name = name
            self.data = data
        }
    }

    /// What a file is, by its content.
    package enum Format: Sendable, Hashable {
        /// Text with BEGIN lines.
        case pem
        /// One certificate as DER.
        case certificate
        /// One private key as DER: PKCS#8, PKCS#1 or SEC1.
        case privateKey
        /// One private key as DER, encrypted (PKCS#8).
        case encryptedPrivateKey
        /// PKCS#12, or nothing that is known: its reader says what is wrong with it.
        case pkcs12

        package init(_ data: Data) {
            // DER with so much in it has a length in the long form, which no ASCII text that begins with a zero has.
            let isDER = data.first == 0x30 && data.dropFirst().first.map { $0 >= 0x80 } ?? true
            if !isDER, data.range(of: Data("-----BEGIN ".utf8)) != nil {
                self = .pem
            } else if (try? EncryptedPrivateKeyInfo(der: data)) != nil {
                self = .encryptedPrivateKey
            } else if (try? PrivateKeyInfo(der: data)) != nil {
                self = .privateKey
            } else if SecCertificateCreateWithData(nil, data as CFData) != nil {
                self = .certificate
            } else {
                self = .pkcs12
            }
        }
    }

    /// Reads files of any format together.
    /// - Parameter password: of what is encrypted in them; nil for none.
    /// - Throws: `MutualTLSError` that names the source, and in PEM the block, its line and byte.
    package init(_ sources: [Source], password: SecretBytes?) throws(MutualTLSError) {
        var material = IdentityMaterial()
        for source in sources { try material.add(source, Format(source.data), password) }
        try self.init(material)
    }

    /// Reads a certificate and its key, both as DER.
    init(certificate: Source, key: Source, password: SecretBytes?) throws(MutualTLSError) {
        var material = IdentityMaterial()
        try material.add(certificate, .certificate, password)
        let isEncrypted = Format(key.data) == .encryptedPrivateKey
        try material.add(key, isEncrypted ? .encryptedPrivateKey : .privateKey, password)
        try self.init(material)
    }

    /// Reads PEM texts together.
    init(pem texts: [Source], password: SecretBytes?) throws(MutualTLSError) {
        var material = IdentityMaterial()
        for text in texts { try material.add(text, .pem, password) }
        try self.init(material)
    }
}

extension IdentityMaterial {
    /// Adds what a source holds.
    mutating func add(
        _ source: IdentityFile.Source, _ format: IdentityFile.Format, _ password: SecretBytes?
    ) throws(MutualTLSError) {
        do {
            switch format {
            case .pem: try add(pem: source.data, password)
            case .certificate: try add(Self.certificate(source.data))
            case .privateKey, .encryptedPrivateKey: try add(key: .der(source.data, format), password)
            case .pkcs12: try add(pkcs12: source.data, password)
            }
        } catch {
            throw source.name.map { error.at($0) } ?? error
        }
    }

    private mutating func add(pem text: Data, _ password: SecretBytes?) throws(MutualTLSError) {
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
        for block in blocks {
            if CertificateFile.isCertificate(block) {
                add(try CertificateFile.certificate(block))
            } else if block.label.hasSuffix("PRIVATE KEY") {
                try add(key: .pem(block), password)
            } else if block.label == "PKCS12" {
                try add(pkcs12: block.der, password)
            } else if !block.label.hasSuffix("PARAMETERS") {
                otherEntries += 1
                otherLabels.append(block.label)
            }
        }
    }

    private static func certificate(_ der: Data) throws(MutualTLSError) -> SecCertificate {
        guard let certificate = SecCertificateCreateWithData(nil, der as CFData) else {
            throw MutualTLSError(
                .malformedIdentity, "this is not an X.509 certificate as DER",
                hint: "text with a line -----BEGIN CERTIFICATE----- is PEM")
        }
        return certificate
    }

    private mutating func add(_ certificate: SecCertificate) {
        certificates.append(Certificate(certificate: certificate, tie: .init()))
    }
}

/// One private key of a file.
enum KeySource {
    /// A block of a PEM text.
    case pem(PEMBlock)
    /// A file of its own.
    case der(Data, IdentityFile.Format)

    /// What errors call it.
    var place: String {
        switch self {
        case .pem(let block): "the block \(block.label) in line \(block.line) (byte \(block.offset))"
        case .der: "the DER"
        }
    }

    var isEncrypted: Bool {
        switch self {
        case .pem(let block):
            block.label.hasPrefix("ENCRYPTED") || block.header("Proc-Type")?.contains("ENCRYPTED") == true
        case .der(_, let format): format == .encryptedPrivateKey
        }
    }
}

extension MutualTLSError {
    /// The same, with the place in front of its reason.
    func at(_ place: String) -> MutualTLSError {
        MutualTLSError(code, "\(place): \(reason)", hint: hint, alert: alert, underlying: underlying)
    }
}
