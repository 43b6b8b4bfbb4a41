import Foundation
import MutualTLS
import MutualTLSOpenSSL
import PortableSecurity
import Testing

/// The transports that all tests of this target run over: a new one is a row here.
struct TransportUnderTest: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// How it sends what is in the table of kinds.
    var kinds = Set(Kind.allCases)
    /// What it has beyond that, as a session of ours: progress, files that are whole or not there, back-pressure.
    var offers: Set<Feature> = []
    /// How many bytes of a response it keeps for a slow reader.
    var maximumKept = 1 << 20
    /// Whether a response that is read as it comes has its connection to itself.
    var separatesReaders = false
    /// Makes a client with connections of its own.
    var client: @Sendable (ClientSetup) throws -> any ClientUnderTest

    static let all = [
        TransportUnderTest(
            testDescription: "MutualTLSSession", offers: [.upload, .download, .bytes], separatesReaders: true
        ) { try SessionClient($0) },
        // URLSession has no `bytes(for:)` on Linux: its delegate gets the body as it comes.
        TransportUnderTest(
            testDescription: "URLSession.mutualTLS", kinds: Set(Kind.allCases).subtracting([.bytes]), offers: [.upload]
        ) { try URLSessionClient($0) },
        // Two of our sessions, one over the other.
        TransportUnderTest(
            testDescription: "MutualTLSSession over URLSession", offers: [.upload, .download, .bytes],
            maximumKept: 2 << 20
        ) { try SessionOverURLSessionClient($0) },
    ]
}

/// `MutualTLSSession`, as a user makes one.
private struct SessionClient: SessionBasedClient {
    let session: MutualTLSSession

    init(_ setup: ClientSetup) throws {
        var configuration = MutualTLSSession.Configuration()
        configuration.challengeTimeout = setup.challengeTimeout
        configuration.whenNoIdentity = .continueWithout
        configuration.warn = { _ in }
        session = try MutualTLSSession(serverTrust: setup.trust, configuration: configuration) {
            await setup.credential(for: $0)
        }
    }
}

/// A client that is a session of ours.
protocol SessionBasedClient: ClientUnderTest {
    var session: MutualTLSSession { get }
}

extension SessionBasedClient {
    func send(_ request: URLRequest) async throws -> Answer {
        let (body, response) = try await session.data(for: request)
        return Answer(response: response, body: body)
    }

    func upload(
        _ request: URLRequest, _ body: UploadBody, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws -> Answer {
        let (data, response) =
            switch body {
            case .data(let data): try await session.upload(for: request, from: data, progress: progress)
            case .file(let file): try await session.upload(for: request, fromFile: file, progress: progress)
            }
        return Answer(response: response, body: data)
    }

    func download(
        _ request: URLRequest, to file: URL, resumeFrom resumeData: Data?,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws -> HTTPURLResponse {
        try await session.download(for: request, to: file, resumeFrom: resumeData, progress: progress)
    }

    func resumeData(of error: any Error) -> Data? { (error as? MutualTLSError)?.resumeData }

    func open(_ request: URLRequest) async throws -> OpenResponse {
        let (bytes, response) = try await session.bytes(for: request)
        let chunks = bytes.chunks
        return OpenResponse(response: response) {
            var iterator = chunks.makeAsyncIterator()
            return try await iterator.next()
        }
    }

    func invalidate() { session.invalidateAndCancel() }
}

/// The protocols below a transport, which a server chooses.
struct Wire: Sendable, Hashable, CustomTestStringConvertible {
    var tls: TLSVersion
    var isHTTP2 = false

    static let all = [TLSVersion.v1_2, .v1_3].flatMap { [Wire(tls: $0), Wire(tls: $0, isHTTP2: true)] }

    /// As nginx's `ssl_protocols` and its logs have it.
    var tlsName: String { tls == .v1_2 ? "TLSv1.2" : "TLSv1.3" }
    /// As nginx's `$server_protocol` has it.
    var httpName: String { isHTTP2 ? "HTTP/2.0" : "HTTP/1.1" }
    var testDescription: String { "\(tlsName), \(httpName)" }
}

/// A transport over a wire.
struct Way: Sendable, CustomTestStringConvertible {
    var transport: TransportUnderTest
    var wire: Wire
    var testDescription: String { "\(transport.testDescription) over \(wire.testDescription)" }

    static let all = TransportUnderTest.all.flatMap { transport in
        Wire.all.map { Way(transport: transport, wire: $0) }
    }
    /// Those that offer something.
    /// - Parameter http1: over HTTP/1.1 alone.
    static func offering(_ feature: Feature, http1: Bool = false) -> [Way] {
        all.filter { $0.transport.offers.contains(feature) && !(http1 && $0.wire.isHTTP2) }
    }
    /// Those of HTTP/1.1, which is what a hostile server speaks.
    static let http1 = all.filter { !$0.wire.isHTTP2 }
}
