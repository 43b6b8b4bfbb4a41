internal import CMutualTLSOpenSSL
internal import CMutualTLSShims
import Foundation

extension CertificateBuilder {
    /// Builds the extension value by value, so that no name, however odd, is read as configuration.
    func addAlternativeNames(_ certificate: OpaquePointer) throws {
        if alternativeNames.isEmpty { return }
        let operation = "add the subject alternative names"
        let names = try check(mtls_sk_GENERAL_NAME_new(), operation)
        defer { mtls_sk_GENERAL_NAME_pop_free(names) }
        for name in alternativeNames {
            let (kind, bytes) = name.encoded
            let value = try check(
                kind == GEN_IPADD ? ASN1_OCTET_STRING_new() : ASN1_IA5STRING_new(), operation)
            guard ASN1_STRING_set(value, [UInt8](bytes), Int32(clamping: bytes.count)) == 1,
                mtls_sk_GENERAL_NAME_push(names, kind, value) == 1
            else {
                ASN1_STRING_free(value)
                throw OpenSSLError.drain(operation)
            }
        }
        // RFC 5280, 4.2.1.6: where the subject is empty, the name is here, and nobody may overlook it.
        let isCritical: Int32 = subject.isEmpty ? 1 : 0
        try check(
            X509_add1_ext_i2d(certificate, NID_subject_alt_name, UnsafeMutableRawPointer(names), isCritical, 0),
            operation)
    }
}

extension X509Certificate.AlternativeName {
    fileprivate var encoded: (kind: Int32, bytes: Data) {
        switch self {
        case .dns(let name): (GEN_DNS, Data(name.utf8))
        case .email(let name): (GEN_EMAIL, Data(name.utf8))
        case .uri(let name): (GEN_URI, Data(name.utf8))
        case .ip(let bytes): (GEN_IPADD, bytes)
        }
    }
}
