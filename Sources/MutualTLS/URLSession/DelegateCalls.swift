#if os(Linux)
    import Foundation
    import PortableSecurity

    /// The calls that a session's and a task's delegates get for one task, each on the delegate queue.
    ///
    /// A task's own delegate gets the calls about the task. What it doesn't implement, corelibs' default implementations hand
    /// on to the session's, but for data: who wants that has to implement it.
    struct DelegateCalls: Sendable {
        let session: MutualTLSURLSession
        let task: any SessionTask

        var queue: DelegateQueue { session.calls }
        var taskDelegate: (any URLSessionTaskDelegate)? {
            task.delegate ?? session.delegate as? any URLSessionTaskDelegate
        }
        private var dataDelegate: (any URLSessionDataDelegate)? { taskDelegate as? any URLSessionDataDelegate }

        // MARK: Of every task

        func willRedirect(_ response: HTTPURLResponse, _ request: URLRequest) async -> URLRequest? {
            guard let delegate = taskDelegate else { return request }
            let answer: URLRequest?? = await queue.ask { answer in
                delegate.urlSession(
                    session, task: task, willPerformHTTPRedirection: response, newRequest: request,
                    completionHandler: answer)
            }
            return answer ?? nil
        }

        func needNewBodyStream() async -> InputStream? {
            guard let delegate = taskDelegate else { return nil }
            let answer: HandedStream? = await queue.ask { answer in
                delegate.urlSession(session, task: task) { answer(HandedStream($0)) }
            }
            return answer?.take()
        }

        /// Doesn't wait: sending goes on meanwhile.
        func didSend(_ bytes: Int64, total: Int64, of expected: Int64) {
            guard let delegate = taskDelegate else { return }
            queue.queue.addOperation {
                delegate.urlSession(
                    session, task: task, didSendBodyData: bytes, totalBytesSent: total,
                    totalBytesExpectedToSend: expected)
            }
        }

        /// corelibs' metrics can neither be set nor overridden outside of it: they are empty.
        func didFinishCollecting() async {
            guard let delegate = taskDelegate else { return }
            await queue.run { delegate.urlSession(session, task: task, didFinishCollecting: URLSessionTaskMetrics()) }
        }

        func didComplete(_ error: (any Error)?) async {
            guard let delegate = taskDelegate else { return }
            await queue.run { delegate.urlSession(session, task: task, didCompleteWithError: error) }
        }

        // MARK: Of data tasks

        func disposition(_ response: HTTPURLResponse) async -> URLSession.ResponseDisposition {
            guard let delegate = dataDelegate, let dataTask = task as? URLSessionDataTask else { return .allow }
            return await queue.ask { answer in
                delegate.urlSession(session, dataTask: dataTask, didReceive: response, completionHandler: answer)
            } ?? .cancel
        }

        func didReceive(_ data: Data) async {
            guard let delegate = dataDelegate, let dataTask = task as? URLSessionDataTask else { return }
            await queue.run { delegate.urlSession(session, dataTask: dataTask, didReceive: data) }
        }

        func didBecome(_ download: URLSessionDownloadTask) async {
            guard let delegate = dataDelegate, let dataTask = task as? URLSessionDataTask else { return }
            await queue.run { delegate.urlSession(session, dataTask: dataTask, didBecome: download) }
        }

        // MARK: Of download tasks

        private var download: (any URLSessionDownloadDelegate, URLSessionDownloadTask)? {
            guard let delegate = taskDelegate as? any URLSessionDownloadDelegate,
                let download = task as? URLSessionDownloadTask
            else { return nil }
            return (delegate, download)
        }

        func didResume(at offset: Int64, expected: Int64) async {
            guard let (delegate, download) = download else { return }
            await queue.run {
                delegate.urlSession(
                    session, downloadTask: download, didResumeAtOffset: offset, expectedTotalBytes: expected)
            }
        }

        func didWrite(_ bytes: Int64, total: Int64, of expected: Int64) async {
            guard let (delegate, download) = download else { return }
            await queue.run {
                delegate.urlSession(
                    session, downloadTask: download, didWriteData: bytes, totalBytesWritten: total,
                    totalBytesExpectedToWrite: expected)
            }
        }

        func didFinishDownloading(to file: URL) async {
            guard let (delegate, download) = download else { return }
            await queue.run { delegate.urlSession(session, downloadTask: download, didFinishDownloadingTo: file) }
        }
    }
#endif
