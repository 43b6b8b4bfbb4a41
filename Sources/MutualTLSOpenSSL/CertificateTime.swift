import Foundation

/// The dates that a certificate can hold (RFC 5280, 4.1.2.5): the years 0 to 9999.
enum CertificateTime {
    /// Seconds since 1970. OpenSSL writes later ones with five digits for the year, and then can't read them.
    static let seconds = -62_167_219_200.0...253_402_300_799.0

    /// The last second of the year 9999.
    static let last = Date(timeIntervalSince1970: seconds.upperBound)

    /// The date in whole seconds; nil where no certificate can hold it.
    static func exactly(_ date: Date) -> Int? {
        let value = date.timeIntervalSince1970.rounded(.down)
        return seconds.contains(value) ? Int(value) : nil
    }

    /// The date in whole seconds, or the first or the last that a certificate can hold.
    static func clamping(_ date: Date) -> Int {
        let value = date.timeIntervalSince1970.rounded(.down)
        // In this order, what is not a number becomes the last one.
        return Int(max(seconds.lowerBound, min(seconds.upperBound, value)))
    }
}
