#if os(Linux)
    import Foundation

    /// What a Set-Cookie field says (RFC 6265, 5.2), before it is decided whether it is heeded.
    struct SetCookie: Sendable, Hashable {
        let name: String
        let value: String
        /// In lower case, without a leading dot; nil for a cookie of the host alone.
        private(set) var domain: String?
        /// Begins with a slash; nil for the request's own.
        private(set) var path: String?
        /// nil for the end of the session.
        private(set) var expires: Date?
        private(set) var isSecure = false
        private(set) var isHTTPOnly = false

        /// - Parameters:
        ///   - field: the field's value, of one Set-Cookie field.
        ///   - now: when it came.
        /// - Returns: nil where it names no cookie, or one that is too large, or has control characters in it.
        init?(_ field: String, at now: Date) {
            guard !field.utf8.contains(where: { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F }) else { return nil }
            var parts = field.split(separator: ";", omittingEmptySubsequences: false)
            guard let pair = Self.pair(parts.removeFirst()), let value = pair.value, !pair.name.isEmpty,
                pair.name.utf8.count + value.utf8.count <= 4096
            else { return nil }
            (name, self.value) = (pair.name, value)
            var maximumAge: Date?
            for part in parts {
                guard let attribute = Self.pair(part), (attribute.value ?? "").utf8.count <= 1024 else { continue }
                let value = attribute.value ?? ""
                switch attribute.name.lowercased() {
                case "expires": expires = CookieDate.parse(value) ?? expires
                case "max-age": maximumAge = Self.date(value, secondsFrom: now) ?? maximumAge
                case "domain":
                    let name = (value.hasPrefix(".") ? value.dropFirst() : value[...]).lowercased()
                    domain = name.isEmpty ? domain : name
                case "path": path = value.hasPrefix("/") ? value : nil
                case "secure": isSecure = true
                case "httponly": isHTTPOnly = true
                default: break
                }
            }
            expires = maximumAge ?? expires
        }

        /// `name=value`, or a name alone.
        private static func pair(_ text: Substring) -> (name: String, value: String?)? {
            let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard let name = halves.first else { return nil }
            return (name, halves.count > 1 ? halves[1] : nil)
        }

        /// Of a Max-Age; more seconds than a number holds are forever.
        private static func date(_ age: String, secondsFrom now: Date) -> Date? {
            let digits = age.hasPrefix("-") ? age.dropFirst() : age[...]
            guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            let seconds = age.hasPrefix("-") ? 0 : Int32(digits) ?? .max
            return seconds == 0 ? .distantPast : now.addingTimeInterval(TimeInterval(seconds))
        }

        /// Whether what its name promises is so (`__Secure-` and `__Host-`), in any case.
        func keepsPromise(isSecureOrigin: Bool) -> Bool {
            let name = self.name.lowercased()
            if name.hasPrefix("__host-") { return isSecure && isSecureOrigin && domain == nil && path == "/" }
            return !name.hasPrefix("__secure-") || (isSecure && isSecureOrigin)
        }
    }
#endif
