import Foundation
import MutualTLS
import MutualTLSDevServer
import MutualTLSPKI

/// Why a command ends without having done what it was asked.
///
/// Two errors are equal when their codes are.
struct CommandError: Error {
    /// What kind of failure it is.
    struct Code: Sendable, Hashable {
        /// What JSON calls it.
        let name: String
        /// The exit status.
        let exitStatus: Int32

        /// The command line is wrong.
        static let usage = Code(name: "usage", exitStatus: 2)
        /// It could not be done.
        static let failed = Code(name: "failed", exitStatus: 1)
        /// A file can't be read.
        static let unreadableFile = Code(name: "unreadableFile", exitStatus: 1)
        /// A file can't be written, or is there already.
        static let unwritableFile = Code(name: "unwritableFile", exitStatus: 1)
        /// The server answered with a status of 400 or above.
        static let httpStatus = Code(name: "httpStatus", exitStatus: 1)
    }

    /// What kind of failure it is.
    let code: Code
    /// What is wrong, in lower case and without a stop.
    let reason: String
    /// What to do next, likewise.
    let hint: String?
    /// The TLS alert that the server sent.
    let alert: String?

    init(_ code: Code, _ reason: String, hint: String? = nil, alert: String? = nil) {
        self.code = code
        self.reason = reason
        self.hint = hint
        self.alert = alert
    }
}

extension CommandError: Equatable {
    static func == (left: CommandError, right: CommandError) -> Bool { left.code == right.code }
}

extension CommandError {
    /// From whatever a command throws.
    init(_ error: any Error) {
        switch error {
        case let error as CommandError: self = error
        case let error as MutualTLSError:
            self.init(
                Code(name: error.code.description, exitStatus: 1), error.reason, hint: error.hint, alert: error.alert)
        case let error as PKIError: self.init(name: error.code.description, sentence: error.reason)
        case let error as DevServerError: self.init(name: error.code.description, sentence: error.reason)
        default: self.init(.failed, "\(error)")
        }
    }

    /// From a sentence whose advice stands behind a semicolon.
    private init(name: String, sentence: String) {
        let parts = sentence.components(separatedBy: "; ")
        self.init(
            Code(name: name, exitStatus: 1), parts[0],
            hint: parts.count > 1 ? parts.dropFirst().joined(separator: "; ") : nil)
    }

    /// The same with the place in front of its reason, such as a file's name.
    func at(_ place: String) -> CommandError {
        CommandError(code, "\(place): \(reason)", hint: hint, alert: alert)
    }
}
