/// Why the server could not start.
///
/// Two errors are equal when their codes are. The description is safe for a log: it holds no key.
public struct DevServerError: Error, Sendable {
    /// What kind of failure it is; more kinds may come.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The code's name.
        public let description: String

        /// A certificate, key or CA that can't be used.
        public static let invalidConfiguration = Code(description: "invalidConfiguration")
        /// The address is taken, is not this machine's, or needs rights that the process lacks.
        public static let cannotListen = Code(description: "cannotListen")
        /// `start()` was called on a server that runs.
        public static let alreadyRunning = Code(description: "alreadyRunning")
        /// The system gave no thread, pipe or memory.
        public static let system = Code(description: "system")
    }

    /// What kind of failure it is.
    public let code: Code
    /// What is wrong and what to do next, in words.
    public let reason: String
    /// What lies below, if anything.
    public let underlying: (any Error)?

    init(_ code: Code, _ reason: String, underlying: (any Error)? = nil) {
        self.code = code
        self.reason = reason
        self.underlying = underlying
    }
}

extension DevServerError: Equatable {
    /// Whether the codes are the same.
    public static func == (left: DevServerError, right: DevServerError) -> Bool { left.code == right.code }
}

extension DevServerError: CustomStringConvertible {
    /// The reason.
    public var description: String { reason }
}
