import Foundation
import MutualTLSPKI
import TestSupport
import Testing

/// A folder with files of identities, and a keychain of its own that is not there to begin with.
struct IdentityFixture {
    /// What `mtls identity list --json` prints.
    struct Listing: Decodable {
        struct Identity: Decodable {
            let label: String
            let subject: String
            let issuer: String
            let notAfter: String
            let fingerprintSHA256: String
            let origins: [String]
            let chain: [String]
            let stored: String
        }
        struct Key: Decodable {
            let label: String
            let keyType: String
        }
        let identities: [Identity]
        let waitingKeys: [Key]?

        var labels: [String] { identities.map(\.label) }
    }

    let pki: TestPKI
    let program: Program

    init() throws {
        (pki, program) = (try TestPKI(), try Program())
        try program.folder.write(pki.root.certificatePEM, "root.pem")
        try program.folder.write(Data("secret\n".utf8), "secret.txt")
    }

    /// Issues an identity and writes it as `NAME.p12`.
    @discardableResult func write(_ name: String) throws -> IssuedIdentity {
        let identity = try pki.client(name)
        try program.folder.write(identity.pkcs12(password: "secret", friendlyName: "\(name)'s"), "\(name).p12")
        return identity
    }

    /// Runs `mtls identity`; the password of the files is in the environment.
    func run(_ words: [String], environment: [String: String] = [:]) throws -> Tool.Outcome {
        try program.run(
            ["identity"] + words, environment: ["MTLS_PASSWORD": "secret"].merging(environment) { $1 })
    }

    /// The same for what must succeed.
    /// - Returns: what it printed.
    @discardableResult func done(_ words: [String], environment: [String: String] = [:]) throws -> String {
        let outcome = try run(words, environment: environment)
        try #require(outcome.status == 0, "\(words): \(outcome)")
        return outcome.output
    }

    /// What is in the keychain.
    func list(_ words: [String] = []) throws -> Listing {
        try JSONDecoder().decode(Listing.self, from: Data(done(["list", "--json"] + words).utf8))
    }

    /// The names in the keychain's folder; nil where there is none.
    var keychainFiles: [String]? {
        try? FileManager.default.contentsOfDirectory(atPath: program.folder.path("keychain"))
    }
}
