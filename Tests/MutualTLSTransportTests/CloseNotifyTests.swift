import Foundation
import MutualTLSOpenSSL
import MutualTLSTransport
import TestSupport
import Testing

@Suite("Whether a server said that it has sent everything")
struct CloseNotifyTests {
    @Test(
        "close_notify is seen where it came, and missed where the connection was cut off",
        arguments: [TLSVersion.v1_2, .v1_3], [true, false])
    func closeNotify(version: TLSVersion, isPolite: Bool) async throws {
        let pki = try TestPKI()
        let server = try HostileServer(
            [.handshake, .request, .send("HTTP/1.1 200 OK\r\n\r\nall")] + (isPolite ? [] : [.close]),
            tls: .init(pki, version: version))
        let transport = try Transport(handler: Answers(pki.client()))
        let result = await Task { try await transport.perform(TransportRequest(url: server.url())) }.result
        let facts =
            switch result {
            case .success(let response): response.handshake
            case .failure(let error): (error as? TransportError)?.handshake
            }
        #expect(facts?.hasCloseNotify == isPolite)
    }
}
