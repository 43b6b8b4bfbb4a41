#if os(Linux)
    import Foundation
    import FoundationNetworking

    extension FoundationCall {
        /// What asks of a session and its tasks, steers and ends them. Tasks are made, and never started.
        static let control = [
            FoundationCall(
                "URLSession.delegate", "URLSession.delegateQueue", "URLSession.configuration",
                "URLSession.sessionDescription", outcome: .sendsNothing
            ) { session, _ in
                session.sessionDescription = "one"
                // What is shown is a copy: it opens no way to the network.
                session.configuration.protocolClasses = URLSessionConfiguration.default.protocolClasses
                return "\(session.delegate == nil) \(session.delegateQueue) \(session.sessionDescription ?? "")"
            },
            FoundationCall("URLSession.getAllTasks(completionHandler:)", outcome: .sendsNothing) { session, url in
                let task = session.dataTask(with: url)
                return await withCheckedContinuation { continuation in
                    session.getAllTasks { continuation.resume(returning: "\($0.count) \(task.taskIdentifier)") }
                }
            },
            FoundationCall("URLSession.getTasksWithCompletionHandler(_:)", outcome: .sendsNothing) { session, url in
                let task = session.downloadTask(with: url)
                return await withCheckedContinuation { continuation in
                    session.getTasksWithCompletionHandler { data, uploads, downloads in
                        continuation.resume(
                            returning: "\(data.count + uploads.count + downloads.count) \(task.taskIdentifier)")
                    }
                }
            },
            FoundationCall("URLSession.flush(completionHandler:)", outcome: .sendsNothing) { session, _ in
                await withCheckedContinuation { continuation in session.flush { continuation.resume(returning: "") } }
            },
            FoundationCall("URLSession.reset(completionHandler:)", outcome: .sendsNothing) { session, _ in
                await withCheckedContinuation { continuation in session.reset { continuation.resume(returning: "") } }
            },
            FoundationCall(
                "URLSessionTask.suspend()", "URLSessionTask.progress", "URLSessionTask.priority",
                "URLSessionTask.earliestBeginDate", "URLSessionTask.taskDescription", "URLSessionTask.copy()",
                "URLSessionTask.copy(with:)", "URLSessionTask.countOfBytesClientExpectsToReceive",
                "URLSessionTask.countOfBytesClientExpectsToSend", outcome: .sendsNothing
            ) { session, url in
                for task in Self.tasks(of: session, url) {
                    task.suspend()
                    task.priority = URLSessionTask.highPriority
                    task.taskDescription = "a task"
                    task.countOfBytesClientExpectsToReceive = 1
                    task.countOfBytesClientExpectsToSend = 1
                    guard task.copy() as? URLSessionTask === task, task.copy(with: nil) as? URLSessionTask === task
                    else {
                        throw URLError(.unknown)
                    }
                    task.progress.pause()
                    task.progress.cancel()
                }
                return ""
            },
            FoundationCall(
                "URLSessionTask.taskIdentifier", "URLSessionTask.originalRequest", "URLSessionTask.currentRequest",
                "URLSessionTask.response", "URLSessionTask.state", "URLSessionTask.error", "URLSessionTask.delegate",
                "URLSessionTask.countOfBytesReceived", "URLSessionTask.countOfBytesSent",
                "URLSessionTask.countOfBytesExpectedToSend", "URLSessionTask.countOfBytesExpectedToReceive",
                outcome: .sendsNothing
            ) { session, url in
                Self.tasks(of: session, url).map { task -> String in
                    task.delegate = nil
                    let counts = [
                        task.countOfBytesReceived, task.countOfBytesSent, task.countOfBytesExpectedToSend,
                        task.countOfBytesExpectedToReceive,
                    ]
                    return """
                        \(task.taskIdentifier) \(task.state) \(counts) \(task.originalRequest == task.currentRequest) \
                        \(task.response == nil) \(task.error == nil) \(task.delegate == nil)
                        """
                }.joined(separator: "\n")
            },
            FoundationCall(
                "URLSessionTask.cancel()", "URLSessionTask.resume()",
                "URLSessionDownloadTask.cancel(byProducingResumeData:)", outcome: .sendsNothing
            ) { session, url in
                for task in Self.tasks(of: session, url) {
                    task.cancel()
                    task.resume()
                }
                let download = session.downloadTask(with: url)
                let data = await withCheckedContinuation { continuation in
                    download.cancel { continuation.resume(returning: $0) }
                }
                return "\(data?.count ?? 0)"
            },
            FoundationCall("URLSession.finishTasksAndInvalidate()", outcome: .fails) { session, url in
                session.finishTasksAndInvalidate()
                return try await collect(session.dataTask(with: url))
            },
            FoundationCall("URLSession.invalidateAndCancel()", outcome: .fails) { session, url in
                session.invalidateAndCancel()
                return try await collect(session.dataTask(with: url))
            },
        ]

        /// One of each kind.
        private static func tasks(of session: URLSession, _ url: URL) -> [URLSessionTask] {
            [
                session.dataTask(with: url), session.uploadTask(with: URLRequest(url: url), from: Data("x".utf8)),
                session.downloadTask(with: url), session.webSocketTask(with: url),
            ]
        }
    }
#endif
