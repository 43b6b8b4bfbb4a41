import Foundation
import MutualTLSPKI
import PortableSecurity
import TestSupport
import Testing

@testable import MutualTLS

/// A clock that stands still, and sleeps that end when the test says so.
private final class StoppedClock: Sendable {
    struct Nap: Sendable {
        let seconds: TimeInterval
        fileprivate let end: AsyncStream<Void>.Continuation
    }

    private let date: Protected<Date>
    private let naps = AsyncStream.makeStream(of: Nap.self)
    private let cancellations = AsyncStream.makeStream(of: Void.self)

    init(_ date: Date) { self.date = Protected(date) }

    func now() -> Date { date.withLock { $0 } }

    func sleep(_ seconds: TimeInterval) async throws {
        let (gate, end) = AsyncStream.makeStream(of: Void.self)
        naps.continuation.yield(Nap(seconds: seconds, end: end))
        for await _ in gate { break }
        if Task.isCancelled { cancellations.continuation.yield() }
        try Task.checkCancellation()
    }

    /// The next sleep that was begun.
    func nap() async throws -> Nap {
        for await nap in naps.stream { return nap }
        throw CancellationError()
    }

    /// Returns when one more sleep was cancelled.
    func cancelled() async { for await _ in cancellations.stream { return } }

    /// Sets the clock and ends a sleep.
    func end(_ nap: Nap, steppingBy seconds: TimeInterval) {
        date.withLock { $0 += seconds }
        nap.end.yield()
    }
}

@Suite("Watching for expiry")
struct ExpiryWatchTests {
    private typealias Call = (name: String, notAfter: Date)
    private static let start = Date(timeIntervalSince1970: 1_800_000_000)

    private let clock = StoppedClock(start)
    private let calls = Recorder<String>()
    private let called = AsyncStream.makeStream(of: Call.self)
    private let issuing: CertificateAuthority

    init() throws { issuing = try CertificateAuthority(name: "CA", now: { Self.start }) }

    private func identity(_ name: String, hours: Double) throws -> ClientIdentity {
        try ClientIdentity(
            issuing.issueClient(
                name: name, validity: .from(Self.start - 60, to: Self.start.addingTimeInterval(hours * 3600))))
    }

    private func watch(lead: TimeInterval) -> ExpiryWatch {
        ExpiryWatch(lead: lead, now: clock.now, sleep: clock.sleep) { [calls, called] identity, notAfter in
            calls.append(identity.summary)
            called.continuation.yield((identity.summary, notAfter))
        }
    }

    private func nextCall() async throws -> Call {
        for await call in called.stream { return call }
        throw CancellationError()
    }

    @Test("it looks at the clock each hour, and tells once when the lead has come")
    func hourly() async throws {
        let watch = watch(lead: 1800)
        watch.watch(try identity("alice", hours: 3))
        for seconds in [3600.0, 3600, 1800] {
            let nap = try await clock.nap()
            #expect(nap.seconds == seconds)
            #expect(calls.values.isEmpty)
            clock.end(nap, steppingBy: seconds)
        }
        let call = try await nextCall()
        #expect(call.name == "\"alice\"")
        #expect(call.notAfter == Self.start + 3 * 3600)
        #expect(calls.values.count == 1)
    }

    @Test("a clock that is set back makes it wait longer, and one that is set forward tells at the next look")
    func steps() async throws {
        let watch = watch(lead: 0)
        watch.watch(try identity("alice", hours: 10))
        clock.end(try await clock.nap(), steppingBy: -86_400)
        let nap = try await clock.nap()
        #expect(nap.seconds == 3600)
        clock.end(nap, steppingBy: 86_400 + 9.5 * 3600)
        let last = try await clock.nap()
        #expect(last.seconds == 1800)
        clock.end(last, steppingBy: 1_000_000)
        #expect(try await nextCall().name == "\"alice\"")
    }

    @Test(
        "an identity within its lead, or past its end, is told of at once",
        arguments: [(3.0, 3 * 3600.0), (1, 7 * 86_400), (1, .infinity), (0.5, 1800), (-0.001, 0), (-0.001, .nan)])
    func atOnce(hours: Double, lead: TimeInterval) async throws {
        let watch = watch(lead: lead)
        watch.watch(try identity("alice", hours: hours))
        #expect(try await nextCall().name == "\"alice\"")
    }

    @Test("after a rotation only the new identity is watched")
    func rotation() async throws {
        let watch = watch(lead: 60)
        watch.watch(try identity("alice", hours: 2))
        let nap = try await clock.nap()
        watch.watch(try identity("bob", hours: 0.5))
        await clock.cancelled()
        clock.end(nap, steppingBy: 0)
        let second = try await clock.nap()
        #expect(second.seconds == 1740)
        clock.end(second, steppingBy: 10_000)
        #expect(try await nextCall().name == "\"bob\"")
        #expect(calls.values == ["\"bob\""])
    }

    @Test("an identity that is given again, even later, is not told of twice")
    func twice() async throws {
        let (alice, bob) = (try identity("alice", hours: 1), try identity("bob", hours: 1))
        let watch = watch(lead: 7200)
        for _ in 0..<1000 { watch.watch(alice) }
        #expect(try await nextCall().name == "\"alice\"")
        watch.watch(bob)
        #expect(try await nextCall().name == "\"bob\"")
        for identity in [alice, bob, alice] { watch.watch(identity) }
        watch.watch(try identity("carol", hours: 1))
        #expect(try await nextCall().name == "\"carol\"")
        #expect(calls.values == ["\"alice\"", "\"bob\"", "\"carol\""])
    }

    @Test("to be given the same identity again and again begins no second wait")
    func idempotent() async throws {
        let alice = try identity("alice", hours: 5)
        let watch = watch(lead: 0)
        for _ in 0..<1000 { watch.watch(alice) }
        let nap = try await clock.nap()
        watch.watch(try identity("bob", hours: 0.25))
        await clock.cancelled()
        // The next one is bob's: alice had one alone.
        #expect(nap.seconds == 3600)
        #expect(try await clock.nap().seconds == 900)
    }

    @Test("a watch that is stopped or gone waits no longer, and tells nothing", arguments: [true, false])
    func end(isStopped: Bool) async throws {
        var watch: ExpiryWatch? = watch(lead: 0)
        weak let gone = watch
        watch?.watch(try identity("alice", hours: 2))
        let nap = try await clock.nap()
        if isStopped { watch?.stop() } else { watch = nil }
        await clock.cancelled()
        clock.end(nap, steppingBy: 86_400)
        #expect(calls.values.isEmpty)
        #expect((gone == nil) == !isStopped)
    }

    @Test("it works with the system's clock, too")
    func systemClock() async throws {
        let identity = try ClientIdentity(TestPKI().client())
        let notAfter = try CertificateFields(identity.certificate).notAfter
        let lead = notAfter.timeIntervalSinceNow - 0.2
        let watch = ExpiryWatch(lead: lead) { [called] in called.continuation.yield(($0.summary, $1)) }
        watch.watch(identity)
        #expect(try await nextCall().notAfter == notAfter)
        #expect(notAfter.timeIntervalSinceNow <= lead)
    }
}
