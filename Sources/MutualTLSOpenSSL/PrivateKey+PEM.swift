internal import CMutualTLSOpenSSL
import Foundation
import MutualTLSPKCS12

extension PrivateKey {
    /// From the first private key in PEM text: PKCS#8, encrypted or not, PKCS#1 or SEC1.
    /// - Parameter password: for an encrypted key; nil makes an encrypted one an error (nobody is ever prompted).
    /// - Throws: `OpenSSLError` when there is none, it is broken, or the password doesn't open it.
    package convenience init(pem text: Data, password: SecretBytes? = nil) throws {
        let pointer = try MemoryBIO.over(text) { bio in
            // The callback borrows the password while this call runs.
            try withExtendedLifetime(password) {
                let argument = password.map { Unmanaged.passUnretained($0).toOpaque() }
                return try check(
                    PEM_read_bio_PrivateKey(bio, nil, givePassword, argument), "read the private key of the PEM text")
            }
        }
        // What OpenSSL left in its queue while it tried one format after the other.
        ERR_clear_error()
        self.init(takingOwnershipOf: pointer)
    }
}

/// OpenSSL's password callback: the number of bytes put into `buffer`, or -1 where there is no password, or too long
/// a one.
private func givePassword(
    buffer: UnsafeMutablePointer<CChar>?, size: Int32, forWriting: Int32, argument: UnsafeMutableRawPointer?
) -> Int32 {
    guard let buffer, let argument else { return -1 }
    // Borrowed: `init(pem:password:)` keeps it alive during the call.
    let password = Unmanaged<SecretBytes>.fromOpaque(argument).takeUnretainedValue()
    guard password.count <= Int(size) else { return -1 }
    password.withUnsafeBytes { UnsafeMutableRawBufferPointer(start: buffer, count: Int(size)).copyMemory(from: $0) }
    return Int32(password.count)
}
