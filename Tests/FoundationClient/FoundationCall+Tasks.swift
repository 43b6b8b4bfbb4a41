#if os(Linux)
    import Foundation
    import FoundationNetworking

    extension FoundationCall {
        static let tasks = [
            FoundationCall("URLSession.dataTask(with:)", outcome: .works) { session, url in
                try await collect(session.dataTask(with: url))
            },
            FoundationCall("URLSession.dataTask(with:)", outcome: .works) { session, url in
                try await collect(session.dataTask(with: request(url)))
            },
            FoundationCall("URLSession.dataTask(with:completionHandler:)", outcome: .works) { session, url in
                try await handled(text) { session.dataTask(with: url, completionHandler: $0) }
            },
            FoundationCall("URLSession.dataTask(with:completionHandler:)", outcome: .works) { session, url in
                try await handled(text) { session.dataTask(with: request(url), completionHandler: $0) }
            },
            FoundationCall("URLSession.uploadTask(with:from:)", outcome: .works) { session, url in
                try await collect(session.uploadTask(with: request(url), from: Data("x".utf8)))
            },
            FoundationCall("URLSession.uploadTask(with:fromFile:)", outcome: .works) { session, url in
                try await withFile { try await collect(session.uploadTask(with: request(url), fromFile: $0)) }
            },
            FoundationCall("URLSession.uploadTask(withStreamedRequest:)", outcome: .works) { session, url in
                try await collect(session.uploadTask(withStreamedRequest: request(url)))
            },
            FoundationCall("URLSession.uploadTask(with:from:completionHandler:)", outcome: .works) { session, url in
                try await handled(text) {
                    session.uploadTask(with: request(url), from: Data("x".utf8), completionHandler: $0)
                }
            },
            FoundationCall("URLSession.uploadTask(with:fromFile:completionHandler:)", outcome: .works) { session, url in
                try await withFile { file in
                    try await handled(text) {
                        session.uploadTask(with: request(url), fromFile: file, completionHandler: $0)
                    }
                }
            },
            FoundationCall("URLSession.downloadTask(with:)", outcome: .works) { session, url in
                try await collect(session.downloadTask(with: url))
            },
            FoundationCall("URLSession.downloadTask(with:)", outcome: .works) { session, url in
                try await collect(session.downloadTask(with: request(url)))
            },
            FoundationCall("URLSession.downloadTask(with:completionHandler:)", outcome: .works) { session, url in
                try await handled(contents) { session.downloadTask(with: url, completionHandler: $0) }
            },
            FoundationCall("URLSession.downloadTask(with:completionHandler:)", outcome: .works) { session, url in
                try await handled(contents) { session.downloadTask(with: request(url), completionHandler: $0) }
            },
            FoundationCall("URLSession.downloadTask(withResumeData:)", outcome: .fails) { session, _ in
                try await collect(session.downloadTask(withResumeData: Data("none".utf8)))
            },
            FoundationCall("URLSession.downloadTask(withResumeData:completionHandler:)", outcome: .fails) {
                session, _ in
                try await handled(contents) {
                    session.downloadTask(withResumeData: Data("none".utf8), completionHandler: $0)
                }
            },
        ]

        @Sendable private static func contents(_ file: URL) -> String {
            (try? String(contentsOf: file, encoding: .utf8)) ?? "no file"
        }

        /// What a task's completion handler is given.
        private static func handled<Value>(
            _ read: @escaping @Sendable (Value) -> String,
            _ make: (@escaping @Sendable (Value?, URLResponse?, (any Error)?) -> Void) -> URLSessionTask
        ) async throws -> String {
            try await withCheckedThrowingContinuation { continuation in
                make { value, _, error in
                    continuation.resume(with: value.map { .success(read($0)) } ?? .failure(error ?? URLError(.unknown)))
                }.resume()
            }
        }

        /// What a task's delegate is given.
        static func collect(_ task: URLSessionTask) async throws -> String {
            try await withCheckedThrowingContinuation { continuation in
                task.delegate = Collector { continuation.resume(with: $0) }
                task.resume()
            }
        }
    }

    /// Collects what a task's delegate is given, and streams a byte where it is asked for a body.
    // @unchecked: the delegate queue of a session is serial.
    private final class Collector: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate, @unchecked Sendable {
        private var data = Data()
        private let end: @Sendable (Result<String, any Error>) -> Void

        init(_ end: @escaping @Sendable (Result<String, any Error>) -> Void) { self.end = end }

        func urlSession(
            _ session: URLSession, task: URLSessionTask,
            needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
        ) { completionHandler(InputStream(data: Data("x".utf8))) }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            self.data += data
        }

        func urlSession(
            _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
        ) { data = (try? Data(contentsOf: location)) ?? Data() }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            end(error.map { .failure($0) } ?? .success(FoundationCall.text(data)))
        }
    }
#endif
