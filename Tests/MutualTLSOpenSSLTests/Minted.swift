import CMutualTLSOpenSSL
import Foundation
import MutualTLSOpenSSL
import TestSupport
import Testing

/// A certificate of one test and its key.
struct Minted: Sendable {
    let certificate: X509Certificate
    let key: PrivateKey

    /// When the tests of paths are.
    static let now = Date(timeIntervalSince1970: 1_800_000_000)

    /// Signed by `issuer`, or by itself.
    static func make(
        _ name: String, by issuer: Minted? = nil, key: PrivateKey? = nil,
        _ change: (inout CertificateBuilder) -> Void = { _ in }
    ) throws -> Minted {
        let key = try key ?? PrivateKey.generate(.ec(256))
        var builder = CertificateBuilder(
            subject: [("CN", name)], notBefore: now - 3600, notAfter: now + 3600,
            serialNumber: try CertificateBuilder.randomSerialNumber())
        change(&builder)
        let certificate = try builder.signed(
            publicKey: key.publicKey(), issuer: issuer?.certificate, key: issuer?.key ?? key)
        return Minted(certificate: certificate, key: key)
    }

    /// A CA.
    static func authority(
        _ name: String, by issuer: Minted? = nil, key: PrivateKey? = nil, pathLength: Int? = nil,
        _ change: (inout CertificateBuilder) -> Void = { _ in }
    ) throws -> Minted {
        try make(name, by: issuer, key: key) {
            $0.authority = .init(pathLength: pathLength)
            $0.keyUsage = [.keyCertSign, .cRLSign]
            change(&$0)
        }
    }

    /// With extensions as OpenSSL's configuration files write them, which the builder has no words for. Made by the
    /// `openssl` command, so valid from now on and not at `now`.
    static func configured(_ name: String, by issuer: Minted? = nil, extensions: String) throws -> Minted {
        let openssl = try #require(Tool("openssl"))
        let folder = try TemporaryFolder()
        let key = try PrivateKey.generate(.ec(256))
        let configuration =
            "[req]\ndistinguished_name=dn\nprompt=no\nutf8=yes\n[dn]\nCN=\(name)\n[ext]\n\(extensions)\n"
        var arguments = [
            "req", "-x509", "-new", "-days", "2", "-config",
            try folder.write(Data(configuration.utf8), "configuration").path, "-extensions", "ext", "-key",
            try folder.write(key.pem(), "key").path, "-outform", "DER", "-out", folder.path("certificate"),
        ]
        if let issuer {
            arguments += [
                "-CA", try folder.write(X509Certificate.pem(of: [issuer.certificate]), "ca").path, "-CAkey",
                try folder.write(issuer.key.pem(), "ca.key").path,
            ]
        }
        let outcome = try openssl.run(arguments)
        #expect(outcome.status == 0, "\(outcome)")
        return Minted(certificate: try X509Certificate(der: Data(contentsOf: folder.url("certificate"))), key: key)
    }
}

/// What the calling thread's error queue holds, which is emptied.
func leftoverErrors() -> [String] {
    OpenSSLError.drain("look").entries.map(\.reason)
}
