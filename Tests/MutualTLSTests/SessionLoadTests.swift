#if os(Linux)
    import Foundation
    import MutualTLS
    import PortableSecurity
    import TestSupport
    import Testing

    @Suite("A session under load", .needs(.nginx, cases: 2), .timeLimit(.minutes(2)))
    struct SessionLoadTests {
        @Test("of 1,000 transfers at once, of all kinds, none is lost or mixed up", arguments: [false, true])
        func many(http2: Bool) async throws {
            let pki = try TestPKI()
            let nginx = try NginxServer(
                pki, http2: http2, locations: "location /number/ { return 200 \"$uri $content_length\"; }")
            let session = try MutualTLSSession(identity: ClientIdentity(pki.client()), serverTrust: pki.trust)
            let folder = try TemporaryFolder()
            let wrong = try await withThrowingTaskGroup(of: String?.self) { group in
                for number in 0..<1_000 {
                    let request = URLRequest(url: nginx.url("/number/\(number)"))
                    let file = folder.url("\(number)")
                    group.addTask {
                        let (data, expected): (Data, String)
                        switch number % 4 {
                        case 0: (data, expected) = (try await session.data(for: request).0, "")
                        case 1:
                            let body = Data(count: number)
                            (data, expected) = (try await session.upload(for: request, from: body).0, "\(number)")
                        case 2:
                            try await session.download(for: request, to: file)
                            (data, expected) = (try Data(contentsOf: file), "")
                        default:
                            var whole = Data()
                            for try await piece in try await session.bytes(for: request).0.chunks { whole += piece }
                            (data, expected) = (whole, "")
                        }
                        let isRight = text(data) == "/number/\(number) \(expected)"
                        return isRight ? nil : "\(number): \(text(data))"
                    }
                }
                return try await group.reduce(into: [String]()) { if let text = $1 { $0.append(text) } }
            }
            #expect(wrong.isEmpty)
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path(""))
            #expect(files.count == 250 && files.allSatisfy { !$0.hasPrefix(".") })
        }
    }
#endif
