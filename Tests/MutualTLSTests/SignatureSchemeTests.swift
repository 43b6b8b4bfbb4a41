// The certificates are made with OpenSSL, which stands below PortableSecurity on Linux alone.
#if canImport(FoundationNetworking)
    import Foundation
    import Testing

    @testable import MutualTLS

    @Suite("Signature schemes")
    struct SignatureSchemeTests {
        /// Every code that has a name, MD5's and DSA's too, and one that has none.
        static let all: [UInt16] = [
            0x0101, 0x0201, 0x0202, 0x0203, 0x0301, 0x0302, 0x0303, 0x0401, 0x0402, 0x0403, 0x0501, 0x0502, 0x0503,
            0x0601,
            0x0602, 0x0603, 0x0804, 0x0805, 0x0806, 0x0807, 0x0808, 0x0809, 0x080A, 0x080B, 0x081A, 0x081B, 0x081C,
            0x0904,
            0x0905, 0x0906, 0x0A0A,
        ]

        struct Row: Sendable, CustomTestStringConvertible {
            let key: String
            let publicKey: Data
            let tls12: [UInt16]
            let tls13: [UInt16]
            var testDescription: String { key }

            init(_ key: String, _ publicKey: Data, tls12: [UInt16], tls13: [UInt16]) {
                (self.key, self.publicKey, self.tls12, self.tls13) = (key, publicKey, tls12, tls13)
            }
        }

        static let ecdsa: [UInt16] = [0x0303, 0x0403, 0x0503, 0x0603]
        static let pkcs1: [UInt16] = [0x0301, 0x0401, 0x0501, 0x0601]

        static let rows: [Row] = [
            Row(
                "RSA 2048", OddCertificate.rsa(2048), tls12: pkcs1 + [0x0804, 0x0805, 0x0806],
                tls13: [0x0804, 0x0805, 0x0806]),
            // 128 bytes have no room for two SHA-512 and two bytes, 66 for two SHA-256 and two bytes just so.
            Row("RSA 1024", OddCertificate.rsa(1024), tls12: pkcs1 + [0x0804, 0x0805], tls13: [0x0804, 0x0805]),
            Row("RSA 528", OddCertificate.rsa(528), tls12: pkcs1 + [0x0804], tls13: [0x0804]),
            Row("RSA 520", OddCertificate.rsa(520), tls12: pkcs1, tls13: []),
            Row(
                "RSA-PSS 2048", OddCertificate.rsa(2048, "1.2.840.113549.1.1.10"), tls12: [0x0809, 0x080A, 0x080B],
                tls13: [0x0809, 0x080A, 0x080B]),
            Row("EC P-256", OddCertificate.ec("1.2.840.10045.3.1.7"), tls12: ecdsa, tls13: [0x0403]),
            Row("EC P-384", OddCertificate.ec("1.3.132.0.34"), tls12: ecdsa, tls13: [0x0503]),
            Row("EC P-521", OddCertificate.ec("1.3.132.0.35"), tls12: ecdsa, tls13: [0x0603]),
            Row("EC secp256k1", OddCertificate.ec("1.3.132.0.10"), tls12: ecdsa, tls13: []),
            Row("EC brainpoolP384r1", OddCertificate.ec("1.3.36.3.3.2.8.1.1.11"), tls12: ecdsa, tls13: [0x081B]),
            Row("Ed25519", ed("1.3.101.112"), tls12: [0x0807], tls13: [0x0807]),
            Row("Ed448", ed("1.3.101.113"), tls12: [0x0808], tls13: [0x0808]),
            Row("DSA", ed("1.2.840.10040.4.1"), tls12: [], tls13: []),
        ]

        static func ed(_ algorithm: String) -> Data {
            OddCertificate.key(OddCertificate.W.sequence(OddCertificate.W.oid(algorithm)))
        }

        @Test("a key makes the signatures that the RFCs give to it in each version, and no others", arguments: rows)
        func fits(row: Row) throws {
            var odd = OddCertificate()
            odd.publicKey = row.publicKey
            let key = try odd.fields().publicKey
            #expect(key.name == row.key)
            func fitting(_ version: UInt16?) -> Set<UInt16> {
                Set(Self.all.filter { SignatureScheme(code: $0).fits(key, in: version) })
            }
            #expect(fitting(0x0303) == Set(row.tls12))
            #expect(fitting(0x0304) == Set(row.tls13))
            #expect(fitting(nil) == Set(row.tls12 + row.tls13))
        }

        @Test("a scheme has its registered name, and one that is not known its code")
        func names() {
            let names: [UInt16: String] = [
                0x0403: "ecdsa_secp256r1_sha256", 0x0804: "rsa_pss_rsae_sha256", 0x0401: "rsa_pkcs1_sha256",
                0x0807: "ed25519", 0x0203: "ecdsa_sha1", 0x0A0A: "0x0A0A", 0xFFFF: "0xFFFF", 0x0001: "0x0001",
            ]
            for (code, name) in names { #expect(SignatureScheme(code: code).name == name) }
        }
    }
#endif
