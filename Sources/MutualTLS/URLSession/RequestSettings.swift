#if os(Linux)
    import Foundation
    import PortableSecurity

    /// What a `URLSessionConfiguration` says about each request.
    struct RequestSettings: Sendable {
        let timeout: TimeInterval
        let timeLimit: TimeInterval
        let headers: [String: String]

        init(_ configuration: URLSessionConfiguration) {
            timeout = configuration.timeoutIntervalForRequest
            timeLimit = configuration.timeoutIntervalForResource
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
            if original.cachePolicy == .returnCacheDataDontLoad {
                throw MutualTLSError(.invalidRequest, "the session has no cache to answer from")
            }
            var request = original
            if original.httpBody != nil { request.httpBody = nil }
            if original.httpBodyStream != nil { request.httpBodyStream = nil }
            // What Foundation gives every request; another value is the request's own.
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

    extension MutualTLSSession.Proxy {
        /// A dictionary with the keys of CFNetwork; none of them means no proxy.
        fileprivate init(_ dictionary: [AnyHashable: Any]) {
            for (kind, scheme) in [("HTTPS", "http"), ("HTTP", "http"), ("SOCKS", "socks5h")] {
                if let host = dictionary["\(kind)Proxy"] as? String, let port = dictionary["\(kind)Port"] as? Int,
                    dictionary["\(kind)Enable"] as? Int ?? 1 != 0
                {
                    self = .url("\(scheme)://\(host):\(port)")
                    return
                }
            }
            self = .none
        }
    }
#endif
