internal import CMutualTLSOpenSSL
internal import CMutualTLSShims
import Foundation

/// Building and checking a certification path (RFC 5280, 6): names, signatures, dates, basic constraints, path length, name
/// constraints, critical extensions. Usages, key sizes, hashes and host names are the caller's to judge.
package struct PathValidation: Sendable {
    /// The path, end-entity first; where none was found, the part that could be built.
    package let chain: [X509Certificate]
    /// All that is wrong with it, in the order found; empty for a valid path.
    package let faults: [Fault]

    /// One thing wrong with one certificate.
    package struct Fault: Sendable, Hashable {
        /// OpenSSL's `X509_V_ERR_` number.
        package let code: Int32
        /// The certificate's index in the chain.
        package let depth: Int
        /// From a number and an index.
        package init(code: Int32, depth: Int) {
            self.code = code
            self.depth = depth
        }

        /// What kind of fault it is.
        package var kind: Kind {
            switch code {
            case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT, X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN,
                X509_V_ERR_CERT_UNTRUSTED:
                .notAnchored
            case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
                X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
                .issuerMissing
            case X509_V_ERR_CERT_SIGNATURE_FAILURE, X509_V_ERR_UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY: .badSignature
            case X509_V_ERR_CERT_NOT_YET_VALID, X509_V_ERR_ERROR_IN_CERT_NOT_BEFORE_FIELD: .notYetValid
            case X509_V_ERR_CERT_HAS_EXPIRED, X509_V_ERR_ERROR_IN_CERT_NOT_AFTER_FIELD: .expired
            case X509_V_ERR_INVALID_CA: .notAnAuthority
            case X509_V_ERR_PATH_LENGTH_EXCEEDED: .pathLength
            case X509_V_ERR_KEYUSAGE_NO_CERTSIGN: .mayNotSignCertificates
            case X509_V_ERR_UNHANDLED_CRITICAL_EXTENSION: .unknownCriticalExtension
            case X509_V_ERR_AKID_SKID_MISMATCH, X509_V_ERR_AKID_ISSUER_SERIAL_MISMATCH: .keyIdentifier
            case X509_V_ERR_PERMITTED_VIOLATION, X509_V_ERR_EXCLUDED_VIOLATION, X509_V_ERR_SUBTREE_MINMAX,
                X509_V_ERR_UNSUPPORTED_CONSTRAINT_TYPE, X509_V_ERR_UNSUPPORTED_CONSTRAINT_SYNTAX,
                X509_V_ERR_UNSUPPORTED_NAME_SYNTAX:
                .nameConstraint
            default: .other
            }
        }

        /// OpenSSL's words for it.
        package var text: String { String(cString: X509_verify_cert_error_string(Int(code))) }
    }

    /// Faults that callers tell apart.
    package enum Kind: Sendable, Hashable {
        /// The path ends in a self-signed certificate that is not an anchor.
        case notAnchored
        /// The path ends in a certificate whose issuer is not to be had.
        case issuerMissing
        /// The issuer's key does not verify the signature.
        case badSignature
        /// Its validity begins later.
        case notYetValid
        /// Its validity is over.
        case expired
        /// It issued a certificate and is no CA.
        case notAnAuthority
        /// More CAs below it than it allows.
        case pathLength
        /// It issued a certificate, which its key usage forbids.
        case mayNotSignCertificates
        /// A critical extension that nobody here understands.
        case unknownCriticalExtension
        /// Its key identifiers don't fit those of its issuer.
        case keyIdentifier
        /// A name that a CA above it excludes.
        case nameConstraint
        /// Anything else; see the text.
        case other
    }

    /// Whether the path ends at an anchor.
    package var isAnchored: Bool { !faults.contains { $0.kind == .notAnchored || $0.kind == .issuerMissing } }

    /// Validates.
    /// - Parameters:
    ///   - leaf: the end-entity certificate.
    ///   - intermediates: candidates for the way up, in any order.
    ///   - anchors: where the path may end.
    ///   - date: the date of the validation; beyond the years 0 to 9999 the nearest in them.
    /// - Throws: `OpenSSLError` when no validation could take place, such as for want of memory.
    package init(
        leaf: X509Certificate, intermediates: [X509Certificate], anchors: TrustStore, date: Date
    ) throws {
        let operation = "validate the certification path"
        let seconds = Int64(CertificateTime.clamping(date)) + (date > CertificateTime.last ? 1 : 0)
        // Enough for every fault of the longest path OpenSSL builds that anybody would read.
        var noted = [mtls_path_fault](repeating: mtls_path_fault(), count: 64)
        var count: Int32 = 0
        var built: OpaquePointer?
        let done = try withStack(of: intermediates) { stack in
            mtls_path_validate(
                anchors.pointer, leaf.pointer, stack, seconds, &noted, Int32(noted.count), &count, &built)
        }
        defer {
            mtls_sk_X509_pop_free(built)
            ERR_clear_error()
        }
        try check(done, operation)
        chain = try certificates(in: built)
        faults = noted.prefix(Int(count)).map { Fault(code: $0.error, depth: Int($0.depth)) }
    }
}
