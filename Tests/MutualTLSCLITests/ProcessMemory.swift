import Foundation
import TestSupport

/// What another process has in its memory, as the kernel shows it to a parent.
struct ProcessMemory {
    /// Where something was found.
    struct Place: CustomStringConvertible {
        let address: UInt
        /// The mapping's name, such as "[heap]"; empty for anonymous memory.
        let mapping: String
        /// What stands around it, printable characters alone.
        let surroundings: String
        var description: String { "\(String(address, radix: 16)) \(mapping) \(surroundings)" }
    }

    struct Unreadable: Error {}

    /// Whether this process may look into its children.
    static let isReadable: Bool = {
        guard let child = try? Tool("sleep")?.start(["60"]) else { return false }
        defer { child.kill() }
        return (try? ProcessMemory(child.pid)) != nil
    }()

    private let memory: FileHandle
    private let mappings: [(range: Range<UInt>, name: String)]

    /// - Throws: `Unreadable` where the kernel forbids it.
    init(_ pid: pid_t) throws {
        guard let memory = FileHandle(forReadingAtPath: "/proc/\(pid)/mem"),
            let maps = try? String(contentsOfFile: "/proc/\(pid)/maps", encoding: .utf8), !maps.isEmpty
        else { throw Unreadable() }
        self.memory = memory
        mappings = maps.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
            let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            // What can't be written holds nothing that was read, and the kernel's own pages can't be read.
            guard ends.count == 2, fields[1].hasPrefix("rw") else { return nil }
            return (ends[0]..<ends[1], fields.count > 5 ? fields[5].trimmingCharacters(in: .whitespaces) : "")
        }
    }

    /// Where `bytes` stand.
    func places(of bytes: Data) -> [Place] {
        mappings.flatMap { mapping in
            places(of: bytes, in: mapping.range).map { address, surroundings in
                Place(address: address, mapping: mapping.name, surroundings: surroundings)
            }
        }
    }

    private func places(of bytes: Data, in range: Range<UInt>) -> [(UInt, String)] {
        var found: [(UInt, String)] = []
        var start = range.lowerBound
        while start < range.upperBound {
            var piece = [UInt8](repeating: 0, count: min(4 << 20, Int(range.upperBound - start)))
            let count = pread(memory.fileDescriptor, &piece, piece.count, off_t(start))
            guard count > 0 else { return found }
            found += offsets(of: bytes, in: piece[..<count]).map { offset in
                let around = piece[max(0, offset - 32)..<min(count, offset + bytes.count + 32)]
                let text = around.map { (0x20..<0x7F).contains($0) ? Character(UnicodeScalar($0)) : "." }
                return (start + UInt(offset), String(text))
            }
            // Pieces overlap, so that what lies across two is found, and nothing twice.
            let next = start + UInt(count)
            start = next < range.upperBound ? next - UInt(min(count - 1, bytes.count - 1)) : next
        }
        return found
    }

    private func offsets(of bytes: Data, in piece: ArraySlice<UInt8>) -> [Int] {
        // Memory is full of zeros, which UTF-16 begins with.
        guard let anchor = bytes.firstIndex(where: { $0 != 0 }) else { return [] }
        var found: [Int] = []
        piece.withUnsafeBytes { piece in
            bytes.withUnsafeBytes { bytes in
                guard let base = piece.baseAddress, let wanted = bytes.baseAddress else { return }
                var start = 0
                // Safe: what is looked at ends with `piece`, and both buffers live as long as the closure.
                while piece.count - start >= bytes.count,
                    let place = memchr(
                        base + start + anchor, Int32(bytes[anchor]), piece.count - start - bytes.count + 1)
                {
                    let offset = UnsafeRawPointer(place) - base - anchor
                    if memcmp(base + offset, wanted, bytes.count) == 0 { found.append(offset) }
                    start = offset + 1
                }
            }
        }
        return found
    }
}
