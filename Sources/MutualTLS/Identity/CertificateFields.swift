import Foundation
import MutualTLSPKCS12
import PortableSecurity

/// The fields of an X.509 certificate (RFC 5280, 4.1) that say what a client certificate is good for.
///
/// Read by our own DER reader, since Apple's phones have no call that tells them.
struct CertificateFields {
    /// Where they are from.
    let certificate: SecCertificate
    /// The whole certificate.
    let der: Data
    /// What the issuer signed.
    let signedPart: Data
    /// The issuer's signature over it, without the count of unused bits.
    let signature: Data
    /// The OID of the signature's algorithm.
    let signatureAlgorithm: OID
    /// The digest under its signature where that can be forged; nil for today's.
    let weakDigest: String?
    /// DER of the issuer's Name.
    let issuer: Data
    /// DER of the subject's Name.
    let subject: Data
    /// The first second of its validity.
    let notBefore: Date
    /// The last second of its validity.
    let notAfter: Date
    /// DER of the SubjectPublicKeyInfo.
    let publicKeyInfo: Data
    /// What the public key is.
    let publicKey: PublicKeyFields
    /// Whether its basic constraints make it a CA's.
    private(set) var isCA = false
    /// The OIDs of the extended key usage, dotted; nil where there is none.
    private(set) var extendedKeyUsage: [String]?
    /// nil where there is no key usage.
    private(set) var keyUsageAllowsDigitalSignature: Bool?
    private(set) var subjectKeyIdentifier: Data?
    private(set) var authorityKeyIdentifier: Data?
    /// DER of the Name of the issuer's own issuer, where the authority key identifier has it.
    private(set) var issuersIssuer: Data?

    /// Whether subject and issuer are the same name.
    var isSelfIssued: Bool { subject == issuer }

    /// - Throws: `DERError`.
    init(_ certificate: SecCertificate) throws {
        self.certificate = certificate
        der = SecCertificateCopyData(certificate) as Data
        var outer = DERReader(der)
        var signed = try outer.next(.sequence, "the certificate").elements()
        let part = try signed.next(.sequence, "the signed part")
        signedPart = part.encoded
        let algorithm = try AlgorithmIdentifier(
            signed.next(.sequence, "the signature's algorithm"), "the signature's algorithm")
        (signatureAlgorithm, weakDigest) = (algorithm.oid, WeakDigest.name(algorithm))
        signature = try signed.next(.bitString, "the signature").wholeBitString("the signature")
        var fields = try part.elements()
        if fields.nextTag == .context(0) { _ = try fields.next() }
        _ = try fields.next(.integer, "the serial number")
        _ = try fields.next(.sequence, "the signature algorithm")
        issuer = try fields.next(.sequence, "the issuer").encoded
        var validity = try fields.next(.sequence, "the validity").elements()
        notBefore = try Self.time(validity.next())
        notAfter = try Self.time(validity.next())
        subject = try fields.next(.sequence, "the subject").encoded
        let key = try fields.next(.sequence, "the public key")
        publicKeyInfo = key.encoded
        publicKey = try PublicKeyFields(key)
        while !fields.isAtEnd {
            let value = try fields.next()
            guard value.tag == .context(3) else { continue }
            var extensions = try value.element(.sequence, "the extensions").elements()
            while !extensions.isAtEnd { try take(extension: extensions.next(.sequence, "an extension")) }
        }
    }

    private mutating func take(extension value: DERValue) throws {
        var parts = try value.elements()
        let identifier = try parts.next(.objectIdentifier, "the extension's identifier")
            .objectIdentifier("the extension's identifier")
        if parts.nextTag == .boolean { _ = try parts.next() }
        var inner = DERReader(try parts.next(.octetString, "the extension's value").octets())
        switch identifier {
        case .extendedKeyUsage:
            var usages = try inner.next(.sequence, "the extended key usage").elements()
            var list: [String] = []
            while !usages.isAtEnd {
                list.append(try usages.next(.objectIdentifier, "a usage").objectIdentifier("a usage").description)
            }
            extendedKeyUsage = list
        case .keyUsage:
            // BIT STRING: a count of unused bits, then the bits, digitalSignature the first.
            keyUsageAllowsDigitalSignature =
                try inner.next(.bitString, "the key usage").content.dropFirst().first
                .map { $0 & 0x80 != 0 } ?? false
        case .subjectKeyIdentifier:
            subjectKeyIdentifier = try inner.next(.octetString, "the subject key identifier").octets()
        case .authorityKeyIdentifier:
            var parts = try inner.next(.sequence, "the authority key identifier").elements()
            while !parts.isAtEnd {
                let part = try parts.next()
                if part.tag == .context(0) { authorityKeyIdentifier = part.content }
                if part.tag == .context(1) { issuersIssuer = try Self.directoryName(part) }
            }
        case .basicConstraints:
            var parts = try inner.next(.sequence, "the basic constraints").elements()
            isCA = try parts.nextIfPresent(.boolean)?.content.first.map { $0 != 0 } ?? false
        default: break
        }
    }

    /// The Name among GeneralNames (RFC 5280, 4.2.1.6).
    private static func directoryName(_ names: DERValue) throws -> Data? {
        var names = try names.elements()
        while !names.isAtEnd {
            let name = try names.next()
            guard name.tag == .context(4) else { continue }
            return try name.element(.sequence, "a directory name").encoded
        }
        return nil
    }

    /// UTCTime or GeneralizedTime in the form that RFC 5280 demands: seconds, and Z.
    private static func time(_ value: DERValue) throws -> Date {
        let text = value.content
        let digits = text.dropLast().map { Int($0) - 48 }
        guard text.last == UInt8(ascii: "Z"), digits.allSatisfy((0...9).contains),
            let date = date(digits.count == 12 ? [digits[0] < 5 ? 2 : 1, digits[0] < 5 ? 0 : 9] + digits : digits)
        else {
            throw DERError(.badValue, "a date is not written as RFC 5280 demands", offset: value.offset)
        }
        return date
    }

    /// - Parameter digits: of year, month, day, hour, minute and second.
    /// - Returns: nil where there is no such date. The calendar is the Gregorian one, also before it was made (ISO 8601).
    private static func date(_ digits: [Int]) -> Date? {
        guard digits.count == 14 else { return nil }
        let pairs = stride(from: 0, to: 14, by: 2).map { digits[$0] * 10 + digits[$0 + 1] }
        let (year, month, day) = (pairs[0] * 100 + pairs[1], pairs[2], pairs[3])
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let monthLengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...12).contains(month), (1...monthLengths[month - 1]).contains(day), pairs[4] < 24, pairs[5] < 60,
            pairs[6] < 60
        else { return nil }
        // 1970 began 719,528 days after the year 0 did, itself a leap year.
        let years = 365 * year + (year + 3) / 4 - (year + 99) / 100 + (year + 399) / 400
        let days = years - 719_528 + monthLengths.prefix(month - 1).reduce(day - 1, +)
        return Date(timeIntervalSince1970: TimeInterval(days * 86_400 + pairs[4] * 3_600 + pairs[5] * 60 + pairs[6]))
    }

    /// Whether a usage lets a certificate authenticate a TLS client.
    static func allowsClientAuth(_ usage: String) -> Bool {
        usage == "1.3.6.1.5.5.7.3.2" || usage == "2.5.29.37.0"
    }

    /// The RFC's word for a usage, or its dotted identifier.
    static func usageName(_ usage: String) -> String {
        usageNames[usage] ?? usage
    }

    private static let usageNames = [
        "1.3.6.1.5.5.7.3.1": "serverAuth", "1.3.6.1.5.5.7.3.2": "clientAuth", "1.3.6.1.5.5.7.3.3": "codeSigning",
        "1.3.6.1.5.5.7.3.4": "emailProtection", "1.3.6.1.5.5.7.3.8": "timeStamping",
        "1.3.6.1.5.5.7.3.9": "OCSPSigning", "2.5.29.37.0": "anyExtendedKeyUsage",
    ]
}
