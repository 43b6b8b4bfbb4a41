import Foundation
import MutualTLSOpenSSL

/// A server in this process that does to each connection what a script says, byte for byte, and reports what it saw.
///
/// It speaks HTTP/1.1, by a thread a connection: few connections, and steps in the order in which they are written.
package final class HostileServer: Sendable {
    /// Where it listens, on 127.0.0.1.
    package let port: Int
    private let isSecure: Bool
    private let state: State

    /// What its threads share.
    final class State: Sendable {
        let scripts: [[Step]]
        let context: TLSServerContext?
        let gate: Signal
        let stop: Signal
        let connections = LockedBox<[Connection]>([])

        init(_ scripts: [[Step]], _ tls: TLS?) throws {
            self.scripts = scripts
            context = try tls.map { try TLSServerContext($0.configuration) }
            (gate, stop) = (try Signal(), try Signal())
        }
    }

    /// Starts it.
    /// - Parameters:
    ///   - script: for the first connection.
    ///   - later: for the second one, and so on; the last script is for all that follow.
    ///   - tls: nil for a server in clear.
    package init(_ script: [Step], then later: [Step]..., tls: TLS? = nil) throws {
        state = try State([script] + later, tls)
        isSecure = tls != nil
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(listener, generic, size) | listen(listener, 64) | getsockname(listener, generic, &size)
            }
        }
        guard result == 0 else {
            close(listener)
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        port = Int(in_port_t(bigEndian: address.sin_port))
        let state = state
        Thread { Self.accept(listener, state) }.start()
    }

    deinit { stop() }

    /// The address of a path, by name, so that the server's certificate fits.
    package func url(_ path: String = "/") -> URL {
        URL(string: "\(isSecure ? "https" : "http")://localhost:\(port)\(path)")!
    }

    /// Lets those go on who wait at the gate, and those who come later.
    package func openGate() { state.gate.raise() }

    /// Ends all connections, and takes no more.
    package func stop() { state.stop.raise() }

    /// All connections so far.
    package var connections: [Connection] { state.connections.withLock { $0 } }

    /// Waits a little until it is as the test expects, which then looks for itself.
    package func connections(when isReached: ([Connection]) -> Bool) async -> [Connection] {
        for _ in 0..<2_000 where !isReached(connections) { try? await Task.sleep(nanoseconds: 5_000_000) }
        return connections
    }

    /// The connections, when the last of them has ended.
    package func endedConnections(atLeast count: Int = 1) async -> [Connection] {
        await connections { $0.count >= count && $0.allSatisfy { $0.ending != nil } }
    }

    private static func accept(_ listener: Int32, _ state: State) {
        while state.stop.wait(with: listener) == .ready {
            let descriptor = Foundation.accept(listener, nil, nil)
            if descriptor < 0 { continue }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            let index = state.connections.withLock { list in
                list.append(Connection())
                return list.count - 1
            }
            Thread { HostileConnection(descriptor, index, state).run() }.start()
        }
        close(listener)
    }
}
