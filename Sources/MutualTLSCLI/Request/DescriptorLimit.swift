import Foundation

/// How many files and connections this process may have open.
enum DescriptorLimit {
    /// Raises it as far as the system allows without being asked, as servers do.
    /// - Parameter connections: how many may be open at once.
    static func raise(for connections: Int) {
        var limit = rlimit()
        // What looking up a name takes besides, and what is open anyway.
        let wanted = rlim_t(connections * 4 + 64)
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < wanted else { return }
        limit.rlim_cur = min(wanted, limit.rlim_max)
        // Where it stays as it is, the first connection too many says so.
        _ = setrlimit(resource, &limit)
    }

    #if canImport(Darwin)
        private static var resource: Int32 { RLIMIT_NOFILE }
    #else
        private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
    #endif
}
