internal import CMutualTLSOpenSSL
internal import CMutualTLSShims
import Foundation

extension X509Certificate {
    /// A subject alternative name (RFC 5280, 4.2.1.6) of a kind that names an endpoint or a person.
    package enum AlternativeName: Hashable, Sendable {
        /// A DNS name as the certificate holds it.
        case dns(String)
        /// 4 or 16 bytes in network order; other lengths as found.
        case ip(Data)
        /// A mailbox.
        case email(String)
        /// A URI, such as a SPIFFE ID.
        case uri(String)
    }

    /// The subject alternative names in order; kinds not in `AlternativeName` are left out.
    package var alternativeNames: [AlternativeName] {
        // Of an extension that can't be parsed.
        defer { ERR_clear_error() }
        guard let names = X509_get_ext_d2i(pointer, NID_subject_alt_name, nil, nil) else { return [] }
        let stack = OpaquePointer(names)
        defer { mtls_sk_GENERAL_NAME_pop_free(stack) }
        return (0..<mtls_sk_GENERAL_NAME_num(stack)).compactMap { index in
            var kind: Int32 = 0
            guard let name = mtls_sk_GENERAL_NAME_value(stack, index),
                let value = GENERAL_NAME_get0_value(name, &kind)
            else { return nil }
            let string = value.assumingMemoryBound(to: ASN1_STRING.self)
            let bytes = ASN1_STRING_get0_data(string)
            switch kind {
            case GEN_DNS, GEN_EMAIL, GEN_URI, GEN_IPADD:
                let data = bytes.map { Data(bytes: $0, count: Int(ASN1_STRING_length(string))) } ?? Data()
                let text = String(decoding: data, as: UTF8.self)
                switch kind {
                case GEN_DNS: return .dns(text)
                case GEN_EMAIL: return .email(text)
                case GEN_URI: return .uri(text)
                default: return .ip(data)
                }
            default: return nil
            }
        }
    }

    /// The subject alternative names of all other kinds, as OpenSSL prints them: user principal names, directory names, ...
    package var otherAlternativeNames: [String] {
        defer { ERR_clear_error() }
        guard let names = X509_get_ext_d2i(pointer, NID_subject_alt_name, nil, nil) else { return [] }
        let stack = OpaquePointer(names)
        defer { mtls_sk_GENERAL_NAME_pop_free(stack) }
        return (0..<mtls_sk_GENERAL_NAME_num(stack)).compactMap { index in
            var kind: Int32 = 0
            guard let name = mtls_sk_GENERAL_NAME_value(stack, index) else { return nil }
            _ = GENERAL_NAME_get0_value(name, &kind)
            if [GEN_DNS, GEN_EMAIL, GEN_URI, GEN_IPADD].contains(kind) { return nil }
            let text = try? MemoryBIO.collect({ GENERAL_NAME_print($0, name) }, "print a name")
            return text.map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// The extended key usages as dotted object identifiers; nil when the extension is absent.
    package var extendedKeyUsage: [String]? {
        defer { ERR_clear_error() }
        guard let usages = X509_get_ext_d2i(pointer, NID_ext_key_usage, nil, nil) else { return nil }
        let stack = OpaquePointer(usages)
        defer { mtls_sk_ASN1_OBJECT_pop_free(stack) }
        return (0..<mtls_sk_ASN1_OBJECT_num(stack)).compactMap { index in
            mtls_sk_ASN1_OBJECT_value(stack, index).map(dottedObjectIdentifier)
        }
    }

    /// The key usage's bits as RFC 5280 numbers them, digitalSignature being bit 7 of the first byte; nil when absent.
    package var keyUsage: KeyUsage? {
        X509_get_extension_flags(pointer) & UInt32(EXFLAG_KUSAGE) == 0
            ? nil : KeyUsage(rawValue: X509_get_key_usage(pointer))
    }

    /// Whether its basic constraints say that it is a CA.
    package var isCertificateAuthority: Bool {
        let flags = X509_get_extension_flags(pointer)
        return flags & UInt32(EXFLAG_BCONS) != 0 && flags & UInt32(EXFLAG_CA) != 0
    }
}

extension X509Certificate {
    /// How many further CAs may stand between this one and an end-entity; nil for any number, or where it is no CA.
    package var pathLength: Int? {
        let length = X509_get_pathlen(pointer)
        return isCertificateAuthority && length >= 0 ? length : nil
    }
}

/// Key usage (RFC 5280, 4.2.1.3), by OpenSSL's bits.
package struct KeyUsage: OptionSet, Sendable, Hashable {
    /// OpenSSL's bit mask.
    package let rawValue: UInt32
    /// From OpenSSL's bit mask.
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    /// Signs handshakes: what a TLS client certificate needs.
    package static let digitalSignature = KeyUsage(rawValue: 0x80)
    /// Wraps keys: what RSA key exchange needs.
    package static let keyEncipherment = KeyUsage(rawValue: 0x20)
    /// Signs certificates.
    package static let keyCertSign = KeyUsage(rawValue: 0x04)
    /// Signs CRLs.
    package static let cRLSign = KeyUsage(rawValue: 0x02)

    /// The RFC's words for the bits that are set, in its order.
    package var names: [String] { Self.words.filter { contains($0.usage) }.map(\.name) }

    private static let words: [(usage: KeyUsage, name: String)] = [
        (digitalSignature, "digitalSignature"), (KeyUsage(rawValue: 0x40), "nonRepudiation"),
        (keyEncipherment, "keyEncipherment"), (KeyUsage(rawValue: 0x10), "dataEncipherment"),
        (KeyUsage(rawValue: 0x08), "keyAgreement"), (keyCertSign, "keyCertSign"), (cRLSign, "cRLSign"),
        (KeyUsage(rawValue: 0x01), "encipherOnly"), (KeyUsage(rawValue: 0x8000), "decipherOnly"),
    ]
}

/// The extended key usages (RFC 5280, 4.2.1.12) that TLS knows, as dotted object identifiers.
package enum ExtendedKeyUsage {
    /// TLS server authentication.
    package static let serverAuth = "1.3.6.1.5.5.7.3.1"
    /// TLS client authentication.
    package static let clientAuth = "1.3.6.1.5.5.7.3.2"
    /// Mail.
    package static let emailProtection = "1.3.6.1.5.5.7.3.4"
    /// Any purpose.
    package static let any = "2.5.29.37.0"

    /// The RFC's word for a usage, or its dotted identifier.
    package static func name(_ identifier: String) -> String {
        names[identifier] ?? identifier
    }

    private static let names = [
        serverAuth: "serverAuth", clientAuth: "clientAuth", any: "anyExtendedKeyUsage",
        "1.3.6.1.5.5.7.3.3": "codeSigning", emailProtection: "emailProtection",
        "1.3.6.1.5.5.7.3.8": "timeStamping", "1.3.6.1.5.5.7.3.9": "OCSPSigning",
    ]
}

func dottedObjectIdentifier(_ object: OpaquePointer) -> String {
    var text = [CChar](repeating: 0, count: 128)
    let length = Int(OBJ_obj2txt(&text, Int32(text.count), object, 1))
    if length >= text.count {
        text = [CChar](repeating: 0, count: length + 1)
        OBJ_obj2txt(&text, Int32(text.count), object, 1)
    }
    return text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
}
