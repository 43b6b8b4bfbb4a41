#if os(Linux)
    import Foundation
    import MutualTLS
    import MutualTLSPKI
    import PortableSecurity
    import TestSupport
    import Testing

    @testable import MutualTLSNginxClientExample

    @Suite("The client of nginx, as written for iOS", .needs(.nginx, cases: 4))
    struct NginxClientTests {
        private func load(
            _ nginx: NginxServer, _ pki: TestPKI, file: (url: URL, password: String)?
        ) async throws -> (text: String?, error: (any Error)?) {
            let folder = try TemporaryFolder()
            let root = try folder.write(pki.root.certificateDER, "ca.der")
            let client = NginxClient(
                clientCertificate: file?.url ?? root, password: file?.password ?? "", certificateAuthority: root)
            return await withCheckedContinuation { continuation in
                client.load(nginx.url("/page")) { continuation.resume(returning: ($0, $1)) }
            }
        }

        private func pkcs12(_ issued: IssuedIdentity, in folder: TemporaryFolder) throws -> URL {
            try folder.write(try issued.pkcs12(password: "secret"), "client.p12")
        }

        @Test("it loads the page, and nginx saw its certificate once", arguments: ["TLSv1.2", "TLSv1.3"])
        func page(version: String) async throws {
            let (pki, folder) = (try TestPKI(), try TemporaryFolder())
            let nginx = try NginxServer(pki, protocols: version)
            let (page, error) = try await load(nginx, pki, file: (pkcs12(pki.client(), in: folder), "secret"))
            #expect(error == nil)
            #expect(page?.hasPrefix("SUCCESS|CN=alice|\(version)") == true)
            #expect(
                nginx.log().map { "\($0.verify) \($0.subject) \($0.path)" } == ["SUCCESS CN=alice /page"])
        }

        @Test("a file that can't be imported cancels the request before nginx sees one")
        func importFails() async throws {
            let (pki, folder) = (try TestPKI(), try TemporaryFolder())
            let nginx = try NginxServer(pki)
            let (page, error) = try await load(nginx, pki, file: (pkcs12(pki.client(), in: folder), "wrong"))
            #expect(page == nil && (error as? URLError)?.code == .cancelled)
            #expect(nginx.log(atLeast: 0).isEmpty)
        }

        @Test("a server of another authority gets neither the request nor the certificate")
        func otherServer() async throws {
            let (pki, folder) = (try TestPKI(), try TemporaryFolder())
            let nginx = try NginxServer(TestPKI())
            let (page, error) = try await load(nginx, pki, file: (pkcs12(pki.client(), in: folder), "secret"))
            #expect(page == nil && (error as? URLError)?.code == .cancelled)
            #expect(nginx.log(atLeast: 0).isEmpty)
        }
    }
#endif
