import Foundation
import MutualTLSDevServer
import MutualTLSPKI
import TestSupport
import Testing

/// A PKI, a folder with its files, and the commands that talk to a server.
final class ServerFixture: Sendable {
    let folder: TemporaryFolder
    let root: CertificateAuthority
    let people: CertificateAuthority
    let serverIdentity: IssuedIdentity

    init() throws {
        folder = try TemporaryFolder()
        root = try CertificateAuthority(name: "Test Root")
        people = try root.intermediate(named: "Test People")
        serverIdentity = try root.issueServer(names: ["localhost", "127.0.0.1"])
        try folder.write(root.certificatePEM, "root.pem")
    }

    func server(
        _ authentication: DevServer.ClientAuthentication = .require,
        _ change: (inout DevServer.Configuration) -> Void = { _ in }
    ) throws -> DevServer {
        var configuration = DevServer.Configuration(
            certificateChainPEM: try serverIdentity.chainPEM, privateKeyPEM: try serverIdentity.privateKeyPEM,
            clientCertificateAuthoritiesPEM: try root.certificatePEM, clientAuthentication: authentication)
        change(&configuration)
        return DevServer(configuration)
    }

    /// curl's (and, with other words, s_client's) options for an identity.
    func identityFiles(_ identity: IssuedIdentity, sendsIntermediates: Bool = true) throws -> (
        cert: String, key: String
    ) {
        let name = identity.serialNumber
        try folder.write(sendsIntermediates ? identity.chainPEM : identity.certificatePEM, name + ".pem")
        try folder.write(identity.privateKeyPEM, name + ".key")
        return (folder.path(name + ".pem"), folder.path(name + ".key"))
    }

    func curl(
        _ identity: IssuedIdentity?, sendsIntermediates: Bool = true, _ arguments: [String], input: Data = Data()
    ) throws -> Tool.Outcome {
        try #require(Tool("curl")).run(
            curlArguments(identity, sendsIntermediates: sendsIntermediates) + arguments, input: input)
    }

    func curlArguments(_ identity: IssuedIdentity?, sendsIntermediates: Bool = true) throws -> [String] {
        var options = ["-sS", "--max-time", "20", "--noproxy", "*", "--cacert", folder.path("root.pem")]
        if let identity {
            let files = try identityFiles(identity, sendsIntermediates: sendsIntermediates)
            options += ["--cert", files.cert, "--key", files.key]
        }
        return options
    }

    func sClient(
        _ server: DevServer, _ identity: IssuedIdentity?, _ arguments: [String] = [], input: String
    ) throws -> Tool.Outcome {
        let port = try #require(server.port)
        var options = ["s_client", "-connect", "127.0.0.1:\(port)", "-CAfile", folder.path("root.pem"), "-ign_eof"]
        if let identity {
            let files = try identityFiles(identity)
            options += ["-cert", files.cert, "-key", files.key, "-cert_chain", files.cert]
        }
        return try #require(Tool("openssl")).run(options + arguments, input: Data(input.utf8))
    }
}

/// The default handler's answer.
struct Answer: Decodable {
    let method: String
    let path: String
    let connection: Int
    let clientCertificate: PeerReport.ClientCertificate
    let tlsVersion: String?
    let cipher: String?
    let alpn: String?
    let serverName: String?
    let resumed: Bool

    init(_ text: String) throws {
        self = try JSONDecoder().decode(Answer.self, from: Data(text.utf8))
    }
}

/// Waits for `condition`, at most ten seconds.
func eventually(_ condition: () throws -> Bool) throws -> Bool {
    for _ in 0..<1_000 {
        if try condition() { return true }
        Thread.sleep(forTimeInterval: 0.01)
    }
    return false
}
