#if os(Linux)
    import Foundation
    import PortableSecurity

    // What corelibs' asynchronous methods would do, on our tasks.
    extension MutualTLSURLSession: IndependentSession {
        func independentData(
            _ request: URLRequest, _ body: UploadBody?, _ delegate: (any URLSessionTaskDelegate)?
        ) async throws -> (Data, URLResponse) {
            try await value(delegate) { handler in
                switch body {
                case nil: dataTask(with: request, completionHandler: handler)
                case .data(let data)?: uploadTask(with: request, from: data, completionHandler: handler)
                case .file(let file)?: uploadTask(with: request, fromFile: file, completionHandler: handler)
                }
            }
        }

        func independentDownload(
            _ request: URLRequest, _ delegate: (any URLSessionTaskDelegate)?
        ) async throws -> (URL, URLResponse) {
            try await value(delegate) { handler in
                downloadTask(with: request) { file, response, error in
                    // The task removes its file after this handler; the caller's must stay.
                    handler(file.flatMap { DownloadFile.keep($0) }, response, error)
                }
            }
        }

        /// The outcome of a task with a completion handler.
        private func value<Value: Sendable>(
            _ delegate: (any URLSessionTaskDelegate)?,
            _ make: (@escaping @Sendable (Value?, URLResponse?, (any Error)?) -> Void) -> URLSessionTask
        ) async throws -> (Value, URLResponse) {
            let outcome = FirstAnswer<Result<(Value, URLResponse), any Error>>()
            let task = make { value, response, error in
                if let value, let response, error == nil {
                    outcome.give(.success((value, response)))
                } else {
                    outcome.give(.failure(error ?? URLError(.badServerResponse)))
                }
            }
            task.delegate = delegate
            task.resume()
            guard let result = await outcome.value else {
                task.cancel()
                throw URLError(
                    MutualTLSError(.cancelled, "the Swift task was cancelled"), url: task.currentRequest?.url)
            }
            return try result.get()
        }
    }
#endif
