#if os(Linux)
    import Foundation
    import PortableSecurity
    import Testing

    @testable import MutualTLS

    @Suite("What a task of the URLSession tells, and when")
    struct TaskOrderTests {
        @Test("a data task tells redirect, body sent, response, data and end, in this order, on the delegate queue")
        func dataOrder() async throws {
            let engine = FakeEngine { request, run in
                run.didSend(total: 3)
                run.didSend(total: 5)
                #expect(await run.willRedirect(FakeEngine.response(307), request) == request)
                return (FakeEngine.response(headers: ["Content-Length": "4"]), [Data("ab".utf8), Data("cd".utf8)])
            }
            let delegate = EventDelegate()
            let session = engine.session(delegate)
            var request = URLRequest(url: FakeEngine.url)
            request.httpMethod = "POST"
            let task = session.uploadTask(with: request, from: Data("12345".utf8))
            #expect(task.state == .suspended && task.countOfBytesExpectedToSend == 5)
            task.resume()
            await delegate.completion()
            #expect(
                delegate.events.values == [
                    "sent 3 3/5", "sent 2 5/5", "redirect 307", "response 200", "data ab", "data cd", "complete",
                ])
            #expect(delegate.metrics.values == [6])
            #expect(task.state == .completed && task.error == nil)
            #expect(task.countOfBytesSent == 5 && task.countOfBytesReceived == 4)
            #expect(task.countOfBytesExpectedToReceive == 4)
            #expect(task.progress.fractionCompleted == 1 && task.progress.isFinished)
            #expect((task.response as? HTTPURLResponse)?.statusCode == 200)
        }

        @Test("a completion handler gets the whole, once, and the delegate nothing of response and data")
        func completionHandler() async throws {
            let delegate = EventDelegate()
            let session = FakeEngine("ab", "cd").session(delegate)
            let outcome = FirstAnswer<String>()
            session.dataTask(with: FakeEngine.url) { data, response, error in
                let status = (response as? HTTPURLResponse)?.statusCode ?? 0
                let isOnQueue = OperationQueue.current === session.delegateQueue
                outcome.give("\(text(data ?? Data())) \(status) \(error == nil) \(isOnQueue)")
            }.resume()
            #expect(await outcome.value == "abcd 200 true true")
            #expect(delegate.events.values.isEmpty)
        }

        @Test(
            "the delegate's disposition decides on the body",
            arguments: [
                (1, ["response 200", "data ab", "complete"]),
                (0, ["response 200", "failed"]),
                (2, ["response 200", "becomes a download", "wrote 2 2/-1", "file ab", "complete"]),
            ])
        func dispositions(raw: Int, events: [String]) async throws {
            let delegate = try EventDelegate(disposition: #require(.init(rawValue: raw)))
            FakeEngine("ab").session(delegate).dataTask(with: FakeEngine.url).resume()
            await delegate.completion()
            #expect(delegate.events.values == events)
            #expect(delegate.errors.values.map(\.code) == (raw == 0 ? [.cancelled] : []))
        }

        @Test("a redirect that the delegate refuses is the response")
        func refusedRedirect() async throws {
            final class Refusing: NSObject, URLSessionTaskDelegate {
                func urlSession(
                    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
                    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
                ) { completionHandler(nil) }
            }
            let engine = FakeEngine { request, run in
                let next = await run.willRedirect(FakeEngine.response(302), request)
                return (FakeEngine.response(next == nil ? 302 : 200), [])
            }
            let (_, response) = try await engine.session(Refusing()).data(from: FakeEngine.url)
            #expect((response as? HTTPURLResponse)?.statusCode == 302)
        }

        @Test("a task's own delegate is called instead of the session's")
        func taskDelegate() async throws {
            let (ofSession, ofTask) = (EventDelegate(), EventDelegate())
            let task = FakeEngine("ab").session(ofSession).dataTask(with: FakeEngine.url)
            task.delegate = ofTask
            task.resume()
            await ofTask.completion()
            #expect(ofTask.events.values == ["response 200", "data ab", "complete"])
            #expect(ofSession.events.values.isEmpty)
        }

        @Test("a failure is a URLError with ours beneath, and says which URL")
        func failure() async throws {
            let engine = FakeEngine { _, _ in throw MutualTLSError(.clientCertificateRejected, "refused") }
            let error = await #expect(throws: URLError.self) { try await engine.session().data(from: FakeEngine.url) }
            #expect(error?.code == .clientCertificateRejected)
            #expect((error?.userInfo[NSUnderlyingErrorKey] as? MutualTLSError)?.code == .clientCertificateRejected)
            #expect(error?.failingURL == FakeEngine.url)
            #expect(error?.localizedDescription == "refused")
        }

        @Test("the request's stream is sent first, the delegate's next")
        func bodyStreams() async throws {
            final class Streaming: NSObject, URLSessionTaskDelegate {
                func urlSession(
                    _ session: URLSession, task: URLSessionTask,
                    needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
                ) { completionHandler(InputStream(data: Data("second".utf8))) }
            }
            @Sendable func read(_ stream: InputStream?) -> String {
                guard let stream else { return "none" }
                var buffer = [UInt8](repeating: 0, count: 16)
                stream.open()
                let count = stream.read(&buffer, maxLength: 16)
                return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
            }
            let engine = FakeEngine { _, run in
                let texts = [read(await run.bodyStream()), read(await run.bodyStream())]
                return (FakeEngine.response(), [Data(texts.joined(separator: " ").utf8)])
            }
            var request = URLRequest(url: FakeEngine.url)
            request.httpBodyStream = InputStream(data: Data("first".utf8))
            let session = engine.session(Streaming())
            #expect(try await text(session.data(for: request).0) == "first second")
            let streamed = session.uploadTask(withStreamedRequest: request)
            #expect(streamed.countOfBytesExpectedToSend == NSURLSessionTransferSizeUnknown)
            let events = EventDelegate()
            streamed.delegate = events
            streamed.resume()
            await events.completion()
            // The task's own delegate has no such method, and Foundation asks the session's in its place.
            #expect(events.events.values.contains("data second second"))
        }
    }
#endif
