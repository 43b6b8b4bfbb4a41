#if os(Linux)
    internal import CMutualTLSCurl
    internal import CMutualTLSShims
    import Foundation
    import MutualTLSOpenSSL

    /// Moves one pool's transfers: it owns a libcurl multi handle, and with it the connections.
    ///
    /// A thread sleeps on the sockets and does nearly everything. A request that finds an open connection is sent by the
    /// caller's own thread, which spares the hop: whoever holds the lock may drive libcurl. Handshakes alone belong to the
    /// loop's thread, since OpenSSL keeps a paused one with its thread.
    // @unchecked: everything mutable is touched only by whoever holds `lock`; the mailbox and `sockets.wake` need no lock, and
    // `sockets.wait` is called by the loop's thread alone.
    final class TransferLoop: @unchecked Sendable {
        private let lock = NSLock()
        private let mailbox = Mailbox()
        private let sockets: SocketWatch
        private let multi: UnsafeMutableRawPointer
        private let handler: any ChallengeHandler
        private let configuration: Transport.Configuration
        private let poolToken: String
        private let environment: [String: String]

        /// What leads to the hosts, by the scheme.
        private var proxies: [String: Proxy?] = [:]

        /// Those that wait for their turn, and those that libcurl works on.
        private var transfers: [Transfer.ID: Transfer] = [:]
        private var queue: AdmissionQueue
        /// Those that may yet open a connection, or shake hands over one.
        private var connecting: Set<Transfer.ID> = []
        /// Those to be begun once more, on the loop's thread.
        private var again: [Transfer.ID] = []
        /// The handshakes of the open connections, by their local ports.
        private var handshakes: [Int: ClientHandshake] = [:]
        /// Of those that were closed since the last look.
        private var closedPorts: [Int] = []
        /// The connections that carry no HTTP.
        private var channels: [Transfer.ID: Channel] = [:]
        /// Handles that wait for a request.
        private var spare: [CurlEasy] = []
        private var isDraining = false
        /// When libcurl wants to be called.
        private var curlTimer: ContinuousClock.Instant?
        /// When a transfer's time is over at the earliest.
        private var nextDeadline: ContinuousClock.Instant?
        /// Until when the loop's thread sleeps; nil while it is awake.
        private var sleepsUntil: ContinuousClock.Instant?
        /// The time at which whoever holds the lock began.
        private(set) var now = ContinuousClock.now
        /// Whether the loop's own thread holds the lock.
        private(set) var isOnOwnThread = false

        var wantsTimings: Bool { configuration.wantsTimings }

        init(
            handler: any ChallengeHandler, poolToken: String, configuration: Transport.Configuration
        ) throws(TransportError) {
            sockets = try SocketWatch()
            guard let multi = curl_multi_init() else {
                throw TransportError(.unavailable, "no memory for a pool of connections")
            }
            self.multi = multi
            self.handler = handler
            self.poolToken = poolToken
            self.configuration = configuration
            environment = configuration.proxy == .environment ? ProcessInfo.processInfo.environment : [:]
            queue = AdmissionQueue(connectionsPerHost: configuration.maximumConnectionsPerHost)
            let code = mtls_curl_multi_watch(
                multi, socketCallback, timerCallback, Unmanaged.passUnretained(self).toOpaque())
            // Unset, it closes idle connections whenever few transfers happen to be under way.
            mtls_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, 1000)
            guard code == CURLM_OK else { throw TransportError(.unavailable, "libcurl's sockets can't be watched") }
        }

        // MARK: From any thread

        /// Does what is asked, here and now where that can be, or has the loop's thread do it.
        func submit(_ command: LoopCommand) {
            if lock.try() {
                let isDone = canBegin(command)
                if isDone {
                    now = .now
                    handle(command)
                    settle()
                    if let sleepsUntil, wakeTime < sleepsUntil { sockets.wake() }
                }
                lock.unlock()
                if isDone { return }
            }
            guard mailbox.post(command) else { return refuse(command) }
            sockets.wake()
        }

        /// Whether a command can be carried out on a thread that is not the loop's: nobody is before it, and no handshake
        /// can come of it.
        private func canBegin(_ command: LoopCommand) -> Bool {
            guard connecting.isEmpty, again.isEmpty, !isDraining, mailbox.isEmpty else { return false }
            switch command {
            case .start(_, let request, let host, _):
                return !request.needsFreshConnection && queue.hasRoom(at: host, sockets.connectionCount)
            case .resume: return true
            default: return false
            }
        }

        /// Tells the sender of a request that came after the end.
        private func refuse(_ command: LoopCommand) {
            if case .start(_, _, _, let observer) = command { observer.didFinish(TransferOutcome(error: .closed)) }
        }

        // MARK: The thread

        /// Runs until it was drained or stopped, and nothing is left.
        func run() {
            var events: [SocketWatch.Event] = []
            while true {
                lock.lock()
                (now, isOnOwnThread, sleepsUntil) = (.now, true, nil)
                for event in events { take(event) }
                for command in mailbox.take() { handle(command) }
                settle()
                enforceDeadlines()
                if isDraining && transfers.isEmpty && channels.isEmpty { break }
                let wakeTime = wakeTime
                sleepsUntil = wakeTime
                isOnOwnThread = false
                lock.unlock()
                events = sockets.wait(milliseconds: (wakeTime - now).wholeMilliseconds)
            }
            // What was posted since the last look finds the door shut.
            for command in mailbox.close() { refuse(command) }
            spare = []
            // From here on nobody drives it: `isDraining` sees to that.
            curl_multi_cleanup(multi)
            isOnOwnThread = false
            lock.unlock()
            ClientHandshake.cleanUpThread()
        }

        private func take(_ event: SocketWatch.Event) {
            if let id = sockets.channel(event.descriptor) {
                if let channel = channels[id] { drive(channel) }
            } else if sockets.isWanted(event) {
                var running: Int32 = 0
                curl_multi_socket_action(multi, event.descriptor, event.mask, &running)
            }
        }

        /// When something is to be done at the latest.
        private var wakeTime: ContinuousClock.Instant {
            min(curlTimer ?? now + .seconds(3600), nextDeadline ?? now + .seconds(3600))
        }

        /// Runs libcurl's timers, and deals with what came of that and of all before, until nothing is left to do.
        private func settle() {
            repeat {
                while let timer = curlTimer, timer <= now {
                    curlTimer = nil
                    var running: Int32 = 0
                    curl_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, &running)
                }
                finishDone()
                if isOnOwnThread { beginAgain() }
                askChallenges()
                for transfer in delivering { transfer.observer.didReceiveForNow() }
                delivering.removeAll(keepingCapacity: true)
                for port in closedPorts { handshakes[port] = nil }
                closedPorts.removeAll(keepingCapacity: true)
            } while curlTimer.map { $0 <= now } ?? false
        }

        // MARK: Commands

        private func handle(_ command: LoopCommand) {
            switch command {
            case .start(let id, let request, let host, let observer): start(id, request, host, observer)
            case .resume(let id): transfers[id]?.easy?.resume()
            case .cancel(let id):
                if let transfer = transfers[id] { abort(transfer, .cancelledByCaller) }
            case .trust(let id, let answer):
                if let transfer = take(answerTo: .serverTrust, id) { apply(answer, to: transfer) }
            case .identity(let id, let answer):
                if let transfer = take(answerTo: .clientCertificate, id) { apply(answer, to: transfer) }
            case .write(let id, let data):
                if let channel = channels[id] {
                    channel.output = data
                    drive(channel)
                }
            case .read(let id, let isReading):
                if let channel = channels[id] {
                    channel.isReading = isReading
                    drive(channel)
                }
            case .closeChannel(let id):
                if let channel = channels[id] {
                    close(channel, nil)
                } else if let transfer = transfers[id] {
                    abort(transfer, .cancelledByCaller)
                }
            case .drain:
                isDraining = true
            case .stop:
                isDraining = true
                for transfer in Array(transfers.values) { abort(transfer, .sessionEnded) }
                for channel in Array(channels.values) { close(channel, .sessionEnded) }
            }
        }

        private func start(
            _ id: Transfer.ID, _ request: TransportRequest, _ host: AdmissionQueue.Host,
            _ observer: any TransferObserver
        ) {
            if isDraining { return observer.didFinish(TransferOutcome(error: .closed)) }
            let proxy: Proxy?
            do throws(TransportError) {
                try request.validate(host)
                proxy = try self.proxy(for: host)
            } catch {
                return observer.didFinish(TransferOutcome(error: error))
            }
            let transfer = Transfer(id: id, request, host, observer, proxy: proxy, self)
            transfers[id] = transfer
            noteDeadline(of: transfer)
            admit(queue.arrive(id, at: transfer.origin))
        }

        private func proxy(for host: AdmissionQueue.Host) throws(TransportError) -> Proxy? {
            let proxy: Proxy?
            if let known = proxies[host.scheme] {
                proxy = known
            } else {
                proxy = try configuration.proxy.proxy(for: host.scheme.lowercased(), environment)
                proxies[host.scheme] = .some(proxy)
            }
            return proxy.flatMap { $0.isException(host.name) ? nil : $0 }
        }

        private func admit(_ ids: [Transfer.ID]) {
            for id in ids {
                guard let transfer = transfers[id] else { continue }
                transfer.isActive = true
                begin(transfer)
            }
        }

        /// Has libcurl work on it.
        private func begin(_ transfer: Transfer) {
            do throws(TransportError) {
                let easy: CurlEasy
                if let kept = spare.popLast() { easy = kept } else { easy = try CurlEasy() }
                transfer.easy = easy
                try easy.prepare(
                    transfer, configuration, poolToken: poolToken, loop: Unmanaged.passUnretained(self).toOpaque())
                transfer.touch()
                if isOnOwnThread { connecting.insert(transfer.id) }
                guard curl_multi_add_handle(multi, easy.pointer) == CURLM_OK else {
                    throw TransportError(.unavailable, "libcurl takes no further transfer")
                }
                noteDeadline(of: transfer)
            } catch {
                end(transfer, error)
            }
        }

        private func beginAgain() {
            for id in again {
                guard let transfer = transfers[id] else { continue }
                transfer.startOver()
                begin(transfer)
            }
            again = []
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
                if let transfer = CurlEasy.from(context)?.transfer { done.append((transfer, result)) }
            }
            for (transfer, result) in done {
                if result == CURLE_OK, transfer.request.isChannel {
                    open(transfer)
                    continue
                }
                // A transfer on a kept or shared connection fails for the reason that the connection's handshake knows.
                let error = transfer.failure(result) { transfer.easy.flatMap { handshakes[$0.localPort]?.facts } }
                if transfer.verdict == nil,
                    transfer.needsConnection || (error?.mayBeRepeated ?? false) && mayRepeat(transfer)
                {
                    release(transfer)
                    again.append(transfer.id)
                    if !isOnOwnThread { sockets.wake() }
                } else {
                    end(transfer, error)
                }
            }
        }

        private func mayRepeat(_ transfer: Transfer) -> Bool { transfer.repetitions < 3 && !isDraining }

        // MARK: Channels

        /// A connection is made that carries no HTTP: from here on it is its channel's.
        private func open(_ transfer: Transfer) {
            connecting.remove(transfer.id)
            guard let easy = transfer.easy, let descriptor = easy.activeSocket else {
                return end(transfer, TransportError(.connectionLost, "the connection to \(transfer.host) is gone"))
            }
            let channel = Channel(transfer, easy, descriptor)
            channels[transfer.id] = channel
            transfers[transfer.id] = nil
            sockets.openChannel(descriptor, transfer.id)
            transfer.openChannel()
            admit(queue.leave(transfer.id, from: transfer.origin, wasActive: true))
            drive(channel)
        }

        private func drive(_ channel: Channel) {
            switch channel.move() {
            case .waits(let mask): sockets.watchChannel(channel.descriptor, mask)
            case .ended(let error): close(channel, error)
            }
        }

        private func close(_ channel: Channel, _ error: TransportError?) {
            guard channels.removeValue(forKey: channel.transfer.id) != nil else { return }
            sockets.closeChannel(channel.descriptor)
            // Removing the handle closes its connection.
            curl_multi_remove_handle(multi, channel.easy.pointer)
            channel.transfer.easy = nil
            channel.transfer.finish(error)
        }

        /// Takes a transfer from libcurl.
        private func release(_ transfer: Transfer) {
            connecting.remove(transfer.id)
            guard let easy = transfer.easy else { return }
            curl_multi_remove_handle(multi, easy.pointer)
        }

        /// Ends a transfer, and lets the next ones in.
        private func end(_ transfer: Transfer, _ error: TransportError?) {
            release(transfer)
            transfers[transfer.id] = nil
            let multiplexes = transfer.multiplexes
            transfer.finish(error)
            if let easy = transfer.easy, spare.count < 32 {
                easy.transfer = nil
                spare.append(easy)
            }
            transfer.easy = nil
            if let multiplexes { admit(queue.learn(transfer.origin, multiplexes: multiplexes)) }
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
                transfer.easy?.kick()
            } else {
                end(transfer, transfer.failure(CURLE_ABORTED_BY_CALLBACK) { nil })
            }
        }

        // MARK: Challenges

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
        /// Those whose connection has just shown what it can.
        private var freshlyConnected: [Transfer.ID] = []

        /// A piece of a transfer's body has come, and others may follow at once.
        func delivers(_ transfer: Transfer) {
            if delivering.last !== transfer { delivering.append(transfer) }
        }
        private var delivering: [Transfer] = []

        private func askChallenges() {
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

        private func ask(_ challenge: ClientHandshake.Challenge, _ transfer: Transfer, _ handshake: ClientHandshake) {
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
                task = Task(executorPreference: ChallengeExecutor()) {
                    self.submit(.trust(id, await handler.serverTrust(question)))
                }
            case .clientCertificate:
                let question = ClientCertificateChallenge(
                    peer: peer, acceptableIssuers: handshake.acceptableIssuers(),
                    signatureAlgorithms: handshake.signatureAlgorithms(),
                    certificateTypes: handshake.certificateTypes(),
                    tlsVersion: handshake.version.map { UInt16($0.rawValue) })
                task = Task(executorPreference: ChallengeExecutor()) {
                    self.submit(.identity(id, await handler.clientCertificate(question)))
                }
            }
            transfer.asking = .init(challenge: challenge, since: now, task: task)
            noteDeadline(of: transfer)
        }

        /// The transfer that still waits for an answer to `challenge`.
        private func take(answerTo challenge: ClientHandshake.Challenge, _ id: Transfer.ID) -> Transfer? {
            guard let transfer = transfers[id], transfer.asking?.challenge == challenge else { return nil }
            transfer.asking = nil
            transfer.touch()
            noteDeadline(of: transfer)
            return transfer
        }

        private func apply(_ answer: ServerTrustAnswer, to transfer: Transfer) {
            switch answer {
            case .trust: transfer.handshake?.answer(.trusted)
            case .reject(let fault, let error):
                transfer.verdict = TransportError(
                    .serverNotTrusted, "the server \(transfer.challengePeer.host) is not trusted", underlying: error)
                transfer.handshake?.answer(.rejected(fault))
            }
            transfer.easy?.kick()
        }

        private func apply(_ answer: ClientCertificateAnswer, to transfer: Transfer) {
            do {
                switch answer {
                case .use(let certificate, let key, let intermediates):
                    try transfer.handshake?.answer(certificate: certificate, key: key, intermediates: intermediates)
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

        // MARK: Time

        /// Sees that the thread wakes in time for a transfer.
        private func noteDeadline(of transfer: Transfer) {
            guard let deadline = transfer.deadline(challengeTimeout: configuration.challengeTimeout) else { return }
            nextDeadline = min(nextDeadline ?? deadline, deadline)
        }

        /// Ends what has waited too long.
        private func enforceDeadlines() {
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

        private func expire(_ transfer: Transfer) {
            let host = transfer.challengePeer.host
            if transfer.isOverdue {
                abort(
                    transfer,
                    TransportError(
                        .timedOut,
                        "the request to \(host) was not done within \((transfer.request.resourceTimeout * 1000).rounded() / 1000) s"
                    ))
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

        // MARK: What libcurl tells, while it is driven

        func watch(_ descriptor: Int32, _ what: CInt) {
            sockets.want(what == CURL_POLL_REMOVE ? 0 : what, of: descriptor)
        }

        func setTimer(_ milliseconds: Int) {
            curlTimer = milliseconds < 0 ? nil : now + .milliseconds(milliseconds)
        }

        func opened(_ descriptor: Int32, for transfer: Transfer) { sockets.opened(descriptor, to: transfer.origin) }

        func closing(_ descriptor: Int32) {
            let port = Int(mtls_local_port(descriptor))
            if port > 0 { closedPorts.append(port) }
            guard let host = sockets.closing(descriptor), sockets.connectionCount(host) == 0 else { return }
            queue.forget(host)
        }
    }

    extension Duration {
        /// Rounded up, and neither negative nor more than `poll` takes.
        fileprivate var wholeMilliseconds: Int32 {
            let (seconds, attoseconds) = components
            return Int32(clamping: max(0, seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
        }
    }

    extension TransportError {
        static let closed = TransportError(.closed, "the session was invalidated, and takes no further request")
        fileprivate static let cancelledByCaller = TransportError(.cancelled, "the request was cancelled")
        fileprivate static let sessionEnded = TransportError(.cancelled, "the session was invalidated")
    }
#endif
