import Foundation
import MutualTLSOpenSSL

/// Something that happens once, and that a poll can wait for.
final class Signal: Sendable {
    private let readEnd: Int32
    private let writeEnd: LockedBox<Int32?>

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        readEnd = ends[0]
        writeEnd = LockedBox(ends[1])
    }

    deinit {
        raise()
        close(readEnd)
    }

    /// Lets go everybody who waits, now and later.
    func raise() {
        writeEnd.withLock { end in
            if let end { close(end) }
            end = nil
        }
    }

    /// Waits for `descriptor`, unless this happens first.
    /// - Parameters:
    ///   - descriptor: nil to wait for this, or for the time, alone.
    ///   - events: of `poll`.
    ///   - seconds: nil for as long as it takes.
    /// - Returns: which of them came about.
    func wait(with descriptor: Int32? = nil, for events: Int32 = POLLIN, seconds: TimeInterval? = nil) -> Outcome {
        var list = [
            pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor ?? -1, events: Int16(events), revents: 0),
        ]
        while true {
            let count = poll(&list, 2, seconds.map { Int32($0 * 1000) } ?? -1)
            if count < 0 && errno == EINTR { continue }
            if list[0].revents != 0 || count < 0 { return .raised }
            return count == 0 ? .timeOver : .ready
        }
    }

    /// What ended a wait.
    enum Outcome { case raised, ready, timeOver }
}
