import Foundation

/// One block of a PEM text (RFC 7468).
package struct PEMBlock: Sendable {
    /// A line in front of the base64, as old OpenSSL keys have them (RFC 1421, section 4.6).
    package struct Header: Hashable, Sendable {
        package let name: String
        package internal(set) var value: String
    }

    /// What stands between "-----BEGIN " and "-----", such as "CERTIFICATE".
    package let label: String
    /// In order; "Proc-Type" and "DEK-Info" say that ``der`` is encrypted (RFC 1421, section 4.6.1).
    package let headers: [Header]
    /// The decoded body; ciphertext under the headers named above. Its memory is wiped when it is freed.
    package let der: Data
    /// Bytes from the start of the text to the BEGIN line.
    package let offset: Int
    /// The BEGIN line's number, counted from 1.
    package let line: Int

    /// The value of the first header with this name; case counts.
    package func header(_ name: String) -> String? {
        headers.first { $0.name == name }?.value
    }
}
