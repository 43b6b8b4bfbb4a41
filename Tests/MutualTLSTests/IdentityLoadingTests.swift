import Foundation
import MutualTLSPKCS12
import MutualTLSPKI
import TestSupport
import Testing

@testable import MutualTLS

/// Work on a thread of its own, and the loading of files that uses it.
// What is never answered, or never released, hangs: the limit makes a failure of that.
@Suite("Loading off the caller's thread", .timeLimit(.minutes(5)))
struct IdentityLoadingTests {
    private struct Refused: Error, Equatable {}

    /// Tells of its end.
    private final class Token: Sendable {
        private let ended: AsyncStream<Void>.Continuation
        init(_ ended: AsyncStream<Void>.Continuation) { self.ended = ended }
        deinit { ended.yield() }
    }

    private func cancelled<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async -> Result<Value, any Error> {
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await body()
        }.result
    }

    @Test("a task that is cancelled already starts no work")
    func before() async throws {
        let ran = Recorder<Bool>()
        let result = await cancelled { try await DetachedWork.run { _ in ran.append(true) } }
        #expect(throws: CancellationError.self) { try result.get() }
        #expect(ran.values.isEmpty)
        let file = try TestPKI().client().pkcs12(password: "secret")
        for password in ["secret", "wrong"] {
            let loaded = await cancelled { try await ClientIdentity.load(pkcs12: file, password: password) }
            #expect(throws: CancellationError.self) { try loaded.get() }
        }
    }

    @Test("a task that is cancelled gets its answer while the work still goes on, and the work is told")
    func during() async throws {
        let (started, start) = AsyncStream<Void>.makeStream()
        let (ended, end) = AsyncStream<[Bool]>.makeStream()
        let gate = DispatchSemaphore(value: 0)
        let task = Task {
            try await DetachedWork.run { isCancelled in
                let early = isCancelled()
                start.yield()
                gate.wait()
                end.yield([early, isCancelled()])
                return 1
            }
        }
        for await _ in started { break }
        task.cancel()
        // Were it to wait for the work, this would hang: the gate is closed.
        await #expect(throws: CancellationError.self) { try await task.value }
        gate.signal()
        for await told in ended {
            #expect(told == [false, true])
            break
        }
    }

    @Test("what is cancelled afterwards keeps its result, an error too")
    func after() async throws {
        let done = Task { try await DetachedWork.run { _ in 7 } }
        #expect(try await done.value == 7)
        done.cancel()
        #expect(try await done.value == 7)
        let failed = Task { try await DetachedWork.run { _ throws -> Int in throw Refused() } }
        await #expect(throws: Refused()) { try await failed.value }
        failed.cancel()
        await #expect(throws: Refused()) { try await failed.value }
    }

    @Test("the work runs on no thread of the tasks, many at once, each with its own result")
    func many() async throws {
        let results = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
            let gate = DispatchSemaphore(value: 0)
            for number in 0..<48 {
                group.addTask {
                    let result = try await DetachedWork.run { _ in
                        // All but the last wait for one another: were the tasks' few threads used, they would hang.
                        if number < 47 { gate.wait() } else { for _ in 0..<47 { gate.signal() } }
                        return number * number
                    }
                    return (number, result)
                }
            }
            return try await group.reduce(into: [(Int, Int)]()) { $0.append($1) }
        }
        #expect(results.map(\.0).sorted() == Array(0..<48))
        #expect(results.allSatisfy { $0.1 == $0.0 * $0.0 })
    }

    @Test("whenever the cancellation comes, there is one answer, the result or the cancellation")
    func race() async {
        // A continuation that is resumed twice ends the process, and one that is not hangs here.
        var answers = 0
        for round in 0..<300 {
            let task = Task { try await DetachedWork.run { _ in round } }
            for _ in 0..<round % 7 { await Task.yield() }
            task.cancel()
            switch await task.result {
            case .success(let value): #expect(value == round)
            case .failure(let error): #expect(error is CancellationError)
            }
            answers += 1
        }
        #expect(answers == 300)
    }

    @Test("nothing that the work held is held afterwards", arguments: ["result", "error", "cancelled", "never begun"])
    func release(end: String) async throws {
        let (released, release) = AsyncStream<Void>.makeStream()
        let (started, start) = AsyncStream<Void>.makeStream()
        let gate = DispatchSemaphore(value: 0)
        do {
            let token = Token(release)
            let task = Task {
                if end == "never begun" { withUnsafeCurrentTask { $0?.cancel() } }
                return try await DetachedWork.run { _ in
                    start.yield()
                    if end == "cancelled" { gate.wait() }
                    if end == "error" { throw Refused() }
                    return [token].count
                }
            }
            if end == "cancelled" {
                for await _ in started { break }
                task.cancel()
            }
            let result = await task.result
            #expect((try? result.get()) == (end == "result" ? 1 : nil))
            gate.signal()
        }
        for await _ in released { break }
    }

    @Test("a file loads as it opens: the same identity, the same errors")
    func load() async throws {
        let pki = try TestPKI()
        let alice = try pki.client()
        let file = try alice.pkcs12(password: "s3cret", friendlyName: "mine")
        let identity = try await ClientIdentity.load(
            pkcs12: file, password: "s3cret", selecting: .friendlyName("mine"))
        #expect(identity.fingerprint == alice.fingerprintSHA256)
        #expect(identity.intermediates.count == 1)
        let rows: [(Data, String?, ClientIdentity.Selector?)] = [
            (file, "other", nil), (file, nil, nil), (Data(), nil, nil), (file.dropLast(9), "s3cret", nil),
            (file, "s3cret", .friendlyName("Mine")), (file, "s3cret", .fingerprint("0")),
        ]
        for (data, password, selector) in rows {
            let opened = #expect(throws: MutualTLSError.self) {
                try ClientIdentity(pkcs12: data, password: password, selecting: selector)
            }
            let loaded = await #expect(throws: MutualTLSError.self) {
                try await ClientIdentity.load(pkcs12: data, password: password, selecting: selector)
            }
            #expect(opened?.description == loaded?.description && opened?.code == loaded?.code)
        }
    }

    @Test("sixteen files load at once, each for its own task")
    func concurrentLoads() async throws {
        let pki = try TestPKI()
        let people = try (0..<4).map { try pki.client("client \($0)") }
        let files = try people.map { try $0.pkcs12(password: "s3cret", format: .compatible) }
        let right = try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<16 {
                group.addTask {
                    try await ClientIdentity.load(pkcs12: files[index % 4], password: "s3cret").fingerprint
                        == people[index % 4].fingerprintSHA256
                }
            }
            return try await group.reduce(into: [Bool]()) { $0.append($1) }
        }
        #expect(right == [Bool](repeating: true, count: 16))
    }

    @Test("no key is derived any more once nobody wants it")
    func derivations() throws {
        let file = try TestPKI().client().pkcs12(password: "s3cret")
        let asked = Recorder<Bool>()
        let error = #expect(throws: MutualTLSError.self) {
            try IdentityFile(pkcs12: file, password: SecretBytes(utf8: "s3cret")) {
                asked.append(true)
                return asked.values.count > 1
            }
        }
        #expect(error?.code == .cancelled)
        #expect(asked.values.count == 2, "the first derivation went on, the second did not")
        _ = try IdentityFile(pkcs12: file, password: SecretBytes(utf8: "s3cret")) {
            asked.append(true)
            return false
        }
        #expect(asked.values.count == 2 + 3, "the MAC's, the certificates' and the key's")
    }
}
