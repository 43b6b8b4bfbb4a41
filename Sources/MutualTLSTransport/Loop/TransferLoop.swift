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
        let lock = NSLock()
        let mailbox = Mailbox()
        let sockets: SocketWatch
        let multi: UnsafeMutableRawPointer
        let handler: any ChallengeHandler
        let configuration: Transport.Configuration
        let poolToken: String
        let environment: [String: String]

        /// What leads to the hosts, by the scheme.
        var proxies: [String: Proxy?] = [:]

        /// Those that wait for their turn, and those that libcurl works on.
        var transfers: [Transfer.ID: Transfer] = [:]
        var queue: AdmissionQueue
        /// Those that may yet open a connection, or shake hands over one.
        var connecting: Set<Transfer.ID> = []
        /// Those whose readers may hold them back.
        var paced: Set<Transfer.ID> = []
        /// Those to be begun once more, on the loop's thread.
        var again: [Transfer.ID] = []
        /// The handshakes of the open connections, by their local ports.
        var handshakes: [Int: ClientHandshake] = [:]
        /// Of those that were closed since the last look.
        var closedPorts: [Int] = []
        /// The connections that carry no HTTP.
        var channels: [Transfer.ID: Channel] = [:]
        /// Handles that wait for a request.
        var spare: [CurlEasy] = []
        /// Those whose connection has just shown what it can.
        var freshlyConnected: [Transfer.ID] = []
        /// Those that have brought pieces of bodies since the last look.
        var delivering: [Transfer] = []
        var isDraining = false
        /// When libcurl wants to be called.
        var curlTimer: ContinuousClock.Instant?
        /// When a transfer's time is over at the earliest.
        var nextDeadline: ContinuousClock.Instant?
        /// Until when the loop's thread sleeps; nil while it is awake.
        var sleepsUntil: ContinuousClock.Instant?
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
        func canBegin(_ command: LoopCommand) -> Bool {
            guard connecting.isEmpty, again.isEmpty, !isDraining, mailbox.isEmpty else { return false }
            switch command {
            case .start(_, let request, let host, _):
                return !request.needsFreshConnection && queue.hasRoom(at: host, sockets.connectionCount)
            case .resume: return true
            default: return false
            }
        }

        /// Tells the sender of a request that came after the end.
        func refuse(_ command: LoopCommand) {
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

        func take(_ event: SocketWatch.Event) {
            if let id = sockets.channel(event.descriptor) {
                if let channel = channels[id] { drive(channel) }
            } else if sockets.isWanted(event) {
                var running: Int32 = 0
                curl_multi_socket_action(multi, event.descriptor, event.mask, &running)
            }
        }

        /// When something is to be done at the latest.
        var wakeTime: ContinuousClock.Instant {
            min(curlTimer ?? now + .seconds(3600), nextDeadline ?? now + .seconds(3600))
        }

        /// Runs libcurl's timers, and deals with what came of that and of all before, until nothing is left to do.
        func settle() {
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

        func handle(_ command: LoopCommand) {
            switch command {
            case .start(let id, let request, let host, let observer): start(id, request, host, observer)
            case .resume(let id): transfers[id]?.easy?.resume()
            case .cancel(let id):
                if let transfer = transfers[id] { abort(transfer, .cancelledByCaller) }
            case .trust(let id, let answer):
                if let transfer = take(answerTo: .serverTrust, id) { apply(answer, to: transfer) }
            case .identity(let id, let answer):
                if let transfer = take(answerTo: .clientCertificate, id) { apply(answer, to: transfer) }
            case .signature(let id, let answer):
                if let transfer = take(answerTo: .signature, id) { apply(answer, to: transfer) }
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

        func start(
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

        func proxy(for host: AdmissionQueue.Host) throws(TransportError) -> Proxy? {
            let proxy: Proxy?
            if let known = proxies[host.scheme] {
                proxy = known
            } else {
                proxy = try configuration.proxy.proxy(for: host.scheme.lowercased(), environment)
                proxies[host.scheme] = .some(proxy)
            }
            return proxy.flatMap { $0.isException(host.name) ? nil : $0 }
        }

        func admit(_ ids: [Transfer.ID]) {
            for id in ids {
                guard let transfer = transfers[id] else { continue }
                transfer.isActive = true
                begin(transfer)
            }
        }

        /// Has libcurl work on it.
        func begin(_ transfer: Transfer) {
            do throws(TransportError) {
                let easy: CurlEasy
                if let kept = spare.popLast() { easy = kept } else { easy = try CurlEasy() }
                transfer.easy = easy
                try easy.prepare(
                    transfer, configuration, poolToken: poolToken, loop: Unmanaged.passUnretained(self).toOpaque())
                transfer.touch()
                if transfer.request.readerSetsPace { notePaced(transfer.id, true) }
                if isOnOwnThread { connecting.insert(transfer.id) }
                guard curl_multi_add_handle(multi, easy.pointer) == CURLM_OK else {
                    throw TransportError(.unavailable, "libcurl takes no further transfer")
                }
                noteDeadline(of: transfer)
            } catch {
                end(transfer, error)
            }
        }

        func beginAgain() {
            for id in again {
                guard let transfer = transfers[id] else { continue }
                transfer.startOver()
                begin(transfer)
            }
            again = []
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
