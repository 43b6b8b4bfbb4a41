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

    /// All descriptors of this process.
    static func descriptors() -> [String] {
        let folder = "/proc/self/fd"
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).map { "\(folder)/\($0)" }
    }
}
