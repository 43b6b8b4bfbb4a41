// The module is Apple's own elsewhere.
#if canImport(FoundationNetworking)
    import Foundation
    import MutualTLSOpenSSL
    import MutualTLSPKCS12
    import TestSupport
    import Testing

    @testable import PortableSecurity

    extension PKCS12ImportTests {
        @Test("contents come last, and what spoils them is not decoded", arguments: contents)
        func contents(row: Row) throws { try check(row) }

        static let contents: [Row] =
            [1, 2, 3, 5, 6].map { number in
                .opens("PKCS#12's scheme \(number)", 1) { try $0.identity(B.pbe(number)) }
            } + [
                .opens("PBES2 with AES-256-CBC and HMAC-SHA-256", 1) { try $0.identity(ImportedFile.pbes2) },
                .fails(errSecDecode, "two-key 3DES") { try $0.identity(B.pbe(4)) },
                .fails(errSecDecode, "PBES2 with AES-128-CBC") {
                    try $0.identity(B.pbes2(B.pbkdf2(iterations: 1000), cipher: "2.16.840.1.101.3.4.1.2"))
                },
                .fails(errSecDecode, "PBES2 with HMAC-SHA-512") {
                    try $0.identity(B.pbes2(B.pbkdf2(iterations: 1000, prf: 11)))
                },
                .fails(errSecDecode, "PBES2 with HMAC-SHA-1, the default") {
                    try $0.identity(B.pbes2(B.pbkdf2(iterations: 1000, prf: nil)))
                },
                .fails(errSecDecode, "an unknown scheme") {
                    let part = B.encrypted(W.sequence(W.oid("1.2.3"), W.null), Data(repeating: 1, count: 16))
                    return try $0.sealer.file($0.identity() + [part])
                },
                .fails(errSecDecode, "a part under another password") {
                    let other = PKCS12Sealer(password: "other")
                    let key = try $0.key($0.alice, sealer: other)
                    return try $0.sealer.file([$0.part(key, $0.certificate($0.alice))])
                },
                .fails(errSecDecode, "parts that are noise") { try $0.sealer.file([Data([0x30, 0x03, 1, 2, 3])]) },
                .fails(errSecAuthFailed, "parts that are noise, wrong password", password: "other") {
                    try $0.sealer.file([Data([0x30, 0x03, 1, 2, 3])])
                },
                .fails(errSecDecode, "bags that are noise") { try $0.sealer.file([B.data(Data([0x30, 0x02, 5]))]) },
                .fails(errSecAuthFailed, "bags that are noise, wrong password", password: "other") {
                    try $0.sealer.file([B.data(Data([0x30, 0x02, 5]))])
                },
                .fails(errSecDecode, "a part for a public key") {
                    let part = W.sequence(W.oid("1.2.840.113549.1.7.3"), W.explicit(0, W.sequence(W.integer(0))))
                    return try $0.sealer.file($0.identity() + [part])
                },
                .fails(errSecDecode, "a bag of an unknown type") { try $0.identity(and: B.bag(9, W.null)) },
                .fails(errSecDecode, "an Ed25519 key") {
                    let key = try PrivateKey.generate(.ed25519).pkcs8()
                    return try $0.identity(and: $0.shrouded(key, 2))
                },
                .fails(errSecDecode, "a key that is noise") { try $0.identity(and: $0.shrouded(Data([1, 2, 3]), 2)) },
                .fails(errSecDecode, "a certificate that is noise") {
                    try $0.identity(and: B.certificate(Data([1, 2])))
                },
                .fails(errSecDecode, "a certificate with a serial number of 38 bytes") {
                    let odd = try Issuer.make("odd", issuer: nil) { $0.serialNumber = Data(repeating: 1, count: 38) }
                    return try $0.identity(and: $0.certificate(odd, 2))
                },
            ]

        @Test("what is no shrouded key and no X.509 certificate is passed over, damaged or not", arguments: passedOver)
        func passedOver(row: Row) throws { try check(row) }

        private static func typed(_ oid: String, _ value: Data) -> Data {
            W.sequence(W.oid(oid), W.explicit(0, value))
        }

        static let passedOver: [Row] = [
            .opens("an SDSI certificate", 1) {
                try $0.identity(and: B.bag(3, typed("1.2.840.113549.1.9.22.2", W.value(0x16, Data("x".utf8)))))
            },
            .opens("a revocation list", 1) {
                try $0.identity(and: B.bag(4, typed("1.2.840.113549.1.9.23.1", W.octets(Data([1])))))
            },
            .opens("a revocation list that is noise", 1) { try $0.identity(and: B.bag(4, W.null)) },
            .opens("a secret", 1) { try $0.identity(and: B.bag(5, typed("1.2.3", W.octets(Data([1]))))) },
            .opens("a secret that is noise", 1) { try $0.identity(and: B.bag(5, W.null)) },
            .opens("a plain key of another kind", 1) {
                try $0.identity(and: B.bag(1, PrivateKey.generate(.ed25519).pkcs8()))
            },
            .opens("a plain key that is noise", 1) { try $0.identity(and: B.bag(1, W.sequence(W.integer(7)))) },
            .opens("a plain key with its certificate", 0) {
                let key = B.bag(1, try $0.alice.key.pkcs8(), attributes: ImportedFile.attributes(1, nil))
                return try $0.sealer.file([$0.part(key, $0.certificate($0.alice))])
            },
            .opens("an identity in a bag of bags", 0) {
                let nested = B.bag(6, B.bags([try $0.key($0.alice), $0.certificate($0.alice)]))
                return try $0.sealer.file([$0.part(nested)])
            },
            .opens("noise in a bag of bags", 1) {
                try $0.identity(and: B.bag(6, B.bags([B.bag(9, W.null), B.certificate(Data([1]))])))
            },
        ]

        @Test("a key and a certificate are joined by local key identifier, then by friendly name", arguments: joins)
        func joins(row: Row) throws { try check(row) }

        static let joins: [Row] = [
            .opens("by identifier", 1) { try $0.sealer.file($0.identity()) },
            .opens("by name", 1) {
                try $0.sealer.file([
                    $0.part(try $0.key($0.alice, nil, name: "a"), $0.certificate($0.alice, nil, name: "a"))
                ])
            },
            .opens("by nothing", 0) {
                try $0.sealer.file([$0.part(try $0.key($0.alice, nil), $0.certificate($0.alice, nil))])
            },
            .opens("a name does not join what has an identifier", 0) {
                try $0.sealer.file([
                    $0.part(try $0.key($0.alice, 1, name: "a"), $0.certificate($0.alice, nil, name: "a"))
                ])
            },
            .opens("identifiers that differ", 0) {
                try $0.sealer.file([
                    $0.part(try $0.key($0.alice, 1, name: "a"), $0.certificate($0.alice, 2, name: "a"))
                ])
            },
            .opens("in different parts", 1) {
                try $0.sealer.file([$0.part($0.certificate($0.alice)), $0.part(try $0.key($0.alice))])
            },
            .opens("two of them", 2) {
                try $0.sealer.file([
                    $0.part(
                        try $0.key($0.alice), $0.certificate($0.alice), try $0.key($0.bob, 2),
                        $0.certificate($0.bob, 2))
                ])
            },
            .opens("another's certificate: public keys are not compared", 1) {
                try $0.sealer.file([$0.part(try $0.key($0.alice), $0.certificate($0.bob))])
            },
            .opens("a key alone", 0) { try $0.sealer.file([$0.part(try $0.key($0.alice))]) },
            .opens("a certificate alone", 0) { try $0.sealer.file([$0.part($0.certificate($0.alice))]) },
            .opens("no bag at all", 0) { try $0.sealer.file([$0.part()]) },
            .opens("no part at all", 0) { try $0.sealer.file([]) },
            .opens("an RSA key", 1) {
                let rsa = try Issuer.make("rsa", kind: .rsa(2048), issuer: nil) { _ in }
                return try $0.sealer.file([$0.part(try $0.key(rsa), $0.certificate(rsa))])
            },
        ]

        @Test("of two certificates or keys with one identifier, the last counts")
        func last() throws {
            let file = try ImportedFile()
            let data = try file.sealer.file([
                file.part(
                    try file.key(file.alice), file.certificate(file.alice), try file.key(file.bob),
                    file.certificate(file.bob))
            ])
            let items = ImportedFile.run(data).items ?? []
            #expect(items.count == 1)
            let identity = try #require(items.first?[kSecImportItemIdentity] as? SecIdentity)
            #expect(identity.certificate == file.bob.sec)
            var key: SecKey?
            SecIdentityCopyPrivateKey(identity, &key)
            let privateKey = try #require(key)
            #expect(SecKeyCopyPublicKey(privateKey) == SecCertificateCopyKey(file.bob.sec))
        }

        @Test("an EC key without its public point is whole, and signs")
        func withoutPoint() throws {
            let file = try ImportedFile()
            let data = try file.sealer.file([
                file.part(try file.shrouded(file.keyWithoutPoint()), file.certificate(file.alice))
            ])
            let items = ImportedFile.run(data).items ?? []
            let identity = try #require(items.first?[kSecImportItemIdentity] as? SecIdentity)
            var key: SecKey?
            SecIdentityCopyPrivateKey(identity, &key)
            let message = Data("message".utf8)
            let privateKey = try #require(key)
            let signature = try #require(
                SecKeyCreateSignature(privateKey, .ecdsaSignatureMessageX962SHA256, message as CFData, nil))
            let publicKey = try #require(SecCertificateCopyKey(file.alice.sec))
            #expect(
                SecKeyVerifySignature(publicKey, .ecdsaSignatureMessageX962SHA256, message as CFData, signature, nil))
        }

        @Test("nothing is stored either way, and a failure leaves the array as it was")
        func options() throws {
            let data = try ImportedFile().identity(ImportedFile.pbes2)
            for inMemory in [true, false] {
                let options: [String: Any] = [
                    kSecImportExportPassphrase: "password", kSecImportToMemoryOnly: inMemory,
                ]
                #expect(ImportedFile.run(data, options).items?.count == 1)
            }
            var items: CFArray? = ["before"]
            let options = [kSecImportExportPassphrase: "other"]
            #expect(SecPKCS12Import(data as CFData, options as CFDictionary, &items) == errSecAuthFailed)
            #expect(items as? [String] == ["before"])
        }
    }
#endif
