// The module is Apple's own elsewhere.
#if canImport(FoundationNetworking)
    import Foundation
    import MutualTLSOpenSSL
    import Testing

    @testable import PortableSecurity

    @Suite struct KeyTests {
        static let rsaAlgorithms: [SecKeyAlgorithm] = [
            .rsaSignatureDigestPKCS1v15SHA256, .rsaSignatureDigestPKCS1v15SHA512, .rsaSignatureMessagePKCS1v15SHA1,
            .rsaSignatureMessagePKCS1v15SHA384, .rsaSignatureDigestPSSSHA256, .rsaSignatureMessagePSSSHA512,
        ]
        static let ecdsaAlgorithms: [SecKeyAlgorithm] = [
            .ecdsaSignatureDigestX962SHA256, .ecdsaSignatureMessageX962SHA1, .ecdsaSignatureMessageX962SHA384,
            .ecdsaSignatureMessageX962SHA512,
        ]

        private func roundTrip(_ key: SecKey, _ algorithm: SecKeyAlgorithm) throws {
            let isDigest = algorithm.rawValue.contains("digest")
            let length = algorithm.rawValue.contains("SHA512") ? 64 : 32
            let data = isDigest ? Data(repeating: 7, count: length) : Data("a message".utf8)
            let publicKey = try #require(SecKeyCopyPublicKey(key))
            #expect(SecKeyIsAlgorithmSupported(key, .sign, algorithm))
            #expect(!SecKeyIsAlgorithmSupported(publicKey, .sign, algorithm))
            #expect(SecKeyIsAlgorithmSupported(publicKey, .verify, algorithm))
            let signature = try #require(SecKeyCreateSignature(key, algorithm, data as CFData, nil))
            #expect(SecKeyVerifySignature(publicKey, algorithm, data as CFData, signature, nil))
            var error: Unmanaged<CFError>?
            var other = data
            other[0] ^= 1
            #expect(!SecKeyVerifySignature(publicKey, algorithm, other as CFData, signature, &error))
            #expect(error?.takeRetainedValue().code == Int(errSecVerifyFailed))
        }

        @Test("RSA signs and verifies", arguments: rsaAlgorithms)
        func rsa(algorithm: SecKeyAlgorithm) throws {
            try roundTrip(SecKey(PrivateKey.generate(.rsa(2048))), algorithm)
        }

        @Test("elliptic curves sign and verify", arguments: ecdsaAlgorithms, [256, 384, 521])
        func ecdsa(algorithm: SecKeyAlgorithm, bits: Int) throws {
            try roundTrip(SecKey(PrivateKey.generate(.ec(bits))), algorithm)
        }

        @Test("a message and its digest have one signature scheme")
        func messageAndDigest() throws {
            let key = SecKey(try PrivateKey.generate(.rsa(2048)))
            let message = Data("a message".utf8)
            let signature = try #require(SecKeyCreateSignature(key, .rsaSignatureMessagePSSSHA256, message, nil))
            let publicKey = try #require(SecKeyCopyPublicKey(key))
            #expect(
                SecKeyVerifySignature(
                    publicKey, .rsaSignatureDigestPSSSHA256, Digest.sha256(message), signature, nil))
        }

        @Test("what does not go together is refused as a parameter")
        func refusals() throws {
            let rsa = SecKey(try PrivateKey.generate(.rsa(1024)))
            #expect(!SecKeyIsAlgorithmSupported(rsa, .sign, .rsaSignatureMessagePSSSHA512))
            #expect(!SecKeyIsAlgorithmSupported(rsa, .sign, .ecdsaSignatureMessageX962SHA256))
            #expect(!SecKeyIsAlgorithmSupported(rsa, .sign, SecKeyAlgorithm(rawValue: "algid:sign:RSA")))
            #expect(!SecKeyIsAlgorithmSupported(rsa, .encrypt, .rsaSignatureMessagePKCS1v15SHA256))
            #expect(
                !SecKeyIsAlgorithmSupported(SecKey(try .generate(.ed25519)), .sign, .ecdsaSignatureMessageX962SHA256))
            for (algorithm, data) in [
                (SecKeyAlgorithm.rsaSignatureDigestPKCS1v15SHA256, Data(count: 31)),
                (.ecdsaSignatureMessageX962SHA256, Data(count: 32)),
            ] {
                var error: Unmanaged<CFError>?
                #expect(SecKeyCreateSignature(rsa, algorithm, data, &error) == nil)
                #expect(error?.takeRetainedValue().code == Int(errSecParam))
            }
        }

        @Test(
            "external representations come back as equal keys",
            arguments: [PrivateKey.Kind.rsa(2048), .ec(256), .ec(384), .ec(521)])
        func external(kind: PrivateKey.Kind) throws {
            let key = SecKey(try PrivateKey.generate(kind))
            let publicKey = try #require(SecKeyCopyPublicKey(key))
            for (half, keyClass) in [(key, kSecAttrKeyClassPrivate), (publicKey, kSecAttrKeyClassPublic)] {
                let bytes = try #require(SecKeyCopyExternalRepresentation(half, nil))
                let known = try #require(SecKeyCopyAttributes(half))
                #expect(known[kSecAttrKeyClass] as? String == keyClass)
                let attributes: [String: Any] = [
                    kSecAttrKeyType as String: known[kSecAttrKeyType] as Any, kSecAttrKeyClass as String: keyClass,
                ]
                let again = try #require(SecKeyCreateWithData(bytes, attributes as CFDictionary, nil))
                #expect(again == half)
                if case .ec(let bits) = kind {
                    let size = (bits + 7) / 8
                    #expect(bytes.count == 1 + (half == key ? 3 : 2) * size)
                    #expect(bytes.first == 4)
                }
                #expect(SecKeyCreateWithData(bytes.dropLast(), attributes, nil) == nil)
            }
            #expect(key != publicKey)
        }

        @Test("numbers are taken as type and class; data that is no key is refused")
        func creation() throws {
            let bytes = try #require(SecKeyCopyExternalRepresentation(SecKey(try .generate(.ec(256))), nil))
            #expect(SecKeyCreateWithData(bytes, [kSecAttrKeyType: 73, kSecAttrKeyClass: 1], nil) != nil)
            for attributes in [[:], [kSecAttrKeyType: 42, kSecAttrKeyClass: 1], [kSecAttrKeyType: 73]] as [CFDictionary]
            {
                var error: Unmanaged<CFError>?
                #expect(SecKeyCreateWithData(bytes, attributes, &error) == nil)
                #expect(error?.takeRetainedValue().code == Int(errSecParam))
            }
            var point = bytes.prefix(65)
            point[1] ^= 1
            #expect(SecKeyCreateWithData(point, [kSecAttrKeyType: 73, kSecAttrKeyClass: 0], nil) == nil)
            let other = try #require(SecKeyCopyExternalRepresentation(SecKey(try .generate(.ec(256))), nil))
            let mixed = bytes.prefix(65) + other.suffix(32)
            #expect(SecKeyCreateWithData(mixed, [kSecAttrKeyType: 73, kSecAttrKeyClass: 1], nil) == nil)
        }

        @Test("new keys have the size that was asked for, or none is made")
        func random() throws {
            let key = try #require(
                SecKeyCreateRandomKey([kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 384], nil))
            #expect(key.bits == 384 && key.isPrivate)
            var error: Unmanaged<CFError>?
            #expect(
                SecKeyCreateRandomKey([kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 511], &error) == nil)
            #expect(error?.takeRetainedValue().code == Int(errSecKeySizeNotAllowed))
        }

        @Test("the description holds nothing of the key")
        func description() throws {
            #expect(SecKey(try PrivateKey.generate(.ec(256))).description == "<SecKey EC private, 256 bits>")
        }
    }
#endif
