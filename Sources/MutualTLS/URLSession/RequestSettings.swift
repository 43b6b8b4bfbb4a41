#if os(Linux)
    import Foundation
    import PortableSecurity

    /// What a `URLSessionConfiguration` says about each request.
    struct RequestSettings: Sendable {
        let timeout: TimeInterval
        let timeLimit: TimeInterval
        let headers: [String: String]
        let cachePolicy: URLRequest.CachePolicy

        init(_ configuration: URLSessionConfiguration) {
            timeout = configuration.timeoutIntervalForRequest
            timeLimit = configuration.timeoutIntervalForResource
            cachePolicy = configuration.requestCachePolicy
            var headers: [String: String] = [:]
            for (name, value) in configuration.httpAdditionalHeaders ?? [:] {
                if let name = name as? String, let value = value as? String { headers[name] = value }
            }
            self.headers = headers
        }

        /// The request with what the session adds to it, without its body.
        /// - Throws: `MutualTLSError` with the code `invalidRequest`.
        func prepared(_ original: URLRequest) throws(MutualTLSError) -> URLRequest {
            guard let url = original.url, ["http", "https", "ws", "wss"].contains(url.scheme?.lowercased()) else {
                throw MutualTLSError(.invalidRequest, "the session speaks http and https alone")
            }
            var request = original
            // What Foundation gives every request; another value is the request's own.
            if request.cachePolicy == .useProtocolCachePolicy { request.cachePolicy = cachePolicy }
            if request.cachePolicy == .returnCacheDataDontLoad {
                throw MutualTLSError(
                    .unavailable, "the request may be answered from a cache alone, and the session has none",
                    hint: "use another cachePolicy")
            }
            if original.httpBody != nil { request.httpBody = nil }
            if original.httpBodyStream != nil { request.httpBodyStream = nil }
            // Likewise.
            if request.timeoutInterval == 60 { request.timeoutInterval = timeout }
            for (name, value) in headers where request.value(forHTTPHeaderField: name) == nil {
                request.setValue(value, forHTTPHeaderField: name)
            }
            if request.cachePolicy == .reloadIgnoringLocalAndRemoteCacheData,
                request.value(forHTTPHeaderField: "Cache-Control") == nil
            {
                request.setValue("no-cache", forHTTPHeaderField: "Cache-Control")
            }
            return request
        }
    }

    extension MutualTLSSession.Configuration {
        init(_ configuration: URLSessionConfiguration) {
            self.init()
            maximumConnectionsPerHost = configuration.httpMaximumConnectionsPerHost
            httpCookieStorage = configuration.httpCookieStorage
            httpShouldSetCookies = configuration.httpShouldSetCookies
            httpCookieAcceptPolicy = configuration.httpCookieAcceptPolicy
            if let proxies = configuration.connectionProxyDictionary { proxy = .init(proxies) }
        }
    }
#endif
