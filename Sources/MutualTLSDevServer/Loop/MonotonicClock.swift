import Dispatch

/// A clock that nobody sets.
enum MonotonicClock {
    /// Seconds since some moment of the past.
    static func now() -> Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
}
