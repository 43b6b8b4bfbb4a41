internal import CMutualTLSShims
import Foundation

/// A pipe that interrupts `poll`.
final class WakeUp: Sendable {
    /// What `poll` watches for input.
    let descriptor: Int32
    private let writeEnd: Int32

    /// - Throws: `DevServerError`, when the process may open no more files.
    init() throws(DevServerError) {
        var ends: [Int32] = [-1, -1]
        guard mtls_pipe(&ends) == 0 else {
            throw DevServerError(.system, "the system gives no pipe: \(String(cString: strerror(errno)))")
        }
        (descriptor, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(writeEnd)
    }

    /// Makes `poll` return. A full pipe is as good as one more byte.
    func signal() {
        var byte: UInt8 = 1
        _ = write(writeEnd, &byte, 1)
    }
}
