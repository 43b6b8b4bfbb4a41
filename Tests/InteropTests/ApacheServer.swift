import Foundation
import TestSupport

/// A real Apache httpd that asks for client certificates, on the whole host or below `/private` alone.
final class ApacheServer: Sendable {
    let port: Int
    private let folder: TemporaryFolder
    private let server: ChildServer

    /// - Parameters:
    ///   - perLocation: ask below `/private` only, which means in a renegotiation or after the handshake.
    ///   - version: `TLSv1.2` or `TLSv1.3`.
    ///   - digest: a file of `htdigest`'s that `/secret` asks for, with `qop` and the algorithm MD5.
    init(_ pki: TestPKI, perLocation: Bool, version: String, digest: String? = nil) throws {
        folder = try TemporaryFolder()
        port = try FreePort.next()
        let issued = try pki.server()
        let chain = try folder.write(issued.chainPEM, "server.pem").path
        let key = try folder.write(issued.privateKeyPEM, "server.key").path
        let clients = try folder.write(pki.root.certificatePEM, "clients.pem").path
        let root = folder.path("")
        for name in ["", "private", "secret"] {
            try FileManager.default.createDirectory(
                at: folder.url("www/\(name)"), withIntermediateDirectories: true)
            try folder.write(Data("hello".utf8), "www/\(name)/index.html")
        }
        let verify = "SSLVerifyClient require\nSSLVerifyDepth 3"
        let modules = [
            "mpm_event", "ssl", "authz_core", "authz_user", "authn_core", "authn_file", "auth_digest", "socache_shmcb",
            "dir",
        ].map { name in
            "LoadModule \(name)_module /usr/lib/apache2/modules/mod_\(name).so"
        }
        let secret = digest.map { file in
            """
            <Location /secret>
              AuthType Digest
              AuthName realm
              AuthDigestProvider file
              AuthUserFile \(file)
              Require valid-user
            </Location>
            """
        }
        let configuration = """
            \(modules.joined(separator: "\n"))
            ServerRoot \(root)
            ServerName localhost
            PidFile \(root)/apache.pid
            DefaultRuntimeDir \(root)
            Mutex file:\(root) default
            ErrorLog \(root)/error.log
            LogLevel warn ssl:info
            Listen 127.0.0.1:\(port)
            DocumentRoot \(root)/www
            DirectoryIndex index.html
            <VirtualHost *:\(port)>
              SSLEngine on
              SSLProtocol -all +\(version)
              SSLCertificateFile \(chain)
              SSLCertificateKeyFile \(key)
              SSLCACertificateFile \(clients)
              \(perLocation ? "<Location /private>\n\(verify)\n</Location>" : verify)
              \(secret ?? "")
            </VirtualHost>
            """
        try folder.write(Data(configuration.utf8), "apache.conf")
        server = try ChildServer(
            "apache2", ["-X", "-f", folder.path("apache.conf")], port: port, log: folder.path("console.log"))
    }

    func url(_ path: String) -> URL { URL(string: "https://localhost:\(port)\(path)")! }

    var errors: String { folder.text(of: "error.log") }
}
