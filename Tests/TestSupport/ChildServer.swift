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
    /// One that is free, and that nobody gets by chance: below the range that the system takes ports from, and each once.
    package static func next() throws -> Int {
        for _ in 0..<2_000 {
            let port = candidates.next()
            if isFree(port), isClaimed(port) { return port }
        }
        throw POSIXError(.EADDRNOTAVAIL)
    }

    private static let candidates = Candidates()

    // @unchecked: the number is touched only while the lock is held.
    private final class Candidates: @unchecked Sendable {
        private let lock = NSLock()
        private var last = Int.random(in: 20_000..<30_000)
        func next() -> Int {
            lock.withLock {
                last = last >= 30_000 ? 20_000 : last + 1
                return last
            }
        }
    }

    /// A file that the test runs of this machine share, for a lock on one byte for each port, which ends with its process:
    /// between the choice of a port and its use nobody else must choose it.
    private static let claims = open("/tmp/mutual-tls-test-ports", O_RDWR | O_CREAT | O_CLOEXEC, 0o666)

    private static func isClaimed(_ port: Int) -> Bool {
        var claim = flock()
        (claim.l_type, claim.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
        (claim.l_start, claim.l_len) = (off_t(port), 1)
        return fcntl(claims, F_SETLK, &claim) == 0
    }

    private static func isFree(_ port: Int) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = loopback(port)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
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
