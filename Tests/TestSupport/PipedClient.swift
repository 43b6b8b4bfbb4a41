import Foundation

/// `openssl s_client`: TLS with a client certificate, whose plain text goes through two pipes.
package final class PipedClient: Sendable {
    /// Gives what the server sent; at its end when the connection is.
    package let reading: Int32
    /// Takes what goes to the server.
    package let writing: Int32
    private let folder: TemporaryFolder
    private let process: ChildProcess

    /// - Parameters:
    ///   - client: a certificate chain and a key, as PEM; nil sends none.
    ///   - port: on localhost.
    package init(_ pki: TestPKI, client: (chainPEM: Data, privateKeyPEM: Data)?, port: Int) throws {
        guard let tool = Tool("openssl") else { throw POSIXError(.ENOENT) }
        folder = try TemporaryFolder()
        let (input, output) = (folder.path("in"), folder.path("out"))
        for path in [input, output] where mkfifo(path, 0o600) != 0 { throw POSIXError(.EIO) }
        // Opened before the child opens its ends, which would otherwise wait for ours.
        reading = open(output, O_RDONLY | O_NONBLOCK)
        writing = open(input, O_RDWR)
        var arguments = [
            "s_client", "-quiet", "-verify_return_error", "-connect", "127.0.0.1:\(port)", "-servername", "localhost",
            "-CAfile", try folder.write(pki.root.certificatePEM, "root.pem").path,
        ]
        if let client {
            arguments += [
                "-cert", try folder.write(client.chainPEM, "client.pem").path, "-cert_chain",
                folder.path("client.pem"), "-key", try folder.write(client.privateKeyPEM, "client.key").path,
            ]
        }
        process = try ChildProcess(tool.path, arguments, input: input, output: output, errors: folder.path("errors"))
        _ = fcntl(reading, F_SETFL, 0)
    }

    /// Ends it; `reading` then is at its end.
    package func stop() { process.stop() }

    deinit {
        process.stop()
        close(reading)
        close(writing)
    }
}
