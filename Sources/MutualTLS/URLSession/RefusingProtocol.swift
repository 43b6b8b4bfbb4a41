#if os(Linux)
    import Foundation
    import PortableSecurity

    /// Stands where FoundationNetworking would load a request by itself: without the certificate, without our challenges.
    /// Whatever of `URLSession` can't be overridden ends here.
    final class RefusingProtocol: URLProtocol {
        override static func canInit(with request: URLRequest) -> Bool { true }
        override static func canonicalRequest(for request: URLRequest) -> URLRequest { request }

        override func startLoading() {
            let error = MutualTLSError(
                .unavailable, "this method of URLSession would go to the network without mutual TLS",
                hint: "import MutualTLS where it is called, instead of FoundationNetworking")
            client?.urlProtocol(self, didFailWithError: URLError(error, url: request.url))
        }

        override func stopLoading() {}
    }
#endif
