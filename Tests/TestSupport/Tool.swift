package import Foundation

/// A command of the system, run as a peer or a judge in a test.
package struct Tool: Sendable {
    /// What a run printed, and how it ended.
    package struct Outcome: Sendable, CustomStringConvertible {
        /// The exit status, or 128 and the signal's number.
        package let status: Int32
        /// Standard output, as UTF-8.
        package let output: String
        /// Standard error, as UTF-8.
        package let errors: String
        package var description: String { "status \(status)\n\(output)\n\(errors)" }
    }

    private let path: String

    /// The tool at an absolute path or in PATH's usual folders; nil where it is not installed.
    package init?(_ name: String) {
        let places =
            name.hasPrefix("/") ? [name] : ["/usr/bin/", "/usr/local/bin/", "/bin/", "/usr/sbin/"].map { $0 + name }
        guard let path = places.first(where: FileManager.default.isExecutableFile(atPath:)) else { return nil }
        self.path = path
    }

    /// Whether `name` is installed, for a test's `.enabled(if:)`.
    package static func isInstalled(_ name: String) -> Bool { Tool(name) != nil }

    /// Starts it with `input` on its standard input, which is then closed.
    package func start(
        _ arguments: [String], input: Data = Data(), environment: [String: String] = [:]
    ) throws -> Running {
        try Running(path: path, arguments: arguments, input: input, environment: environment)
    }

    /// Runs it to its end.
    package func run(
        _ arguments: [String], input: Data = Data(), environment: [String: String] = [:]
    ) throws -> Outcome {
        try start(arguments, input: input, environment: environment).outcome()
    }

    /// A tool that runs.
    package final class Running {
        private let process = Process()
        private let folder: TemporaryFolder
        private let output: FileHandle
        private let errors: FileHandle

        fileprivate init(path: String, arguments: [String], input: Data, environment: [String: String]) throws {
            folder = try TemporaryFolder()
            let inputURL = try folder.write(input, "stdin")
            let outputURL = try folder.write(Data(), "stdout")
            let errorsURL = try folder.write(Data(), "stderr")
            output = try FileHandle(forWritingTo: outputURL)
            errors = try FileHandle(forWritingTo: errorsURL)
            process.executableURL = URL(fileURLWithPath: path)
            process.arguments = arguments
            process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
            // Files, not pipes: nothing to drain, so nothing to deadlock on.
            process.standardInput = try FileHandle(forReadingFrom: inputURL)
            process.standardOutput = output
            process.standardError = errors
            try process.run()
        }

        /// Ends it at once, as a crash does.
        package func kill() { _ = Foundation.kill(process.processIdentifier, SIGKILL) }

        /// Waits for its end.
        package func outcome() throws -> Outcome {
            process.waitUntilExit()
            try output.close()
            try errors.close()
            let signal: Int32 = process.terminationReason == .uncaughtSignal ? 128 : 0
            return Outcome(
                status: process.terminationStatus + signal,
                output: String(decoding: try Data(contentsOf: folder.url("stdout")), as: UTF8.self),
                errors: String(decoding: try Data(contentsOf: folder.url("stderr")), as: UTF8.self))
        }
    }
}
