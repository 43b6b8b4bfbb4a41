import Foundation

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

    package let path: String

    /// The tool at an absolute path or in PATH's usual folders; nil where it is not installed.
    package init?(_ name: String) {
        let places =
            name.hasPrefix("/") ? [name] : ["/usr/bin/", "/usr/local/bin/", "/bin/", "/usr/sbin/"].map { $0 + name }
        guard let path = places.first(where: FileManager.default.isExecutableFile(atPath:)) else { return nil }
        self.path = path
    }

    /// Whether `name` is installed; for tests there is `.needs(_:cases:)`.
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
        private let process: ChildProcess
        private let folder: TemporaryFolder

        fileprivate init(path: String, arguments: [String], input: Data, environment: [String: String]) throws {
            folder = try TemporaryFolder()
            // Files, not pipes: nothing to drain, so nothing to deadlock on.
            try folder.write(input, "stdin")
            process = try ChildProcess(
                path, arguments, input: folder.path("stdin"), output: folder.path("stdout"),
                errors: folder.path("stderr"), environment: environment)
        }

        /// Its number.
        package var pid: pid_t { process.pid }

        /// Ends it at once, as a crash does.
        package func kill() { process.send(SIGKILL) }

        /// Waits for its end.
        package func outcome() throws -> Outcome {
            Outcome(
                status: process.exitStatus(waiting: true) ?? -1, output: folder.text(of: "stdout"),
                errors: folder.text(of: "stderr"))
        }
    }
}
