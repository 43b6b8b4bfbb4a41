import Foundation
import MutualTLS

/// When a request is sent again.
struct RetryPolicy: Sendable {
    /// How a request ended.
    enum Outcome {
        case failed(MutualTLSError.Code)
        case answered(status: Int, retryAfter: String?)
    }

    let retries: Int
    let method: String

    /// What may happen twice without harm (RFC 9110, 9.2.2).
    private static let repeatableMethods: Set<String> = ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"]
    /// Nothing was sent.
    private static let connectionFailures: Set<MutualTLSError.Code> = [.cannotFindHost, .cannotConnect, .noDescriptors]
    private static let transientFailures = connectionFailures.union([.connectionLost, .timedOut, .proxyFailed])
    private static let transientStatuses: Set<Int> = [429, 502, 503, 504]
    /// A server that wants more patience than this many seconds doesn't get it.
    static let maximumDelay: TimeInterval = 600

    /// How long to wait before the request is sent again, in seconds; nil where it is not.
    /// - Parameter attempt: 0 for the first.
    func delay(after outcome: Outcome, attempt: Int, now: Date = Date()) -> TimeInterval? {
        guard attempt < retries else { return nil }
        let usual = min(60, TimeInterval(1 << min(attempt, 6)))
        let isRepeatable = Self.repeatableMethods.contains(method)
        switch outcome {
        case .failed(let code):
            return (isRepeatable ? Self.transientFailures : Self.connectionFailures).contains(code) ? usual : nil
        case .answered(let status, let retryAfter):
            guard isRepeatable, Self.transientStatuses.contains(status) else { return nil }
            let delay = retryAfter.flatMap { Self.seconds($0, now) } ?? usual
            return delay <= Self.maximumDelay ? delay : nil
        }
    }

    /// Retry-After: seconds, or a date (RFC 9110, 10.2.3).
    private static func seconds(_ text: String, _ now: Date) -> TimeInterval? {
        let text = text.trimmingCharacters(in: .whitespaces)
        if !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) { return TimeInterval(text) }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.date(from: text).map { max(0, $0.timeIntervalSince(now)) }
    }
}
