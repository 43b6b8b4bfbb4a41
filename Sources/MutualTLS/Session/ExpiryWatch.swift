import Foundation
import PortableSecurity

/// Tells in time that a client certificate expires.
///
/// It watches one identity at a time, the one that a session presents. Its callback is called once for each, some time before
/// the last second of its leaf's validity, or at once where that time has come; on a background thread. The clock is looked at every
/// hour at the latest, so that one that is set, or that stood still while the machine slept, is noticed. Nothing is called
/// any more when the watch is gone.
final class ExpiryWatch: Sendable {
    typealias Callback = @Sendable (_ identity: ClientIdentity, _ notAfter: Date) -> Void

    private struct State {
        /// Of the leaf that is watched.
        var fingerprint: String?
        var task: Task<Void, Never>?
        /// Of the leaves whose expiry was told.
        var told: Set<String> = []
    }

    private let lead: TimeInterval
    private let now: @Sendable () -> Date
    private let sleep: @Sendable (TimeInterval) async throws -> Void
    private let callback: Callback
    private let state = Protected(State())

    /// - Parameters:
    ///   - lead: how long before its leaf's notAfter an identity is told of, in seconds.
    ///   - now: the clock.
    ///   - sleep: waits for so many seconds; throws when its task is cancelled.
    ///   - callback: called once for an identity.
    init(
        lead: TimeInterval, now: @escaping @Sendable () -> Date = { Date() },
        sleep: @escaping @Sendable (TimeInterval) async throws -> Void = {
            try await Task.sleep(nanoseconds: UInt64($0 * 1e9))
        },
        callback: @escaping Callback
    ) {
        self.lead = lead.isNaN ? 0 : lead
        self.now = now
        self.sleep = sleep
        self.callback = callback
    }

    deinit { state.withLock { $0.task?.cancel() } }

    /// Watches `identity` from now on, and no other. To call it again with the same one changes nothing.
    func watch(_ identity: ClientIdentity) {
        let fingerprint = identity.fingerprint
        guard let notAfter = try? CertificateFields(identity.certificate).notAfter else { return stop() }
        state.withLock { state in
            guard state.fingerprint != fingerprint else { return }
            state.task?.cancel()
            state.fingerprint = fingerprint
            state.task =
                state.told.contains(fingerprint) ? nil : task(identity, fingerprint: fingerprint, notAfter: notAfter)
        }
    }

    /// Watches none any more.
    func stop() {
        state.withLock { state in
            state.task?.cancel()
            (state.task, state.fingerprint) = (nil, nil)
        }
    }

    /// It holds the state alone, not the watch, whose end ends it.
    private func task(_ identity: ClientIdentity, fingerprint: String, notAfter: Date) -> Task<Void, Never> {
        Task { [state, callback, lead, now, sleep] in
            do {
                while true {
                    let left = notAfter.timeIntervalSince(now()) - lead
                    if left <= 0 { break }
                    try await sleep(min(left, 3600))
                }
            } catch { return }
            let isToBeTold = state.withLock { state in
                !Task.isCancelled && state.fingerprint == fingerprint && state.told.insert(fingerprint).inserted
            }
            if isToBeTold { callback(identity, notAfter) }
        }
    }
}
