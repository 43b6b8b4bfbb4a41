import Foundation

/// Something that is done over and over, and must not make the process grow.
public struct Loop: Sendable {
    private let name: String
    private let rounds: Int
    private let warmUp: Int
    private let samples: Int

    /// Allowed growth behind the warm-up, in KiB. It is more than what threads that come late take.
    private let bound = 1_024

    /// - Parameters:
    ///   - rounds: how often it is done.
    ///   - warmUp: rounds until everything that is made once has been made: caches, arenas, threads.
    ///   - samples: how often the footprint is looked at and printed.
    public init(_ name: String, rounds: Int = 1_000, warmUp: Int = 200, samples: Int = 10) {
        self.name = name
        self.rounds = rounds
        self.warmUp = warmUp
        self.samples = samples
    }

    /// Plays the rounds, and prints the footprint now and then.
    /// - Parameter play: plays so many rounds.
    /// - Returns: whether the process stayed as it was after the warm-up.
    public func run(_ play: (Int) async throws -> Void) async throws -> Bool {
        print("\(rounds) \(name)")
        let start = Date()
        var base = try Footprint()
        var last = base
        for sample in 1...samples {
            let number = rounds * sample / samples
            try await play(number - rounds * (sample - 1) / samples)
            last = try Footprint()
            if number <= warmUp { base = last }
            print("  \(number): \(last)")
            // At once, also into a pipe.
            fflush(nil)
        }
        let growth = last.memory - base.memory
        let isFlat =
            growth <= bound && last.descriptors <= base.descriptors + 20 && last.threads <= base.threads + 10
        print(
            "  in \(String(format: "%.1f", Date().timeIntervalSince(start))) s; "
                + "after round \(warmUp): \(growth) KiB more (bound: \(bound)), "
                + "\(last.descriptors - base.descriptors) descriptors, \(last.threads - base.threads) threads: "
                + (isFlat ? "flat" : "GROWS"))
        return isFlat
    }
}
