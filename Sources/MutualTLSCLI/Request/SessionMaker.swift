import Foundation
import MutualTLS
import MutualTLSOpenSSL
import PortableSecurity

/// Makes sessions for one identity, or for none.
struct SessionMaker: Sendable {
    private let identity: ClientIdentity?
    private let options: SessionOptions
    private let verbose: VerboseLog?
    /// What the sessions tell of their requests.
    let log: EventLog

    init(_ identity: ClientIdentity?, _ options: SessionOptions, _ verbose: VerboseLog?, _ warnings: Warnings) {
        self.identity = identity
        self.verbose = verbose
        let log = EventLog(verbose)
        self.log = log
        var options = options
        options.configuration.warn = { warnings.add($0) }
        options.configuration.events = { log.take($0) }
        // A server that asks, and nothing to give it: as with curl, it decides.
        options.configuration.whenNoIdentity = .continueWithout
        if let verbose { options.trust = options.trust.observed { verbose.didJudge($0, $1, $2) } }
        if let verbose { options.configuration.requestHeads = { verbose.willSend($0) } }
        self.options = options
    }

    /// A session.
    /// - Parameter timeLeft: how long each of its requests may take, in seconds; nil for as long as it moves.
    func make(timeLeft: TimeInterval?) throws -> MutualTLSSession {
        var configuration = options.configuration
        configuration.timeoutIntervalForResource = timeLeft
        let (identity, verbose) = (identity, verbose)
        return try MutualTLSSession(
            serverTrust: options.trust, configuration: configuration,
            credential: { challenge in
                let space = challenge.protectionSpace
                guard space.authenticationMethod == NSURLAuthenticationMethodClientCertificate else { return nil }
                verbose?.isAsked(space, identity)
                return identity?.credential()
            })
    }
}

/// Warnings, each said once: at once on standard error, or in the end in JSON.
final class Warnings: Sendable {
    private let texts = LockedBox<[String]>([])
    private let output: Output?

    /// - Parameter output: nil where they are only kept.
    init(_ output: Output?) { self.output = output }

    func add(_ text: String) {
        texts.withLock { $0.append(text) }
        output?.warning(text)
    }

    /// In the order in which they came up.
    var all: [String] { texts.withLock { $0 } }
}
