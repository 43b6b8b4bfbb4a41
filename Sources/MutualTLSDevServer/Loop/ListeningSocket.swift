internal import CMutualTLSShims
import Foundation

/// A socket that listens. Closed with the last reference.
final class ListeningSocket: Sendable {
    /// Where it listens.
    struct Address: Sendable {
        let port: UInt16

        /// The server's URL; the address that means all interfaces is no address to go to.
        func url(host: String) -> URL? {
            var components = URLComponents()
            components.scheme = "https"
            let name = ["0.0.0.0", "::"].contains(host) ? "localhost" : host
            components.host = name.contains(":") ? "[\(name)]" : name
            components.port = Int(port)
            components.path = "/"
            return components.url
        }
    }

    let descriptor: Int32
    let address: Address

    /// Listens on the first address of `host` that can be had.
    /// - Throws: `DevServerError` with `.cannotListen`.
    init(host: String, port: UInt16) throws(DevServerError) {
        var hints = addrinfo()
        hints.ai_flags = AI_PASSIVE
        #if canImport(Darwin)
            hints.ai_socktype = SOCK_STREAM
        #else
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #endif
        var found: UnsafeMutablePointer<addrinfo>?
        let result = getaddrinfo(host, String(port), &hints, &found)
        guard result == 0, let first = found else {
            throw DevServerError(
                .cannotListen, "the host is no address of this machine: \(String(cString: gai_strerror(result)))")
        }
        defer { freeaddrinfo(first) }
        var error: Int32 = 0
        for candidate in sequence(first: first, next: { $0.pointee.ai_next }) {
            let descriptor = mtls_tcp_socket(candidate.pointee.ai_family)
            guard descriptor >= 0 else {
                error = errno
                continue
            }
            Self.turnOn(SO_REUSEADDR, level: SOL_SOCKET, descriptor)
            if bind(descriptor, candidate.pointee.ai_addr, candidate.pointee.ai_addrlen) == 0,
                listen(descriptor, SOMAXCONN) == 0, let port = SocketAddress.local(of: descriptor)?.port
            {
                self.descriptor = descriptor
                address = Address(port: port)
                return
            }
            error = errno
            close(descriptor)
        }
        throw DevServerError(
            .cannotListen, "can't listen on port \(port): \(String(cString: strerror(error))); choose another, or 0")
    }

    deinit { close(descriptor) }

    private static func turnOn(_ option: Int32, level: Int32, _ descriptor: Int32) {
        var yes: Int32 = 1
        _ = setsockopt(descriptor, level, option, &yes, socklen_t(MemoryLayout<Int32>.size))
    }

    /// The next waiting connection.
    func accept() -> (descriptor: Int32, remote: String)? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        // sockaddr_storage is made to be seen as any socket address.
        let descriptor = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { mtls_accept(self.descriptor, $0, &length) }
        }
        guard descriptor >= 0 else { return nil }
        Self.turnOn(TCP_NODELAY, level: Int32(IPPROTO_TCP), descriptor)
        return (descriptor, SocketAddress(storage, length)?.description ?? "unknown")
    }
}
