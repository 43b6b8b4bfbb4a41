import Foundation

/// What the process holds of the system, as Linux's /proc tells it.
struct Footprint: CustomStringConvertible {
    /// Resident memory, in KiB.
    let memory: Int
    /// Open file descriptors, without the one that counts them.
    let descriptors: Int
    let threads: Int

    init() throws {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        func number(_ field: String) -> Int {
            let line = status.split(separator: "\n").first { $0.hasPrefix(field + ":") }
            return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
        }
        memory = number("VmRSS")
        threads = number("Threads")
        descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count - 1
    }

    var description: String { "\(memory) KiB resident, \(descriptors) descriptors, \(threads) threads" }
}
