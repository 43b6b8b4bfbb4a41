import Foundation
import MutualTLSPKI

/// A PKCS #11 token in software: SoftHSM with a folder of its own.
package final class SoftToken: Sendable {
    /// The user's PIN.
    package static let pin = "1234"
    private static let officerPIN = "5678"

    /// The path of its module.
    package let module: String
    private let folder: TemporaryFolder
    private let configuration: String
    private let label: String

    /// - Parameters:
    ///   - mechanisms: as `slots.mechanisms` in SoftHSM's configuration has them.
    ///   - identities: by the label of the key and the certificate; the keys can't be taken out again.
    ///   - withCertificates: whether the certificates are in the token too.
    package init(
        label: String = "mine", mechanisms: String = "ALL", _ identities: [(label: String, identity: IssuedIdentity)],
        withCertificates: Bool = true
    ) throws {
        self.label = label
        folder = try TemporaryFolder()
        // SoftHSM takes its configuration's path from the environment, which is the whole process's and must not change
        // while threads run, or from this place, which is patched in a copy: as long as the original.
        configuration = "/tmp/mtls-hsm-" + UUID().uuidString.lowercased().filter(\.isHexDigit).prefix(12)
        module = folder.path("libsofthsm2.so")
        var code = try Data(contentsOf: URL(fileURLWithPath: "/usr/lib/softhsm/libsofthsm2.so"))
        for (from, to) in [("/etc/softhsm/softhsm2.conf", configuration), ("SOFTHSM2_CONF", "NOT_SOFTHSM_2")] {
            guard let range = code.range(of: Data(from.utf8)), from.utf8.count == to.utf8.count else {
                throw Unusable(what: "SoftHSM's module is not as it is known")
            }
            code.replaceSubrange(range, with: Data(to.utf8))
        }
        try code.write(to: URL(fileURLWithPath: module))
        try FileManager.default.createDirectory(at: folder.url("tokens"), withIntermediateDirectories: false)
        let text = """
            directories.tokendir = \(folder.path("tokens"))
            objectstore.backend = file
            log.level = ERROR
            slots.mechanisms = \(mechanisms)

            """
        try Data(text.utf8).write(to: URL(fileURLWithPath: configuration))
        guard let tool = Tool("softhsm2-util") else { throw Unusable(what: "softhsm2-util is not installed") }
        let made = try tool.run([
            "--module", module, "--init-token", "--free", "--label", label, "--so-pin", Self.officerPIN, "--pin",
            Self.pin,
        ])
        guard made.status == 0 else { throw Unusable(what: "softhsm2-util: \(made)") }
        for (index, entry) in identities.enumerated() {
            try add(entry.identity, label: entry.label, id: index + 1, withCertificates: withCertificates)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: configuration) }

    private func add(_ identity: IssuedIdentity, label: String, id: Int, withCertificates: Bool) throws {
        let name = String(format: "%02x", id)
        try folder.write(identity.privateKeyPEM, "key.pem")
        defer { try? FileManager.default.removeItem(atPath: folder.path("key.pem")) }
        let place = ["--token-label", self.label, "--login", "--pin", Self.pin, "--id", name, "--label", label]
        try run(place + ["--write-object", folder.path("key.pem"), "--type", "privkey", "--usage-sign"])
        guard withCertificates else { return }
        try folder.write(identity.certificateDER, "certificate.der")
        try run(place + ["--write-object", folder.path("certificate.der"), "--type", "cert"])
    }

    /// What OpenSC's `pkcs11-tool` prints about it.
    @discardableResult package func run(_ arguments: [String]) throws -> String {
        guard let tool = Tool("pkcs11-tool") else { throw Unusable(what: "pkcs11-tool is not installed") }
        let outcome = try tool.run(["--module", module] + arguments)
        guard outcome.status == 0 else { throw Unusable(what: "pkcs11-tool \(arguments): \(outcome)") }
        return outcome.output
    }

    /// What it holds, as `pkcs11-tool` lists it for who has the PIN.
    package func objects() throws -> String { try run(["--token-label", label, "--login", "--pin", Self.pin, "-O"]) }

    /// The URI of a key.
    /// - Parameter attributes: in front of the module's path, such as `token=mine;object=alice`.
    package func uri(_ attributes: String) -> String { "pkcs11:\(attributes)?module-path=\(module)" }

    struct Unusable: Error, CustomStringConvertible {
        let what: String
        var description: String { what }
    }
}
