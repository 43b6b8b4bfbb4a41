import Foundation

/// A server of another project, run as a child on 127.0.0.1 and stopped by its pid.
package final class ChildServer: Sendable {
    package let port: Int
    private let process: ChildProcess

    /// Starts it, and waits until its port answers.
    package init(_ command: String, _ arguments: [String], port: Int, log: String) throws {
        guard let tool = Tool(command) else { throw ServerDidNotStart(command: command, log: "it is not installed") }
        self.port = port
        process = try ChildProcess(tool.path, arguments, output: log)
        for _ in 0..<500 {
            if FreePort.answers(port) { return }
            if process.exitStatus(waiting: false) != nil { break }
            usleep(10_000)
        }
        process.stop()
        throw ServerDidNotStart(command: command, log: (try? String(contentsOfFile: log, encoding: .utf8)) ?? "")
    }

    package func stop() { process.stop() }
}

package struct ServerDidNotStart: Error, CustomStringConvertible {
    let command: String
    let log: String
    package var description: String { "\(command) did not start: \(log)" }
}

/// Ports that nobody listens on.
package enum FreePort {
    /// One that was free a moment ago.
    package static func next() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = loopback(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard result else { throw POSIXError(.EADDRNOTAVAIL) }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    /// Whether somebody accepts connections there.
    package static func answers(_ port: Int) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = loopback(port)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    private static func loopback(_ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return address
    }
}
