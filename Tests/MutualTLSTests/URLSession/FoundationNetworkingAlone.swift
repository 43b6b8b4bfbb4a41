#if os(Linux)
    import Foundation
    // This file imports neither of our modules: that others of its module do is enough.
    import FoundationNetworking

    enum FoundationNetworkingAlone {
        static func data(
            _ session: URLSession, _ url: URL, _ delegate: any URLSessionTaskDelegate
        ) async throws -> [Data] {
            [
                try await session.data(from: url).0, try await session.data(from: url, delegate: nil).0,
                try await session.data(from: url, delegate: delegate).0,
            ]
        }
    }
#endif
