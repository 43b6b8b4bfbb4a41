import Foundation

/// When a certificate holds.
public struct Validity: Sendable, Hashable {
    private enum Form: Hashable {
        case days(Int)
        case dates(Date, Date)
    }
    private let form: Form

    /// So many days, from a few minutes ago (clocks differ), but no longer than the issuer's own certificate.
    ///
    /// Apple's systems refuse server certificates over 825 days.
    public static func days(_ count: Int) -> Validity { Validity(form: .days(count)) }

    /// Exactly these dates, in whole seconds, whatever the clock says: for certificates that are expired, or not valid
    /// yet, too.
    public static func from(_ notBefore: Date, to notAfter: Date) -> Validity {
        Validity(form: .dates(notBefore, notAfter))
    }

    /// How far back a new certificate begins, in seconds.
    static let allowance: TimeInterval = 300

    /// The dates at the time `now`, below an issuer that ends at `limit`.
    func dates(now: Date, limit: Date?) throws(PKIError) -> (notBefore: Date, notAfter: Date) {
        let dates: (notBefore: Date, notAfter: Date)
        switch form {
        case .days(let count):
            let start = now.addingTimeInterval(-Self.allowance)
            // Both ends are part of the validity (RFC 5280, 4.1.2.5).
            let end = start.addingTimeInterval(TimeInterval(count) * 86_400 - 1)
            if let limit, limit < now {
                throw PKIError(
                    .unusableAuthority, "the issuer's certificate ended at \(limit); renew it before it issues more")
            }
            dates = (start, min(end, limit ?? end))
        case .dates(let start, let end): dates = (start, end)
        }
        guard dates.notBefore < dates.notAfter else {
            throw PKIError(.invalidValidity, "the certificate would end before it begins; give it at least one day")
        }
        // The years that RFC 5280, 4.1.2.5 can write; comparisons with NaN are false, so it doesn't pass either.
        guard dates.notBefore >= Self.earliest, dates.notAfter <= Self.latest else {
            throw PKIError(.invalidValidity, "a certificate holds dates from 1950 to 9999 only; choose others")
        }
        return dates
    }

    private static let earliest = Date(timeIntervalSince1970: -631_152_000)
    private static let latest = Date(timeIntervalSince1970: 253_402_300_799)
}
