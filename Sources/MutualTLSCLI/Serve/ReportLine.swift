import MutualTLSDevServer

/// One connection in one line.
enum ReportLine {
    /// The client's address, how its certificate was judged, its subject and what came of it.
    static func text(_ report: PeerReport) -> String {
        var parts = [report.remoteAddress, report.clientCertificate.verifyResult]
        parts.append(report.clientCertificate.subject.map { $0.isEmpty ? "(no subject)" : $0 } ?? "-")
        if let failure = report.failure {
            let alert = failure.alertSent.map { " (alert \($0) sent)" } ?? ""
            parts.append("refused: \(failure.reason)\(alert)")
        } else {
            parts.append([report.tlsVersion, report.cipher].compactMap { $0 }.joined(separator: " "))
        }
        return parts.map(printable).joined(separator: "  ")
    }
}
