import MutualTLS
import PortableSecurity

/// What the service read in a document.
public struct ScannedDocument: Codable, Sendable, Equatable {
    /// Such as `passport`.
    public let kind: String
    /// The holder's name.
    public let holder: String
}

/// A document scanner's SDK, as far as mutual TLS is concerned: it makes requests of its own, and the app supplies the
/// credential.
public final class DocumentScanner: Sendable {
    /// Why an image was not processed, besides `MutualTLSError`.
    public struct ServiceError: Error, Sendable, Equatable {
        /// The service's HTTP status.
        public let status: Int
    }

    private let config: OnlineProcessingConfig
    private let session: MutualTLSSession

    /// - Throws: `MutualTLSError`.
    public init(config: OnlineProcessingConfig) throws {
        self.config = config
        if let delegate = config.authenticationChallengeDelegate {
            session = try MutualTLSSession(delegate: delegate, serverTrust: config.serverTrust)
        } else {
            session = try MutualTLSSession(serverTrust: config.serverTrust)
        }
    }

    /// Has an image processed.
    /// - Parameter image: JPEG.
    /// - Throws: `MutualTLSError`, `ServiceError` or `DecodingError`.
    public func process(_ image: Data) async throws -> ScannedDocument {
        var request = URLRequest(url: config.serviceURL, timeoutInterval: 30)
        request.httpMethod = "POST"
        request.setValue("image/jpeg", forHTTPHeaderField: "Content-Type")
        request.httpBody = image
        let (body, response) = try await session.data(for: request)
        if let refusal = MutualTLSError(refusedBy: response, body: body, identity: nil) { throw refusal }
        guard response.statusCode == 200 else { throw ServiceError(status: response.statusCode) }
        return try JSONDecoder().decode(ScannedDocument.self, from: body)
    }
}
