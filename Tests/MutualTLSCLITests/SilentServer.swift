import Foundation

/// Listens, accepts, and never says a word.
final class SilentServer {
    private let listener: Int32
    private var connection: Int32 = -1
    let port: Int

    init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // Safe: the pointers are to a sockaddr_in of this length, for the duration of the calls.
        let isUp = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 1) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard isUp else {
            close(listener)
            throw POSIXError(.EADDRNOTAVAIL)
        }
        self.listener = listener
        port = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit {
        close(listener)
        if connection >= 0 { close(connection) }
    }

    /// Waits until a client has connected and begun to speak; false after `seconds`.
    func waitForClient(seconds: Int32) -> Bool {
        guard isReady(listener, seconds) else { return false }
        connection = accept(listener, nil, nil)
        var byte: UInt8 = 0
        return isReady(connection, seconds) && recv(connection, &byte, 1, Int32(MSG_PEEK)) == 1
    }

    private func isReady(_ descriptor: Int32, _ seconds: Int32) -> Bool {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&wanted, 1, seconds * 1_000) == 1
    }
}
