#if os(Linux)
    internal import CMutualTLSCurl
    import Foundation
    import MutualTLSOpenSSL

    /// The thread that moves one pool's transfers: it owns a libcurl multi handle, and with it the connections.
    ///
    /// Not `Sendable`: made and used on its thread alone. Others talk to it through its mailbox.
    final class TransferLoop {
        private let multi: UnsafeMutableRawPointer
        private let mailbox: Mailbox
        private let handler: any ChallengeHandler
        private let challengeTimeout: Duration
        private let poolToken: String
        private let maximumResponseSize: Int

        /// Those that wait for their turn, and those that libcurl works on.
        private var transfers: [Transfer.ID: Transfer] = [:]
        private var queue: AdmissionQueue
        /// Those whose handshake may yet ask something.
        private var shakingHands: Set<Transfer.ID> = []
        /// Those that opened a connection since the last look; libcurl may do so again for one that lost its first.
        private let newConnections = NewConnections()
        private var isDraining = false
        private var nextDeadline = ContinuousClock.now

        /// Takes over `multi`.
        init(
            multi: UnsafeMutableRawPointer, mailbox: Mailbox, handler: any ChallengeHandler, poolToken: String,
            configuration: Transport.Configuration
        ) {
            self.multi = multi
            self.mailbox = mailbox
            self.handler = handler
            self.poolToken = poolToken
            maximumResponseSize = configuration.maximumResponseSize
            challengeTimeout = configuration.challengeTimeout
            queue = AdmissionQueue(connectionsPerHost: configuration.maximumConnectionsPerHost)
        }

        /// Runs until it was drained or stopped, and nothing is left.
        func run() {
            mailbox.open(multi)
            while true {
                for command in mailbox.take() { handle(command) }
                var running: Int32 = 0
                curl_multi_perform(multi, &running)
                finishDone()
                askChallenges()
                if isDraining && transfers.isEmpty { break }
                let wait = enforceDeadlines()
                curl_multi_poll(multi, nil, 0, wait, nil)
            }
            // What was posted since the last look finds the door shut.
            for case .start(let id, let request, let continuation, _) in mailbox.close() {
                end(Transfer(id: id, request: request, maximumSize: 0, continuation: continuation), .closed)
            }
            curl_multi_cleanup(multi)
            ClientHandshake.cleanUpThread()
        }

        private func handle(_ command: LoopCommand) {
            switch command {
            case .start(let id, let request, let continuation, let flag):
                start(
                    Transfer(id: id, request: request, maximumSize: maximumResponseSize, continuation: continuation),
                    flag)
            case .cancel(let id):
                if let transfer = transfers[id] { abort(transfer, .cancelledByCaller) }
            case .trust(let id, let answer):
                if let transfer = take(answerTo: .serverTrust, id) { apply(answer, to: transfer) }
            case .identity(let id, let answer):
                if let transfer = take(answerTo: .clientCertificate, id) { apply(answer, to: transfer) }
            case .drain:
                isDraining = true
            case .stop:
                isDraining = true
                for transfer in transfers.values { abort(transfer, .sessionEnded) }
            }
        }

        private func start(_ transfer: Transfer, _ flag: CancellationFlag) {
            if isDraining { return end(transfer, .closed) }
            if flag.isSet { return end(transfer, .cancelledByCaller) }
            do throws(TransportError) {
                try transfer.request.validate()
            } catch {
                return end(transfer, error)
            }
            transfers[transfer.id] = transfer
            admit(queue.arrive(transfer.id, at: transfer.origin))
        }

        private func admit(_ ids: [Transfer.ID]) {
            for id in ids {
                guard let transfer = transfers[id] else { continue }
                do throws(TransportError) {
                    let easy = try transfer.prepare(poolToken: poolToken, newConnections)
                    guard curl_multi_add_handle(multi, easy.pointer) == CURLM_OK else {
                        throw TransportError(.unavailable, "libcurl takes no further transfer")
                    }
                    transfer.isActive = true
                    transfer.touch()
                    nextDeadline = .now
                    shakingHands.insert(id)
                } catch {
                    // It counts as admitted; `remove` lets the next one in.
                    transfer.isActive = true
                    remove(transfer)
                    end(transfer, error)
                }
            }
        }

        /// Ends a transfer that libcurl doesn't know.
        private func end(_ transfer: Transfer, _ error: TransportError) {
            transfer.verdict = error
            transfer.finish(CURLE_OK, connection: nil)
        }

        // MARK: Results

        private func finishDone() {
            var done: [(Transfer, CURLcode)] = []
            var left: Int32 = 0
            while let message = curl_multi_info_read(multi, &left) {
                guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
                let result = message.pointee.data.result
                var context: UnsafeMutableRawPointer?
                _ = mtls_curl_get_pointer(easy, CURLINFO_PRIVATE, &context)
                if let transfer = Transfer.from(context) { done.append((transfer, result)) }
            }
            if done.isEmpty { return }
            // A transfer that shared a connection fails for the reason that the one which opened it knows.
            var connections: [Int: HandshakeFacts] = [:]
            for (transfer, result) in done where result != CURLE_OK {
                guard let facts = transfer.handshake?.facts, let port = transfer.easy?.localPort else { continue }
                connections[port] = facts
            }
            for (transfer, result) in done {
                let port = transfer.easy?.localPort
                remove(transfer)
                transfer.finish(result, connection: port.flatMap { connections[$0] })
            }
        }

        private func remove(_ transfer: Transfer) {
            if let easy = transfer.easy { curl_multi_remove_handle(multi, easy.pointer) }
            transfers[transfer.id] = nil
            shakingHands.remove(transfer.id)
            if let multiplexes = transfer.multiplexes { admit(queue.learn(transfer.origin, multiplexes: multiplexes)) }
            admit(queue.leave(transfer.id, from: transfer.origin, wasActive: transfer.isActive))
        }

        /// Ends a transfer early. One whose handshake is paused is unwound first, by letting libcurl resume it: a dropped
        /// handshake would leak its stack.
        private func abort(_ transfer: Transfer, _ error: TransportError) {
            if transfer.verdict == nil { transfer.verdict = error }
            transfer.asking?.task.cancel()
            transfer.asking = nil
            if let handshake = transfer.handshake, handshake.pending != nil {
                handshake.abort()
            } else {
                remove(transfer)
                transfer.finish(CURLE_ABORTED_BY_CALLBACK, connection: nil)
            }
        }

        // MARK: Challenges

        private func askChallenges() {
            shakingHands.formUnion(newConnections.take())
            for id in shakingHands {
                guard let transfer = transfers[id] else { continue }
                if let handshake = transfer.handshake, let challenge = handshake.pending {
                    if transfer.asking == nil && transfer.verdict == nil { ask(challenge, transfer, handshake) }
                } else if let multiplexes = transfer.multiplexes {
                    shakingHands.remove(id)
                    admit(queue.learn(transfer.origin, multiplexes: multiplexes))
                }
            }
        }

        private func ask(_ challenge: ClientHandshake.Challenge, _ transfer: Transfer, _ handshake: ClientHandshake) {
            let (id, host, port, mailbox, handler) = (transfer.id, transfer.host, transfer.port, mailbox, handler)
            let task: Task<Void, Never>
            switch challenge {
            case .serverTrust:
                guard let chain = try? handshake.peerChain(), !chain.isEmpty else {
                    return abort(
                        transfer, TransportError(.handshakeFailed, "\(host) sent no certificate that can be read"))
                }
                task = Task(executorPreference: ChallengeExecutor()) {
                    let answer = await handler.serverTrust(.init(host: host, port: port, chain: chain))
                    _ = mailbox.post(.trust(id, answer))
                }
            case .clientCertificate:
                let issuers = handshake.acceptableIssuers()
                task = Task(executorPreference: ChallengeExecutor()) {
                    let answer = await handler.clientCertificate(
                        .init(host: host, port: port, acceptableIssuers: issuers))
                    _ = mailbox.post(.identity(id, answer))
                }
            }
            transfer.asking = .init(challenge: challenge, since: .now, task: task)
            nextDeadline = .now
        }

        /// The transfer that still waits for an answer to `challenge`.
        private func take(answerTo challenge: ClientHandshake.Challenge, _ id: Transfer.ID) -> Transfer? {
            guard let transfer = transfers[id], transfer.asking?.challenge == challenge else { return nil }
            transfer.asking = nil
            transfer.touch()
            nextDeadline = .now
            return transfer
        }

        private func apply(_ answer: ServerTrustAnswer, to transfer: Transfer) {
            switch answer {
            case .trust: transfer.handshake?.answer(.trusted)
            case .reject(let fault, let error):
                transfer.verdict = TransportError(
                    .serverNotTrusted, "the server \(transfer.host) is not trusted", underlying: error)
                transfer.handshake?.answer(.rejected(fault))
            }
        }

        private func apply(_ answer: ClientCertificateAnswer, to transfer: Transfer) {
            do {
                switch answer {
                case .use(let certificate, let key, let intermediates):
                    try transfer.handshake?.answer(certificate: certificate, key: key, intermediates: intermediates)
                case .continueWithout:
                    try transfer.handshake?.answer(certificate: nil, key: nil, intermediates: [])
                case .cancel(let error):
                    abort(
                        transfer,
                        TransportError(
                            .challengeCancelled, "the client-certificate challenge of \(transfer.host) was cancelled",
                            underlying: error))
                }
            } catch {
                abort(transfer, TransportError(.identityUnusable, "\(error)"))
            }
        }

        // MARK: Time

        /// Ends what has waited too long. Returns the milliseconds until it must look again.
        private func enforceDeadlines() -> Int32 {
            let now = ContinuousClock.now
            if now >= nextDeadline {
                var earliest = now + .seconds(3600)
                for transfer in transfers.values {
                    transfer.noticeUpload()
                    let deadline = deadline(of: transfer)
                    if deadline <= now { expire(transfer) } else { earliest = min(earliest, deadline) }
                }
                nextDeadline = earliest
            }
            // An aborted handshake is resumed by the next round, which must come at once.
            if transfers.values.contains(where: { $0.verdict != nil }) { return 0 }
            let wait = (nextDeadline - now).components
            let milliseconds = wait.seconds * 1000 + wait.attoseconds / 1_000_000_000_000_000 + 1
            return Int32(clamping: max(0, milliseconds))
        }

        private func deadline(of transfer: Transfer) -> ContinuousClock.Instant {
            guard transfer.isActive else { return .now + .seconds(3600) }
            if let asking = transfer.asking { return asking.since + challengeTimeout }
            // In this order, what is not a number becomes 0.
            return transfer.lastActivity + .seconds(min(1e9, max(0, transfer.request.timeout)))
        }

        private func expire(_ transfer: Transfer) {
            if let asking = transfer.asking {
                let what = asking.challenge == .serverTrust ? "server-trust" : "client-certificate"
                abort(
                    transfer,
                    TransportError(
                        .challengeTimedOut,
                        "nobody answered the \(what) challenge of \(transfer.host) within "
                            + "\(challengeTimeout.components.seconds) s; every path of the code that is asked must return"
                    ))
            } else if transfer.verdict == nil {
                abort(
                    transfer,
                    TransportError(
                        .timedOut, "nothing moved between us and \(transfer.host) for \(transfer.request.timeout) s"))
            }
        }
    }

    extension TransportError {
        static let closed = TransportError(.closed, "the session was invalidated, and takes no further request")
        fileprivate static let cancelledByCaller = TransportError(.cancelled, "the request was cancelled")
        fileprivate static let sessionEnded = TransportError(.cancelled, "the session was invalidated")
    }
#endif
