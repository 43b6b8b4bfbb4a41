internal import MutualTLSOpenSSL

/// The last reports, from the server's thread to whoever asks.
final class ReportLog: Sendable {
    private let limit: Int
    private let reports = LockedBox<[PeerReport]>([])

    init(limit: Int) {
        self.limit = max(limit, 0)
    }

    func add(_ report: PeerReport) {
        reports.withLock { reports in
            reports.append(report)
            if reports.count > limit { reports.removeFirst(reports.count - limit) }
        }
    }

    var all: [PeerReport] { reports.withLock { $0 } }
}
