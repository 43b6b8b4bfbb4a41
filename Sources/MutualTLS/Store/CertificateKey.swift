import Foundation
import PortableSecurity

/// What finds a certificate, and the identity that it is of, among all: its issuer and serial number, which are unique. As the
/// keychain has them in attributes, the issuer normalized.
struct CertificateKey: Hashable {
    let issuer: Data
    let serialNumber: Data

    /// From a certificate's or an identity's attributes.
    init?(attributes: [String: Any]) {
        guard let issuer = attributes[kSecAttrIssuer as String] as? Data,
            let number = attributes[kSecAttrSerialNumber as String] as? Data, number.count < 256
        else { return nil }
        (self.issuer, serialNumber) = (issuer, number)
    }

    /// From ``encoded``.
    init?(_ data: Data) {
        let bytes = [UInt8](data)
        guard let count = bytes.first, bytes.count > count else { return nil }
        serialNumber = Data(bytes.dropFirst().prefix(Int(count)))
        issuer = Data(bytes.dropFirst(1 + Int(count)))
    }

    /// The count of the number's bytes, these, and the issuer.
    var encoded: Data { Data([UInt8(truncatingIfNeeded: serialNumber.count)]) + serialNumber + issuer }

    /// Finds it.
    var query: [String: Any] {
        [kSecAttrIssuer as String: issuer, kSecAttrSerialNumber as String: serialNumber]
    }
}
