import Foundation
import Testing

/// A program of another project that a test talks to, or has judge our output.
package struct Peer: Sendable {
    let command: String
    /// A file that it needs besides, such as a module.
    var file: String?
    /// The Debian package that brings it.
    let package: String

    package static let nginx = Peer(command: "nginx", package: "nginx-light")
    package static let apache = Peer(command: "apache2", package: "apache2")
    package static let openssl = Peer(command: "openssl", package: "openssl")
    package static let curl = Peer(command: "curl", package: "curl")
    package static let keytool = Peer(command: "keytool", package: "default-jre-headless")
    package static let python = Peer(command: "python3", package: "python3")
    package static let pk12util = Peer(command: "pk12util", package: "libnss3-tools")
    package static let certtool = Peer(command: "certtool", package: "gnutls-bin")
    package static let tinyproxy = Peer(command: "tinyproxy", package: "tinyproxy-bin")
    package static let microsocks = Peer(command: "microsocks", package: "microsocks")
    package static let gnomeKeyring = Peer(command: "gnome-keyring-daemon", package: "gnome-keyring")
    package static let dbus = Peer(command: "dbus-daemon", package: "dbus-daemon")
    package static let libsecret = Peer(
        command: "/bin/sh", file: "/usr/lib/\(Peer.multiarch)/libsecret-1.so.0", package: "libsecret-1-0")
    /// The folder of libraries, as Debian calls it.
    private static var multiarch: String {
        #if arch(arm64)
            "aarch64-linux-gnu"
        #else
            "x86_64-linux-gnu"
        #endif
    }
    package static let softHSM = Peer(
        command: "softhsm2-util", file: "/usr/lib/softhsm/libsofthsm2.so", package: "softhsm2")
    package static let pkcs11Tool = Peer(command: "pkcs11-tool", package: "opensc")
    /// The `cryptography` of the system's own Python, which is at /usr/bin/python3 whatever else there is.
    package static let cryptography = Peer(
        command: "/usr/bin/python3", file: "/usr/lib/python3/dist-packages/cryptography/__init__.py",
        package: "python3-cryptography")
    /// The `websockets` of the system's own Python.
    package static let websockets = Peer(
        command: "/usr/bin/python3", file: "/usr/lib/python3/dist-packages/websockets/__init__.py",
        package: "python3-websockets")

    var isInstalled: Bool {
        Tool.isInstalled(command) && file.map(FileManager.default.fileExists(atPath:)) ?? true
    }

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
            if: peer.isInstalled || peer.isRequired,
            "\(peer.package) is not installed: \(cases) not run in \(file):\(line)")
    }
}
