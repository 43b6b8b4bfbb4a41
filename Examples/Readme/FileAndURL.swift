// README: a file and a URL.
import MutualTLS
import PortableSecurity

/// Fetches a document from a server that demands a client certificate.
func fetch(_ url: URL, identityFile: Data, password: String, trusting policy: ServerTrustPolicy = .system) async throws
    -> Data
{
    let identity = try ClientIdentity(pkcs12: identityFile, password: password)
    let session = try MutualTLSSession(identity: identity, serverTrust: policy)
    let (body, response) = try await session.data(from: url)
    if let refusal = MutualTLSError(refusedBy: response, body: body, identity: identity) { throw refusal }
    return body
}

/// The same with the usual things around it.
func careful(_ url: URL, identityFile: Data, password: String, companyRoot: Data) async -> String {
    do {
        let identity = try ClientIdentity(pkcs12: identityFile, password: password)
        for problem in identity.problems() where problem.isBlocking { print("it will be refused: \(problem.message)") }

        let session = try MutualTLSSession(
            identity: identity,
            origins: [Origin(host: "api.example.com"), Origin(host: "files.example.com", port: 8443)],
            serverTrust: .anchors(contentsOf: companyRoot))
        let (body, _) = try await session.data(from: url)
        return String(decoding: body, as: UTF8.self)
    } catch let error as MutualTLSError where error.code == .serverNotTrusted {
        return "not our server: \(error)"
    } catch {
        return "\(error)"
    }
}
