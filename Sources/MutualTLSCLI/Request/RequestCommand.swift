import Foundation
import MutualTLS
import PortableSecurity

/// Sends a request, or several.
struct RequestCommand: Sendable {
    private let invocation: Invocation
    private let isJSON: Bool
    private let warnings: Warnings

    init(_ invocation: Invocation) {
        self.invocation = invocation
        isJSON = invocation.arguments.has("json")
        warnings = Warnings(isJSON ? nil : invocation.output)
    }

    /// - Returns: the exit status.
    func run() async throws -> Int32 {
        do {
            let options = try RequestOptions(invocation.arguments)
            let sessions = try SessionOptions(invocation.arguments)
            let identities = try IdentityOptions.load(invocation, for: options.url)
            if !identities.isEmpty, options.url.scheme?.lowercased() == "http" {
                warnings.add("plain http never carries the client certificate; request the https URL")
            }
            if options.isRepeated(identities: identities.count) {
                return try await RepeatedRequests(invocation, options, sessions, identities, warnings).run()
            }
            guard case .file(let path) = options.place else {
                return try await one(options, sessions, identities.first)
            }
            let download = try FileDownload(path, options.request, continues: options.continues)
            return try await Interruption.cancelling {
                try await one(options, sessions, identities.first, download)
            }
        } catch let error as CommandError where error.code != .usage {
            return try finish(RequestReport(), error)
        }
    }

    private func one(
        _ options: RequestOptions, _ sessions: SessionOptions, _ identity: ClientIdentity?,
        _ download: FileDownload? = nil
    ) async throws -> Int32 {
        let verbose = invocation.arguments.has("verbose") ? VerboseLog(invocation.output) : nil
        let maker = SessionMaker(identity, sessions, verbose, warnings)
        var report = RequestReport()
        var failure: CommandError?
        do {
            try await fill(&report, options, maker, verbose, download)
            if let response = report.response {
                failure = RequestFailure.of(
                    response, body: report.beginning, requested: options.url, identity: identity
                ).map { RequestFailure.explained($0, invocation.arguments) }
                if case .file(let path) = options.place { failure = failure?.advising("\(path) was not written") }
            }
        } catch let error as Output.ReaderGone {
            throw error
        } catch {
            failure = RequestFailure.explained(error, invocation.arguments)
            if let download, download.keep(), let error = failure {
                failure = CommandError(
                    error.code, error.reason, hint: "what has come is kept: the same command with --continue goes on",
                    alert: error.alert)
            }
        }
        report.timings = maker.log.timings.map(RequestTimings.init)
        return try finish(report, failure)
    }

    private func fill(
        _ report: inout RequestReport, _ options: RequestOptions, _ maker: SessionMaker, _ verbose: VerboseLog?,
        _ download: FileDownload?
    ) async throws {
        var sender = RequestSender(options: options, warnings: warnings, verbose: verbose)
        let bar = isJSON || verbose != nil || !options.isLong ? nil : ProgressBar(invocation.output)
        defer { bar?.clear() }
        if let bar { sender.progress = { bar.show($0) } }
        sender.download = download
        if isJSON, case .standardOutput = options.place { sender.collects = true }
        let received = try await sender.send { try maker.make(timeLeft: $0) }
        defer { received.session.invalidateAndCancel() }
        bar?.clear()
        verbose?.didReceive(received.response, maker.log.httpVersion)
        let delivery = ResponseDelivery(options: options, output: invocation.output, download: download)
        report.take(received.response, nil)
        let data = try await delivery.deliver(received, httpVersion: maker.log.httpVersion)
        report.take(received.response, sender.collects ? data : nil, beginning: data)
        if case .file(let path) = options.place, !RequestFailure.isNo(received.response) {
            report.output = path
        }
    }

    private func finish(_ report: RequestReport, _ error: CommandError?) throws -> Int32 {
        var report = report
        (report.error, report.warnings) = (error, warnings.all)
        if isJSON {
            try invocation.output.json(report)
        } else if let error {
            invocation.output.error(error)
        }
        return error?.code.exitStatus ?? 0
    }
}
