import Foundation

/// Where an identity may go: scheme, host and port (RFC 6454), of https alone.
public struct Origin: Hashable, Sendable {
    /// In lower case, without brackets around an IPv6 address and without a trailing dot.
    public let host: String
    /// The port, 443 where the URL names none.
    public let port: Int

    /// An origin by its parts.
    /// - Parameters:
    ///   - host: a DNS name or an IP address.
    ///   - port: the TCP port.
    public init(host: String, port: Int = 443) {
        var host = host.lowercased()
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        if host.hasSuffix(".") { host.removeLast() }
        self.host = host
        self.port = port
    }

    /// The origin of an https or wss URL; nil for any other, which an identity never reaches.
    public init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), scheme == "https" || scheme == "wss", let host = url.host,
            !host.isEmpty
        else { return nil }
        self.init(host: host, port: url.port ?? 443)
    }
}

extension Origin: CustomStringConvertible {
    /// As a URL writes it, without the port where it is 443.
    public var description: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return "https://\(name)" + (port == 443 ? "" : ":\(port)")
    }
}
