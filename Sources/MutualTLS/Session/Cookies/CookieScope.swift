#if os(Linux)
    import Foundation
    import PortableSecurity

    /// Where a request goes, as far as cookies are concerned.
    struct CookieScope: Sendable, Hashable {
        /// In lower case, without brackets and a trailing dot.
        let host: String
        let port: Int
        /// Percent-encoded; begins with a slash.
        let path: String
        let isSecure: Bool

        /// - Returns: nil for a URL that is not of http or https, or has no host.
        init?(_ url: URL) {
            guard let scheme = url.scheme?.lowercased(), ["http", "https", "ws", "wss"].contains(scheme),
                let name = url.host, !name.isEmpty
            else { return nil }
            isSecure = scheme == "https" || scheme == "wss"
            host = Origin(host: name).host
            port = url.port ?? (isSecure ? 443 : 80)
            let path = URLComponents(url: url, resolvingAgainstBaseURL: true)?.percentEncodedPath ?? ""
            self.path = path.hasPrefix("/") ? path : "/"
        }

        /// Whether it is an address, which has no subdomains. The last part of an IPv4 address is a number, that of a name never is.
        var isAddress: Bool {
            host.contains(":")
                || host.split(separator: ".").last?.utf8.allSatisfy { (0x30...0x39).contains($0) } == true
        }

        /// Whether the host is a domain or below it (RFC 6265, 5.1.3).
        func isWithin(domain: String) -> Bool { host == domain || (!isAddress && host.hasSuffix("." + domain)) }

        /// Whether the path is another or below it (RFC 6265, 5.1.4).
        func isWithin(path other: String) -> Bool {
            guard path.hasPrefix(other) else { return false }
            return path.utf8.count == other.utf8.count || other.hasSuffix("/")
                || path.utf8.dropFirst(other.utf8.count).first == UInt8(ascii: "/")
        }

        /// The path of a cookie that names none: that of the request up to its last slash.
        var defaultPath: String {
            guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
            return String(path[..<slash])
        }

        /// Whether a cookie goes there at a time (RFC 6265, 5.4). A domain that begins with a dot has subdomains.
        func takes(_ cookie: HTTPCookie, at now: Date) -> Bool {
            let domain = cookie.domain
            return (domain.hasPrefix(".") ? isWithin(domain: String(domain.dropFirst())) : host == domain)
                && isWithin(path: cookie.path) && (isSecure || !cookie.isSecure)
                && cookie.expiresDate.map { $0 > now } ?? true
                && cookie.portList.map { $0.contains(NSNumber(value: port)) } ?? true
        }
    }
#endif
