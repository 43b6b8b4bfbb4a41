import Foundation

/// What the process holds of the system, as Linux's /proc tells it.
public struct Footprint: CustomStringConvertible {
    /// Resident memory, in KiB.
    public let memory: Int
    /// Open file descriptors, without the one that counts them.
    public let descriptors: Int
    /// Threads that live.
    public let threads: Int

    /// As it is now.
    public init() throws {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        func number(_ field: String) -> Int {
            let line = status.split(separator: "\n").first { $0.hasPrefix(field + ":") }
            return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
        }
        memory = number("VmRSS")
        threads = number("Threads")
        descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count - 1
    }

    /// The three on one line.
    public var description: String { "\(memory) KiB resident, \(descriptors) descriptors, \(threads) threads" }
}
