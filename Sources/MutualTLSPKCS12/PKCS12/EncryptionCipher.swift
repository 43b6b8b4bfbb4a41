/// A symmetric cipher as key files name it.
package struct EncryptionCipher: Hashable, Sendable {
    /// Its usual name, such as "AES-256-CBC".
    package let name: String
    /// The key's bits as they are counted in names: 192 for three-key triple DES. Nil where the file decides.
    package let keyBits: Int?
    /// True for RC2, RC4 and DES, which OpenSSL 3 keeps in its legacy provider; not for triple DES.
    package let isLegacy: Bool

    private init(_ name: String, _ keyBits: Int?, isLegacy: Bool = false) {
        self.name = name
        self.keyBits = keyBits
        self.isLegacy = isLegacy
    }

    static let rc4With128 = EncryptionCipher("RC4-128", 128, isLegacy: true)
    static let rc4With40 = EncryptionCipher("RC4-40", 40, isLegacy: true)
    static let tripleDES = EncryptionCipher("3DES-CBC", 192)
    static let twoKeyTripleDES = EncryptionCipher("two-key 3DES-CBC", 128)
    static let rc2With128 = EncryptionCipher("RC2-128-CBC", 128, isLegacy: true)
    static let rc2With64 = EncryptionCipher("RC2-64-CBC", 64, isLegacy: true)
    static let rc2With40 = EncryptionCipher("RC2-40-CBC", 40, isLegacy: true)
    static let aes128CBC = EncryptionCipher("AES-128-CBC", 128)
    static let aes256CBC = EncryptionCipher("AES-256-CBC", 256)
    static let des = EncryptionCipher("DES-CBC", 64, isLegacy: true)

    /// The ciphers of PBES2, by the OID of its encryption scheme.
    static let pbes2: [OID: EncryptionCipher] = {
        let aes = OID(2, 16, 840, 1, 101, 3, 4, 1)
        let rsadsi = OID(1, 2, 840, 113_549, 3)
        let camellia = OID(1, 2, 392, 200_011, 61, 1, 1, 1)
        let aria = OID(1, 2, 410, 200_046, 1, 1)
        return [
            aes.appending(2): aes128CBC,
            aes.appending(6): EncryptionCipher("AES-128-GCM", 128),
            aes.appending(22): EncryptionCipher("AES-192-CBC", 192),
            aes.appending(26): EncryptionCipher("AES-192-GCM", 192),
            aes.appending(42): aes256CBC,
            aes.appending(46): EncryptionCipher("AES-256-GCM", 256),
            camellia.appending(2): EncryptionCipher("Camellia-128-CBC", 128),
            camellia.appending(3): EncryptionCipher("Camellia-192-CBC", 192),
            camellia.appending(4): EncryptionCipher("Camellia-256-CBC", 256),
            aria.appending(2): EncryptionCipher("ARIA-128-CBC", 128),
            aria.appending(7): EncryptionCipher("ARIA-192-CBC", 192),
            aria.appending(12): EncryptionCipher("ARIA-256-CBC", 256),
            rsadsi.appending(2): EncryptionCipher("RC2-CBC", nil, isLegacy: true),
            rsadsi.appending(7): tripleDES, OID(1, 3, 14, 3, 2, 7): des,
            OID(1, 2, 156, 10_197, 1, 104, 2): EncryptionCipher("SM4-CBC", 128),
            OID(1, 2, 643, 2, 2, 21): EncryptionCipher("GOST 28147-89", 256),
        ]
    }()
}
