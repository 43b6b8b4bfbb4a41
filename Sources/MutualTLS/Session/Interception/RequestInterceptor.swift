import Foundation
import PortableSecurity

/// Looks at an app's requests before they go out, and at what became of them.
///
/// It may change a request, delay it (by awaiting), answer it itself, or refuse it (by throwing), whether or not the server asks
/// for a client certificate:
///
/// ```swift
/// struct BearerToken: RequestInterceptor {
///     let token: @Sendable () async throws -> String
///
///     func intercept(_ request: URLRequest) async throws -> InterceptedRequest {
///         var request = request
///         request.setValue("Bearer \(try await token())", forHTTPHeaderField: "Authorization")
///         return .proceed(request)
///     }
/// }
/// ```
///
/// A session calls its interceptors in their order, once for each request that its user makes; redirects are followed below
/// them. It can't widen where an identity goes: the session judges the request that comes out of the last interceptor by the
/// same origins as the one that went in. One that is sent elsewhere goes without the certificate, unless `origins` names that
/// place.
public protocol RequestInterceptor: Sendable {
    /// What errors call it; by default the name of its type.
    var name: String { get }

    /// Called before a request goes out.
    /// - Parameter request: as the interceptor before it left it.
    /// - Returns: what to do.
    /// - Throws: anything, to refuse the request. Its user gets `MutualTLSError.Code.interceptorFailed` with the interceptor's
    ///   name, and this as the underlying error.
    func intercept(_ request: URLRequest) async throws -> InterceptedRequest

    /// Called once for each request that this interceptor let through or answered: when the response is complete, its body
    /// included, or has failed. Interceptors are told in the opposite order of `intercept`. By default it does nothing.
    /// - Parameters:
    ///   - request: as this interceptor left it.
    ///   - outcome: the final response, after redirects, whatever its status; or why there is none.
    func didComplete(_ request: URLRequest, with outcome: Result<HTTPURLResponse, MutualTLSError>) async
}

extension RequestInterceptor {
    /// The name of its type.
    public var name: String { String(describing: type(of: self)) }

    /// Does nothing.
    public func didComplete(_ request: URLRequest, with outcome: Result<HTTPURLResponse, MutualTLSError>) async {}
}

/// What an interceptor makes of a request.
public struct InterceptedRequest: Sendable {
    enum Kind {
        case proceed(URLRequest)
        case respond(Data, HTTPURLResponse)
    }

    let kind: Kind

    /// Go on with this request: the one that was given, or another.
    public static func proceed(_ request: URLRequest) -> InterceptedRequest { .init(kind: .proceed(request)) }

    /// Send nothing: this is the response. Later interceptors don't see the request.
    /// - Parameters:
    ///   - body: the whole body.
    ///   - response: the head.
    public static func respond(_ body: Data, _ response: HTTPURLResponse) -> InterceptedRequest {
        .init(kind: .respond(body, response))
    }
}
