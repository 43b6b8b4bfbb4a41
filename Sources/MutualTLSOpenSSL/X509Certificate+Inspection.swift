internal import CMutualTLSOpenSSL
internal import CMutualTLSShims
import Foundation

extension X509Certificate {
    /// The hash that was signed, by OpenSSL's short name such as `SHA256` or `MD5`; nil where the algorithm has none of its
    /// own (Ed25519) or is unknown.
    package var signatureHash: String? {
        var hash: Int32 = 0
        guard X509_get_signature_info(pointer, &hash, nil, nil, nil) == 1, hash != NID_undef,
            let name = OBJ_nid2sn(hash)
        else {
            ERR_clear_error()
            return nil
        }
        return String(cString: name)
    }

    /// Whether it has basic constraints, whatever they say.
    package var hasBasicConstraints: Bool { X509_get_extension_flags(pointer) & UInt32(EXFLAG_BCONS) != 0 }

    /// Whether an extension that OpenSSL knows could not be parsed, or occurs twice.
    package var hasInvalidExtension: Bool { X509_get_extension_flags(pointer) & UInt32(EXFLAG_INVALID) != 0 }

    /// The extensions as dotted identifiers in the certificate's order, repeated where they are.
    package var extensionIdentifiers: [String] {
        (0..<X509_get_ext_count(pointer)).compactMap { index in
            X509_get_ext(pointer, index).flatMap(X509_EXTENSION_get_object).map(dottedObjectIdentifier)
        }
    }

    /// Whether its subject alternative names are there and critical.
    package var hasCriticalAlternativeNames: Bool {
        let index = X509_get_ext_by_NID(pointer, NID_subject_alt_name, -1)
        guard index >= 0, let found = X509_get_ext(pointer, index) else { return false }
        return X509_EXTENSION_get_critical(found) == 1
    }

    /// The subject key identifier; nil where it has none.
    package var subjectKeyIdentifier: Data? {
        guard let identifier = X509_get0_subject_key_id(pointer), let bytes = ASN1_STRING_get0_data(identifier) else {
            ERR_clear_error()
            return nil
        }
        return Data(bytes: bytes, count: Int(ASN1_STRING_length(identifier)))
    }

    /// The serial number's content octets as encoded: with the zero byte before a high bit, and two's complement below zero.
    package var encodedSerialNumber: Data {
        let serial = X509_get0_serialNumber(pointer)
        guard let encoded = try? MutualTLSOpenSSL.der("encode the serial number", { i2d_ASN1_INTEGER(serial, $0) })
        else { return Data() }
        // Tag and a length of one byte: more than 127 bytes of serial number are refused where it matters.
        return encoded.dropFirst(2).withUnsafeBytes { Data($0) }
    }
}

extension DistinguishedName {
    /// Its attributes in the name's order: type as OpenSSL's short name or dotted identifier, value as UTF-8.
    package var attributes: [(type: String, value: String)] {
        guard let (name, _) = try? parse(der, "parse the name", { d2i_X509_NAME(nil, $0, $1) }) else { return [] }
        defer { X509_NAME_free(name) }
        return (0..<X509_NAME_entry_count(name)).compactMap { index in
            guard let entry = X509_NAME_get_entry(name, index), let object = X509_NAME_ENTRY_get_object(entry),
                let value = X509_NAME_ENTRY_get_data(entry)
            else { return nil }
            var bytes: UnsafeMutablePointer<UInt8>?
            let count = ASN1_STRING_to_UTF8(&bytes, value)
            guard count >= 0, let bytes else { return nil }
            defer { CRYPTO_free(bytes, nil, 0) }
            let identifier = OBJ_obj2nid(object)
            let type =
                identifier == NID_undef
                ? dottedObjectIdentifier(object) : OBJ_nid2sn(identifier).map { String(cString: $0) } ?? ""
            return (type, String(decoding: UnsafeBufferPointer(start: bytes, count: Int(count)), as: UTF8.self))
        }
    }
}
