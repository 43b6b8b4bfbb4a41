import Testing

@testable import MutualTLSTransport

@Suite("The queue in front of a host's connections")
struct AdmissionQueueTests {
    private func queue() -> AdmissionQueue { AdmissionQueue(connectionsPerHost: 3, streamsPerConnection: 5) }

    @Test("one goes first, and the others wait until its connection is known")
    func oneGoesFirst() {
        var queue = queue()
        #expect(queue.arrive(1, at: "a") == [1])
        #expect(queue.arrive(2, at: "a") == [])
        #expect(queue.arrive(3, at: "a") == [])
        #expect(queue.arrive(9, at: "b") == [9])
    }

    @Test("on HTTP/1.1 as many go as there may be connections, in order")
    func http1() {
        var queue = queue()
        for id in UInt64(1)...6 { _ = queue.arrive(id, at: "a") }
        #expect(queue.learn("a", multiplexes: false) == [2, 3])
        #expect(queue.leave(1, from: "a", wasActive: true) == [4])
        #expect(queue.leave(3, from: "a", wasActive: true) == [5])
        #expect(queue.learn("a", multiplexes: false) == [])
    }

    @Test("on HTTP/2 as many go as there may be streams")
    func http2() {
        var queue = queue()
        for id in UInt64(1)...9 { _ = queue.arrive(id, at: "a") }
        #expect(queue.learn("a", multiplexes: true) == [2, 3, 4, 5])
        #expect(queue.leave(2, from: "a", wasActive: true) == [6])
    }

    @Test("when the first one fails, the next one goes first")
    func firstFails() {
        var queue = queue()
        for id in UInt64(1)...3 { _ = queue.arrive(id, at: "a") }
        #expect(queue.leave(1, from: "a", wasActive: true) == [2])
        #expect(queue.leave(2, from: "a", wasActive: true) == [3])
        #expect(queue.leave(3, from: "a", wasActive: true) == [])
    }

    @Test("one that gives up waiting frees nobody's place but its own")
    func givesUp() {
        var queue = queue()
        for id in UInt64(1)...3 { _ = queue.arrive(id, at: "a") }
        #expect(queue.leave(2, from: "a", wasActive: false) == [])
        #expect(queue.leave(1, from: "a", wasActive: true) == [3])
    }

    @Test("what an idle host can is known until its last connection is gone: then one goes first again")
    func idle() {
        var queue = queue()
        _ = queue.arrive(1, at: "a")
        _ = queue.learn("a", multiplexes: true)
        _ = queue.leave(1, from: "a", wasActive: true)
        #expect(queue.arrive(2, at: "a") == [2])
        #expect(queue.arrive(3, at: "a") == [3])
        queue.forget("a")
        #expect(queue.arrive(4, at: "a") == [])
        for id in UInt64(2)...4 { _ = queue.leave(id, from: "a", wasActive: true) }
        #expect(queue.arrive(5, at: "a") == [5])
        #expect(queue.arrive(6, at: "a") == [])
        #expect(queue.learn("unheard", multiplexes: true) == [])
        #expect(queue.leave(7, from: "unheard", wasActive: true) == [])
    }

    @Test("when somebody has waited too long for the first, as many go as there may be connections")
    func impatience() {
        var queue = queue()
        for id in UInt64(1)...5 { _ = queue.arrive(id, at: "a") }
        #expect(queue.losePatience("a") == [2, 3])
        #expect(queue.losePatience("a") == [])
        #expect(queue.leave(1, from: "a", wasActive: true) == [4])
        #expect(queue.losePatience("unheard") == [])
    }

    @Test("there is room where an open connection has nothing to do, or takes many at once")
    func room() {
        var queue = queue()
        #expect(!queue.hasRoom(at: "a") { _ in 0 })
        #expect(queue.hasRoom(at: "a") { _ in 1 })
        _ = queue.arrive(1, at: "a")
        #expect(!queue.hasRoom(at: "a") { _ in 1 })
        #expect(queue.hasRoom(at: "a") { _ in 2 })
        _ = queue.learn("a", multiplexes: true)
        #expect(queue.hasRoom(at: "a") { _ in 1 })
        for id in UInt64(2)...5 { _ = queue.arrive(id, at: "a") }
        #expect(!queue.hasRoom(at: "a") { _ in 1 })
    }

    @Test("when connections are no longer shared, each that comes needs one, whatever the crowd that shares one still")
    func unshared() {
        var queue = AdmissionQueue(connectionsPerHost: 2, streamsPerConnection: 5)
        _ = queue.arrive(1, at: "a")
        _ = queue.learn("a", multiplexes: true)
        for id in UInt64(2)...4 { _ = queue.arrive(id, at: "a") }
        #expect(queue.share(false) == [])
        #expect(!queue.hasRoom(at: "a") { _ in 1 })
        #expect(queue.arrive(5, at: "a") == [5])
        #expect(queue.arrive(6, at: "a") == [6])
        #expect(queue.arrive(7, at: "a") == [])
        #expect(queue.leave(1, from: "a", wasActive: true) == [])
        #expect(queue.leave(5, from: "a", wasActive: true) == [])
        for id in UInt64(2)...3 { #expect(queue.leave(id, from: "a", wasActive: true) == []) }
        #expect(queue.leave(4, from: "a", wasActive: true) == [7])
        #expect(queue.arrive(8, at: "a") == [])
        #expect(queue.share(true) == [8])
        #expect(queue.hasRoom(at: "a") { _ in 1 })
    }

    @Test("every transfer gets its turn, whatever the order of events", arguments: 0..<50)
    func everybodyGetsATurn(seed: Int) {
        var random = Numbers(seed: UInt64(seed))
        var queue = queue()
        var active: Set<UInt64> = []
        var waiting: Set<UInt64> = []
        var served = 0
        func admit(_ ids: [UInt64]) {
            for id in ids {
                #expect(waiting.remove(id) != nil)
                active.insert(id)
            }
        }
        for id in UInt64(1)...200 {
            waiting.insert(id)
            admit(queue.arrive(id, at: "a"))
            switch random.next() % 4 {
            case 0: admit(queue.learn("a", multiplexes: random.next() % 2 == 0))
            case 1:
                if let one = active.min() {
                    active.remove(one)
                    served += 1
                    admit(queue.leave(one, from: "a", wasActive: true))
                }
            case 2:
                if let one = waiting.max() {
                    waiting.remove(one)
                    served += 1
                    admit(queue.leave(one, from: "a", wasActive: false))
                }
            default: break
            }
            #expect(active.count <= 5)
        }
        while let one = active.min() {
            active.remove(one)
            served += 1
            admit(queue.leave(one, from: "a", wasActive: true))
        }
        #expect(waiting.isEmpty)
        #expect(served == 200)
    }
}

extension AdmissionQueue.Host: ExpressibleByStringLiteral {
    /// A host of https by its name.
    public init(stringLiteral name: String) { self.init(scheme: "https", name: name, port: 443) }
}

/// The same numbers for the same seed.
private struct Numbers: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }
    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
