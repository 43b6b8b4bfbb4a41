import Foundation
import MutualTLS
import MutualTLSOpenSSL
import MutualTLSPKI
import PortableSecurity
import TestSupport
import Testing

@Suite("Identities with a signer")
struct SignerIdentityTests {
    let pki: TestPKI

    init() throws { pki = try TestPKI() }

    @Test("its certificates are in order, and it looks like any other")
    func parts() throws {
        let issued = try pki.client()
        let file = try ClientIdentity(issued)
        let root = try #require(SecCertificateCreateWithData(nil, pki.root.certificateDER as CFData))
        let identity = try ClientIdentity(
            certificate: file.certificate, intermediates: [root, file.certificate] + file.intermediates,
            signer: RemoteSigner(issued))
        #expect(identity.fingerprint == file.fingerprint && identity.summary == "\"alice\"")
        #expect(identity.intermediates == file.intermediates)
        #expect(identity.problems().map(\.code) == file.problems().map(\.code))
    }

    @Test("a signer without a scheme for the key is refused with what it makes")
    func noScheme() throws {
        let issued = try pki.client()
        let signer = try RemoteSigner(issued, schemes: [.rsaPSSSHA256, .ed25519])
        let error = #expect(throws: MutualTLSError.self) { try ClientIdentity(issued, signer: signer) }
        #expect(error?.code == .unsupportedAlgorithm)
        #expect(error?.reason.contains("EC P-256") == true)
        #expect(error?.hint == "it makes rsa_pss_rsae_sha256, ed25519")
    }

    @Test("SecKeyCreateSignature asks the signer: with a message for both, with a digest for that alone")
    func securityFramework() async throws {
        let issued = try pki.issuing.issueClient(name: "alice", keyKind: .rsa(2048))
        let signer = try RemoteSigner(issued)
        var key: SecKey?
        SecIdentityCopyPrivateKey(try ClientIdentity(issued, signer: signer).secIdentity, &key)
        let privateKey = try #require(key)
        let publicKey = try #require(SecKeyCopyPublicKey(privateKey))
        let digest = Data(repeating: 7, count: 32)
        for algorithm in [
            SecKeyAlgorithm.rsaSignatureDigestPKCS1v15SHA256, .rsaSignatureDigestPSSSHA256,
        ] {
            let signature = try #require(SecKeyCreateSignature(privateKey, algorithm, digest as CFData, nil))
            #expect(SecKeyVerifySignature(publicKey, algorithm, digest as CFData, signature, nil))
        }
        #expect(await signer.asked.map(\.digest) == [digest, digest])
        #expect(await signer.asked.map(\.scheme) == [.rsaPKCS1SHA256, .rsaPSSSHA256])
    }

    @Test("the key can't be exported, and a keychain doesn't take it")
    func export() throws {
        let issued = try pki.client()
        let identity = try ClientIdentity(issued, signer: RemoteSigner(issued))
        var key: SecKey?
        SecIdentityCopyPrivateKey(identity.secIdentity, &key)
        var error: Unmanaged<CFError>?
        #expect(SecKeyCopyExternalRepresentation(try #require(key), &error) == nil)
        let reason = try #require(error?.takeRetainedValue())
        #expect("\(reason)".contains("never leaves it"))
    }

    @Test("schemes have the registered names")
    func names() {
        let schemes: [MutualTLS.SignatureScheme] = [
            .rsaPKCS1SHA256, .rsaPKCS1SHA384, .rsaPKCS1SHA512, .rsaPSSSHA256, .rsaPSSSHA384, .rsaPSSSHA512,
            .ecdsaP256SHA256, .ecdsaP384SHA384, .ecdsaP521SHA512, .ed25519, .init(code: 0xFEFE),
        ]
        #expect(
            schemes.map(\.description) == [
                "rsa_pkcs1_sha256", "rsa_pkcs1_sha384", "rsa_pkcs1_sha512", "rsa_pss_rsae_sha256",
                "rsa_pss_rsae_sha384", "rsa_pss_rsae_sha512", "ecdsa_secp256r1_sha256", "ecdsa_secp384r1_sha384",
                "ecdsa_secp521r1_sha512", "ed25519", "0xFEFE",
            ])
    }
}
