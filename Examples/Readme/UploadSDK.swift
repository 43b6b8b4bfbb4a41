// README: the author of an SDK lets the app supply the credential.
import MutualTLS
import PortableSecurity

/// A client of a web service, as an SDK has it. It never holds the key.
public final class UploadService: Sendable {
    private let service: URL
    private let session: MutualTLSSession

    /// - Parameter delegate: held weakly, and asked whenever the service wants a client certificate.
    public init(
        service: URL, delegate: any URLAuthenticationChallengeDelegate, serverTrust: ServerTrustPolicy = .system
    ) throws {
        self.service = service
        session = try MutualTLSSession(delegate: delegate, serverTrust: serverTrust)
    }

    /// Sends a document, and returns the answer's status.
    public func upload(_ document: Data) async throws -> Int {
        var request = URLRequest(url: service, timeoutInterval: 30)
        request.httpMethod = "POST"
        request.httpBody = document
        return try await session.data(for: request).1.statusCode
    }
}
