import Foundation

/// `Data` for secrets: its memory is overwritten before it is freed. Slices share it, so the last one to go wipes it.
package enum WipingData {
    /// - Parameters:
    ///   - capacity: Octets to reserve; `fill` sees them as zeros.
    ///   - fill: Writes the secret and returns how many octets of the buffer belong to it.
    package static func make<Failure: Error>(
        capacity: Int, fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
    ) throws(Failure) -> Data {
        guard capacity > 0 else { return Data() }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
        // Safe: the buffer is ours alone until it is handed to Data, whose deallocator is the only other place that
        // frees it, and `base` stays valid as long as `buffer` does.
        buffer.initializeMemory(as: UInt8.self, repeating: 0)
        let count: Int
        do {
            count = min(max(0, try fill(buffer)), capacity)
        } catch {
            wipe(buffer)
            buffer.deallocate()
            throw error
        }
        guard count > 0, let base = buffer.baseAddress else {
            wipe(buffer)
            buffer.deallocate()
            return Data()
        }
        return Data(
            bytesNoCopy: base, count: count,
            deallocator: .custom { pointer, _ in
                let whole = UnsafeMutableRawBufferPointer(start: pointer, count: capacity)
                wipe(whole)
                whole.deallocate()
            })
    }

    static func joining(_ parts: [Data]) -> Data {
        // Safe: the capacity is the sum of what is copied.
        make(capacity: parts.reduce(0) { $0 + $1.count }) { buffer in
            var end = 0
            for part in parts {
                UnsafeMutableRawBufferPointer(rebasing: buffer[end...]).copyBytes(from: part)
                end += part.count
            }
            return end
        }
    }

    /// Overwrites the buffer in a way that the optimiser may not drop. Safe: pointer and count are the buffer's own.
    static func wipe(_ buffer: UnsafeMutableRawBufferPointer) {
        guard let base = buffer.baseAddress else { return }
        #if canImport(Darwin)
            _ = memset_s(base, buffer.count, 0, buffer.count)
        #else
            explicit_bzero(base, buffer.count)
        #endif
    }
}
