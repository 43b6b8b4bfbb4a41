#if os(Linux)
    import Foundation
    import PortableSecurity

    /// What a `URLSessionConfiguration` says about each request.
    struct RequestSettings: Sendable {
        let timeout: TimeInterval
        let timeLimit: TimeInterval
        let headers: [String: String]
        let cookies: CookieSettings

        init(_ configuration: URLSessionConfiguration) {
            timeout = configuration.timeoutIntervalForRequest
            timeLimit = configuration.timeoutIntervalForResource
            cookies = CookieSettings(configuration)
            var headers: [String: String] = [:]
            for (name, value) in configuration.httpAdditionalHeaders ?? [:] {
                if let name = name as? String, let value = value as? String { headers[name] = value }
            }
            self.headers = headers
        }

        /// The request with what the session adds to it, without its body.
        /// - Throws: `MutualTLSError` with the code `invalidRequest`.
        func prepared(_ original: URLRequest) throws(MutualTLSError) -> URLRequest {
            guard let url = original.url, ["http", "https"].contains(url.scheme?.lowercased()) else {
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
            cookies.add(to: &request)
            return request
        }
    }

    /// Whether and where cookies are kept (RFC 6265).
    // @unchecked: HTTPCookieStorage has a lock of its own.
    struct CookieSettings: @unchecked Sendable {
        private let storage: HTTPCookieStorage?
        private let areSent: Bool
        private let policy: HTTPCookie.AcceptPolicy

        init(_ configuration: URLSessionConfiguration) {
            storage = configuration.httpCookieStorage
            areSent = configuration.httpShouldSetCookies
            policy = configuration.httpCookieAcceptPolicy
        }

        func add(to request: inout URLRequest) {
            guard areSent, request.httpShouldHandleCookies, let url = request.url,
                let cookies = storage?.cookies(for: url), !cookies.isEmpty
            else { return }
            for (name, value) in HTTPCookie.requestHeaderFields(with: cookies) {
                request.setValue(value, forHTTPHeaderField: name)
            }
        }

        func keep(_ response: HTTPURLResponse, of request: URLRequest) {
            guard policy != .never, request.httpShouldHandleCookies, let storage, let url = response.url,
                let field = response.value(forHTTPHeaderField: "Set-Cookie")
            else { return }
            let cookies = HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": field], for: url)
            if !cookies.isEmpty {
                storage.setCookies(cookies, for: url, mainDocumentURL: request.mainDocumentURL ?? url)
            }
        }
    }

    extension MutualTLSSession.Configuration {
        init(_ configuration: URLSessionConfiguration) {
            self.init()
            maximumConnectionsPerHost = configuration.httpMaximumConnectionsPerHost
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
