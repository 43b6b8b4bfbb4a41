#if os(Linux)
    import Foundation
    import Testing

    @testable import MutualTLS

    @Suite("Dates of cookies")
    struct CookieDateTests {
        /// 1994-11-06T08:49:37Z.
        static let expected = Date(timeIntervalSince1970: 784_111_777)

        @Test(
            "a date is read in any form that RFC 6265 knows",
            arguments: [
                "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
                "6 NOVEMBER 1994 8:49:37", "1994 8:49:37 nov 6", "06th-nOv/1994ad~08:49:37pm",
                "Sun, 06 Nov 1994 08:49:37 GMT+0200", "06 Nov 1994 08:49:37 07 Dec 1995 09:50:38",
            ])
        func forms(text: String) { #expect(CookieDate.parse(text) == Self.expected) }

        @Test("two digits of a year are of this century below 70")
        func centuries() {
            #expect(CookieDate.parse("1 Jan 70 00:00:00") == Date(timeIntervalSince1970: 0))
            #expect(CookieDate.parse("1 Jan 99 00:00:00") == Date(timeIntervalSince1970: 915_148_800))
            #expect(CookieDate.parse("1 Jan 00 00:00:00") == Date(timeIntervalSince1970: 946_684_800))
            #expect(CookieDate.parse("1 Jan 69 00:00:00") == Date(timeIntervalSince1970: 3_124_224_000))
            #expect(CookieDate.parse("29 Feb 2028 23:59:59") == Date(timeIntervalSince1970: 1_835_481_599))
        }

        @Test(
            "what lacks a part or names no date is none",
            arguments: [
                "", "soon", "06 Nov 1994", "Nov 1994 08:49:37", "06 1994 08:49:37", "06 Nov 08:49:37",
                "0 Nov 1994 08:49:37",
                "32 Oct 1994 08:49:37", "31 Nov 1994 08:49:37", "29 Feb 2027 08:49:37", "06 Nov 1600 08:49:37",
                "06 Nov 1994 24:00:00", "06 Nov 1994 08:60:00", "06 Nov 1994 08:49:60", "06 Nov 19945 08:49:37",
                "06 Nov 1994 08:49", "06 Nov 1994 008:49:37", "06 Nov 99999999999999999999 08:49:37",
            ])
        func faults(text: String) { #expect(CookieDate.parse(text) == nil) }
    }
#endif
