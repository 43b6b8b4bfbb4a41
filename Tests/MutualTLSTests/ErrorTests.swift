import Foundation
import MutualTLSPKI
import PortableSecurity
import TestSupport
import Testing

@testable import MutualTLS

@Suite("Errors")
struct ErrorTests {
    @Test("a description is one line that controls no terminal, whatever names are in it")
    func oneLine() {
        let error = MutualTLSError(.noIdentity, "no \"a\nb\u{1B}[2J\u{202E}c\"", hint: "try ä 🔑")
        #expect(error.description == "no \"a\\u{a}b\\u{1b}[2J\\u{202e}c\"; try ä 🔑")
        #expect(error.errorDescription == error.description)
        #expect(!error.debugDescription.contains("\n"))
    }

    @Test("equal are errors of one code, whatever they say")
    func equality() {
        let first = MutualTLSError(.timedOut, "one", hint: "a", alert: "b", underlying: URLError(.timedOut))
        #expect(first == MutualTLSError(.timedOut, "two"))
        #expect(first != MutualTLSError(.cancelled, "one", hint: "a", alert: "b", underlying: URLError(.timedOut)))
    }

    @Test("the description is reason and hint; only the one for debugging shows what lies below")
    func descriptions() {
        struct Below: Error, CustomStringConvertible { let description = "details" }
        let bare = MutualTLSError(.timedOut, "nothing came")
        #expect(bare.description == "nothing came" && bare.localizedDescription == "nothing came")
        #expect(bare.debugDescription == "MutualTLSError.timedOut: nothing came")
        let full = MutualTLSError(.timedOut, "nothing came", hint: "wait", underlying: Below())
        #expect("\(full)" == "nothing came; wait" && full.localizedDescription == "nothing came; wait")
        #expect(String(reflecting: full) == "MutualTLSError.timedOut: nothing came; wait (underlying: details)")
    }

    @Test(
        "a page that is really a refusal is told as one",
        arguments: [
            (400, "<center>No required SSL certificate was sent</center>", .clientCertificateRequired),
            (496, "", .clientCertificateRequired), (400, "The SSL certificate error", .clientCertificateRejected),
            (495, "anything", .clientCertificateRejected),
            (400, "The plain HTTP request was sent to HTTPS port", .noCommonProtocol), (497, "", .noCommonProtocol),
            (400, "", nil), (400, "{\"error\": \"certificate\"}", nil),
            (403, "No required SSL certificate was sent", nil),
            (200, "No required SSL certificate was sent", nil), (494, "", nil), (498, "", nil), (500, "", nil),
        ] as [(Int, String, MutualTLSError.Code?)])
    func refusals(status: Int, page: String, code: MutualTLSError.Code?) throws {
        let url = try #require(URL(string: "https://a.example/"))
        let response = try #require(
            HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil))
        for body in [Data(page.utf8), Data(repeating: 0x20, count: 4_000) + Data(page.utf8)] {
            let error = MutualTLSError(refusedBy: response, body: body, identity: nil)
            // Only the beginning of a page is looked at.
            if body.count <= 4_096 {
                #expect(error?.code == code)
                #expect(error == nil || error?.hint != nil)
                #expect(error?.reason.contains("\(status)") ?? true || code == .noCommonProtocol)
            }
        }
    }

    @Test("the hint of a refusal is about the certificate that was sent")
    func hints() throws {
        let pki = try TestPKI()
        let rows: [(ClientIdentity?, String)] = [
            (nil, "ask the server's operator which CA it accepts"),
            (try ClientIdentity(pki.expiredClient()), "the certificate \"expired\": it expired on"),
            (try ClientIdentity(pki.serverOnlyClient()), "serverAuth and lacks clientAuth"),
            (try ClientIdentity(pki.client(), includesIntermediates: false), "no intermediate was sent with it"),
            (try ClientIdentity(pki.client()), "whether it is revoked"),
        ]
        for (identity, words) in rows {
            let hint = MutualTLSError.hint(.clientCertificateRejected, identity)
            #expect(hint?.contains(words) == true, "\(hint ?? "none")")
        }
        #expect(MutualTLSError.hint(.clientCertificateRequired, nil)?.contains("origins") == true)
        #expect(MutualTLSError.hint(.timedOut, nil) == nil)
    }

    @Test(
        "URLSession's errors are told apart by their code",
        arguments: [
            (.cancelled, .cancelled), (.timedOut, .timedOut), (.cannotFindHost, .cannotFindHost),
            (.dnsLookupFailed, .cannotFindHost), (.cannotConnectToHost, .cannotConnect),
            (.networkConnectionLost, .connectionLost), (.notConnectedToInternet, .connectionLost),
            (.secureConnectionFailed, .handshakeFailed), (.serverCertificateUntrusted, .serverNotTrusted),
            (.serverCertificateHasBadDate, .serverNotTrusted), (.serverCertificateNotYetValid, .serverNotTrusted),
            (.serverCertificateHasUnknownRoot, .serverNotTrusted),
            (.clientCertificateRejected, .clientCertificateRejected),
            (.clientCertificateRequired, .clientCertificateRequired), (.badServerResponse, .badResponse),
            (.badURL, .invalidRequest), (.unsupportedURL, .invalidRequest), (.unknown, .connectionLost),
        ] as [(URLError.Code, MutualTLSError.Code)])
    func urlErrors(code: URLError.Code, expected: MutualTLSError.Code) throws {
        let request = URLRequest(url: try #require(URL(string: "https://a.example/secret?token=s3cret")))
        let error = MutualTLSError(urlError: URLError(code), request)
        #expect(error.code == expected)
        #expect(error.reason.contains("a.example") && !error.reason.contains("s3cret"))
        #expect((error.underlying as? URLError)?.code == code)
    }

    @Test("an error of another kind, and none at all, are a lost connection")
    func otherErrors() throws {
        let request = URLRequest(url: try #require(URL(string: "https://a.example/")))
        #expect(MutualTLSError(urlError: nil, request).code == .connectionLost)
        let other = NSError(domain: "other", code: URLError.Code.timedOut.rawValue)
        #expect(MutualTLSError(urlError: other, request).code == .connectionLost)
    }
}
