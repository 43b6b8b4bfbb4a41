import Foundation

/// Memory for the pieces of one body, used again and again: fresh memory for each piece costs the system as much as reading
/// it from the connection does.
final class PieceBuffers: Sendable {
    /// How much a piece holds at most.
    static let size = 64 << 10

    // @unchecked: it is behind the lock, and a buffer has one owner at a time.
    private struct Free: @unchecked Sendable {
        var buffers: [UnsafeMutableRawPointer] = []
    }
    private let free = Protected(Free())

    deinit { for buffer in free.withLock({ $0.buffers }) { buffer.deallocate() } }

    /// A buffer of `size` bytes, the caller's until it is given back.
    func take() -> UnsafeMutableRawPointer {
        free.withLock { $0.buffers.popLast() } ?? .allocate(byteCount: Self.size, alignment: 16)
    }

    func giveBack(_ buffer: UnsafeMutableRawPointer) {
        let isKept = free.withLock { free in
            guard free.buffers.count < 16 else { return false }
            free.buffers.append(buffer)
            return true
        }
        if !isKept { buffer.deallocate() }
    }
}

/// A piece of a body that is being filled, and the Data that it becomes.
struct Piece {
    private let buffers: PieceBuffers
    private let buffer: UnsafeMutableRawPointer
    private(set) var count = 0

    init(_ buffers: PieceBuffers) { (self.buffers, buffer) = (buffers, buffers.take()) }

    /// Takes as much as fits. Returns how much that was.
    mutating func fill(_ bytes: UnsafeRawBufferPointer) -> Int {
        let length = min(bytes.count, PieceBuffers.size - count)
        (buffer + count).copyMemory(from: bytes.baseAddress ?? UnsafeRawPointer(buffer), byteCount: length)
        count += length
        return length
    }

    /// Its bytes, without a copy; the buffer goes back when nobody has them any more. To be called once.
    func data() -> Data {
        let buffers = buffers
        return Data(bytesNoCopy: buffer, count: count, deallocator: .custom { buffer, _ in buffers.giveBack(buffer) })
    }

    /// Gives the buffer back unread.
    func discard() { buffers.giveBack(buffer) }
}
