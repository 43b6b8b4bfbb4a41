import Foundation
import MutualTLS
import MutualTLSOpenSSL
import TestSupport
import Testing

/// What a server does wrong, and what its client is told.
struct Fault: Sendable, CustomTestStringConvertible {
    typealias Step = HostileServer.Step

    var testDescription: String
    /// With a gate where the fault begins; until it opens, others are seen to go on.
    var script: [Step]
    var outcome: Outcome
    var asksForCertificate = true
    /// Of the request, in seconds without progress.
    var timeout: TimeInterval = 60
    /// What is uploaded, in bytes.
    var upload: Int?
    /// Whether the client's code answers the challenge.
    var isChallengeAnswered = true
    /// What our code doesn't do yet.
    var gap: String?

    /// Whether the outcome depends on how long something takes.
    var isTimed: Bool { timeout < 60 || !isChallengeAnswered }

    static let all = brokenConnections + brokenBodies + brokenLengths + slow + large
}
