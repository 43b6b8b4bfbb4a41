import Foundation

/// What many requests came to.
struct RequestSummary: Sendable, Equatable {
    let requests: Int
    /// How many requests failed, by the kind of failure.
    let failures: [String: Int]
    /// How long requests took, in seconds, failures included; 0 where there were none.
    let minimum, median, maximum: TimeInterval

    /// - Parameters:
    ///   - times: of each request, in seconds.
    ///   - failures: the kinds, one for each request that failed.
    init(times: [TimeInterval], failures: [String]) {
        let times = times.sorted()
        requests = times.count
        self.failures = Dictionary(failures.map { ($0, 1) }, uniquingKeysWith: +)
        (minimum, maximum) = (times.first ?? 0, times.last ?? 0)
        median = times.isEmpty ? 0 : (times[(times.count - 1) / 2] + times[times.count / 2]) / 2
    }

    /// How many requests failed.
    var failed: Int { failures.values.reduce(0, +) }

    /// Of the times, in one line.
    var timesText: String {
        "\(requests) \(requests == 1 ? "request" : "requests"): minimum \(Self.text(minimum)), median \(Self.text(median)), "
            + "maximum \(Self.text(maximum))"
    }

    /// Of the failures, the most frequent first.
    var failuresText: String {
        failures.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) (\($0.value))" }
            .joined(separator: ", ")
    }

    /// In milliseconds.
    static func text(_ seconds: TimeInterval) -> String { String(format: "%.1f ms", seconds * 1000) }
}
