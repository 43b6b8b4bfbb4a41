import Foundation
import MutualTLSOpenSSL

extension HostileServer {
    /// What a server does to a connection, one after the other. After the last step it ends the connection as it should be.
    package enum Step: Sendable {
        /// Shakes hands to the end. Nothing on a server without TLS.
        case handshake
        /// Reads the client's first message, and sends so many bytes of the answer.
        case beginHandshake(sending: Int)
        /// Reads a request with its body.
        case request
        /// Sends bytes.
        case send(Data)
        /// Sends bytes one by one, with so many seconds before each.
        case drip(Data, every: TimeInterval)
        /// Sends bytes past TLS.
        case inClear(Data)
        /// Waits until the test opens the gate.
        case gate
        /// Takes what comes and says nothing, until the client gives up.
        case silence
        /// Takes nothing and says nothing, until the server is stopped.
        case deafness
        /// Ends TCP's stream (FIN) without TLS's close_notify.
        case close
        /// Resets the connection (RST).
        case reset

        /// Sends text.
        package static func send(_ text: String) -> Step { .send(Data(text.utf8)) }

        /// Sends a whole response.
        package static func answer(_ body: String = "ok", status: String = "200 OK", headers: String = "") -> Step {
            .send("HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\(headers)\r\n\(body)")
        }
    }

    /// How it speaks TLS.
    package struct TLS: Sendable {
        let configuration: TLSServerContext.Configuration

        /// - Parameters:
        ///   - pki: gives the server's certificate and the CA of its clients.
        ///   - clients: whether clients are asked for a certificate.
        ///   - version: the only one that is spoken.
        ///   - tickets: whether sessions can be resumed.
        package init(
            _ pki: TestPKI, clients: TLSServerContext.ClientAuthentication = .require, version: TLSVersion = .v1_3,
            tickets: Bool = false
        ) throws {
            let issued = try pki.server()
            var configuration = TLSServerContext.Configuration(
                chain: try X509Certificate.all(inPEM: issued.chainPEM), key: try PrivateKey(pem: issued.privateKeyPEM))
            configuration.clientAuthentication = clients
            configuration.clientAuthorities = try X509Certificate.all(inPEM: pki.root.certificatePEM)
            (configuration.minimumVersion, configuration.maximumVersion) = (version, version)
            configuration.allowsResumption = tickets
            self.configuration = configuration
        }
    }

    /// What it saw of one connection.
    package struct Connection: Sendable {
        /// The client, once the handshake is done.
        package var client: TLSPeerFacts?
        /// The requests, in order.
        package var requests: [Request] = []
        /// How many bytes the client's and our own socket's buffers took, TLS and all.
        package var sentBytes = 0
        /// Whether it waits at the gate, or has been there.
        package var reachedGate = false
        /// nil while it lasts.
        package var ending: Ending?
    }

    /// How a connection ended.
    package enum Ending: Sendable, Hashable {
        /// As the script says.
        case byScript
        /// The client closed or reset it.
        case byClient
        /// Somebody broke TLS's rules, in words.
        case failed(String)
        /// The server was stopped.
        case stopped
    }

    /// A request as it came.
    package struct Request: Sendable, Hashable {
        /// The request line and the header lines, without the empty line.
        package var head: String
        package var body: Data

        /// The values of a header, in order.
        package func values(_ name: String) -> [String] {
            head.components(separatedBy: "\r\n").dropFirst().compactMap { line in
                guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == name.lowercased() else {
                    return nil
                }
                return line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            }
        }
    }
}
