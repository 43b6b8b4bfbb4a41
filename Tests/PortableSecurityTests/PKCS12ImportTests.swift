// The module is Apple's own elsewhere.
#if canImport(FoundationNetworking)
    import Foundation
    import MutualTLSOpenSSL
    import MutualTLSPKCS12
    import TestSupport
    import Testing

    @testable import PortableSecurity

    /// What Apple's importer says, line by line.
    @Suite struct PKCS12ImportTests {
        typealias W = DERWriter
        typealias B = PKCS12Builder

        /// A file, and what comes of it.
        struct Row: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let status: OSStatus
            /// How many identities; nil where there is no array.
            let count: Int?
            var options: [String: String] = [kSecImportExportPassphrase: "password"]
            let make: @Sendable (ImportedFile) throws -> Data

            static func opens(_ name: String, _ count: Int, _ make: @escaping @Sendable (ImportedFile) throws -> Data)
                -> Row
            {
                Row(testDescription: name, status: errSecSuccess, count: count, make: make)
            }

            static func fails(
                _ status: OSStatus, _ name: String, password: String? = "password",
                _ make: @escaping @Sendable (ImportedFile) throws -> Data
            ) -> Row {
                Row(
                    testDescription: name, status: status, count: nil,
                    options: password.map { [kSecImportExportPassphrase: $0] } ?? [:], make: make)
            }
        }

        func check(_ row: Row) throws {
            let (status, items) = ImportedFile.run(try row.make(try ImportedFile()), row.options)
            #expect(status == row.status)
            #expect(items?.count == row.count)
            for item in items ?? [] {
                #expect(
                    Set(item.keys) == [kSecImportItemIdentity, kSecImportItemTrust, kSecImportItemCertChain])
            }
        }

        @Test("the frame of a file is looked at first, and what is none is not decoded", arguments: frames)
        func frame(row: Row) throws { try check(row) }

        static let frames: [Row] = [
            .fails(errSecDecode, "nothing") { _ in Data() },
            .fails(errSecDecode, "noise") { _ in Data(repeating: 0xA5, count: 500) },
            .fails(errSecDecode, "PEM") { try X509Certificate.pem(of: [$0.alice.certificate]) },
            .fails(errSecDecode, "base64") { try $0.sealer.file($0.identity()).base64EncodedData() },
            .fails(errSecDecode, "cut off") { try $0.sealer.file($0.identity()).dropLast(40) },
            .fails(errSecDecode, "a certificate") { $0.alice.certificate.der },
            .fails(errSecDecode, "without a MAC") { B.file(parts: try $0.identity()) },
            .fails(errSecDecode, "without a MAC, wrong password", password: "other") {
                B.file(parts: try $0.identity())
            },
            .fails(errSecDecode, "a MAC without a salt field", password: "other") {
                try $0.identity(mac: W.sequence(W.sequence(W.sequence(W.oid("1.3.14.3.2.26")), W.octets(Data([1])))))
            },
            .fails(errSecDecode, "signed") {
                let signed = W.sequence(W.oid("1.2.840.113549.1.7.2"), W.explicit(0, W.sequence(W.integer(1))))
                return W.sequence(W.integer(3), signed, try $0.sealer.mac(Data()))
            },
        ]

        @Test("the MAC comes second, and one that can't be checked is a wrong password", arguments: macs)
        func mac(row: Row) throws { try check(row) }

        static let macs: [Row] =
            ["SHA1", "SHA224", "SHA256", "SHA384", "SHA512"].map { digest in
                .opens("MAC with \(digest)", 1) { try $0.sealer.file($0.identity(), digest: digest) }
            }
            + ["MD5", "SHA512-256", "SHA3-256"].map { digest in
                .fails(errSecAuthFailed, "MAC with \(digest)") { try $0.sealer.file($0.identity(), digest: digest) }
            } + [
                .fails(errSecAuthFailed, "wrong password", password: "other") { try $0.sealer.file($0.identity()) },
                .fails(errSecAuthFailed, "no password for a file that has one", password: nil) {
                    try $0.sealer.file($0.identity())
                },
                .fails(errSecAuthFailed, "no password, all encrypted", password: nil) {
                    try $0.identity(ImportedFile.pbes2)
                },
                .fails(errSecAuthFailed, "PBMAC1") {
                    try $0.identity(mac: B.mac(algorithm: B.pbmac1(B.pbkdf2(keyLength: W.integer(32)))))
                },
                .fails(errSecAuthFailed, "PBMAC1 without a key length") {
                    try $0.identity(mac: B.mac(algorithm: B.pbmac1(B.pbkdf2())))
                },
                .fails(errSecAuthFailed, "PBMAC1 without parameters") {
                    try $0.identity(mac: B.mac(algorithm: W.sequence(W.oid("1.2.840.113549.1.5.14"))))
                },
                .fails(errSecAuthFailed, "a MAC of an unknown kind") {
                    try $0.identity(mac: B.mac(algorithm: W.sequence(W.oid("1.2.3"), W.null)))
                },
                .fails(errSecAuthFailed, "a MAC without salt") {
                    let parts = try $0.identity()
                    return B.file(parts: parts, mac: try $0.sealer.mac(W.value(0x30, parts), salt: Data()))
                },
                .fails(errSecAuthFailed, "five bytes of iterations") {
                    try $0.identity(mac: B.mac(iterations: W.integer(1 << 32)))
                },
                .fails(errSecAuthFailed, "nine bytes of iterations") {
                    try $0.identity(mac: B.mac(iterations: W.value(0x02, Data(repeating: 1, count: 9))))
                },
                .fails(errSecAuthFailed, "a MAC that is too short") { try $0.identity(mac: B.mac(byteCount: 16)) },
                .fails(errSecInternal, "more iterations than this library does") {
                    try $0.identity(mac: B.mac(iterations: W.integer(PKCS12Reader.maximumIterations + 1)))
                },
            ]

        @Test("an empty password is two zero bytes, as on iOS", arguments: ["", nil], [PKCS12Sealer.empty, .null])
        func empty(given: String?, sealer: PKCS12Sealer) throws {
            let file = try ImportedFile()
            let data = try sealer.file([
                file.part(try file.key(file.alice, sealer: sealer), file.certificate(file.alice))
            ])
            let (status, items) = ImportedFile.run(data, given.map { [kSecImportExportPassphrase: $0] } ?? [:])
            #expect(status == (sealer.password == nil ? errSecAuthFailed : errSecSuccess))
            #expect(items?.count == (sealer.password == nil ? nil : 1))
        }
    }

    extension PKCS12Sealer {
        static let empty = PKCS12Sealer(password: "")
        static let null = PKCS12Sealer(password: nil)
    }
#endif
