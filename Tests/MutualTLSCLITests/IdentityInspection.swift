import Foundation

/// What `mtls inspect --json` prints.
struct IdentityInspection: Decodable {
    struct Problem: Decodable {
        let code: String
        let message: String
    }

    struct Certificate: Decodable {
        let subject: String
        let issuer: String
        let fingerprintSHA256: String
        let keyType: String
        let friendlyName: String?
        let keyUsage: [String]?
        let extendedKeyUsage: [String]?
        let chain: [String]?
        let problems: [Problem]?
        let role: String?
    }

    struct Opening: Decodable {
        let system: String
        let opens: Bool
        let status: Int?
        let why: String
    }

    struct Protection: Decodable {
        let algorithm: String
        let iterations: Int
    }

    let format: String
    let status: String
    let reason: String?
    let mac: Protection?
    let encryption: [Protection]
    let identities: [Certificate]
    let certificates: [Certificate]
    let keysWithoutCertificate: Int
    let notes: [String]
    let opens: [Opening]

    /// Whether the first system whose name starts so opens the file.
    func opens(_ system: String) -> Bool? { opens.first { $0.system.hasPrefix(system) }?.opens }
}

extension Program {
    /// Runs `mtls inspect --json`.
    func inspect(_ name: String, _ words: [String] = [], password: String? = nil) throws -> IdentityInspection {
        let outcome = try run(
            ["inspect", name, "--json"] + words + (password == nil ? ["--no-password"] : []),
            environment: password.map { ["MTLS_PASSWORD": $0] } ?? [:])
        let result = try JSONDecoder().decode(IdentityInspection.self, from: Data(outcome.output.utf8))
        guard (outcome.status == 0) == (result.status == "ok") else { throw WrongStatus(outcome: outcome.description) }
        return result
    }
}

struct WrongStatus: Error { let outcome: String }
