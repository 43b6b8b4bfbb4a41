// README and the article on identity files.
import MutualTLS
import PortableSecurity

/// The one of several identities in a file that a company's CA issued.
func companyIdentity(_ identityFile: Data, password: String) throws -> ClientIdentity {
    let identity = try ClientIdentity(
        pkcs12: identityFile, password: password, selecting: .issuer("Example Issuing CA"))
    return identity
}

/// What a list in a user interface shows.
func choices(_ identityFile: Data, password: String) throws -> [String] {
    let all = try ClientIdentity.all(pkcs12: identityFile, password: password)
    return all.map { "\($0.friendlyName ?? $0.summary), \($0.fingerprint.prefix(16))" }
}

/// From the certificate and the key that a server's administrator has.
func fromPEM(certificates: Data, key: Data, password: String?) throws -> ClientIdentity {
    let identity = try ClientIdentity(pem: certificates, key: key, password: password)
    return identity
}

/// Without making anybody wait for a file's iterations, and with an end when the user goes away.
func opened(_ identityFile: Data, password: String) async throws -> ClientIdentity {
    let identity = try await ClientIdentity.load(pkcs12: identityFile, password: password)
    return identity
}

/// What servers and phones will mind.
func advice(_ identity: ClientIdentity) -> [String] {
    identity.problems().map { problem in
        problem.isBlocking ? "it will be refused: \(problem.message)" : problem.message
    }
}
