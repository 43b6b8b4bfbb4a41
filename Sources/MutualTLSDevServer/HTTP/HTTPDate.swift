import Foundation

/// Dates as HTTP writes them (RFC 9110, 5.6.7), whatever the locale.
enum HTTPDate {
    /// Such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func text(_ date: Date) -> String {
        // Clamped to years of four digits, so that no injected clock breaks the form.
        let seconds = min(max(date.timeIntervalSince1970, 0), 253_402_300_799)
        var time = time_t(seconds)
        var fields = tm()
        gmtime_r(&time, &fields)
        func two(_ value: Int32) -> String { (value < 10 ? "0" : "") + String(value) }
        let weekday = weekdays[Int(fields.tm_wday) % 7]
        let month = months[Int(fields.tm_mon) % 12]
        return "\(weekday), \(two(fields.tm_mday)) \(month) \(fields.tm_year + 1_900) "
            + "\(two(fields.tm_hour)):\(two(fields.tm_min)):\(two(fields.tm_sec)) GMT"
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
