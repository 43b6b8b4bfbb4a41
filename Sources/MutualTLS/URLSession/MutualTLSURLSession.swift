#if os(Linux)
    import Foundation
    import PortableSecurity

    /// A `URLSession` whose tasks run on our transport, and ask the session's delegate for both ends' certificates.
    // @unchecked: what is added to URLSession is Sendable.
    final class MutualTLSURLSession: URLSession, @unchecked Sendable {
        let tasks = TaskRegistry()
        let engine: any TaskEngine
        private let heldDelegate: Protected<(any URLSessionDelegate)?>

        /// - Parameters:
        ///   - configuration: copied.
        ///   - delegate: held until the session is invalidated, as Apple's is.
        ///   - delegateQueue: nil for a serial queue of the session's own.
        ///   - engine: moves the requests.
        init(
            configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?,
            delegateQueue: OperationQueue?, engine: any TaskEngine
        ) {
            self.engine = engine
            heldDelegate = Protected(delegate)
            // The superclass gets no delegate and no way to the network: what it inherits to us can only fail.
            let refusing = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
            refusing.protocolClasses = [RefusingProtocol.self]
            refusing.urlCache = nil
            super.init(configuration: refusing, delegate: nil, delegateQueue: delegateQueue)
        }

        deinit { engine.invalidate(cancelling: true) }

        override var delegate: (any URLSessionDelegate)? { heldDelegate.withLock { $0 } }
        /// A copy each time: the superclass heeds what this returns, and a caller could give its network back to it.
        override var configuration: URLSessionConfiguration {
            let copy = super.configuration.copy() as? URLSessionConfiguration ?? .ephemeral
            copy.protocolClasses = [RefusingProtocol.self]
            return copy
        }
        var calls: DelegateQueue { DelegateQueue(queue: delegateQueue) }

        // MARK: The end

        override func finishTasksAndInvalidate() { tasks.invalidate { self.end() } }

        override func invalidateAndCancel() {
            tasks.invalidate { self.end() }
            for task in tasks.all { task.cancel() }
        }

        private func end() {
            engine.invalidate(cancelling: false)
            delegateQueue.addOperation {
                // No lock is held while the delegate goes away.
                let delegate = self.heldDelegate.withLock { delegate in
                    defer { delegate = nil }
                    return delegate
                }
                delegate?.urlSession(self, didBecomeInvalidWithError: nil)
            }
        }

        // MARK: What the session keeps

        override func reset(completionHandler: @escaping @Sendable () -> Void) {
            let storage = configuration.urlCredentialStorage
            for (space, credentials) in storage?.allCredentials ?? [:] {
                for credential in credentials.values { storage?.remove(credential, for: space) }
            }
            configuration.httpCookieStorage?.removeCookies(since: .distantPast)
            flush(completionHandler: completionHandler)
        }

        override func flush(completionHandler: @escaping @Sendable () -> Void) {
            engine.closeIdleConnections()
            delegateQueue.addOperation(completionHandler)
        }

        // MARK: Tasks

        override func getAllTasks(completionHandler: @escaping @Sendable ([URLSessionTask]) -> Void) {
            let all = tasks.all
            delegateQueue.addOperation { completionHandler(all) }
        }

        override func getTasksWithCompletionHandler(
            _ completionHandler:
                @escaping @Sendable (
                    [URLSessionDataTask], [URLSessionUploadTask], [URLSessionDownloadTask]
                ) -> Void
        ) {
            let all = tasks.all
            let uploads = all.compactMap { $0 as? URLSessionUploadTask }
            let data = all.compactMap { $0 is URLSessionUploadTask ? nil : $0 as? URLSessionDataTask }
            let downloads = all.compactMap { $0 as? URLSessionDownloadTask }
            delegateQueue.addOperation { completionHandler(data, uploads, downloads) }
        }

        /// A task; one of a session that was invalidated fails as soon as it is resumed.
        func makeTask<Made: SessionTask>(
            _ make: (TaskCore) -> Made, _ request: URLRequest?, body: TaskBody = .none,
            completion: TaskCore.Completion = .delegate, work: @escaping @Sendable (TaskRun) async -> Void
        ) -> Made {
            let invalidated: @Sendable (TaskRun) async -> Void = { run in
                await run.finish(MutualTLSError(.cancelled, "the session was invalidated before the task was made"))
            }
            let core = TaskCore(
                identifier: tasks.nextIdentifier(), session: self, request: request, body: body, completion: completion,
                work: tasks.isInvalidated ? invalidated : work)
            let task = make(core)
            tasks.add(task)
            return task
        }

        // The superclass's methods have to be overridden in the class itself; what they do is in extensions.

        override func dataTask(with request: URLRequest) -> URLSessionDataTask { data(request, .delegate) }
        override func dataTask(with url: URL) -> URLSessionDataTask { data(URLRequest(url: url), .delegate) }
        override func dataTask(with request: URLRequest, completionHandler: @escaping DataHandler) -> URLSessionDataTask
        { data(request, .data(completionHandler)) }
        override func dataTask(with url: URL, completionHandler: @escaping DataHandler) -> URLSessionDataTask {
            data(URLRequest(url: url), .data(completionHandler))
        }

        override func uploadTask(with request: URLRequest, fromFile file: URL) -> URLSessionUploadTask {
            upload(request, .file(file), .delegate)
        }
        override func uploadTask(with request: URLRequest, from data: Data) -> URLSessionUploadTask {
            upload(request, .data(data), .delegate)
        }
        override func uploadTask(withStreamedRequest request: URLRequest) -> URLSessionUploadTask {
            upload(request, .streamed, .delegate)
        }
        override func uploadTask(
            with request: URLRequest, fromFile file: URL, completionHandler: @escaping DataHandler
        ) -> URLSessionUploadTask { upload(request, .file(file), .data(completionHandler)) }
        override func uploadTask(
            with request: URLRequest, from data: Data?, completionHandler: @escaping DataHandler
        ) -> URLSessionUploadTask { upload(request, data.map { .data($0) } ?? .none, .data(completionHandler)) }

        override func downloadTask(with request: URLRequest) -> URLSessionDownloadTask { download(request, .delegate) }
        override func downloadTask(with url: URL) -> URLSessionDownloadTask {
            download(URLRequest(url: url), .delegate)
        }
        override func downloadTask(withResumeData data: Data) -> URLSessionDownloadTask { download(data, .delegate) }
        override func downloadTask(
            with request: URLRequest, completionHandler: @escaping FileHandler
        ) -> URLSessionDownloadTask { download(request, .download(completionHandler)) }
        override func downloadTask(with url: URL, completionHandler: @escaping FileHandler) -> URLSessionDownloadTask {
            download(URLRequest(url: url), .download(completionHandler))
        }
        override func downloadTask(
            withResumeData data: Data, completionHandler: @escaping FileHandler
        ) -> URLSessionDownloadTask { download(data, .download(completionHandler)) }

        override func webSocketTask(with request: URLRequest) -> URLSessionWebSocketTask { webSocket(request) }
        override func webSocketTask(with url: URL) -> URLSessionWebSocketTask { webSocket(URLRequest(url: url)) }
        override func webSocketTask(with url: URL, protocols: [String]) -> URLSessionWebSocketTask {
            var request = URLRequest(url: url)
            request.setValue(protocols.joined(separator: ", "), forHTTPHeaderField: "Sec-WebSocket-Protocol")
            return webSocket(request)
        }
    }

    extension MutualTLSURLSession {
        typealias DataHandler = @Sendable (Data?, URLResponse?, (any Error)?) -> Void
        typealias FileHandler = @Sendable (URL?, URLResponse?, (any Error)?) -> Void

        private func data(_ request: URLRequest, _ completion: TaskCore.Completion) -> URLSessionDataTask {
            makeTask(MutualTLSDataTask.init, request, body: TaskBody(request), completion: completion) {
                await $0.runData()
            }
        }

        private func upload(
            _ request: URLRequest, _ body: TaskBody, _ completion: TaskCore.Completion
        ) -> URLSessionUploadTask {
            makeTask(MutualTLSUploadTask.init, request, body: body, completion: completion) { await $0.runData() }
        }

        private func download(_ request: URLRequest, _ completion: TaskCore.Completion) -> URLSessionDownloadTask {
            makeTask(MutualTLSDownloadTask.init, request, body: TaskBody(request), completion: completion) {
                await $0.runDownload(resuming: nil)
            }
        }

        private func download(_ data: Data, _ completion: TaskCore.Completion) -> URLSessionDownloadTask {
            let resumption = ResumeData(data)
            return makeTask(MutualTLSDownloadTask.init, resumption?.request, completion: completion) { run in
                if let resumption {
                    await run.runDownload(resuming: resumption)
                } else {
                    await run.finish(MutualTLSError(.invalidRequest, "this is not the resume data of a download"))
                }
            }
        }

        private func webSocket(_ request: URLRequest) -> URLSessionWebSocketTask {
            makeTask(MutualTLSWebSocketTask.init, request) { run in
                if let task = run.task as? MutualTLSWebSocketTask { await run.runWebSocket(task.work) }
            }
        }
    }
#endif
