// The module is Apple's own elsewhere.
#if canImport(FoundationNetworking)
    import Foundation
    import MutualTLSOpenSSL
    import PortableSecurity
    import Testing

    extension ItemParityTests {
        /// Stores the six certificates of the rows.
        private func addCertificates() throws {
            let row = try #require(CaseTable.row("match-01"))
            for file in row.files {
                let certificate = try #require(SecCertificateCreateWithData(nil, CaseTable.data(file) as CFData))
                #expect(keychain.add([kSecValueRef: certificate]) == errSecSuccess)
            }
        }

        private func date(_ text: String) throws -> Date {
            try #require(ISO8601DateFormatter().date(from: text))
        }

        private var certificates: Item { [kSecClass: kSecClassCertificate] }

        @Test("match-01, -08 and -09: without a filter all are found; a date and trust filter")
        func matchDates() throws {
            try addCertificates()
            #expect(keychain.count(certificates) == 6)
            for (text, count) in [
                ("2016-04-07T16:00:00Z", 6), ("2016-04-06T00:00:00Z", nil), ("2017-04-08T12:00:00Z", nil),
            ] as [(String, Int?)] {
                #expect(keychain.count(certificates.merging([kSecMatchValidOnDate: try date(text)]) { $1 }) == count)
            }
            #expect(keychain.count(certificates.merging([kSecMatchTrustedOnly: true]) { $1 }) == nil)
            #expect(keychain.count(certificates.merging([kSecMatchTrustedOnly: false]) { $1 }) == 6)
        }

        @Test("match-02 and -07: a policy filters at the date that is given")
        func matchPolicies() throws {
            try addCertificates()
            func count(_ policy: SecPolicy, _ text: String) throws -> Int? {
                keychain.count(
                    certificates.merging([kSecMatchPolicy: policy, kSecMatchValidOnDate: try date(text)]) { $1 })
            }
            let mail = try #require(SecPolicyCreateWithProperties(kSecPolicyAppleSMIME, nil))
            #expect(try count(mail, "2016-04-07T16:00:00Z") == 2)
            for isServer in [true, false] {
                let policy = SecPolicyCreateSSL(isServer, nil)
                #expect(try count(policy, "2016-04-07T16:00:00Z") == 2)
                #expect(try count(policy, "2016-04-06T00:00:00Z") == nil)
                #expect(try count(policy, "2017-04-08T12:00:00Z") == nil)
            }
        }

        @Test(
            "match-10 and -11: an issuer is looked for upwards", arguments: [kSecClassIdentity, kSecClassCertificate])
        func matchIssuers(itemClass: String) throws {
            let key = try PrivateKey.generate(.ec(256))
            let example = try CaseTable.data("iss68_example_dn.bin")
            let names = [
                [("CN", "Root")], try DistinguishedName(der: example).attributes, [("CN", "Issued by it")],
                [("CN", "Below")],
            ]
            var made: [X509Certificate] = []
            for name in names {
                var builder = CertificateBuilder(
                    subject: name, notBefore: Date() - 3600, notAfter: Date() + 3600,
                    serialNumber: try CertificateBuilder.randomSerialNumber())
                builder.authority = .init(pathLength: nil)
                let signed = try builder.signed(publicKey: key.publicKey(), issuer: made.last, key: key)
                made.append(signed)
                let certificate = try #require(SecCertificateCreateWithData(nil, signed.der as CFData))
                #expect(keychain.add([kSecValueRef: certificate]) == errSecSuccess)
            }
            #expect(keychain.add([kSecValueRef: SecKey(key)]) == errSecSuccess)
            func count(_ name: Data) -> Int? {
                keychain.count([kSecClass: itemClass, kSecMatchIssuers: [name]])
            }
            #expect(count(made[1].subject.der) == 2)
            // The example has other encodings of the same text.
            #expect(count(example) == 2)
            // The root's own name is its issuer's too.
            #expect(count(made[0].subject.der) == 4)
            #expect(count(made[3].subject.der) == nil)
        }

        // MARK: Files

        private func imported(_ id: String, _ options: Item) throws -> (SecIdentity, SecCertificate, SecKey) {
            let row = try #require(CaseTable.row(id))
            let all: Item = [kSecImportExportPassphrase: row.password, kSecImportExportKeychain: keychain.keychain]
            var items: CFArray?
            let file = try #require(row.files.first)
            let data = try CaseTable.data(file)
            #expect(
                SecPKCS12Import(data as CFData, all.merging(options) { $1 } as CFDictionary, &items) == errSecSuccess)
            let item = try #require((items as? [Item])?.first)
            let identity = item[kSecImportItemIdentity] as! SecIdentity
            var certificate: SecCertificate?
            var key: SecKey?
            SecIdentityCopyCertificate(identity, &certificate)
            SecIdentityCopyPrivateKey(identity, &key)
            return (identity, try #require(certificate), try #require(key))
        }

        @Test("p12-20: nothing of an import to memory is found afterwards")
        func importToMemory() throws {
            let (_, certificate, key) = try imported("p12-20", [kSecImportToMemoryOnly: true])
            for object in [certificate, key] as [AnyObject] {
                #expect(keychain.find([kSecValueRef: object, kSecReturnRef: true]).status == errSecItemNotFound)
            }
        }

        @Test("p12-21: what is imported into the keychain is found, and can be deleted")
        func importToKeychain() throws {
            let (_, certificate, key) = try imported("p12-21", [kSecUseDataProtectionKeychain: true])
            let x509 = try X509Certificate(der: SecCertificateCopyData(certificate) as Data)
            let number = try #require(SecCertificateCopySerialNumberData(certificate, nil))
            let query: Item = [
                kSecClass: kSecClassCertificate, kSecAttrIssuer: x509.issuer.der, kSecAttrSerialNumber: number,
                kSecReturnRef: true,
            ]
            #expect(CFEqual(keychain.find(query).result, certificate))
            for object in [certificate, key] as [AnyObject] {
                #expect(CFEqual(keychain.find([kSecValueRef: object, kSecReturnRef: true]).result, object))
                #expect(keychain.delete([kSecValueRef: object]) == errSecSuccess)
                #expect(keychain.find([kSecValueRef: object, kSecReturnRef: true]).status == errSecItemNotFound)
            }
        }

        @Test("p12-23: an identity without an e-mail address is not found by another's")
        func importWithoutAddress() throws {
            let row = try #require(CaseTable.row("p12-23"))
            _ = try imported("p12-23", [kSecUseDataProtectionKeychain: true])
            let query: Item = [kSecClass: kSecClassIdentity, kSecReturnRef: true]
            #expect(keychain.find(query).status == errSecSuccess)
            let addressed = query.merging([kSecMatchEmailAddressIfPresent: "nobody@example.com"]) { $1 }
            #expect(keychain.find(addressed).status == row.status)
        }
    }
#endif
