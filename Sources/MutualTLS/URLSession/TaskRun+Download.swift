#if os(Linux)
    import Foundation
    import PortableSecurity

    extension TaskRun {
        /// Download tasks.
        /// - Parameter resuming: what an earlier task left.
        func runDownload(resuming: ResumeData?) async {
            do {
                let left = resuming.flatMap { DownloadFile.left($0.fileName) }
                var request = core.originalRequest
                if let resuming, let left {
                    request?.setValue("bytes=\(left.size)-", forHTTPHeaderField: "Range")
                    request?.setValue(resuming.validator, forHTTPHeaderField: "If-Range")
                }
                let (response, bytes) = try await open(request)
                await save(response, bytes, into: try left ?? DownloadFile.make())
            } catch {
                await finish(error)
            }
        }

        /// A data task whose delegate wants a file.
        func becomeDownload(_ response: HTTPURLResponse, _ bytes: TaskBytes) async {
            let download = session.makeTask(MutualTLSDownloadTask.init, core.originalRequest) { run in
                run.core.state.withLock { state in
                    state.currentRequest = core[\.currentRequest]
                    state.response = response
                    state.expectedToReceive = response.expectedContentLength
                }
                do {
                    await run.save(response, bytes, into: try DownloadFile.make())
                } catch {
                    await run.finish(error)
                }
            }
            core.state.withLock { $0.complete(nil) }
            await calls.didBecome(download)
            session.tasks.forget(core.identifier)
            download.resume()
        }

        private func save(_ response: HTTPURLResponse, _ bytes: TaskBytes, into file: DownloadFile) async {
            do {
                let offset = response.statusCode == 206 ? file.size : 0
                if offset == 0 { try file.empty() }
                let length = response.expectedContentLength
                let expected = length < 0 ? length : length + offset
                if offset > 0, isDelegated { await calls.didResume(at: offset, expected: expected) }
                while let chunk = try await next(bytes) {
                    try file.write(chunk)
                    if isDelegated { await calls.didWrite(Int64(chunk.count), total: file.size, of: expected) }
                }
                file.close()
                if isDelegated { await calls.didFinishDownloading(to: file.url) }
                await finish(nil, file: file.url)
                // Whoever wanted to keep it has moved it away by now.
                file.remove()
            } catch {
                // Who cancels without asking for it wants nothing left behind.
                let isWanted = core[\.state] != .canceling || !core[\.resumeDataHandlers].isEmpty
                let resumeData =
                    isWanted ? ResumeData(request: core.originalRequest, response: response, file: file)?.encoded : nil
                resumeData == nil ? file.remove() : file.close()
                await finish(error, resumeData: resumeData)
            }
        }

        private var isDelegated: Bool {
            if case .delegate = core.completion { true } else { false }
        }
    }
#endif
