// The module is Apple's own elsewhere.
#if canImport(FoundationNetworking)
    import Foundation
    import MutualTLSOpenSSL
    import Testing

    @testable import PortableSecurity

    @Suite("Every signature algorithm that has a name")
    struct KeyAlgorithmTests {
        /// An algorithm, and what its name says.
        struct Row: Sendable, CustomTestStringConvertible {
            let algorithm: SecKeyAlgorithm
            let hash: HashFunction
            let isRSA: Bool
            let takesDigest: Bool
            var testDescription: String { algorithm.rawValue }
        }

        private static func rows(
            _ isRSA: Bool, _ takesDigest: Bool, _ algorithms: [SecKeyAlgorithm]
        ) -> [Row] {
            zip(algorithms, HashFunction.allCases).map {
                Row(algorithm: $0, hash: $1, isRSA: isRSA, takesDigest: takesDigest)
            }
        }

        static let rows: [Row] =
            rows(
                true, true,
                [
                    .rsaSignatureDigestPKCS1v15SHA1, .rsaSignatureDigestPKCS1v15SHA224,
                    .rsaSignatureDigestPKCS1v15SHA256, .rsaSignatureDigestPKCS1v15SHA384,
                    .rsaSignatureDigestPKCS1v15SHA512,
                ])
            + rows(
                true, false,
                [
                    .rsaSignatureMessagePKCS1v15SHA1, .rsaSignatureMessagePKCS1v15SHA224,
                    .rsaSignatureMessagePKCS1v15SHA256, .rsaSignatureMessagePKCS1v15SHA384,
                    .rsaSignatureMessagePKCS1v15SHA512,
                ])
            + rows(
                true, true,
                [
                    .rsaSignatureDigestPSSSHA1, .rsaSignatureDigestPSSSHA224, .rsaSignatureDigestPSSSHA256,
                    .rsaSignatureDigestPSSSHA384, .rsaSignatureDigestPSSSHA512,
                ])
            + rows(
                true, false,
                [
                    .rsaSignatureMessagePSSSHA1, .rsaSignatureMessagePSSSHA224, .rsaSignatureMessagePSSSHA256,
                    .rsaSignatureMessagePSSSHA384, .rsaSignatureMessagePSSSHA512,
                ])
            + rows(
                false, true,
                [
                    .ecdsaSignatureDigestX962SHA1, .ecdsaSignatureDigestX962SHA224, .ecdsaSignatureDigestX962SHA256,
                    .ecdsaSignatureDigestX962SHA384, .ecdsaSignatureDigestX962SHA512,
                ])
            + rows(
                false, false,
                [
                    .ecdsaSignatureMessageX962SHA1, .ecdsaSignatureMessageX962SHA224, .ecdsaSignatureMessageX962SHA256,
                    .ecdsaSignatureMessageX962SHA384, .ecdsaSignatureMessageX962SHA512,
                ])

        private static let rsa = Result { SecKey(try PrivateKey.generate(.rsa(2048))) }
        private static let elliptic = Result { SecKey(try PrivateKey.generate(.ec(256))) }

        private func code(_ error: Unmanaged<CFError>?) -> OSStatus? {
            error.map { OSStatus($0.takeRetainedValue().code) }
        }

        @Test("its name is one of a kind")
        func names() {
            #expect(Self.rows.count == 30 && Set(Self.rows.map(\.algorithm)).count == 30)
            #expect(Self.rows.allSatisfy { $0.algorithm.rawValue.contains(":\($0.hash.rawValue)") })
            #expect(Self.rows.allSatisfy { $0.algorithm.rawValue.contains("digest-") == $0.takesDigest })
        }

        @Test("it signs what it says, and verifies that alone", arguments: rows)
        func signs(row: Row) throws {
            let key = try (row.isRSA ? Self.rsa : Self.elliptic).get()
            let publicKey = try #require(SecKeyCopyPublicKey(key))
            let message = Data("a message".utf8)
            let input = row.takesDigest ? row.hash.digest(message) : message
            var error: Unmanaged<CFError>?
            let signature = try #require(SecKeyCreateSignature(key, row.algorithm, input, &error))
            #expect(error == nil)
            if row.isRSA { #expect(signature.count == SecKeyGetBlockSize(key)) }
            #expect(SecKeyVerifySignature(publicKey, row.algorithm, input, signature, &error) && error == nil)

            // The scheme is another's where anything but the form of the input differs.
            for other in Self.rows where other.isRSA == row.isRSA {
                let isSame = other.hash == row.hash && other.isPSS == row.isPSS
                let given = other.takesDigest ? other.hash.digest(message) : message
                let verifies = SecKeyVerifySignature(publicKey, other.algorithm, given, signature, &error)
                #expect(verifies == isSame, "\(other.algorithm.rawValue)")
                if !verifies { #expect(code(error) == errSecVerifyFailed) }
                error = nil
            }
        }

        @Test(
            "a digest of another length, another kind of key, and the wrong half are parameters that don't fit",
            arguments: rows)
        func misfits(row: Row) throws {
            let (fitting, other) = try (
                (row.isRSA ? Self.rsa : Self.elliptic).get(), (row.isRSA ? Self.elliptic : Self.rsa).get()
            )
            let publicKey = try #require(SecKeyCopyPublicKey(fitting))
            let digest = row.hash.digest(Data())
            var calls: [(SecKey, Data)] = [(other, digest), (publicKey, digest)]
            if row.takesDigest { calls += [(fitting, digest.dropLast()), (fitting, digest + [0]), (fitting, Data())] }
            for (key, data) in calls {
                var error: Unmanaged<CFError>?
                #expect(SecKeyCreateSignature(key, row.algorithm, data, &error) == nil)
                #expect(code(error) == errSecParam)
                #expect(SecKeyCreateSignature(key, row.algorithm, data, nil) == nil)
            }
            var error: Unmanaged<CFError>?
            #expect(!SecKeyVerifySignature(fitting, row.algorithm, digest, Data(count: 64), &error))
            #expect(code(error) == errSecParam, "a private key verifies nothing")
            if row.takesDigest {
                #expect(!SecKeyVerifySignature(publicKey, row.algorithm, Data(count: 3), Data(count: 64), &error))
                #expect(code(error) == errSecParam)
            }
        }

        @Test("a signature that is no signature is another's", arguments: [rows[2], rows[12], rows[22]])
        func noise(row: Row) throws {
            let key = try #require(SecKeyCopyPublicKey(try (row.isRSA ? Self.rsa : Self.elliptic).get()))
            for signature in [Data(), Data([0x30, 0]), Data(count: 256), Data(repeating: 0xFF, count: 5_000)] {
                var error: Unmanaged<CFError>?
                #expect(!SecKeyVerifySignature(key, row.algorithm, Data(count: row.hash.length), signature, &error))
                #expect(code(error) == errSecVerifyFailed)
            }
        }

        @Test(
            "a name that is not Apple's is no algorithm",
            arguments: [
                "", "algid", "algid:sign:RSA:message-PKCS1v15", "algid:sign:RSA:message-PKCS1v15:MD5",
                "algid:sign:RSA:message-PSS:SHA256", "algid:sign:RSA:message-PSS:SHA256:SHA1:32",
                "algid:sign:RSA:message-PSS:SHA256:SHA256:20", "algid:sign:ECDSA:message-X962:SHA256:x",
                "algid:encrypt:RSA:message-PKCS1v15:SHA256", "algid:sign:DSA:message-X962:SHA256",
                "algid:sign:RSA:other-PKCS1v15:SHA256",
            ])
        func unknown(name: String) throws {
            let algorithm = SecKeyAlgorithm(rawValue: name)
            for key in [try Self.rsa.get(), try Self.elliptic.get()] {
                for operation in [SecKeyOperationType.sign, .verify, .encrypt, .decrypt, .keyExchange] {
                    #expect(!SecKeyIsAlgorithmSupported(key, operation, algorithm))
                }
                var error: Unmanaged<CFError>?
                #expect(SecKeyCreateSignature(key, algorithm, Data(count: 32), &error) == nil)
                #expect(code(error) == errSecParam)
            }
        }

        @Test("an RSA key signs only what it has room for", arguments: [512, 768, 1024])
        func smallKeys(bits: Int) throws {
            let key = SecKey(try PrivateKey.generate(.rsa(bits)))
            for row in Self.rows where row.isRSA {
                let isSupported = SecKeyIsAlgorithmSupported(key, .sign, row.algorithm)
                let made = SecKeyCreateSignature(key, row.algorithm, Data(count: row.hash.length), nil)
                #expect((made != nil) == isSupported, "\(row.algorithm.rawValue)")
            }
        }
    }

    extension KeyAlgorithmTests.Row {
        fileprivate var isPSS: Bool { algorithm.rawValue.contains("PSS") }
    }
#endif
