import Foundation
import MutualTLS
import MutualTLSDevServer
import MutualTLSDocumentScannerExample
import MutualTLSPKI
import PortableSecurity
import TestSupport
import Testing

/// The service of the example: it wants a client certificate, and reads every document as its holder's passport.
private func service(_ pki: TestPKI) throws -> DevServer {
    let identity = try pki.server()
    var configuration = DevServer.Configuration(
        certificateChainPEM: try identity.chainPEM, privateKeyPEM: try identity.privateKeyPEM,
        clientCertificateAuthoritiesPEM: try pki.root.certificatePEM)
    configuration.handler = { request, peer in
        guard request.method == "POST", request.body == Data("JPEG".utf8) else { return .text("no image", status: 422) }
        return .text(#"{"kind": "passport", "holder": "\#(peer.clientCertificate.subject ?? "")"}"#)
    }
    return DevServer(configuration)
}

/// An issued identity as the app finds it: base64 of a PKCS#12 file.
private func file(_ identity: IssuedIdentity, format: IssuedIdentity.PKCS12Format = .modern) throws -> String {
    try identity.pkcs12(password: "secret", format: format).base64EncodedString()
}

@Suite("A document scanner's SDK and its host app")
@MainActor
struct DocumentScannerTests {
    let pki: TestPKI
    let server: DevServer
    let url: URL
    let trust: ServerTrustPolicy

    init() throws {
        pki = try TestPKI()
        server = try service(pki)
        url = try server.start()
        trust = try .anchors(contentsOf: pki.root.certificatePEM)
    }

    @Test(
        "the app's identity is what the service sees",
        arguments: [IssuedIdentity.PKCS12Format.modern, .compatible])
    func capture(format: IssuedIdentity.PKCS12Format) async throws {
        let controller = ScannerViewController()
        // From the root itself: like the published sample, the app gives the leaf alone.
        try controller.loadIdentity(
            base64: file(pki.root.issueClient(name: "alice"), format: format), password: "secret")
        try controller.start(serviceURL: url, serverTrust: trust)
        try await controller.capture(Data("JPEG".utf8))
        #expect(controller.document?.kind == "passport")
        #expect(controller.document?.holder == "CN=alice")
        #expect(server.reports.map(\.clientCertificate.subject) == ["CN=alice"])
        let error = await #expect(throws: DocumentScanner.ServiceError.self) { try await controller.capture(Data()) }
        #expect(error?.status == 422)
    }

    @Test("without an identity the challenge is cancelled and that request fails")
    func noIdentity() async throws {
        let controller = ScannerViewController()
        try controller.start(serviceURL: url, serverTrust: trust)
        await #expect(throws: MutualTLSError(.noIdentity, "")) { try await controller.capture(Data("JPEG".utf8)) }
        #expect(controller.document == nil)
    }

    @Test("a controller that is gone ends the request with its name")
    func deallocated() async throws {
        var config = OnlineProcessingConfig(mode: .auto, serviceURL: url)
        config.serverTrust = trust
        var controller: ScannerViewController? = ScannerViewController()
        config.authenticationChallengeDelegate = controller
        let scanner = try DocumentScanner(config: config)
        controller = nil
        #expect(config.authenticationChallengeDelegate == nil)
        let error = await #expect(throws: MutualTLSError.self) { try await scanner.process(Data("JPEG".utf8)) }
        #expect(error?.code == .delegateDeallocated)
        #expect(error?.reason.contains("ScannerViewController") == true)
    }

    @Test("files that don't open are told apart")
    func unusableFiles() throws {
        typealias Failure = ScannerViewController.IdentityError
        let controller = ScannerViewController()
        let good = try file(pki.client())
        for (base64, password, expected) in [
            ("no base64!", "secret", Failure.notBase64), (good, "wrong", .importFailed(errSecAuthFailed)),
            ("bm8gZmlsZQ==", "secret", .importFailed(errSecDecode)),
        ] {
            #expect(throws: expected) { try controller.loadIdentity(base64: base64, password: password) }
        }
    }
}
