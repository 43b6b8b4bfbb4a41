import Foundation

/// `openssl s_server` that answers requests with a page about the connection.
package struct SServer: Sendable {
    /// Its address, by name.
    package let url: URL
    private let folder: TemporaryFolder
    private let server: ChildServer

    /// - Parameter arguments: further ones of `s_server`, such as `-Verify 3`.
    package init(_ pki: TestPKI, _ arguments: [String]) throws {
        folder = try TemporaryFolder()
        let issued = try pki.server()
        let chain = try folder.write(issued.chainPEM, "server.pem").path
        let key = try folder.write(issued.privateKeyPEM, "server.key").path
        let clientCA = try folder.write(pki.root.certificatePEM, "clients.pem").path
        let port = try FreePort.next()
        server = try ChildServer(
            "openssl",
            [
                "s_server", "-accept", "127.0.0.1:\(port)", "-cert", chain, "-cert_chain", chain, "-key", key,
                "-CAfile",
                clientCA, "-www",
            ] + arguments, port: port, log: folder.path("log"))
        url = URL(string: "https://localhost:\(port)/")!
    }
}
