import Foundation
import MutualTLS
import MutualTLSOpenSSL

/// How far a transfer is, on one line of the terminal.
final class ProgressBar: Sendable {
    private struct State {
        var isShown = false
        var last: TimeInterval?
        var begin: (time: TimeInterval, bytes: Int64)?
    }
    private let output: Output
    private let state = LockedBox(State())

    /// - Returns: nil where standard error is no terminal.
    init?(_ output: Output) {
        guard output.errorsAreTerminal else { return nil }
        self.output = output
    }

    /// Shows it, ten times a second at most.
    func show(_ progress: TransferProgress) {
        let now = ProcessInfo.processInfo.systemUptime
        let text = state.withLock { state -> String? in
            let begin = state.begin ?? (now, progress.completedBytes)
            state.begin = begin
            let isDone = progress.completedBytes == progress.totalBytes
            if let last = state.last, now - last < 0.1, !isDone { return nil }
            (state.last, state.isShown) = (now, true)
            let seconds = now - begin.time
            let rate = seconds > 0.2 ? Double(progress.completedBytes - begin.bytes) / seconds : nil
            return Self.line(progress, rate: rate, width: output.width)
        }
        if let text { output.tell("\r\(text)\u{1B}[K") }
    }

    /// Takes it off the screen.
    func clear() {
        let wasShown = state.withLock { state in
            defer { state = State() }
            return state.isShown
        }
        if wasShown { output.tell("\r\u{1B}[K") }
    }

    /// The line.
    /// - Parameters:
    ///   - rate: bytes a second; nil where it isn't known yet.
    ///   - width: columns of the terminal; the last stays empty.
    static func line(_ progress: TransferProgress, rate: Double?, width: Int) -> String {
        var figures = size(Double(progress.completedBytes))
        if let total = progress.totalBytes { figures += " of \(size(Double(total)))" }
        if let rate { figures += "  \(size(rate))/s" }
        if let rate, rate > 0, let total = progress.totalBytes, total > progress.completedBytes {
            figures += "  \(time(Double(total - progress.completedBytes) / rate)) left"
        }
        guard let fraction = progress.fractionCompleted else { return String(figures.prefix(max(0, width - 1))) }
        let percent = "\(Int(fraction * 100))%"
        let front = String(repeating: " ", count: 4 - percent.count) + percent
        let room = min(40, width - 1 - front.count - figures.count - 6)
        guard room >= 5 else { return String("\(front)  \(figures)".prefix(max(0, width - 1))) }
        let done = Int(fraction * Double(room))
        let bar = String(repeating: "#", count: done) + String(repeating: ".", count: room - done)
        return "\(front)  [\(bar)]  \(figures)"
    }

    private static func size(_ bytes: Double) -> String {
        var (value, unit) = (bytes, 0)
        let units = ["B", "KiB", "MiB", "GiB", "TiB"]
        while value >= 1024, unit < units.count - 1 { (value, unit) = (value / 1024, unit + 1) }
        return unit == 0 ? "\(Int(value)) B" : String(format: "%.1f ", value) + units[unit]
    }

    private static func time(_ seconds: Double) -> String {
        let all = Int(min(seconds, 359_999))
        let (minutes, rest) = (all / 60, all % 60)
        return String(format: "%d:%02d", minutes, rest)
    }
}
