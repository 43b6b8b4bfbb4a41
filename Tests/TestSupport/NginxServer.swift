import Foundation
import MutualTLSPKI

/// A real nginx that asks for client certificates, and whose answer and log tell what it saw.
package final class NginxServer: Sendable {
    package let port: Int
    private let folder: TemporaryFolder
    private let server: ChildServer

    /// How it treats client certificates.
    package enum Verification: String, Sendable { case on, optional, off }

    /// - Parameters:
    ///   - pki: gives the server's certificate and the CA of its clients.
    ///   - protocols: such as `TLSv1.3`.
    ///   - tickets: whether TLS sessions can be resumed.
    ///   - clients: the CA of its clients; nil for the PKI's root.
    ///   - locations: further `location` blocks.
    ///   - servers: further `server` blocks.
    package init(
        _ pki: TestPKI, verify: Verification = .on, protocols: String = "TLSv1.2 TLSv1.3", http2: Bool = false,
        tickets: Bool = false, clients: CertificateAuthority? = nil, locations: String = "", servers: String = ""
    ) throws {
        let folder = try TemporaryFolder()
        let port = try FreePort.next()
        let server = try pki.server()
        let certificate = try folder.write(server.chainPEM, "server.pem").path
        let key = try folder.write(server.privateKeyPEM, "server.key").path
        let clientCA = try folder.write((clients ?? pki.root).certificatePEM, "clients.pem").path
        let root = folder.path("")
        let user = geteuid() == 0 ? "user root;" : ""
        let configuration = """
            \(user) daemon off; worker_processes 1; pid \(root)/nginx.pid; error_log \(root)/error.log info;
            events { worker_connections 4096; }
            http {
              log_format seen '$ssl_client_verify|$ssl_client_s_dn|$ssl_protocol|$server_protocol|$ssl_session_reused|$uri';
              access_log \(root)/access.log seen;
              client_body_temp_path \(root)/body; proxy_temp_path \(root)/proxy; fastcgi_temp_path \(root)/fastcgi;
              uwsgi_temp_path \(root)/uwsgi; scgi_temp_path \(root)/scgi;
              keepalive_requests 100000;
              keepalive_timeout 1h;
              server {
                listen 127.0.0.1:\(port) ssl\(http2 ? " http2" : "");
                ssl_certificate \(certificate); ssl_certificate_key \(key);
                ssl_protocols \(protocols);
                ssl_client_certificate \(clientCA); ssl_verify_client \(verify.rawValue); ssl_verify_depth 2;
                ssl_session_tickets \(tickets ? "on" : "off"); ssl_session_cache \(tickets ? "shared:s:1m" : "off");
                location / { return 200 "$ssl_client_verify|$ssl_client_s_dn|$ssl_protocol|$server_protocol"; }
                \(locations)
              }
              \(servers)
            }
            """
        try folder.write(Data(configuration.utf8), "nginx.conf")
        self.folder = folder
        self.port = port
        self.server = try ChildServer(
            "nginx", ["-e", "\(root)/error.log", "-p", root, "-c", "\(root)/nginx.conf"], port: port,
            log: folder.path("console.log"))
    }

    /// The address of a path, by name, so that the server's certificate fits.
    package func url(_ path: String = "/") -> URL { URL(string: "https://localhost:\(port)\(path)")! }

    /// One entry of the access log: what nginx knew of a request and its client.
    package struct Entry: Sendable, Hashable {
        package var verify: String
        package var subject: String
        package var tlsVersion: String
        package var httpVersion: String
        package var isResumed: Bool
        package var path: String
    }

    /// The access log. nginx writes each line when its request is done, which is just after the client has the response, so
    /// this waits a little for `count` of them.
    package func log(atLeast count: Int = 1) -> [Entry] {
        for _ in 0..<200 {
            let lines = folder.text(of: "access.log").split(separator: "\n")
            if lines.count >= count { return lines.map(entry) }
            usleep(10_000)
        }
        return folder.text(of: "access.log").split(separator: "\n").map(entry)
    }

    /// The error log.
    package var errors: String { folder.text(of: "error.log") }

    package func stop() { server.stop() }

    private func entry(_ line: Substring) -> Entry {
        let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        func part(_ index: Int) -> String { index < parts.count ? parts[index] : "" }
        return Entry(
            verify: part(0), subject: part(1), tlsVersion: part(2), httpVersion: part(3), isResumed: part(4) == "r",
            path: part(5))
    }
}
