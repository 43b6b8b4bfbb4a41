import Foundation
import TestSupport
import Testing

@testable import MutualTLSPKCS12

@Suite("Files that the openssl command writes", .needs(.openssl, cases: 6))
struct OpenSSLFilesTests {
    private func tool() throws -> OpenSSLTool { try #require(OpenSSLTool.installed) }

    private static func certificates(_ bags: [SafeBag]) -> [Data] {
        bags.compactMap { if case .certificate(let der) = $0.kind { der } else { nil } }
    }

    @Test("today's format, the legacy format, and a MAC of another digest")
    func encrypted() throws {
        let pem = try tool().identity("a")
        let rows: [([String], [String], String)] = [
            (
                [], Array(repeating: "PBES2 AES-256-CBC, PBKDF2 HMAC-SHA-256", count: 2),
                "HMAC-SHA-256, PKCS#12 KDF"
            ),
            (
                ["-legacy"], ["pbeWithSHA1And40BitRC2-CBC", "pbeWithSHA1And3-KeyTripleDES-CBC"],
                "HMAC-SHA-1, PKCS#12 KDF"
            ),
            (
                ["-macalg", "sha512", "-keypbe", "AES-128-CBC", "-iter", "5000"],
                ["PBES2 AES-256-CBC, PBKDF2 HMAC-SHA-256", "PBES2 AES-128-CBC, PBKDF2 HMAC-SHA-256"],
                "HMAC-SHA-512, PKCS#12 KDF"
            ),
        ]
        for (options, encryptions, mac) in rows {
            let summary = try StructureWalk.walk(try tool().pkcs12(pem, options))
            #expect(summary.encryptions == encryptions, "\(options)")
            #expect(summary.file.mac?.name == mac, "\(options)")
            let key = try #require(summary.plainBags.first)
            #expect(summary.plainBags.count == 1)
            #expect(key.friendlyName == "Zoë")
            #expect(key.localKeyID?.count == 20)
            guard case .shroudedKey = key.kind else {
                Issue.record("the key should be under the password")
                continue
            }
        }
    }

    @Test("the MAC's iterations and salt are those that were asked for")
    func macParameters() throws {
        let data = try tool().pkcs12(try tool().identity("a"), ["-iter", "5000"])
        let mac = try #require(try PKCS12File(data).mac)
        #expect(mac.iterations == 5000)
        let text = try tool().run(
            ["asn1parse", "-inform", "DER", "-in", "/dev/stdin"], input: data)
        let salt = mac.salt.map { String($0 >> 4, radix: 16) + String($0 & 0xF, radix: 16) }.joined().uppercased()
        #expect(String(decoding: text, as: UTF8.self).contains("[HEX DUMP]:\(salt)\n"))
    }

    @Test("an unencrypted file with several certificates gives the same key and certificates as the PEM it came from")
    func plain() throws {
        let other = try PEMDocument.blocks(in: tool().identity("issuer")).filter { $0.label == "CERTIFICATE" }
        let own = try tool().identity("a")
        let pem = own + other.reduce(Data()) { $0 + PEMDocument.encode(label: $1.label, der: $1.der) }
        let summary = try StructureWalk.walk(
            try tool().pkcs12(pem, ["-keypbe", "NONE", "-certpbe", "NONE", "-nomac"]))
        #expect(summary.file.mac == nil)
        #expect(summary.encryptions.isEmpty)
        let blocks = try PEMDocument.blocks(in: pem)
        #expect(Self.certificates(summary.plainBags) == blocks.filter { $0.label == "CERTIFICATE" }.map(\.der))
        let key = try #require(blocks.first { $0.label == "PRIVATE KEY" })
        let keys = summary.plainBags.compactMap { if case .key(let der) = $0.kind { der } else { nil } }
        #expect(keys == [key.der])
        #expect(summary.plainBags.first?.localKeyID == summary.plainBags.last?.localKeyID)
        #expect(summary.plainBags.compactMap(\.friendlyName) == ["Zoë", "Zoë"])
    }

    @Test("certificates alone make a file without keys")
    func certificatesOnly() throws {
        let pem = try tool().identity("a")
        let summary = try StructureWalk.walk(
            try tool().pkcs12(pem, ["-nokeys", "-certpbe", "NONE", "-macalg", "sha384"]))
        #expect(summary.plainBags.count == 1)
        #expect(Self.certificates(summary.plainBags).count == 1)
        #expect(summary.file.mac?.digest.count == 48)
    }

    @Test("every prefix of a real file is refused, and flipped bytes in it do not trap")
    func damaged() throws {
        let data = try tool().pkcs12(try tool().identity("a"), [])
        for count in 0..<data.count {
            #expect(throws: PKCS12StructureError(count == 0 ? .notPKCS12 : .truncated, "")) {
                try PKCS12File(data.prefix(count))
            }
        }
        for index in data.indices {
            var damaged = data
            damaged[index] ^= 0xFF
            _ = try? StructureWalk.walk(damaged)
        }
    }

    @Test("keys in each format and of each kind are read, and Apple's forms are those that openssl prints")
    func keys() throws {
        let ec = try #require(try PEMDocument.blocks(in: tool().identity("a")).first { $0.label == "PRIVATE KEY" })
        let rsaPEM = try tool().identity("a", newKey: ["-newkey", "rsa:2048"])
        let rsa = try #require(try PEMDocument.blocks(in: rsaPEM).first { $0.label == "PRIVATE KEY" })
        let ed = try tool().run(["genpkey", "-algorithm", "ed25519", "-outform", "DER"])

        func convert(_ block: PEMBlock, _ arguments: [String]) throws -> Data {
            try tool().run(
                ["pkey", "-in", "/dev/stdin", "-outform", "DER"] + arguments,
                input: PEMDocument.encode(label: block.label, der: block.der))
        }
        let rsaKey = try PrivateKeyInfo(der: rsa.der)
        #expect(rsaKey.algorithm == .rsa)
        #expect(rsaKey.externalRepresentation == (try convert(rsa, ["-traditional"])))

        let ecKey = try PrivateKeyInfo(der: ec.der)
        #expect(ecKey.algorithm == .ec(curve: .prime256v1))
        let external = try #require(ecKey.externalRepresentation)
        #expect(external.count == 97)
        #expect(external.prefix(65) == (try convert(ec, ["-pubout"])).suffix(65))
        let traditional = try PrivateKeyInfo(der: try convert(ec, ["-traditional"]))
        #expect(traditional.format == .sec1)
        #expect(traditional.externalRepresentation == external)
        #expect(try PrivateKeyInfo(der: ed).algorithm == .ed25519)

        let encrypted = try tool().run(
            ["pkcs8", "-topk8", "-in", "/dev/stdin", "-passout", "env:TEST_PASSWORD", "-scrypt"],
            input: PEMDocument.encode(label: ec.label, der: ec.der), password: "correct horse")
        let block = try #require(try PEMDocument.blocks(in: encrypted).first)
        #expect(block.label == "ENCRYPTED PRIVATE KEY")
        let encryption = try PasswordBasedEncryption(EncryptedPrivateKeyInfo(der: block.der).algorithm)
        #expect(encryption.name == "PBES2 AES-256-CBC, scrypt")
    }
}
