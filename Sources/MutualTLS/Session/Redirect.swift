import Foundation
import PortableSecurity

/// What a response asks to be done next (RFC 9110, 15.4).
enum Redirect {
    /// It is the final response.
    case none
    /// Send this request, with or without the body of the one before.
    case follow(URLRequest, keepsBody: Bool)
    /// Don't, for a reason that goes to the caller.
    case refuse(MutualTLSError)

    /// Whether the response is delivered as it is.
    var isNone: Bool { if case .none = self { true } else { false } }

    /// Those of responses that may be redirects.
    static let statusCodes: Set<Int> = [301, 302, 303, 307, 308]

    /// Decides on a response.
    /// - Parameters:
    ///   - response: what came back for `request`.
    ///   - request: what was sent, without its body.
    init(after response: HTTPURLResponse, to request: URLRequest) {
        guard response.statusCode >= 300, Self.statusCodes.contains(response.statusCode),
            let location = response.value(forHTTPHeaderField: "Location"), let current = request.url,
            let target = URL(string: location, relativeTo: current)?.absoluteURL,
            let scheme = target.scheme?.lowercased()
        else {
            self = .none
            return
        }
        let isSecure = current.scheme?.lowercased() == "https"
        guard scheme == "https" || (scheme == "http" && !isSecure) else {
            self = .refuse(
                MutualTLSError(
                    .insecureRedirect, "\(current.host ?? "the server") redirects to \(scheme), which is not protected",
                    hint: "request the https address, or have the server's redirect corrected"))
            return
        }
        var next = request
        next.url = target
        let method = request.httpMethod?.uppercased() ?? "GET"
        let status = response.statusCode
        let becomesGET = (status == 303 && method != "HEAD") || ((status == 301 || status == 302) && method == "POST")
        if becomesGET {
            next.httpMethod = "GET"
            next.httpBody = nil
            for name in ["Content-Type", "Content-Length", "Content-Encoding", "Transfer-Encoding"] {
                next.setValue(nil, forHTTPHeaderField: name)
            }
        }
        if Self.place(current) != Self.place(target) {
            for name in ["Authorization", "Cookie", "Proxy-Authorization", "Host"] {
                next.setValue(nil, forHTTPHeaderField: name)
            }
        }
        self = .follow(next, keepsBody: !becomesGET)
    }

    /// Scheme, host and port, also of plain http.
    private static func place(_ url: URL) -> [String?] {
        let scheme = url.scheme?.lowercased()
        return [scheme, url.host?.lowercased(), String(url.port ?? (scheme == "https" ? 443 : 80))]
    }
}
