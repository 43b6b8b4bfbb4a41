import Foundation
import MutualTLSDevServer
import MutualTLSOpenSSL

extension Subcommand {
    /// `mtls serve`
    static let serve = Subcommand(
        path: ["serve"], operands: "", operandCount: 0...0,
        summary: "serve HTTPS with client authentication, and tell what each client sent",
        details: """
            Prints its URL, then a line per connection, and answers every request with JSON that tells what it saw.
            Ends with ^C. For tests and demonstrations, not for the open Internet.
            """,
        options: [
            Option("listen", "HOST:PORT", "the address (127.0.0.1:8443); port 0 takes a free one"),
            Option("cert", "FILE", "the server's certificate and its intermediates, as PEM"),
            Option("key", "FILE", "its private key, as unencrypted PEM"),
            Option("client-ca", "FILE", "the CAs that clients' certificates are verified against, as PEM"),
            Option("client-auth", "MODE", "none, request or require (require with --client-ca, else none)"),
        ],
        examples: [
            Example(
                command: "mtls serve --cert localhost.pem --key localhost.key --client-ca ca/root.pem",
                purpose: "clients must show a certificate of your CA"),
            Example(
                command:
                    "mtls serve --listen 127.0.0.1:0 --cert localhost.pem --key localhost.key --client-ca ca/root.pem "
                    + "--client-auth request",
                purpose: "on a free port; bad and missing certificates are reported, and answered all the same"),
        ],
        run: { try await ServeCommand.run($0) })
}

/// Serves until a signal comes.
enum ServeCommand {
    static func run(_ invocation: Invocation) async throws -> Int32 {
        let arguments = invocation.arguments
        guard let certificate = arguments.value("cert"), let key = arguments.value("key") else {
            throw CommandError(
                .usage, "--cert and --key are needed", hint: "make them with: mtls ca issue server localhost")
        }
        let address = try listenAddress(arguments.value("listen") ?? "127.0.0.1:8443")
        var configuration = DevServer.Configuration(
            certificateChainPEM: try InputFile.read(certificate, "the server's certificate"),
            privateKeyPEM: try InputFile.read(key, "the server's key"),
            clientCertificateAuthoritiesPEM: try arguments.value("client-ca").map {
                try InputFile.read($0, "the clients' CAs")
            } ?? Data())
        if let mode = arguments.value("client-auth") {
            guard let found = DevServer.ClientAuthentication.allCases.first(where: { $0.description == mode }) else {
                throw CommandError(.usage, "--client-auth is none, request or require, and not \"\(mode)\"")
            }
            if found != .none, !arguments.has("client-ca") {
                throw CommandError(.usage, "--client-auth \(mode) needs --client-ca FILE")
            }
            configuration.clientAuthentication = found
        }
        configuration.host = address.host
        configuration.port = address.port

        let end = Ending()
        let output = invocation.output
        configuration.onReport = { report in
            do {
                try output.line(ReportLine.text(report))
            } catch {
                end.come(.failure(error))
            }
        }
        let registration = Interruption.onSignal {
            end.come(.success(()))
            return .goOn
        }
        defer { registration.cancel() }
        let server = DevServer(configuration)
        let url = try server.start()
        defer { server.stop() }
        try output.line(url.absoluteString)
        try await end.wait()
        return 0
    }

    /// The parts of `HOST:PORT`; an IPv6 address stands in brackets.
    static func listenAddress(_ text: String) throws -> (host: String, port: UInt16) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        var host = parts.dropLast().joined(separator: ":")
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        if isBracketed { host = String(host.dropFirst().dropLast()) }
        guard parts.count > 1, let port = parts.last.flatMap({ UInt16($0) }), !host.isEmpty,
            isBracketed == host.contains(":")
        else {
            throw CommandError(
                .usage, "\"\(text)\" is not HOST:PORT", hint: "such as 127.0.0.1:8443, or [::1]:0 for a free port")
        }
        return (host, port)
    }
}

/// The end of something that goes on until it is told to stop; only the first word counts.
private final class Ending: Sendable {
    private struct State {
        var result: Result<Void, any Error>?
        var waiter: CheckedContinuation<Void, any Error>?
    }
    private let state = LockedBox(State())

    func come(_ result: Result<Void, any Error>) {
        let waiter: CheckedContinuation<Void, any Error>? = state.withLock { state in
            if state.result != nil { return nil }
            state.result = result
            return state.waiter
        }
        waiter?.resume(with: result)
    }

    func wait() async throws {
        try await withCheckedThrowingContinuation { continuation in
            let known: Result<Void, any Error>? = state.withLock { state in
                if state.result == nil { state.waiter = continuation }
                return state.result
            }
            if let known { continuation.resume(with: known) }
        }
    }
}
