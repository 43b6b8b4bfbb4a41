#if os(Linux)
    internal import CMutualTLSCurl
    import Foundation
    import MutualTLSOpenSSL

    // Who has waited too long.
    extension TransferLoop {
        /// Sees that the thread wakes in time for a transfer.
        func noteDeadline(of transfer: Transfer) {
            guard let deadline = transfer.deadline(challengeTimeout: configuration.challengeTimeout) else { return }
            nextDeadline = min(nextDeadline ?? deadline, deadline)
        }

        /// Ends what has waited too long.
        func enforceDeadlines() {
            guard let next = nextDeadline, next <= now else { return }
            nextDeadline = nil
            for transfer in Array(transfers.values) {
                guard let deadline = transfer.deadline(challengeTimeout: configuration.challengeTimeout) else {
                    continue
                }
                if deadline <= now, !transfer.isActive, !transfer.isOverdue {
                    transfer.isImpatient = true
                    admit(queue.losePatience(transfer.origin))
                } else if deadline <= now, transfer.verdict == nil {
                    expire(transfer)
                }
                if transfers[transfer.id] != nil { noteDeadline(of: transfer) }
            }
            if let next = nextDeadline, next <= now { nextDeadline = now + .milliseconds(10) }
            settle()
        }

        func expire(_ transfer: Transfer) {
            let host = transfer.challengePeer.host
            if transfer.isOverdue {
                abort(
                    transfer,
                    TransportError(
                        .timedOut,
                        "the request to \(host) was not done within "
                            + "\((transfer.request.resourceTimeout * 1000).rounded() / 1000) s"))
            } else if transfer.asking?.challenge == .signature {
                abort(
                    transfer,
                    TransportError(
                        .signingTimedOut,
                        "whoever holds the client certificate's key made no signature for \(host) within "
                            + "\(configuration.challengeTimeout.components.seconds) s"))
            } else if let asking = transfer.asking {
                let what = asking.challenge == .serverTrust ? "server-trust" : "client-certificate"
                abort(
                    transfer,
                    TransportError(
                        .challengeTimedOut,
                        "nobody answered the \(what) challenge of \(host) within "
                            + "\(configuration.challengeTimeout.components.seconds) s; every path of the code that is asked "
                            + "must return, and an answer through the challenge's sender has no effect"))
            } else {
                abort(
                    transfer,
                    TransportError(
                        .timedOut, "nothing moved between us and \(host) for \(transfer.request.timeout) s"))
            }
        }
    }
#endif
