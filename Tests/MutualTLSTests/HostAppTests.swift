import MutualTLS
import MutualTLSPKI
import PortableSecurity
import TestSupport
import Testing

// MARK: An SDK that makes requests of its own, and never holds a key

/// The settings of an SDK's online processing: it keeps the app's delegates weakly.
final class OnlineProcessingConfig {
    let serviceURL: URL
    weak var authenticationChallengeDelegate: (any MutualTLS.URLAuthenticationChallengeDelegate)?

    init(serviceURL: URL) { self.serviceURL = serviceURL }
}

/// What the SDK does with them.
struct OnlineProcessing {
    let session: MutualTLSSession
    let url: URL

    init(_ config: OnlineProcessingConfig, serverTrust: ServerTrustPolicy) throws {
        url = config.serviceURL
        if let delegate = config.authenticationChallengeDelegate {
            session = try MutualTLSSession(delegate: delegate, serverTrust: serverTrust)
        } else {
            session = try MutualTLSSession(serverTrust: serverTrust)
        }
    }

    func process(_ image: Data) async throws -> (Data, HTTPURLResponse) {
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBody = image
        return try await session.data(for: request)
    }
}

// MARK: The host app, written as for iOS

enum IdentityLoader {
    /// The first identity of a PKCS#12 file that is shipped as base64.
    static func identity(base64: String, password: String) -> SecIdentity? {
        guard let data = Data(base64Encoded: base64) else { return nil }
        let options = [kSecImportExportPassphrase as String: password]
        var items: CFArray?
        let status = SecPKCS12Import(data as CFData, options as CFDictionary, &items)
        guard status == errSecSuccess, let entries = items as? [[String: Any]], let first = entries.first,
            let value = first[kSecImportItemIdentity as String]
        else { return nil }
        return (value as! SecIdentity)
    }
}

@MainActor
final class ScannerViewController: NSObject {
    let identity: SecIdentity?
    private(set) var methods: [String] = []

    init(identity: SecIdentity?) { self.identity = identity }
}

extension ScannerViewController: MutualTLS.URLAuthenticationChallengeDelegate {
    func credential(for challenge: URLAuthenticationChallenge) -> URLCredential? {
        methods.append(challenge.protectionSpace.authenticationMethod)
        switch challenge.protectionSpace.authenticationMethod {
        case NSURLAuthenticationMethodClientCertificate:
            guard let identity else { return nil }
            return URLCredential(identity: identity, certificates: nil, persistence: .forSession)
        default:
            return nil
        }
    }
}

@Suite("A host app and an SDK, as on iOS", .needs(.nginx, cases: 3))
@MainActor
struct HostAppTests {
    @Test("the app's identity reaches the server, and the key stays with the app")
    func identity() async throws {
        let pki = try TestPKI()
        let nginx = try NginxServer(pki)
        // Without intermediates in the credential, as published: so the leaf's issuer must be the server's anchor.
        let base64 = try pki.root.issueClient(name: "scanner").pkcs12(password: "secret").base64EncodedString()
        let controller = ScannerViewController(
            identity: IdentityLoader.identity(base64: base64, password: "secret"))
        #expect(controller.identity != nil)
        let config = OnlineProcessingConfig(serviceURL: nginx.url("/api/process"))
        config.authenticationChallengeDelegate = controller
        let (body, response) = try await OnlineProcessing(config, serverTrust: pki.trust).process(Data("image".utf8))
        #expect(response.statusCode == 200)
        #expect(text(body).hasPrefix("SUCCESS|CN=scanner|"))
        #expect(controller.methods == [NSURLAuthenticationMethodClientCertificate])
        #expect(nginx.log().first?.path == "/api/process")
    }

    @Test("an app without a usable identity answers nil, and that request fails")
    func noIdentity() async throws {
        let pki = try TestPKI()
        let nginx = try NginxServer(pki)
        let base64 = try pki.client().pkcs12(password: "secret").base64EncodedString()
        let controller = ScannerViewController(identity: IdentityLoader.identity(base64: base64, password: "wrong"))
        #expect(controller.identity == nil)
        let config = OnlineProcessingConfig(serviceURL: nginx.url())
        config.authenticationChallengeDelegate = controller
        let processing = try OnlineProcessing(config, serverTrust: pki.trust)
        await #expect(throws: MutualTLSError(.noIdentity, "")) { try await processing.process(Data()) }
        #expect(nginx.log(atLeast: 0).isEmpty)
    }

    @Test("a responder is the whole of an SDK's delegate in one line")
    func oneLineDelegate() throws {
        final class SDKDelegate {
            let responder: ChallengeResponder
            init(_ responder: ChallengeResponder) { self.responder = responder }
            func credential(for challenge: URLAuthenticationChallenge) -> URLCredential? {
                responder.credential(for: challenge)
            }
        }
        let identity = try ClientIdentity(TestPKI().client())
        let delegate = SDKDelegate(ChallengeResponder(identity: identity, origins: [Origin(host: "api.example")]))
        let asked = URLAuthenticationChallenge.clientCertificate(host: "api.example", port: 443, acceptableIssuers: [])
        #expect(delegate.credential(for: asked)?.identity == identity.secIdentity)
        #expect(delegate.credential(for: asked)?.certificates.count == 1)
        let elsewhere = URLAuthenticationChallenge.clientCertificate(
            host: "b.example", port: 443, acceptableIssuers: [])
        #expect(delegate.credential(for: elsewhere) == nil)
    }
}
