import Foundation
import MutualTLS
import PortableSecurity

/// What every transport offers. A test sees a transport through this alone.
protocol ClientUnderTest: Sendable {
    /// Sends a request, follows redirects, and collects the response.
    /// - Throws: `MutualTLSError`, taken out of whatever the transport wraps it in.
    func send(_ request: URLRequest) async throws -> Answer

    /// Sends a body that isn't part of the request.
    func upload(
        _ request: URLRequest, _ body: UploadBody, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws -> Answer

    /// Downloads to a file.
    /// - Parameter resumeData: of an earlier error, by `resumeData(of:)`.
    func download(
        _ request: URLRequest, to file: URL, resumeFrom resumeData: Data?,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws -> HTTPURLResponse

    /// What a download that failed can be resumed with.
    func resumeData(of error: any Error) -> Data?

    /// Sends a request, and hands out the response as it comes.
    func open(_ request: URLRequest) async throws -> OpenResponse

    /// Sends a request in another way than as data; a WebSocket's answer is the first message.
    func send(_ request: URLRequest, as kind: Kind) async throws -> Answer

    /// Cancels what is under way and closes the connections.
    func invalidate()
}

/// What a transport may offer besides `send`.
enum Feature: Sendable, Hashable { case upload, download, bytes }

/// A body that isn't part of its request.
enum UploadBody: Sendable {
    case data(Data)
    case file(URL)
}

/// A response that is still coming.
struct OpenResponse: Sendable {
    var response: HTTPURLResponse
    /// The next piece; nil at the end. Whoever lets go of it ends the transfer.
    var next: @Sendable () async throws -> Data?
}

/// A transport doesn't offer what a test wants of it.
struct NotOffered: Error {}

extension ClientUnderTest {
    func upload(
        _ request: URLRequest, _ body: UploadBody, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws -> Answer { throw NotOffered() }
    func download(
        _ request: URLRequest, to file: URL, resumeFrom resumeData: Data?,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws -> HTTPURLResponse { throw NotOffered() }
    func resumeData(of error: any Error) -> Data? { nil }
    func open(_ request: URLRequest) async throws -> OpenResponse { throw NotOffered() }
}

/// A response.
struct Answer: Sendable {
    var response: HTTPURLResponse
    var body: Data

    var status: Int { response.statusCode }
    var text: String { String(decoding: body, as: UTF8.self) }
    func header(_ name: String) -> String? { response.value(forHTTPHeaderField: name) }

    /// What it says of our certificate, if that is what it is about.
    var refusal: MutualTLSError.Code? { MutualTLSError(refusedBy: response, body: body, identity: nil)?.code }
}

/// How a request ended, for a table to compare.
enum Outcome: Sendable, Hashable {
    case answer(Int, String)
    case failure(MutualTLSError.Code)
    /// An error of a type that users aren't told of.
    case untyped(String)
}

extension ClientUnderTest {
    func get(_ url: URL) async throws -> Answer { try await send(URLRequest(url: url)) }

    func outcome(of request: URLRequest) async -> Outcome {
        do {
            let answer = try await send(request)
            return .answer(answer.status, answer.text)
        } catch let error as MutualTLSError {
            return .failure(error.code)
        } catch {
            return .untyped("\(type(of: error)): \(error)")
        }
    }
}

/// What a client is made of.
struct ClientSetup: Sendable {
    /// nil: a server that asks gets no certificate.
    var identity: ClientIdentity?
    var trust: ServerTrustPolicy
    var challengeTimeout: TimeInterval = 60
    /// Awaited before each client-certificate challenge is answered.
    var whenAsked: @Sendable (URLAuthenticationChallenge) async -> Void = { _ in }

    /// The answer to a client-certificate challenge.
    func credential(for challenge: URLAuthenticationChallenge) async -> URLCredential? {
        await whenAsked(challenge)
        return identity?.credential()
    }
}
