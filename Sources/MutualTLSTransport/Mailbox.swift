#if os(Linux)
    internal import CMutualTLSCurl
    import Foundation
    import MutualTLSOpenSSL

    /// What other threads ask of the loop.
    enum LoopCommand: Sendable {
        case start(Transfer.ID, TransportRequest, CheckedContinuation<TransportResponse, any Error>, CancellationFlag)
        case cancel(Transfer.ID)
        case trust(Transfer.ID, ServerTrustAnswer)
        case identity(Transfer.ID, ClientCertificateAnswer)
        /// Finish what is under way, then end.
        case drain
        /// Cancel what is under way, then end.
        case stop
    }

    /// Set before a cancel command is posted, so that a start that is overtaken by its own cancel still sees it.
    final class CancellationFlag: Sendable {
        private let state = LockedBox(false)
        var isSet: Bool { state.withLock { $0 } }
        func set() { state.withLock { $0 = true } }
    }

    /// Commands for the loop, in order; each batch wakes it once.
    // @unchecked: everything mutable is behind the lock. curl_multi_wakeup may be called from any thread while the multi
    // handle lives, and the lock is held over the call and over the hand-over at the end.
    final class Mailbox: @unchecked Sendable {
        private let lock = NSLock()
        private var commands: [LoopCommand] = []
        /// The multi handle to wake, nil before and after its life. Owned by the loop.
        private var multi: UnsafeMutableRawPointer?
        private var isClosed = false

        func open(_ multi: UnsafeMutableRawPointer) {
            lock.withLock { self.multi = multi }
        }

        /// Takes a command, unless the loop has ended.
        func post(_ command: LoopCommand) -> Bool {
            lock.withLock {
                if isClosed { return false }
                commands.append(command)
                if commands.count == 1, let multi { curl_multi_wakeup(multi) }
                return true
            }
        }

        /// Everything posted since the last call.
        func take() -> [LoopCommand] {
            lock.withLock {
                defer { commands.removeAll(keepingCapacity: true) }
                return commands
            }
        }

        /// Refuses further commands, and returns those that were not taken.
        func close() -> [LoopCommand] {
            lock.withLock {
                isClosed = true
                multi = nil
                defer { commands = [] }
                return commands
            }
        }
    }
#endif
