import Foundation

/// CPU time of this process, user and system, and the time of day, in seconds.
struct Usage {
    let cpu: Double
    let wall: Double

    init() {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        cpu = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        wall = Date().timeIntervalSinceReferenceDate
    }

    private init(cpu: Double, wall: Double) { (self.cpu, self.wall) = (cpu, wall) }

    static func - (later: Usage, earlier: Usage) -> Usage {
        Usage(cpu: later.cpu - earlier.cpu, wall: later.wall - earlier.wall)
    }
}
