import Foundation
import PortableSecurity
import Testing

@testable import MutualTLS

@Suite("Interceptors")
struct RequestInterceptorTests {
    typealias Outcome = Result<HTTPURLResponse, MutualTLSError>

    /// Does what a closure says, and notes what it sees.
    struct Scripted: RequestInterceptor {
        let name: String
        let log: Recorder<String>
        var action: @Sendable (URLRequest) async throws -> InterceptedRequest = { .proceed($0) }

        func intercept(_ request: URLRequest) async throws -> InterceptedRequest {
            log.append("\(name) sees \(request.url?.absoluteString ?? "")")
            return try await action(request)
        }

        func didComplete(_ request: URLRequest, with outcome: Outcome) async {
            let end =
                switch outcome {
                case .success(let response): "\(response.statusCode)"
                case .failure(let error): error.code.description
                }
            log.append("\(name) is told \(end) for \(request.url?.absoluteString ?? "")")
        }
    }

    /// Has neither a name nor an interest in the end.
    struct Plain: RequestInterceptor {
        func intercept(_ request: URLRequest) async throws -> InterceptedRequest { throw CocoaError(.fileNoSuchFile) }
    }

    private let log = Recorder<String>()

    private func request(_ text: String) throws -> URLRequest { URLRequest(url: try #require(URL(string: text))) }

    private func response(_ status: Int, _ request: URLRequest) throws -> HTTPURLResponse {
        let url = try #require(request.url)
        return try #require(HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: nil))
    }

    /// Appends to the path, which shows the order.
    private func appending(_ name: String) -> Scripted {
        Scripted(name: name, log: log) { request in
            var request = request
            request.url?.appendPathComponent(name)
            request.setValue("1", forHTTPHeaderField: name)
            return .proceed(request)
        }
    }

    @Test("each sees what the one before it left, and they are told of the end in the opposite order")
    func order() async throws {
        let chain = InterceptorChain(interceptors: [appending("a"), appending("b")])
        let prepared = try await chain.prepare(request("https://h/"))
        #expect(prepared.request.url?.absoluteString == "https://h/a/b")
        #expect(prepared.request.value(forHTTPHeaderField: "a") == "1")
        #expect(prepared.answer == nil)
        #expect(log.values == ["a sees https://h/", "b sees https://h/a"])
        await prepared.report(.success(try response(404, prepared.request)))
        #expect(log.values.dropFirst(2) == ["b is told 404 for https://h/a/b", "a is told 404 for https://h/a"])
    }

    @Test("without interceptors the request is as it was")
    func none() async throws {
        let prepared = try await InterceptorChain(interceptors: []).prepare(request("https://h/x"))
        #expect(try prepared.request == request("https://h/x"))
    }

    @Test("one that answers itself ends the chain, and is told with those before it")
    func answer() async throws {
        let given = try response(200, request("https://h/"))
        let stub = Scripted(name: "stub", log: log) { _ in .respond(Data("stubbed".utf8), given) }
        let chain = InterceptorChain(interceptors: [appending("a"), stub, appending("never")])
        let prepared = try await chain.prepare(request("https://h/"))
        #expect(prepared.answer?.body == Data("stubbed".utf8))
        #expect(prepared.answer?.response === given)
        await prepared.report(.success(given))
        #expect(
            log.values == [
                "a sees https://h/", "stub sees https://h/a", "stub is told 200 for https://h/a",
                "a is told 200 for https://h/a",
            ])
    }

    @Test("one that throws ends the request with its name and its error, and only those before it are told")
    func refusal() async throws {
        let refusing = Scripted(name: "quota", log: log) { _ in throw URLError(.dataNotAllowed) }
        let chain = InterceptorChain(interceptors: [appending("a"), refusing, appending("never")])
        let error = try await #require(throws: MutualTLSError.self) { try await chain.prepare(request("https://h/")) }
        #expect(error.code == .interceptorFailed)
        #expect(error.reason == "the interceptor quota refused the request to h, or failed")
        #expect((error.underlying as? URLError)?.code == .dataNotAllowed)
        #expect(
            log.values == [
                "a sees https://h/", "quota sees https://h/a", "a is told interceptorFailed for https://h/a",
            ])
    }

    @Test("what an error of ours says is in the reason, what another says is not")
    func details() async throws {
        let ours = Scripted(name: "ours", log: log) { _ in throw MutualTLSError(.noIdentity, "the vault is shut") }
        let theirs = Scripted(name: "theirs", log: log) { _ in
            throw NSError(domain: "D", code: 1, userInfo: [NSLocalizedDescriptionKey: "token=hunter2"])
        }
        for (interceptor, isTold) in [(ours, true), (theirs, false)] {
            let chain = InterceptorChain(interceptors: [interceptor])
            let error = try await #require(throws: MutualTLSError.self) {
                try await chain.prepare(request("https://h/"))
            }
            #expect(error.description.contains("the vault is shut") == isTold)
            #expect(!error.description.contains("hunter2"))
        }
    }

    @Test("an interceptor without a name is called by its type")
    func typeName() async throws {
        let chain = InterceptorChain(interceptors: [Plain()])
        let error = try await #require(throws: MutualTLSError.self) { try await chain.prepare(request("https://h/")) }
        #expect(error.reason.hasPrefix("the interceptor Plain refused the request to h"))
    }

    @Test("a cancelled task ends while an interceptor delays its request, and before the next one sees it")
    func cancellation() async throws {
        let request = try request("https://h/")
        let slow = Scripted(name: "slow", log: log) { request in
            withUnsafeCurrentTask { $0?.cancel() }
            try await Task.sleep(nanoseconds: 3_600_000_000_000)
            return .proceed(request)
        }
        let rude = Scripted(name: "rude", log: log) { request in
            withUnsafeCurrentTask { $0?.cancel() }
            return .proceed(request)
        }
        for first in [slow, rude] {
            let chain = InterceptorChain(interceptors: [first, appending("never")])
            let error = await Task { await #expect(throws: MutualTLSError.self) { try await chain.prepare(request) } }
                .value
            #expect(error?.code == .cancelled)
        }
        #expect(
            log.values == ["slow sees https://h/", "rude sees https://h/", "rude is told cancelled for https://h/"])
    }

    @Test("an interceptor that throws CancellationError by itself has failed: nobody cancelled")
    func falseCancellation() async throws {
        let chain = InterceptorChain(
            interceptors: [Scripted(name: "odd", log: log) { _ in throw CancellationError() }])
        let error = try await #require(throws: MutualTLSError.self) { try await chain.prepare(request("https://h/")) }
        #expect(error.code == .interceptorFailed)
    }

    @Test("an interceptor that sends a request elsewhere doesn't take the identity there")
    func scope() async throws {
        let elsewhere = try request("https://evil.example/")
        let chain = InterceptorChain(interceptors: [Scripted(name: "detour", log: log) { _ in .proceed(elsewhere) }])
        let asked = try request("https://h/")
        let detour = try await chain.prepare(asked).request
        #expect(detour.url?.host == "evil.example")
        #expect(!IdentityScope(origins: nil, requested: asked).allows(detour))
        #expect(!IdentityScope(origins: [Origin(host: "h")], requested: asked).allows(detour))
        #expect(IdentityScope(origins: [Origin(host: "evil.example")], requested: asked).allows(detour))
    }

    @Test(
        "an identity goes to the session's origins, else to the requested one, and never by plain http",
        arguments: [
            (nil, "https://h/", "https://h/other", true), (nil, "https://h/", "https://h:443/", true),
            (nil, "https://h/", "https://H./", true), (nil, "https://h/", "https://h:8443/", false),
            (nil, "https://h/", "http://h/", false), (nil, "http://h/", "https://h/", false),
            (nil, "https://h/", "wss://h/", true), (nil, "https://h/", "https://x.h/", false),
            (["a"], "https://h/", "https://h/", false), (["a"], "https://h/", "https://a/", true),
            (["a"], "http://a/", "http://a/", false), ([], "https://h/", "https://h/", false),
        ] as [([String]?, String, String, Bool)])
    func origins(_ row: (hosts: [String]?, requested: String, url: String, isAllowed: Bool)) throws {
        let origins = row.hosts.map { Set($0.map { Origin(host: $0) }) }
        let scope = try IdentityScope(origins: origins, requested: request(row.requested))
        #expect(try scope.allows(request(row.url)) == row.isAllowed)
    }
}
