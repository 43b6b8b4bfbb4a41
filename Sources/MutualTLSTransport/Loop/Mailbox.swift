#if os(Linux)
    import Foundation
    import MutualTLSOpenSSL

    /// What other threads ask of the loop.
    enum LoopCommand: Sendable {
        case start(Transfer.ID, TransportRequest, AdmissionQueue.Host, any TransferObserver)
        /// Go on with a paused transfer.
        case resume(Transfer.ID)
        case cancel(Transfer.ID)
        case trust(Transfer.ID, ServerTrustAnswer)
        case identity(Transfer.ID, ClientCertificateAnswer)
        case signature(Transfer.ID, Result<Data, any Error>)
        /// Write to a channel whose last output has gone.
        case write(Transfer.ID, Data)
        /// Read from a channel, or don't.
        case read(Transfer.ID, Bool)
        case closeChannel(Transfer.ID)
        /// Finish what is under way, then end.
        case drain
        /// Cancel what is under way, then end.
        case stop
    }

    /// Commands for the loop, in order.
    final class Mailbox: Sendable {
        private struct State {
            var commands: [LoopCommand] = []
            var isClosed = false
        }
        private let state = LockedBox(State())

        /// Takes a command, unless the loop has ended.
        func post(_ command: LoopCommand) -> Bool {
            state.withLock { state in
                if state.isClosed { return false }
                state.commands.append(command)
                return true
            }
        }

        /// Everything posted since the last call.
        func take() -> [LoopCommand] {
            state.withLock { state in
                if state.commands.isEmpty { return [] }
                defer { state.commands = [] }
                return state.commands
            }
        }

        /// Refuses further commands, and returns those that were not taken.
        func close() -> [LoopCommand] {
            state.withLock { state in
                state.isClosed = true
                defer { state.commands = [] }
                return state.commands
            }
        }

        /// Whether nothing waits to be taken.
        var isEmpty: Bool { state.withLock { $0.commands.isEmpty } }
    }
#endif
