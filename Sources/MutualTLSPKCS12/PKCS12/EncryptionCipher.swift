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
        let rsadsi = OID(1, 2, 840, 113_549, 3)
        var table = [
            rsadsi.appending(2): EncryptionCipher("RC2-CBC", nil, isLegacy: true),
            rsadsi.appending(4): rc4With128,
            rsadsi.appending(7): tripleDES, OID(1, 3, 14, 3, 2, 17): EncryptionCipher("two-key 3DES-ECB", 128),
            OID(1, 2, 643, 2, 2, 21): EncryptionCipher("GOST 28147-89", 256),
            OID(1, 3, 6, 1, 4, 1, 3029, 1, 2): EncryptionCipher("Blowfish-CBC", 128, isLegacy: true),
            OID(1, 2, 840, 113_533, 7, 66, 10): EncryptionCipher("CAST5-CBC", 128, isLegacy: true),
        ]
        for family in families {
            for (number, mode) in family.modes {
                let name = family.name + (family.isNamedBySize ? "-\(family.keyBits)-" : "-") + mode
                table[family.arc.appending(number)] = EncryptionCipher(
                    name, family.keyBits, isLegacy: family.isLegacy)
            }
        }
        return table
    }()

    /// One cipher with one size of key, and the last number of its OID in each mode.
    private struct Family {
        let name: String
        let keyBits: Int
        let arc: OID
        let modes: [UInt8: String]
        var isNamedBySize = true
        var isLegacy = false
    }

    private static let families: [Family] = {
        let aes = OID(2, 16, 840, 1, 101, 3, 4, 1)
        let (camellia, camelliaCBC) = (OID(0, 3, 4401, 5, 3, 1, 9), OID(1, 2, 392, 200_011, 61, 1, 1, 1))
        let aria = OID(1, 2, 410, 200_046, 1, 1)
        var list = [
            Family(
                name: "SM4", keyBits: 128, arc: OID(1, 2, 156, 10_197, 1, 104),
                modes: [1: "ECB", 2: "CBC", 3: "OFB", 4: "CFB", 7: "CTR"], isNamedBySize: false),
            Family(
                name: "SEED", keyBits: 128, arc: OID(1, 2, 410, 200_004, 1),
                modes: [3: "ECB", 4: "CBC", 5: "CFB", 6: "OFB"], isNamedBySize: false, isLegacy: true),
            Family(
                name: "DES", keyBits: 64, arc: OID(1, 3, 14, 3, 2),
                modes: [6: "ECB", 7: "CBC", 8: "OFB", 9: "CFB"], isNamedBySize: false, isLegacy: true),
        ]
        for (index, bits) in [128, 192, 256].enumerated() {
            let (twenty, five) = (UInt8(20 * index), UInt8(5 * index))
            list += [
                Family(
                    name: "AES", keyBits: bits, arc: aes,
                    modes: [
                        twenty + 1: "ECB", twenty + 2: "CBC", twenty + 3: "OFB", twenty + 4: "CFB", twenty + 6: "GCM",
                    ]),
                Family(name: "Camellia", keyBits: bits, arc: camelliaCBC, modes: [UInt8(index + 2): "CBC"]),
                Family(
                    name: "Camellia", keyBits: bits, arc: camellia,
                    modes: [
                        twenty + 1: "ECB", twenty + 3: "OFB", twenty + 4: "CFB", twenty + 6: "GCM", twenty + 9: "CTR",
                    ]),
                Family(
                    name: "ARIA", keyBits: bits, arc: aria,
                    modes: [five + 1: "ECB", five + 2: "CBC", five + 3: "CFB", five + 4: "OFB", five + 5: "CTR"]),
            ]
        }
        return list
    }()
}
