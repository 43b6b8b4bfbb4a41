#if os(Linux)
    import Foundation

    /// What leads to a host that isn't reached directly.
    package struct Proxy: Sendable, Hashable {
        /// With its scheme: `http`, `https`, `socks4`, `socks4a`, `socks5` or `socks5h`; without a name and a password.
        package var url: String
        package var user: String?
        package var password: String?
        /// Hosts that are reached directly, as curl's `no_proxy` has them: names with what is below them, addresses,
        /// networks, separated by commas; `*` for all.
        package var exceptions: String

        /// The proxy's name or address, without brackets.
        package var host: String
        /// Its port.
        package var port: Int
        /// Whether TLS is spoken with the proxy itself.
        package var isTLS: Bool

        /// Reads a proxy's address.
        /// - Parameters:
        ///   - text: `[scheme://][user:password@]host[:port]`, as curl takes it: `http` and port 1080 (443 for `https`)
        ///     where they are not named.
        ///   - exceptions: see `exceptions`.
        /// - Returns: nil where it is not one.
        package init?(_ text: String, exceptions: String = "") {
            let text = text.trimmingCharacters(in: .whitespaces)
            let full = text.contains("://") ? text : "http://" + text
            guard var parts = URLComponents(string: full), let scheme = parts.scheme?.lowercased(),
                ["http", "https", "socks4", "socks4a", "socks5", "socks5h"].contains(scheme),
                let host = parts.host, !host.isEmpty, (1...65_535).contains(parts.port ?? 1)
            else { return nil }
            user = parts.user
            password = parts.password
            port = parts.port ?? (scheme == "https" ? 443 : 1080)
            self.host = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
            isTLS = scheme == "https"
            self.exceptions = exceptions
            parts.user = nil
            parts.password = nil
            parts.path = ""
            parts.query = nil
            parts.fragment = nil
            parts.scheme = scheme
            parts.port = port
            guard let url = parts.string else { return nil }
            self.url = url
        }

        /// The proxy that the environment names for a URL's scheme, as curl reads it: `http_proxy` in lower case alone
        /// (a CGI program's `HTTP_PROXY` is a request's header), `https_proxy` and `HTTPS_PROXY`, then `all_proxy` and
        /// `ALL_PROXY`; `no_proxy` and `NO_PROXY` for the exceptions.
        /// - Returns: nil for none, and where what is named is not a proxy's address.
        package static func environment(_ scheme: String, _ environment: [String: String]) -> Proxy? {
            text(scheme, environment).flatMap {
                Proxy($0, exceptions: value(["no_proxy", "NO_PROXY"], environment) ?? "")
            }
        }

        /// What the environment names for a URL's scheme.
        package static func text(_ scheme: String, _ environment: [String: String]) -> String? {
            let own = scheme == "http" ? ["http_proxy"] : ["https_proxy", "HTTPS_PROXY"]
            return value(own + ["all_proxy", "ALL_PROXY"], environment)
        }

        private static func value(_ names: [String], _ environment: [String: String]) -> String? {
            names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        }
    }

    /// Where a pool's proxy comes from.
    package enum ProxyChoice: Sendable, Hashable {
        /// The environment, read when the pool is made.
        case environment
        /// None, whatever the environment says.
        case none
        /// This one.
        case proxy(Proxy)
        /// One for each scheme, as the environment has them.
        case variables([String: String])

        /// The proxy for a URL's scheme.
        /// - Throws: `TransportError` with the code `proxyFailed`: one is named that can't be read. To go without it is not what
        ///   was meant.
        func proxy(for scheme: String, _ environment: [String: String]) throws(TransportError) -> Proxy? {
            switch self {
            case .none: return nil
            case .proxy(let proxy): return proxy
            case .variables(let own): return try Self.proxy(for: scheme, own, "configuration")
            case .environment: return try Self.proxy(for: scheme, environment, "environment")
            }
        }

        private static func proxy(
            for scheme: String, _ variables: [String: String], _ source: String
        ) throws(TransportError) -> Proxy? {
            if let proxy = Proxy.environment(scheme, variables) { return proxy }
            if Proxy.text(scheme, variables) == nil { return nil }
            throw TransportError(
                .proxyFailed, "the address of the proxy for \(scheme) that the \(source) names can't be read")
        }
    }
#endif
