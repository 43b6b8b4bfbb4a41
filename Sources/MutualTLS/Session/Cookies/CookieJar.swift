#if os(Linux)
    import Foundation
    import PortableSecurity

    /// Cookies as a `URLSessionConfiguration` wants them (RFC 6265), kept in its `HTTPCookieStorage`. Apple's `URLSession` does
    /// this itself.
    ///
    /// corelibs' storage serves as a store alone: it heeds neither Path, Secure, Max-Age nor expiry, gives its cookies in no
    /// order, and takes them for `Domain=com`.
    struct CookieJar: Sendable {
        /// Locks itself.
        private let storage: HTTPCookieStorage?
        private let sends: Bool
        private let policy: HTTPCookie.AcceptPolicy
        private let now: @Sendable () -> Date

        /// How many cookies one domain may leave.
        static let maximumPerDomain = 180

        /// - Parameters:
        ///   - configuration: its `httpCookieStorage` (nil: no cookies at all), `httpShouldSetCookies` and
        ///     `httpCookieAcceptPolicy`.
        ///   - now: the clock.
        init(_ configuration: URLSessionConfiguration, now: @escaping @Sendable () -> Date = { Date() }) {
            storage = configuration.httpCookieStorage
            sends = configuration.httpShouldSetCookies
            policy = configuration.httpCookieAcceptPolicy
            self.now = now
        }

        /// The same for a session's own configuration.
        init(_ configuration: MutualTLSSession.Configuration) {
            storage = configuration.httpCookieStorage
            sends = configuration.httpShouldSetCookies
            policy = configuration.httpCookieAcceptPolicy
            now = { Date() }
        }

        /// The Cookie field that goes with a request; nil for none. A request with a Cookie field of its own keeps that.
        func field(for request: URLRequest) -> String? {
            guard sends, request.httpShouldHandleCookies, let cookies = storage?.cookies, !cookies.isEmpty,
                request.value(forHTTPHeaderField: "Cookie") == nil, let scope = request.url.flatMap(CookieScope.init)
            else { return nil }
            let now = now()
            let going = cookies.filter { scope.takes($0, at: now) }.sorted { left, right in
                left.path.utf8.count == right.path.utf8.count
                    ? left.created < right.created : left.path.utf8.count > right.path.utf8.count
            }
            return going.isEmpty ? nil : going.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
        }

        /// Keeps what a response sets.
        /// - Parameters:
        ///   - fields: the response's header fields as they came: several of one name must not be joined.
        ///   - request: what it is the response to.
        func store(_ fields: [(name: String, value: String)], for request: URLRequest) {
            guard let storage, policy != .never, request.httpShouldHandleCookies else { return }
            let values = fields.filter { $0.name.lowercased() == "set-cookie" }.map(\.value)
            guard !values.isEmpty, let scope = request.url.flatMap(CookieScope.init),
                policy == .always || isFirstParty(scope, request.mainDocumentURL)
            else { return }
            for value in values { store(value, from: scope, in: storage) }
        }

        /// `onlyFromMainDocumentDomain`: from the main document's host or a domain above it; where none is named, the request is
        /// the main document.
        private func isFirstParty(_ scope: CookieScope, _ mainDocument: URL?) -> Bool {
            mainDocument.map { CookieScope($0)?.isWithin(domain: scope.host) ?? false } ?? true
        }

        /// RFC 6265, 5.3, and what its successor adds.
        private func store(_ field: String, from scope: CookieScope, in storage: HTTPCookieStorage) {
            let now = now()
            guard let cookie = SetCookie(field, at: now), cookie.keepsPromise(isSecureOrigin: scope.isSecure),
                scope.isSecure || !cookie.isSecure, let domain = Self.domain(of: cookie, from: scope)
            else { return }
            let path = cookie.path ?? scope.defaultPath
            let others = (storage.cookies ?? []).filter { $0.name == cookie.name }
            guard scope.isSecure || !others.contains(where: { $0.isSecure && $0.overlaps(domain, path) }) else {
                return
            }
            let old = others.first { $0.domain == domain && $0.path == path }
            if let expires = cookie.expires, expires <= now {
                if let old { storage.deleteCookie(old) }
                return
            }
            guard let new = StoredCookie(cookie, domain: domain, path: path, created: old?.created ?? now) else {
                return
            }
            storage.setCookie(new)
            let all = (storage.cookies ?? []).filter { $0.domain == domain }
            if all.count > Self.maximumPerDomain, let oldest = all.min(by: { $0.created < $1.created }) {
                storage.deleteCookie(oldest)
            }
        }

        /// As `HTTPCookie` writes it: with a leading dot where subdomains get the cookie.
        /// - Returns: nil where the host may not set cookies for the domain.
        private static func domain(of cookie: SetCookie, from scope: CookieScope) -> String? {
            guard let domain = cookie.domain else { return scope.host }
            guard scope.isWithin(domain: domain) else { return nil }
            if scope.isAddress { return scope.host }
            guard PublicSuffix.contains(domain) else { return "." + domain }
            return domain == scope.host ? domain : nil
        }
    }

    /// A cookie that keeps the time when it was first set.
    // @unchecked: as its superclass, it is never changed.
    private final class StoredCookie: HTTPCookie, @unchecked Sendable {
        private var firstSet: Date?

        convenience init?(_ cookie: SetCookie, domain: String, path: String, created: Date) {
            var properties: [HTTPCookiePropertyKey: Any] = [
                .name: cookie.name, .value: cookie.value, .domain: domain, .path: path,
            ]
            properties[.expires] = cookie.expires
            if cookie.isHTTPOnly { properties[HTTPCookiePropertyKey("HttpOnly")] = "TRUE" }
            if cookie.isSecure {
                properties[.secure] = "TRUE"
                // Kept out of corelibs' file, from which it would come back as one that plain http gets, too.
                properties[.discard] = "TRUE"
            }
            self.init(properties: properties)
            firstSet = created
        }

        override var properties: [HTTPCookiePropertyKey: Any]? {
            var properties = super.properties
            if let firstSet { properties?[.created] = firstSet.timeIntervalSinceReferenceDate }
            return properties
        }
    }

    extension HTTPCookiePropertyKey {
        /// Seconds since the reference date.
        fileprivate static let created = HTTPCookiePropertyKey("Created")
    }

    extension HTTPCookie {
        fileprivate var created: Date {
            Date(timeIntervalSinceReferenceDate: properties?[.created] as? Double ?? 0)
        }

        /// Whether a cookie of the same name for a domain and path would go along with it, or in its place.
        fileprivate func overlaps(_ domain: String, _ path: String) -> Bool {
            let domains = [domain, self.domain].map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 }
            let isNear =
                domains[0] == domains[1] || domains[0].hasSuffix("." + domains[1])
                || domains[1].hasSuffix("." + domains[0])
            return isNear
                && (path == self.path || path.hasPrefix(self.path.hasSuffix("/") ? self.path : self.path + "/"))
        }
    }
#endif
