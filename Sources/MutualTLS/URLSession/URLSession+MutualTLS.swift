import Foundation
import PortableSecurity

extension URLSession {
    /// A session whose delegate is asked for the certificates of both ends, on every platform.
    ///
    /// On Apple's platforms this is `URLSession(configuration:delegate:delegateQueue:)`. Foundation's own sessions on Linux
    /// neither know client certificates nor ask about a server's; this one does, and is otherwise used as any other:
    ///
    /// ```swift
    /// let session = URLSession.mutualTLS(configuration: .ephemeral, delegate: self)
    /// let task = session.dataTask(with: request) { data, response, error in }
    /// task.resume()
    /// ```
    ///
    /// On Linux, import this module in every file that calls the session's asynchronous methods or a WebSocket task's `send`
    /// and `receive`, preferably without `FoundationNetworking` besides: those of Foundation can't be overridden. The session's
    /// then fail with an error that says so, and a WebSocket task's end the program, before anything is sent. Metrics are empty,
    /// nothing is cached and `willCacheResponse` never called; a delegate's methods must be those with a completion handler. See
    /// <doc:URLSessionOnLinux>.
    ///
    /// - Parameters:
    ///   - configuration: copied. On Linux its `protocolClasses` are not heeded.
    ///   - delegate: held until the session is invalidated. Without one, servers are judged by the system and no client
    ///     certificate is sent.
    ///   - delegateQueue: where delegate and completion handlers are called; nil for a serial queue of the session's own.
    /// - Returns: the session; its tasks fail where the transport isn't available.
    public static func mutualTLS(
        configuration: URLSessionConfiguration = .default, delegate: (any URLSessionDelegate)? = nil,
        delegateQueue: OperationQueue? = nil
    ) -> URLSession {
        #if os(Linux)
            return MutualTLSURLSession(
                configuration: configuration, delegate: delegate, delegateQueue: delegateQueue,
                engine: engine(configuration))
        #else
            return URLSession(configuration: configuration, delegate: delegate, delegateQueue: delegateQueue)
        #endif
    }
}

#if os(Linux)
    /// A session that can't be made is one whose tasks fail: the function that makes it is no place for an error on Apple's
    /// platforms either.
    private func engine(_ configuration: URLSessionConfiguration) -> any TaskEngine {
        do throws(MutualTLSError) {
            return try ExchangeEngine(configuration)
        } catch {
            return UnavailableEngine(reason: error)
        }
    }
#endif
