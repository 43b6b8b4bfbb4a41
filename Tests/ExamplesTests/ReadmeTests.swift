import Foundation
import MutualTLS
import MutualTLSDevServer
import MutualTLSPKI
import PortableSecurity
import TestSupport
import Testing

@testable import MutualTLSReadmeExamples

@Suite("The README's examples run")
struct ReadmeTests {
    let pki: TestPKI
    let server: DevServer
    let url: URL
    let trust: ServerTrustPolicy
    let file: Data
    let alice: ClientIdentity

    init() throws {
        pki = try TestPKI()
        let identity = try pki.server()
        server = DevServer(
            .init(
                certificateChainPEM: try identity.chainPEM, privateKeyPEM: try identity.privateKeyPEM,
                clientCertificateAuthoritiesPEM: try pki.root.certificatePEM))
        url = try server.start()
        trust = try .anchors(contentsOf: pki.root.certificatePEM)
        file = try pki.client().pkcs12(password: "secret")
        alice = try ClientIdentity(pkcs12: file, password: "secret")
    }

    private var subjects: [String?] { server.reports.map(\.clientCertificate.subject) }

    @Test("a file and a URL")
    func fileAndURL() async throws {
        let body = try await fetch(url, identityFile: file, password: "secret", trusting: trust)
        #expect(String(decoding: body, as: UTF8.self).contains("CN=alice"))
        await #expect(throws: MutualTLSError(.wrongPassword, "")) {
            try await fetch(url, identityFile: file, password: "wrong", trusting: trust)
        }
    }

    @Test("own origins and anchors: the identity stays away from other servers")
    func origins() async throws {
        let stranger = try pki.stranger.certificatePEM
        let untrusted = await careful(url, identityFile: file, password: "secret", companyRoot: stranger)
        #expect(untrusted.hasPrefix("not our server: "))
        let elsewhere = await careful(
            url, identityFile: file, password: "secret", companyRoot: try pki.root.certificatePEM)
        #expect(elsewhere.contains("client certificate"), "\(elsewhere)")
        #expect(subjects.allSatisfy { $0 == nil })
    }

    @Test("a view controller as the delegate")
    @MainActor
    func viewController() async throws {
        let controller = AccountViewController(identity: alice)
        _ = try await controller.loadAccount(url, trusting: trust)
        #expect(subjects == ["CN=alice"])
    }

    @Test("a delegate that waits, a closure, and an SDK")
    func otherSources() async throws {
        let alice = alice
        let file = try pki.strangerClient().pkcs12(password: nil)
        let stranger = try ClientIdentity(pkcs12: file, password: nil)
        let agent = KeyAgent { alice }
        let waiting = try MutualTLSSession(delegate: agent, serverTrust: trust)
        // The agent knows the server by another name.
        await #expect(throws: MutualTLSError(.noIdentity, "")) { try await waiting.data(from: url) }
        let port = try #require(server.port)
        let named = try #require(URL(string: "https://localhost:\(port)/"))
        _ = try await waiting.data(from: named)
        _ = try await sessionThatChooses(among: [stranger, alice], trusting: trust).data(from: url)
        let sdk = try UploadService(
            service: url.appendingPathComponent("upload"), delegate: KeyAgent.anywhere(alice), serverTrust: trust)
        await #expect(throws: MutualTLSError(.delegateDeallocated, "")) { try await sdk.upload(Data("x".utf8)) }
        let kept = KeyAgent { alice }
        let working = try UploadService(service: named, delegate: kept, serverTrust: trust)
        #expect(try await working.upload(Data("x".utf8)) == 200)
        #expect(subjects.compactMap { $0 } == ["CN=alice", "CN=alice", "CN=alice"])
        withExtendedLifetime((agent, kept)) {}
    }

    @Test("a responder behind a vendor's delegate gives the credential to its origins alone")
    func vendor() {
        func challenge(_ host: String) -> URLAuthenticationChallenge {
            URLAuthenticationChallenge(
                protectionSpace: URLProtectionSpace(
                    host: host, port: 443, protocol: "https", realm: nil,
                    authenticationMethod: NSURLAuthenticationMethodClientCertificate),
                proposedCredential: nil, previousFailureCount: 0, failureResponse: nil, error: nil, sender: NoSender())
        }
        let scanner = ScannerIdentity(alice)
        #expect(scanner.credential(for: challenge("scan.example.com")) != nil)
        #expect(scanner.credential(for: challenge("other.example.com")) == nil)
        #expect(BothWays(alice).credential(for: challenge("other.example.com")) != nil)
    }

    @Test("a server in a test sees the client's name")
    func serverInATest() async throws {
        let seen = try #require(try await handshake())
        #expect(seen.verifyResult == "SUCCESS" && seen.subject == "CN=alice" && seen.chain.count == 2)
    }
}

extension KeyAgent {
    /// One that nobody keeps.
    fileprivate static func anywhere(_ identity: ClientIdentity) -> KeyAgent { KeyAgent { identity } }
}

/// Who would be answered by code from before completion handlers.
private final class NoSender: NSObject, URLAuthenticationChallengeSender, @unchecked Sendable {
    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
    func cancel(_ challenge: URLAuthenticationChallenge) {}
    func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
}
