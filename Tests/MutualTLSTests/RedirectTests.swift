import Foundation
import PortableSecurity
import Testing

@testable import MutualTLS

@Suite("Redirects")
struct RedirectTests {
    private func redirect(
        _ status: Int, from: String = "https://a.example/x", to location: String?, method: String = "GET",
        headers: [String: String] = [:]
    ) throws -> Redirect {
        var request = URLRequest(url: try #require(URL(string: from)))
        request.httpMethod = method
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let fields = location.map { ["Location": $0] } ?? [:]
        let response = HTTPURLResponse(
            url: try #require(request.url), statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)
        return Redirect(after: try #require(response), to: request)
    }

    private func next(_ redirect: Redirect) throws -> URLRequest {
        guard case .follow(let request, _) = redirect else { throw Unexpected(redirect: "\(redirect)") }
        return request
    }

    struct Unexpected: Error { let redirect: String }

    @Test(
        "methods become GET as browsers have them, and 307 and 308 keep them",
        arguments: [
            (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (303, "PUT", "GET"),
            (307, "POST", "POST"),
            (308, "PUT", "PUT"), (301, "PUT", "PUT"), (302, "GET", "GET"), (303, "HEAD", "HEAD"),
        ])
    func methods(status: Int, method: String, expected: String) throws {
        let redirect = try redirect(status, to: "/y", method: method)
        let request = try next(redirect)
        #expect(request.httpMethod == expected)
        #expect(request.url?.absoluteString == "https://a.example/y")
        guard case .follow(_, let keepsBody) = redirect else { return }
        #expect(keepsBody == (expected == method))
    }

    @Test("secrets in headers stay at their origin")
    func headers() throws {
        let secret = ["Authorization": "Bearer x", "Cookie": "a=b", "X-Tag": "t"]
        let same = try next(redirect(302, to: "/y", headers: secret))
        #expect(same.value(forHTTPHeaderField: "Authorization") == "Bearer x")
        for target in ["https://b.example/", "https://a.example:8443/"] {
            let other = try next(redirect(302, to: target, headers: secret))
            #expect(other.value(forHTTPHeaderField: "Authorization") == nil)
            #expect(other.value(forHTTPHeaderField: "Cookie") == nil)
            #expect(other.value(forHTTPHeaderField: "X-Tag") == "t")
        }
    }

    @Test("secrets stay at their host over plain http too")
    func plainHeaders() throws {
        let secret = ["Authorization": "Bearer x"]
        let same = try next(redirect(302, from: "http://a.example/", to: "/y", headers: secret))
        #expect(same.value(forHTTPHeaderField: "Authorization") == "Bearer x")
        for target in ["http://b.example/", "http://a.example:81/", "https://a.example/"] {
            let other = try next(redirect(302, from: "http://a.example/", to: target, headers: secret))
            #expect(other.value(forHTTPHeaderField: "Authorization") == nil)
        }
    }

    @Test("https never goes on as http, nor as anything else", arguments: ["http://a.example/", "ftp://a.example/"])
    func downgrade(target: String) throws {
        guard case .refuse(let error) = try redirect(302, to: target) else {
            Issue.record("\(target) was followed")
            return
        }
        #expect(error.code == .insecureRedirect)
    }

    @Test("http may become https, and stay http")
    func upgrade() throws {
        #expect(try next(redirect(301, from: "http://a.example/", to: "https://a.example/")).url?.scheme == "https")
        #expect(try next(redirect(301, from: "http://a.example/", to: "/y")).url?.scheme == "http")
    }

    @Test("a redirect without a target, and other responses, are final", arguments: [200, 300, 304, 400])
    func final(status: Int) throws {
        guard case .none = try redirect(status, to: "/y") else {
            Issue.record("\(status) was followed")
            return
        }
        guard case .none = try redirect(302, to: nil) else {
            Issue.record("302 without Location was followed")
            return
        }
    }
}
