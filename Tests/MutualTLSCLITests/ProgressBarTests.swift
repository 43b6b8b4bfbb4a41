import Testing

@testable import MutualTLS
@testable import MutualTLSCLI

@Suite("The progress bar")
struct ProgressBarTests {
    @Test(
        "it fits the terminal, whatever is known",
        arguments: [
            (0, 100, nil, 80, "  0%  [........................................]  0 B of 100 B"),
            (50, 100, 10, 60, " 50%  [########.........]  50 B of 100 B  10 B/s  0:05 left"),
            (100, 100, 10, 80, "100%  [########################################]  100 B of 100 B  10 B/s"),
            (3 << 20, nil, 1536, 80, "3.0 MiB  1.5 KiB/s"),
            (1 << 30, 4 << 30, nil, 30, " 25%  1.0 GiB of 4.0 GiB"),
            (1 << 30, 4 << 30, nil, 10, " 25%  1.0"),
            (0, 0, nil, 0, ""),
        ] as [(Int64, Int64?, Double?, Int, String)])
    func lines(_ done: Int64, _ total: Int64?, _ rate: Double?, _ width: Int, _ line: String) {
        let progress = TransferProgress(completedBytes: done, totalBytes: total)
        #expect(ProgressBar.line(progress, rate: rate, width: width) == line)
        #expect(line.count < max(1, width))
    }
}
