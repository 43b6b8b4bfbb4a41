import Foundation
import PortableSecurity

extension MutualTLSError {
    /// What a response says that is really a refusal of the client certificate: servers such as nginx finish the handshake
    /// and refuse in HTTP.
    /// - Parameters:
    ///   - response: the response.
    ///   - body: its body, which tells nginx's two kinds of 400 apart.
    ///   - identity: what was sent, if anything, to say what may be wrong with it.
    /// - Returns: nil when the response is not about the client certificate.
    public init?(refusedBy response: HTTPURLResponse, body: Data, identity: ClientIdentity?) {
        let host = response.url?.host ?? "the server"
        let page = String(decoding: body.prefix(4096), as: UTF8.self)
        let code: Code
        let reason: String
        switch response.statusCode {
        case 400 where page.contains("No required SSL certificate was sent"), 496:
            code = .clientCertificateRequired
            reason = "the server wants a client certificate and got none (\(host) answers \(response.statusCode))"
        case 400 where page.contains("The SSL certificate error"), 495:
            code = .clientCertificateRejected
            reason = "\(host) refused the client certificate (it answers \(response.statusCode))"
        case 400 where page.contains("The plain HTTP request was sent to HTTPS port"), 497:
            code = .noCommonProtocol
            reason = "\(host) speaks TLS on this port, and the request was plain HTTP"
        default: return nil
        }
        self.init(code, reason, hint: Self.hint(code, identity))
    }

    /// What to do about a refusal, from what we know of the identity that was sent.
    static func hint(_ code: Code, _ identity: ClientIdentity?) -> String? {
        switch code {
        case .clientCertificateRequired:
            return "give an identity, and see that its origins hold this server"
        case .clientCertificateRejected:
            guard let identity else { return "ask the server's operator which CA it accepts" }
            let problems = identity.problems().filter(\.isBlocking).map(\.message)
            if !problems.isEmpty {
                return "the certificate \(identity.summary): " + problems.joined(separator: ", and ")
            }
            if identity.intermediates.isEmpty {
                return
                    "nothing is wrong with the certificate \(identity.summary) by itself; no intermediate was sent with it: "
                    + "if it has one, give it along, else ask the server's operator which CA it accepts"
            }
            return "nothing is wrong with the certificate \(identity.summary) by itself; "
                + "ask the server's operator whether it accepts its issuer, and whether it is revoked"
        case .noCommonProtocol: return "TLS 1.2 or 1.3 is needed on an https port"
        case .noDescriptors:
            return "raise the limit (ulimit -n), or have fewer connections and files open at once"
        case .proxyFailed: return "see to the proxy's address, name and password, or except the host from it"
        default: return nil
        }
    }
}
