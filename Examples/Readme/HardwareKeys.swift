// README and the article on hardware keys.
import MutualTLS
import PortableSecurity

/// From a smart card, a USB key or a security module.
func fromToken(pin: String) async throws -> ClientIdentity {
    let identity = try await ClientIdentity.load(pkcs11: "pkcs11:token=mine;object=client", pin: pin)
    return identity
}

/// What an app has to reach its key management service.
protocol KeyService: Sendable {
    func sign(digest: Data, key: String, algorithm: String) async throws -> Data
}

/// A key that is with a service, and stays there.
struct ServiceSigner: Signer {
    let service: any KeyService
    let key: String
    let schemes: [SignatureScheme] = [.ecdsaP256SHA256]

    func signature(for request: SigningRequest) async throws -> Data {
        guard let digest = request.digest else { throw CancellationError() }
        return try await service.sign(digest: digest, key: key, algorithm: "ECDSA_SHA_256")
    }
}

/// The certificate is here, the key is not.
func fromService(
    _ certificate: SecCertificate, _ intermediates: [SecCertificate], service: any KeyService
) throws -> ClientIdentity {
    let identity = try ClientIdentity(
        certificate: certificate, intermediates: intermediates,
        signer: ServiceSigner(service: service, key: "client"))
    return identity
}

/// For a token whose RSA keys can't make RSA-PSS signatures.
func limited() -> MutualTLSSession.Configuration {
    var configuration = MutualTLSSession.Configuration()
    configuration.maximumTLSVersion = .tls1_2
    return configuration
}
