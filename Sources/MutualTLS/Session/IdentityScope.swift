import Foundation
import PortableSecurity

/// Where the identity may go on behalf of one request of a session's user: to the session's origins, or where it names none, to
/// the one that was requested.
///
/// Made of the request as the user gave it, before any interceptor, and asked again for the request that they leave and for
/// each redirect: neither can widen it.
struct IdentityScope: Sendable, Hashable {
    private let origins: Set<Origin>?
    /// Where no origins are named.
    private let requested: URL?

    /// - Parameters:
    ///   - origins: the session's; nil where it names none.
    ///   - request: what its user requested.
    init(origins: Set<Origin>?, requested request: URLRequest) {
        self.origins = origins
        requested = origins == nil ? request.url : nil
    }

    /// Whether the identity may go where a request goes: never by plain http.
    func allows(_ request: URLRequest) -> Bool {
        guard let url = request.url else { return false }
        // Nearly always it is the same one, and need not be taken apart.
        if origins == nil, url == requested { return ["https", "wss"].contains(url.scheme?.lowercased()) }
        guard let origin = Origin(url) else { return false }
        return origins?.contains(origin) ?? (requested.flatMap { Origin($0) } == origin)
    }
}
