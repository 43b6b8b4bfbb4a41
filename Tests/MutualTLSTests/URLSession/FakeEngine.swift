#if os(Linux)
    import Foundation
    import PortableSecurity

    @testable import MutualTLS

    /// Answers tasks without a network.
    final class FakeEngine: TaskEngine {
        typealias Script = @Sendable (URLRequest, TaskRun) async throws -> (HTTPURLResponse, [Data])
        private let script: Script
        let ends = Recorder<Bool>()
        let requests = Recorder<URLRequest>()

        init(_ script: @escaping Script) { self.script = script }

        /// 200, these pieces.
        convenience init(_ pieces: String..., headers: [String: String] = [:]) {
            self.init { _, _ in (Self.response(headers: headers), pieces.map { Data($0.utf8) }) }
        }

        static let url = URL(string: "https://server.test/thing")!

        static func response(_ status: Int = 200, headers: [String: String] = [:]) -> HTTPURLResponse {
            HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)!
        }

        func open(_ request: URLRequest, _ run: TaskRun) async throws -> (HTTPURLResponse, TaskBytes) {
            requests.append(request)
            let (response, pieces) = try await script(request, run)
            let left = Protected(pieces)
            return (
                response,
                TaskBytes { left.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
            )
        }

        func openWebSocket(_ request: URLRequest, _ run: TaskRun) async throws -> any WebSocketChannel {
            throw MutualTLSError(.unavailable, "no WebSockets here")
        }
        func closeIdleConnections() {}
        func invalidate(cancelling: Bool) { ends.append(cancelling) }

        func session(_ delegate: (any URLSessionDelegate)? = nil, queue: OperationQueue? = nil) -> MutualTLSURLSession {
            MutualTLSURLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: queue, engine: self)
        }
    }

    /// Writes down each call, and whether it came on the delegate queue.
    final class EventDelegate: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate {
        let events = Recorder<String>()
        let disposition: URLSession.ResponseDisposition
        private let ended = FirstAnswer<Void>()
        private let invalid = FirstAnswer<Void>()
        let errors = Recorder<URLError>()
        /// How many events there were when metrics came.
        let metrics = Recorder<Int>()

        init(disposition: URLSession.ResponseDisposition = .allow) { self.disposition = disposition }

        /// Waits for didCompleteWithError.
        func completion() async { _ = await ended.value }
        /// Waits for didBecomeInvalidWithError.
        func invalidation() async { _ = await invalid.value }

        private func note(_ session: URLSession, _ text: String) {
            events.append(OperationQueue.current === session.delegateQueue ? text : "\(text) on another queue")
        }

        func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
            note(session, "invalid")
            invalid.give(())
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            note(session, "redirect \(response.statusCode)")
            completionHandler(request)
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didSendBodyData bytes: Int64, totalBytesSent: Int64,
            totalBytesExpectedToSend: Int64
        ) { note(session, "sent \(bytes) \(totalBytesSent)/\(totalBytesExpectedToSend)") }

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
            completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
        ) {
            note(session, "response \((response as? HTTPURLResponse)?.statusCode ?? 0)")
            completionHandler(disposition)
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            note(session, "data \(text(data))")
        }

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didBecome downloadTask: URLSessionDownloadTask
        ) { note(session, "becomes a download") }

        func urlSession(
            _ session: URLSession, downloadTask: URLSessionDownloadTask, didResumeAtOffset offset: Int64,
            expectedTotalBytes: Int64
        ) { note(session, "resumed at \(offset)/\(expectedTotalBytes)") }

        func urlSession(
            _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytes: Int64,
            totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
        ) { note(session, "wrote \(bytes) \(totalBytesWritten)/\(totalBytesExpectedToWrite)") }

        func urlSession(
            _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
        ) { note(session, "file \((try? String(contentsOf: location, encoding: .utf8)) ?? "missing")") }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didFinishCollecting: URLSessionTaskMetrics
        ) { metrics.append(events.values.count) }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            if let error = error as? URLError { errors.append(error) }
            note(session, error == nil ? "complete" : "failed")
            ended.give(())
        }
    }
#endif
