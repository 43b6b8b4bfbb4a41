#if os(Linux)
    internal import CMutualTLSCurl
    import Foundation
    import MutualTLSOpenSSL

    // The questions of a handshake, and their answers.
    extension TransferLoop {
        /// A transfer opens a connection; libcurl may do so for one that lost its kept one.
        func shakesHands(_ transfer: Transfer) { connecting.insert(transfer.id) }

        /// A transfer has a connection, and is about to be sent.
        func didConnect(_ transfer: Transfer) {
            connecting.remove(transfer.id)
            if let handshake = transfer.handshake, !transfer.isProxyHandshake, transfer.isFirstAttempt {
                let facts = handshake.facts
                guard facts.isFinished else { return }
                if let port = transfer.easy?.localPort { handshakes[port] = handshake }
                transfer.observer.didConnect(facts, after: transfer.handshakeDuration)
                freshlyConnected.append(transfer.id)
            }
        }

        /// A piece of a transfer's body has come, and others may follow at once.
        func delivers(_ transfer: Transfer) {
            if delivering.last !== transfer { delivering.append(transfer) }
        }

        func askChallenges() {
            for id in connecting {
                guard let transfer = transfers[id], let handshake = transfer.handshake,
                    let challenge = handshake.pending, transfer.asking == nil, transfer.verdict == nil
                else { continue }
                ask(challenge, transfer, handshake)
            }
            for id in freshlyConnected {
                guard let transfer = transfers[id], let multiplexes = transfer.multiplexes else { continue }
                admit(queue.learn(transfer.origin, multiplexes: multiplexes))
            }
            freshlyConnected.removeAll(keepingCapacity: true)
        }

        func ask(_ challenge: ClientHandshake.Challenge, _ transfer: Transfer, _ handshake: ClientHandshake) {
            let (id, handler) = (transfer.id, handler)
            let peer = transfer.challengePeer
            let task: Task<Void, Never>
            switch challenge {
            case .serverTrust:
                guard let chain = try? handshake.peerChain(), !chain.isEmpty else {
                    return abort(
                        transfer, TransportError(.handshakeFailed, "\(peer.host) sent no certificate that can be read"))
                }
                let question = ServerTrustChallenge(peer: peer, chain: chain)
                task = Task(executorPreference: BlockingExecutor()) {
                    self.submit(.trust(id, await handler.serverTrust(question)))
                }
            case .clientCertificate:
                let question = ClientCertificateChallenge(
                    peer: peer, acceptableIssuers: handshake.acceptableIssuers(),
                    signatureAlgorithms: handshake.signatureAlgorithms(),
                    sharedSignatureAlgorithms: handshake.sharedSignatureAlgorithms(),
                    certificateTypes: handshake.certificateTypes(),
                    tlsVersion: handshake.version.map { UInt16($0.rawValue) })
                task = Task(executorPreference: BlockingExecutor()) {
                    self.submit(.identity(id, await handler.clientCertificate(question)))
                }
            case .signature:
                guard let (key, scheme, message) = handshake.signatureRequest() else {
                    return abort(transfer, TransportError(.signingFailed, "nobody is there to sign"))
                }
                task = Task(executorPreference: BlockingExecutor()) {
                    let answer: Result<Data, any Error>
                    do {
                        answer = .success(try await key.signature(for: .init(scheme: scheme, message: message)))
                    } catch {
                        answer = .failure(error)
                    }
                    self.submit(.signature(id, answer))
                }
            }
            transfer.asking = .init(challenge: challenge, since: now, task: task)
            noteDeadline(of: transfer)
        }

        /// The transfer that still waits for an answer to `challenge`.
        func take(answerTo challenge: ClientHandshake.Challenge, _ id: Transfer.ID) -> Transfer? {
            guard let transfer = transfers[id], transfer.asking?.challenge == challenge else { return nil }
            transfer.asking = nil
            transfer.touch()
            noteDeadline(of: transfer)
            return transfer
        }

        func apply(_ answer: ServerTrustAnswer, to transfer: Transfer) {
            switch answer {
            case .trust: transfer.handshake?.answer(.trusted)
            case .reject(let fault, let error):
                transfer.verdict = TransportError(
                    .serverNotTrusted, "the server \(transfer.challengePeer.host) is not trusted", underlying: error)
                transfer.handshake?.answer(.rejected(fault))
            }
            transfer.easy?.kick()
        }

        func apply(_ answer: Result<Data, any Error>, to transfer: Transfer) {
            do {
                try transfer.handshake?.answer(signature: answer.get())
                transfer.easy?.kick()
            } catch {
                let cause = (error as? KeySigningError)?.underlying ?? error
                abort(
                    transfer,
                    TransportError(
                        .signingFailed, "the client certificate's key did not sign: \(error)", underlying: cause))
            }
        }

        func apply(_ answer: ClientCertificateAnswer, to transfer: Transfer) {
            do {
                switch answer {
                case .use(let certificate, let key, let intermediates, let scheme):
                    try transfer.handshake?.answer(
                        certificate: certificate, key: key, intermediates: intermediates, scheme: scheme)
                case .continueWithout:
                    try transfer.handshake?.answer(certificate: nil, key: nil, intermediates: [])
                case .cancel(let error):
                    return abort(
                        transfer,
                        TransportError(
                            .challengeCancelled,
                            "the client-certificate challenge of \(transfer.challengePeer.host) was cancelled",
                            underlying: error))
                }
                transfer.easy?.kick()
            } catch {
                abort(transfer, TransportError(.identityUnusable, "\(error)"))
            }
        }
    }
#endif
