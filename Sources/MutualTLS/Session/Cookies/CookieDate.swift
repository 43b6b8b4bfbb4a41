#if os(Linux)
    import Foundation

    /// The dates of cookies, which come in any form (RFC 6265, 5.1.1).
    enum CookieDate {
        private static let months = [
            "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
        ]

        /// - Returns: nil where a part is missing or there is no such date.
        static func parse(_ text: String) -> Date? {
            var time: [Int]?
            var (day, month, year): (Int?, Int?, Int?)
            for token in text.utf8.split(whereSeparator: isDelimiter) {
                let numbers = leadingNumbers(token)
                if time == nil, numbers.count == 3, numbers.allSatisfy({ $0.digits <= 2 }) {
                    time = numbers.map(\.value)
                } else if day == nil, let first = numbers.first, first.digits <= 2 {
                    day = first.value
                } else if month == nil, let found = months.firstIndex(of: lowercased(token.prefix(3))) {
                    month = found + 1
                } else if year == nil, let first = numbers.first, (2...4).contains(first.digits) {
                    year = first.value + (first.value < 70 ? 2000 : first.value < 100 ? 1900 : 0)
                }
            }
            guard let time, let day, let month, let year, year >= 1601, time[0] < 24, time[1] < 60, time[2] < 60 else {
                return nil
            }
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = .gmt
            let components = DateComponents(
                year: year, month: month, day: day, hour: time[0], minute: time[1], second: time[2])
            return components.isValidDate(in: calendar) ? calendar.date(from: components) : nil
        }

        /// Neither a digit, a letter, a colon, nor a control or 8-bit character.
        private static func isDelimiter(_ byte: UInt8) -> Bool {
            switch byte {
            case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
            default: false
            }
        }

        /// Up to three numbers with colons between them; what follows the last is left alone, as long as it is no digit.
        private static func leadingNumbers(_ token: Substring.UTF8View.SubSequence) -> [(value: Int, digits: Int)] {
            var numbers: [(Int, Int)] = []
            var rest = token
            while numbers.count < 3 {
                let digits = rest.prefix { (0x30...0x39).contains($0) }
                // More than four belong to no part of a date.
                guard !digits.isEmpty, digits.count <= 4 else { break }
                numbers.append((digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }, digits.count))
                rest = rest.dropFirst(digits.count)
                guard rest.first == UInt8(ascii: ":") else { break }
                rest = rest.dropFirst()
            }
            return numbers
        }

        private static func lowercased(_ token: Substring.UTF8View.SubSequence) -> String {
            String(decoding: token, as: UTF8.self).lowercased()
        }
    }
#endif
