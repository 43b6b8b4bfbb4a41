internal import CMutualTLSOpenSSL
import Foundation
import MutualTLSPKCS12

extension PrivateKey {
    /// From the first private key in PEM text: PKCS#8, encrypted or not, PKCS#1 or SEC1.
    /// - Parameter password: for an encrypted key; nil makes an encrypted one an error (nobody is ever prompted).
    /// - Throws: `PEMError` where the text is damaged, `IdentityFileError` where it has no key, the key is broken, or the
    ///   password doesn't open it.
    package convenience init(pem text: Data, password: SecretBytes? = nil) throws {
        guard let block = try PEMDocument.blocks(in: text).first(where: KeyReader.isKey) else {
            throw IdentityFileError(.malformed, "there is no private key in the PEM text")
        }
        let key = try KeyReader.read(block, password: password)
        try check(EVP_PKEY_up_ref(key.pointer), "keep the private key")
        self.init(takingOwnershipOf: key.pointer)
    }
}
