import Foundation
import MutualTLS
import MutualTLSOpenSSL
import PortableSecurity

extension Subcommand {
    /// `mtls request`
    static let request = Subcommand(
        path: ["request"], operands: "URL", operandCount: 1...1,
        summary: "get a URL, and show a client certificate where the server asks for one",
        details: """
            The body goes to standard output and nothing else does; errors and warnings go to standard error.
            The identity goes to the origin of the URL alone: no redirect to another one, and never over http.
            """,
        options: IdentityOptions.options + [
            Option("cacert", "FILE", "trust these roots (PEM) in place of the system's")
        ] + PasswordOptions.options + [
            Option("json", nil, "print the result, failures included, as one JSON object")
        ],
        examples: [
            Example(
                command: "mtls request https://api.example.com/ --identity alice.p12",
                purpose: "asks for the password of alice.p12 where it has one"),
            Example(
                command:
                    "mtls request https://localhost:8443/ --identity alice.pem --key alice.key --cacert ca/root.pem",
                purpose: "PEM files, and a server of your own CA"),
            Example(
                command: "mtls request https://localhost:8443/ --identity alice.p12 --password-file secret.txt --json",
                purpose: "for scripts"),
        ],
        run: { try await RequestCommand($0).run() })
}

/// Gets a URL.
struct RequestCommand {
    private let invocation: Invocation
    private let isJSON: Bool
    private let warnings = LockedBox<[String]>([])

    init(_ invocation: Invocation) {
        self.invocation = invocation
        isJSON = invocation.arguments.has("json")
    }

    func run() async throws -> Int32 {
        var report = RequestReport()
        do {
            try await fill(&report)
        } catch let error as Output.ReaderGone {
            throw error
        } catch let error as CommandError where error.code == .usage {
            throw error
        } catch {
            report.error = Self.explained(CommandError(error), invocation.arguments)
        }
        report.warnings = warnings.withLock { $0 }
        if isJSON {
            try invocation.output.json(report)
        } else if let error = report.error {
            invocation.output.error(error)
        }
        return report.error?.code.exitStatus ?? 0
    }

    private func fill(_ report: inout RequestReport) async throws {
        let url = try Self.url(invocation.arguments.operands[0])
        let identity = try IdentityOptions.load(invocation)
        let trust = try Self.trust(invocation.arguments.value("cacert"))
        if identity != nil, url.scheme?.lowercased() == "http" {
            warn("plain http never carries the client certificate; request the https URL")
        }
        var configuration = MutualTLSSession.Configuration()
        let (warnings, output, isJSON) = (warnings, invocation.output, isJSON)
        configuration.warn = { Self.warn($0, warnings, isJSON ? nil : output) }
        let session =
            try identity.map { try MutualTLSSession(identity: $0, serverTrust: trust, configuration: configuration) }
            ?? MutualTLSSession(serverTrust: trust, configuration: configuration)
        defer { session.invalidateAndCancel() }

        let (body, response) = try await session.data(from: url)
        report.take(response, body)
        // The body first: it is what was asked for, whatever the status.
        if !isJSON { try invocation.output.write(body) }
        if response.statusCode >= 400 {
            // Not sent to an origin other than the URL's, so not to blame for what that one says.
            let sent = response.url.flatMap(Origin.init) == Origin(url) ? identity : nil
            if let refusal = MutualTLSError(refusedBy: response, body: body, identity: sent) { throw refusal }
            throw CommandError(
                .httpStatus,
                "\(response.url?.host ?? "the server") answers \(response.statusCode) "
                    + HTTPURLResponse.localizedString(forStatusCode: response.statusCode))
        }
    }

    /// The library's advice in the words of the command line.
    private static func explained(_ error: CommandError, _ arguments: Arguments) -> CommandError {
        var hint = error.hint
        switch error.code.name {
        case MutualTLSError.Code.clientCertificateRequired.description:
            hint =
                arguments.has("identity")
                ? "the identity goes to the origin of the URL alone, and a redirect may have led elsewhere: request that URL"
                : "name one with --identity FILE"
        case MutualTLSError.Code.serverNotTrusted.description where !arguments.has("cacert"):
            let advice = "if the server's CA is your own, name its root: --cacert FILE"
            hint = hint.map { $0.contains("as an anchor") ? advice : "\($0); \(advice)" } ?? advice
        default: break
        }
        return CommandError(error.code, error.reason, hint: hint, alert: error.alert)
    }

    private func warn(_ text: String) { Self.warn(text, warnings, isJSON ? nil : invocation.output) }

    private static func warn(_ text: String, _ warnings: LockedBox<[String]>, _ output: Output?) {
        warnings.withLock { $0.append(text) }
        output?.warning(text)
    }

    static func url(_ text: String) throws -> URL {
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), url.host?.isEmpty == false,
            scheme == "https" || scheme == "http"
        else {
            throw CommandError(
                // A URL may hold a password.
                .usage, "\(text.contains("@") ? "the address" : "\"\(text)\"") is not an https or http URL",
                hint: "write it in full, such as https://example.com/")
        }
        return url
    }

    static func trust(_ path: String?) throws -> ServerTrustPolicy {
        guard let path else { return .system }
        let data = try InputFile.read(path, "the roots")
        do {
            return try .anchors(contentsOf: data)
        } catch {
            throw CommandError(error).at(path)
        }
    }
}
