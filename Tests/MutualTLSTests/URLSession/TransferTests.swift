#if os(Linux)
    import Foundation
    import MutualTLSPKI
    import PortableSecurity
    import TestSupport
    import Testing

    @testable import MutualTLS

    /// Answers challenges, and writes the rest down.
    private final class TransferDelegate: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate {
        let challenges: ChallengeDelegate
        let sent = Recorder<Int64>()
        let events = Recorder<String>()
        let saved = Recorder<Data>()
        private let ended = FirstAnswer<Void>()
        private let password: URLCredential?

        init(_ challenges: ChallengeDelegate, password: URLCredential? = nil) {
            (self.challenges, self.password) = (challenges, password)
        }

        func end() async { _ = await ended.value }

        func urlSession(
            _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) { challenges.urlSession(session, didReceive: challenge, completionHandler: completionHandler) }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            let space = challenge.protectionSpace
            events.append("\(space.authenticationMethod) \(space.realm ?? "-") \(challenge.previousFailureCount)")
            challenge.previousFailureCount == 0
                ? completionHandler(.useCredential, password) : completionHandler(.performDefaultHandling, nil)
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            events.append("redirect \(request.url?.path ?? "")")
            completionHandler(request)
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didSendBodyData bytes: Int64, totalBytesSent: Int64,
            totalBytesExpectedToSend: Int64
        ) { sent.append(totalBytesSent) }

        func urlSession(
            _ session: URLSession, downloadTask: URLSessionDownloadTask, didResumeAtOffset offset: Int64,
            expectedTotalBytes: Int64
        ) { events.append("resumed, \(offset > 0), of \(expectedTotalBytes)") }

        func urlSession(
            _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
        ) {
            let mode = (try? FileManager.default.attributesOfItem(atPath: location.path)[.posixPermissions]) as? Int
            events.append("file \(String(mode ?? 0, radix: 8))")
            if let data = try? Data(contentsOf: location) { saved.append(data) }
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            events.append((error as? URLError).map { "failed \($0.code.name)" } ?? "complete")
            ended.give(())
        }
    }

    @Suite("Transfers of the URLSession over nginx", .needs(.nginx, cases: 6))
    struct TransferTests {
        private let pki: TestPKI
        private let folder: TemporaryFolder

        init() throws {
            pki = try TestPKI()
            folder = try TemporaryFolder()
        }

        private func session(password: URLCredential? = nil) throws -> (URLSession, TransferDelegate) {
            let challenges = try ChallengeDelegate(pki, ClientIdentity(pki.client()))
            let delegate = TransferDelegate(challenges, password: password)
            return (URLSession.mutualTLS(configuration: .ephemeral, delegate: delegate), delegate)
        }

        /// nginx with a file of so many bytes at /big, sent slowly.
        private func server(size: Int) throws -> (NginxServer, Data) {
            let data = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) })
            try folder.write(data, "big")
            return (
                try NginxServer(pki, locations: "location /big { root \(folder.path("")); limit_rate 400k; }"), data
            )
        }

        @Test("a download is saved for the owner alone, and gone after the delegate returns")
        func download() async throws {
            let (nginx, data) = try server(size: 100_000)
            let (session, delegate) = try session()
            let task = session.downloadTask(with: nginx.url("/big"))
            task.resume()
            await delegate.end()
            #expect(delegate.events.values == ["file 600", "complete"])
            #expect(delegate.saved.values == [data])
            #expect(task.countOfBytesReceived == 100_000 && task.countOfBytesExpectedToReceive == 100_000)
            let (file, _) = try await session.download(from: nginx.url("/big"))
            #expect(try Data(contentsOf: file) == data)
            try FileManager.default.removeItem(at: file)
        }

        @Test("a cancelled download goes on where it was, with the bytes that are missing")
        func resume() async throws {
            let (nginx, data) = try server(size: 1_000_000)
            let (first, _) = try session()
            // One that has all of the file by the time it is cancelled has nothing to go on with: another is tried then.
            var resumed: Data?
            for _ in 0..<50 where resumed == nil {
                let task = first.downloadTask(with: nginx.url("/big"))
                task.resume()
                while task.countOfBytesReceived == 0 { await Task.yield() }
                let resumeData = FirstAnswer<Data>()
                task.cancel { resumeData.give($0) }
                resumed = await resumeData.value
            }
            let left = try #require(resumed)
            #expect(!text(left).contains("Authorization"))

            let (second, delegate) = try session()
            second.downloadTask(withResumeData: left).resume()
            await delegate.end()
            #expect(delegate.events.values == ["resumed, true, of 1000000", "file 600", "complete"])
            #expect(delegate.saved.values == [data])
        }

        @Test(
            "resume data of somebody else's is refused, and names no file of another kind",
            arguments: ["junk", "passwd"])
        func foreignResumeData(kind: String) async throws {
            let (session, delegate) = try session()
            var data = Data("junk".utf8)
            if kind == "passwd" {
                let named = ResumeData(
                    url: FakeEngine.url, headers: [:], fileName: "../etc/passwd", validator: "\"x\"")
                data = try #require(named.encoded)
            }
            session.downloadTask(withResumeData: data).resume()
            await delegate.end()
            #expect(delegate.events.values == ["failed \(URLError.Code.unsupportedURL.rawValue)"])
        }

        @Test("an upload from a file tells how far it is, and the request follows a redirect with its body")
        func upload() async throws {
            let nginx = try NginxServer(
                pki,
                locations: """
                    client_max_body_size 10m;
                    location /old { return 307 /new; }
                    location /new { proxy_pass https://127.0.0.1:$server_port/echo; proxy_ssl_verify off; }
                    """)
            let (session, delegate) = try session()
            let file = try folder.write(Data(repeating: 7, count: 2_000_000), "body")
            var request = URLRequest(url: nginx.url("/old"))
            request.httpMethod = "POST"
            let task = session.uploadTask(with: request, fromFile: file)
            task.resume()
            await delegate.end()
            #expect(delegate.events.values == ["redirect /new", "complete"])
            #expect(delegate.sent.values.max() == 2_000_000 && task.countOfBytesExpectedToSend == 2_000_000)
            #expect(task.currentRequest?.url?.path == "/new" && task.originalRequest?.url?.path == "/old")
        }

        @Test("a demand for a password goes to the task's method, and is answered beside the certificate")
        func password() async throws {
            let users = try folder.write(Data("ann:{PLAIN}secret\n".utf8), "users")
            let nginx = try NginxServer(
                pki,
                locations: """
                    location /private { auth_basic "here"; auth_basic_user_file \(users.path); alias \(folder.path("")); }
                    """)
            try folder.write(Data("inside".utf8), "page")
            let (session, delegate) = try session(
                password: URLCredential(user: "ann", password: "secret", persistence: .forSession))
            let (data, response) = try await session.data(from: nginx.url("/private/page"))
            #expect((response as? HTTPURLResponse)?.statusCode == 200 && text(data) == "inside")
            #expect(delegate.events.values == ["NSURLAuthenticationMethodHTTPBasic here 0"])
            let (wrong, other) = try self.session(
                password: URLCredential(user: "ann", password: "wrong", persistence: .forSession))
            let (_, refused) = try await wrong.data(from: nginx.url("/private/page"))
            #expect((refused as? HTTPURLResponse)?.statusCode == 401)
            #expect(other.events.values.map { $0.suffix(1) } == ["0", "1"])
        }

        @Test("a session over the transport goes away when nobody holds it, though its connection was kept")
        func lifetime() async throws {
            let nginx = try NginxServer(pki)
            weak var held: URLSession?
            do {
                let (session, _) = try session()
                held = session
                #expect(try await text(session.data(from: nginx.url()).0).hasPrefix("SUCCESS"))
            }
            for _ in 0..<500 where held != nil { try await Task.sleep(nanoseconds: 10_000_000) }
            #expect(held == nil)
        }
    }
#endif
