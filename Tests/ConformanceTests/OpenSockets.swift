import Foundation

/// This process's sockets, as Linux counts them: exact, whatever other tests do meanwhile.
enum OpenSockets {
    /// How many are connected to a port of this machine. The server's own ends don't count.
    static func connected(to port: Int) -> Int {
        let ours = Set(descriptors().compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: $0) })
        // Not as a string's contents, which for a file of the kernel's end after its first page.
        let bytes = try? FileHandle(forReadingAtPath: "/proc/self/net/tcp")?.readToEnd()
        let table = String(decoding: bytes ?? Data(), as: UTF8.self)
        let suffix = ":" + String(format: "%04X", port)
        return table.split(separator: "\n").dropFirst().count { line in
            let fields = line.split(separator: " ")
            return fields.count > 9 && fields[2].hasSuffix(suffix) && ours.contains("socket:[\(fields[9])]")
        }
    }

    /// How many bytes are in the sockets' buffers on their way from a server's port, as the kernel counts them.
    static func bytesUnderWay(from port: Int) -> Int { bytesUnderWay(port, sender: 1, receiver: 2) }
    /// The same on the way to it.
    static func bytesUnderWay(to port: Int) -> Int { bytesUnderWay(port, sender: 2, receiver: 1) }

    /// - Parameters:
    ///   - sender: in which column the port is in the line of the socket that sends.
    ///   - receiver: in the line of the one that receives.
    private static func bytesUnderWay(_ port: Int, sender: Int, receiver: Int) -> Int {
        let bytes = try? FileHandle(forReadingAtPath: "/proc/self/net/tcp")?.readToEnd()
        let suffix = ":" + String(format: "%04X", port)
        return String(decoding: bytes ?? Data(), as: UTF8.self).split(separator: "\n").dropFirst().reduce(0) {
            sum, line in
            let fields = line.split(separator: " ")
            // A listening socket counts connections there.
            guard fields.count > 9, fields[3] == "01" else { return sum }
            let queues = fields[4].split(separator: ":").map { Int($0, radix: 16) ?? 0 }
            return sum + (fields[sender].hasSuffix(suffix) ? queues[0] : 0)
                + (fields[receiver].hasSuffix(suffix) ? queues[1] : 0)
        }
    }

    /// All descriptors of this process.
    static func descriptors() -> [String] {
        let folder = "/proc/self/fd"
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).map { "\(folder)/\($0)" }
    }
}
