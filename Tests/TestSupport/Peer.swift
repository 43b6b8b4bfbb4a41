import Foundation
import Testing

/// A program of another project that a test talks to, or has judge our output.
package struct Peer: Sendable {
    let command: String
    /// The Debian package that brings it.
    let package: String

    package static let nginx = Peer(command: "nginx", package: "nginx-light")
    package static let apache = Peer(command: "apache2", package: "apache2")
    package static let openssl = Peer(command: "openssl", package: "openssl")
    package static let curl = Peer(command: "curl", package: "curl")
    package static let keytool = Peer(command: "keytool", package: "default-jre-headless")
    package static let python = Peer(command: "python3", package: "python3")

    /// Whether its absence is a failure: it is one of the packages that the script which runs the tests has installed.
    var isRequired: Bool {
        let required = ProcessInfo.processInfo.environment["MTLS_REQUIRED_PACKAGES"] ?? ""
        return required.split(separator: " ").contains { $0 == package }
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a test or a suite where a peer is missing. The line that says so names the package; `Scripts/test` adds up
    /// what it reads there.
    /// - Parameters:
    ///   - peer: the program.
    ///   - cases: how many cases are then not run, arguments counted.
    ///   - file: with `line`, tells two suites apart.
    ///   - line: see `file`.
    package static func needs(_ peer: Peer, cases: Int, file: String = #fileID, line: Int = #line) -> Self {
        .enabled(
            if: Tool.isInstalled(peer.command) || peer.isRequired,
            "\(peer.package) is not installed: \(cases) not run in \(file):\(line)")
    }
}
