import Foundation
import MutualTLSPKI
import TestSupport

/// The built `mtls`, run as a child without a terminal, without the caller's password, and with a
/// keychain of its own in its folder, which is not there to begin with.
struct Program {
    /// Beside the test bundle.
    static let path = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appendingPathComponent("mtls").path

    /// Where it runs, and where relative paths lead.
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Starts it.
    func start(
        _ arguments: [String], input: String = "", environment: [String: String] = [:]
    ) throws -> Tool.Running {
        // A session of its own has no terminal to ask on.
        guard let setsid = Tool("setsid") else { throw Missing(tool: "setsid") }
        return try setsid.start(words(arguments, environment), input: Data(input.utf8))
    }

    /// Runs it to its end.
    func run(
        _ arguments: [String], input: String = "", environment: [String: String] = [:]
    ) throws -> Tool.Outcome {
        try start(arguments, input: input, environment: environment).outcome()
    }

    /// Runs a line of the shell in which `$MTLS` is the command.
    func shell(_ line: String) throws -> Tool.Outcome {
        guard let setsid = Tool("setsid") else { throw Missing(tool: "setsid") }
        let words = words([], [:]).dropLast() + ["MTLS=\(Self.path)", "bash", "-c", line]
        return try setsid.run(Array(words))
    }

    /// `env` with its arguments, so that the folder and the environment are the child's alone.
    func words(_ arguments: [String], _ environment: [String: String]) -> [String] {
        [
            "env", "-C", folder.path(""), "-u", "MTLS_PASSWORD", "-u", "NO_COLOR", "-u", "MTLS_KEYCHAIN_PASSWORD_FILE",
            // Never the user's own.
            "MTLS_KEYCHAIN=\(folder.path("keychain"))",
        ]
            + environment.map { "\($0)=\($1)" } + [Self.path] + arguments
    }

    /// The permission bits of a file in the folder.
    func mode(_ name: String) throws -> Int? {
        (try FileManager.default.attributesOfItem(atPath: folder.path(name))[.posixPermissions] as? NSNumber)?.intValue
    }

    /// The names of everything in the folder or one below it.
    func names(_ subfolder: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path(subfolder)).sorted()
    }
}

struct Missing: Error { let tool: String }

extension Program {
    /// Writes an identity as PKCS#12, and the root that issued it as `root.pem`.
    func write(_ identity: IssuedIdentity, _ name: String, password: String? = "secret") throws {
        try folder.write(identity.pkcs12(password: password, friendlyName: "it"), name)
    }
}
