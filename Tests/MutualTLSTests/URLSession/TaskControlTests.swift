#if os(Linux)
    import Foundation
    import PortableSecurity
    import Testing

    @testable import MutualTLS

    @Suite("Tasks of the URLSession: control")
    struct TaskControlTests {
        /// A server that never answers.
        private static let silent = FakeEngine { _, _ in
            try await Task.sleep(nanoseconds: 600_000_000_000)
            return (FakeEngine.response(), [])
        }

        @Test("a cancelled task ends as cancelled, whether it was resumed or not", arguments: [true, false])
        func cancel(isResumed: Bool) async throws {
            let delegate = EventDelegate()
            let task = Self.silent.session(delegate).dataTask(with: FakeEngine.url)
            if isResumed { task.resume() }
            task.cancel()
            await delegate.completion()
            #expect(delegate.errors.values.map(\.code) == [.cancelled])
            #expect(task.state == .completed && (task.error as? URLError)?.code == .cancelled)
            task.resume()
            task.cancel()
            #expect(task.state == .completed && delegate.events.values == ["failed"])
        }

        @Test("cancelling its progress or the Swift task that waits cancels a task")
        func otherCancels() async throws {
            let delegate = EventDelegate()
            let task = Self.silent.session(delegate).dataTask(with: FakeEngine.url)
            task.resume()
            task.progress.cancel()
            await delegate.completion()
            #expect(delegate.errors.values.map(\.code) == [.cancelled])

            let session = Self.silent.session()
            let waiting = Task { try await session.data(from: FakeEngine.url) }
            while session.tasks.all.isEmpty { await Task.yield() }
            waiting.cancel()
            let error = await #expect(throws: URLError.self) { try await waiting.value }
            #expect(error?.code == .cancelled)
            while !session.tasks.all.isEmpty { await Task.yield() }
        }

        @Test("a suspended task stands still, and goes on after as many resumes")
        func suspend() async throws {
            let delegate = EventDelegate()
            let isInside = FirstAnswer<Void>()
            let mayGoOn = FirstAnswer<Void>()
            let engine = FakeEngine { _, _ in
                isInside.give(())
                _ = await mayGoOn.value
                return (FakeEngine.response(), [Data("ab".utf8)])
            }
            let task = engine.session(delegate).dataTask(with: FakeEngine.url)
            task.suspend()
            task.resume()
            #expect(task.state == .suspended && engine.requests.values.isEmpty)
            task.resume()
            _ = await isInside.value
            task.suspend()
            mayGoOn.give(())
            while delegate.events.values.isEmpty { await Task.yield() }
            for _ in 0..<100 { await Task.yield() }
            #expect(delegate.events.values == ["response 200"] && task.state == .suspended)
            task.resume()
            await delegate.completion()
            #expect(delegate.events.values == ["response 200", "data ab", "complete"])
        }

        @Test("what a task carries for its owner is kept")
        func properties() throws {
            let session = FakeEngine().session()
            let request = URLRequest(url: FakeEngine.url)
            let tasks: [URLSessionTask] = [
                session.dataTask(with: request), session.uploadTask(with: request, from: Data()),
                session.downloadTask(with: request), session.webSocketTask(with: request),
            ]
            #expect(tasks.map(\.taskIdentifier) == [1, 2, 3, 4])
            for task in tasks {
                #expect(task.originalRequest == request && task.currentRequest == request)
                #expect(task.priority == URLSessionTask.defaultPriority)
                task.priority = 7
                task.taskDescription = "mine"
                task.countOfBytesClientExpectsToSend = 3
                task.countOfBytesClientExpectsToReceive = 4
                #expect(task.priority == 1 && task.taskDescription == "mine")
                #expect(task.countOfBytesClientExpectsToSend == 3 && task.countOfBytesClientExpectsToReceive == 4)
                #expect(task.copy() as? URLSessionTask === task)
            }
        }

        @Test("a session names its tasks until they are complete")
        func allTasks() async throws {
            let session = Self.silent.session()
            let request = URLRequest(url: FakeEngine.url)
            let data = session.dataTask(with: request)
            let upload = session.uploadTask(with: request, from: Data())
            let download = session.downloadTask(with: request)
            for task in [data, upload, download] { task.resume() }
            let all = FirstAnswer<[URLSessionTask]>()
            session.getAllTasks { all.give($0) }
            #expect(await all.value == [data, upload, download])
            let kinds = FirstAnswer<[[URLSessionTask]]>()
            session.getTasksWithCompletionHandler { kinds.give([$0, $1, $2]) }
            #expect(await kinds.value == [[data], [upload], [download]])
            session.invalidateAndCancel()
            while !session.tasks.all.isEmpty { await Task.yield() }
        }

        @Test("finishing lets tasks end and then lets go of the delegate; later tasks fail")
        func finish() async throws {
            let mayGoOn = FirstAnswer<Void>()
            let engine = FakeEngine { _, _ in
                _ = await mayGoOn.value
                return (FakeEngine.response(), [Data("ab".utf8)])
            }
            let delegate = EventDelegate()
            let session = engine.session(delegate)
            session.dataTask(with: FakeEngine.url).resume()
            session.finishTasksAndInvalidate()
            #expect(session.delegate != nil && engine.ends.values.isEmpty)
            mayGoOn.give(())
            await delegate.invalidation()
            #expect(delegate.events.values == ["response 200", "data ab", "complete", "invalid"])
            #expect(engine.ends.values == [false])
            let error = await #expect(throws: URLError.self) { try await session.data(from: FakeEngine.url) }
            #expect(error?.code == .cancelled)
            #expect(session.delegate == nil)
        }

        @Test("invalidating cancels the tasks first")
        func invalidate() async throws {
            let delegate = EventDelegate()
            let session = Self.silent.session(delegate)
            session.dataTask(with: FakeEngine.url).resume()
            session.invalidateAndCancel()
            await delegate.invalidation()
            #expect(delegate.events.values == ["failed", "invalid"])
        }

        @Test("a session that nobody holds goes away once its tasks are done, also those never resumed")
        func lifetime() async throws {
            let engine = FakeEngine("ab")
            weak var session: MutualTLSURLSession?
            do {
                let made = engine.session()
                session = made
                _ = made.dataTask(with: FakeEngine.url)
                let (data, _) = try await made.data(from: FakeEngine.url)
                #expect(text(data) == "ab")
            }
            for _ in 0..<100_000 where session != nil { await Task.yield() }
            #expect(session == nil)
            #expect(engine.ends.values == [true])
        }

        @Test("flush and reset answer on the delegate queue, and reset forgets cookies and passwords")
        func reset() async throws {
            let session = FakeEngine().session()
            let space = URLProtectionSpace(
                host: "server.test", port: 443, protocol: "https", realm: "r",
                authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
            let storage = try #require(session.configuration.urlCredentialStorage)
            storage.set(URLCredential(user: "u", password: "p", persistence: .forSession), for: space)
            let isOnQueue = FirstAnswer<Bool>()
            session.reset { isOnQueue.give(OperationQueue.current === session.delegateQueue) }
            #expect(await isOnQueue.value == true)
            #expect(storage.credentials(for: space)?.isEmpty ?? true)
            let flushed = FirstAnswer<Bool>()
            session.flush { flushed.give(OperationQueue.current === session.delegateQueue) }
            #expect(await flushed.value == true)
        }
    }
#endif
