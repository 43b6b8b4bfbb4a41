#if os(Linux)
    internal import CMutualTLSPSL

    /// The domains under which anybody may register a name, such as `com` and `co.uk` (publicsuffix.org).
    enum PublicSuffix {
        /// The newer of the system's list and the one in libpsl.
        // It is made once, never freed, and only read.
        nonisolated(unsafe) private static let list = psl_latest(nil) ?? psl_builtin()

        /// Whether a cookie for `domain` would go to strangers; also where there is no list.
        /// - Parameter domain: in lower case, an IDN in its ASCII form.
        static func contains(_ domain: String) -> Bool { list.map { psl_is_public_suffix($0, domain) != 0 } ?? true }
    }
#endif
