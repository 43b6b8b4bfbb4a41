import Foundation
import MutualTLS
import PortableSecurity

/// Many requests, each identity in turn, with a session for each.
struct RepeatedRequests: Sendable {
    /// An identity's session, and what it is called.
    private struct Client: Sendable {
        let name: String
        let identity: ClientIdentity?
        let session: MutualTLSSession
    }
    private let invocation: Invocation
    private let options: RequestOptions
    private let warnings: Warnings
    private let verbose: VerboseLog?
    private let clients: [Client]

    /// - Parameter identities: empty for requests without one.
    init(
        _ invocation: Invocation, _ options: RequestOptions, _ sessions: SessionOptions, _ identities: [ClientIdentity],
        _ warnings: Warnings
    ) throws {
        (self.invocation, self.options, self.warnings) = (invocation, try options.repeatable(), warnings)
        DescriptorLimit.raise(for: options.parallel)
        if invocation.arguments.has("output") || options.includesHead {
            throw CommandError(.usage, "several identities don't go together with --output and --include")
        }
        let verbose = invocation.arguments.has("verbose") ? VerboseLog(invocation.output) : nil
        self.verbose = verbose
        var sessions = sessions
        sessions.configuration.maximumConnectionsPerHost = max(6, options.parallel)
        let all: [ClientIdentity?] = identities.isEmpty ? [nil] : identities
        clients = try all.map { identity in
            var own = sessions
            // Cookies say who somebody is.
            own.configuration.httpCookieStorage = MutualTLSSession.Configuration().httpCookieStorage
            return Client(
                name: Self.name(identity), identity: identity,
                session: try SessionMaker(identity, own, verbose, warnings).make(timeLeft: options.timeout))
        }
    }

    private static func name(_ identity: ClientIdentity?) -> String {
        guard let identity else { return "-" }
        return SecCertificateCopySubjectSummary(identity.certificate) as String?
            ?? String(identity.fingerprint.prefix(16))
    }

    /// - Returns: the exit status: 1 where one of them failed.
    func run() async throws -> Int32 {
        defer { for client in clients { client.session.invalidateAndCancel() } }
        let count = options.count ?? clients.count
        var reports: [RequestReport] = []
        var (times, failures): ([TimeInterval], [String]) = ([], [])
        try await withThrowingTaskGroup(of: RequestReport.self) { group in
            defer { group.cancelAll() }
            var started = 0
            func startNext() {
                guard started < count else { return }
                let client = clients[started % clients.count]
                started += 1
                group.addTask { try await report(client) }
            }
            for _ in 0..<min(count, options.parallel) { startNext() }
            while let report = try await group.next() {
                times.append(report.timings?.total ?? 0)
                if let kind = report.failureKind { failures.append(kind) }
                verbose?.didEnd(report)
                if options.isJSON { reports.append(report) } else { try invocation.output.line(Self.line(report)) }
                startNext()
            }
        }
        try finish(reports, RequestSummary(times: times, failures: failures))
        return failures.isEmpty ? 0 : 1
    }

    private func finish(_ reports: [RequestReport], _ summary: RequestSummary) throws {
        if options.isJSON { return try invocation.output.json(reports) }
        // For those who look on: a pipe gets the answers alone.
        if invocation.output.errorsAreTerminal || verbose != nil {
            invocation.output.tell("mtls: \(summary.timesText)\n")
        }
        guard summary.failed > 0 else { return }
        invocation.output.error(
            CommandError(.failed, "\(summary.failed) of \(summary.requests) requests failed: \(summary.failuresText)"))
    }

    private func report(_ client: Client) async throws -> RequestReport {
        var report = RequestReport()
        report.identity = client.name
        let start = ProcessInfo.processInfo.systemUptime
        // Not printed as they come: they belong to this request.
        let own = Warnings(nil)
        do {
            let sender = RequestSender(options: options, warnings: own, verbose: verbose, collects: true)
            let received = try await sender.send { _ in client.session }
            if case .data(let data) = received.body {
                report.take(received.response, data)
                let failure = RequestFailure.of(
                    received.response, body: data, requested: options.url, identity: client.identity)
                report.error = failure.map { RequestFailure.explained($0, invocation.arguments) }
            }
        } catch {
            report.error = RequestFailure.explained(error, invocation.arguments)
        }
        // Of several at once the session's events don't say whose they are.
        report.timings = RequestTimings(total: ProcessInfo.processInfo.systemUptime - start)
        report.warnings = own.all
        return report
    }

    /// One line, whatever is in the body.
    private static func line(_ report: RequestReport) -> String {
        let text = report.error.map { "error: \($0.reason)" } ?? report.text
        let trimmed = text.hasSuffix("\n") ? String(text.dropLast()) : text
        return printable("\(report.identity ?? "-"): \(trimmed)")
    }
}
