#if !canImport(Security)
    import Foundation
    import MutualTLSOpenSSL

    /// The verdict of an evaluation.
    public enum SecTrustResultType: UInt32, Sendable {
        /// Not evaluated.
        case invalid = 0
        /// Trusted, by an explicit decision.
        case proceed = 1
        /// Never returned.
        case confirm = 2
        /// Forbidden by an explicit decision.
        case deny = 3
        /// Trusted, nobody having said otherwise.
        case unspecified = 4
        /// Not trusted, for a reason that the caller may forgive.
        case recoverableTrustFailure = 5
        /// Not trusted.
        case fatalTrustFailure = 6
        /// No verdict could be reached.
        case otherError = 7
    }

    /// A chain of certificates to be evaluated against policies. May be used from several threads at once.
    public final class SecTrust: Sendable, SecurityObject {
        static let typeID: CFTypeID = 0x5305

        private struct State {
            var question: TrustQuestion
            /// Counts the questions, so that a late answer to an old one is not kept.
            var generation = 0
            var evaluation: TrustEvaluation?
        }
        private let state: LockedBox<State>

        init(_ question: TrustQuestion) { state = LockedBox(State(question: question)) }

        /// A trust object for certificates that were received, leaf first.
        package convenience init(certificates: [SecCertificate], policies: [SecPolicy]) {
            self.init(TrustQuestion(certificates: certificates, policies: policies))
        }

        var question: TrustQuestion { state.withLock { $0.question } }

        /// The certificates as they were received.
        package var receivedCertificates: [SecCertificate] { question.certificates }

        /// Changes what is asked, which voids the answer.
        func change(_ body: (inout TrustQuestion) -> Void) {
            state.withLock { state in
                body(&state.question)
                state.generation += 1
                state.evaluation = nil
            }
        }

        /// The answer; found now if there is none yet.
        package func evaluation() -> TrustEvaluation {
            let (question, generation, known) = state.withLock { ($0.question, $0.generation, $0.evaluation) }
            if let known { return known }
            // Outside the lock: it takes milliseconds.
            let found = question.evaluated()
            state.withLock { state in
                if state.generation == generation { state.evaluation = found }
            }
            return found
        }

        /// The answer, found anew: the clock has moved on.
        func evaluateAgain() -> TrustEvaluation {
            change { _ in }
            return evaluation()
        }
    }

    /// The number of `SecTrust` for `CFGetTypeID(_:)`.
    public func SecTrustGetTypeID() -> CFTypeID { SecTrust.typeID }
#endif
