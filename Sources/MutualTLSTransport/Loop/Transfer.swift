#if os(Linux)
    internal import CMutualTLSCurl
    import Foundation
    import MutualTLSOpenSSL

    /// One request on its way.
    ///
    /// Not `Sendable`: it belongs to whoever holds the loop's lock. The loop keeps it alive while libcurl knows its address.
    final class Transfer {
        typealias ID = UInt64

        let id: ID
        let request: TransportRequest
        let observer: any TransferObserver
        /// What its connections are counted by.
        let origin: AdmissionQueue.Host
        /// What leads to its host.
        let proxy: Proxy?
        private unowned let loop: TransferLoop
        var easy: CurlEasy?

        private var head = ResponseHead()
        private var isHeadDelivered = false
        /// Whether libcurl answers the first 401 by itself, as Digest needs.
        private var expectsDigestChallenge: Bool
        private var receivedBytes = 0
        private var sentBytes: Int64 = 0
        /// How often the request was about to be sent, over all connections.
        private var attempts = 0
        /// How often it was begun anew.
        private(set) var repetitions = 0

        /// The handshake that this transfer began last.
        private(set) var handshake: ClientHandshake?
        /// Whom it is with: of the two on the way through an https proxy, the proxy's comes first.
        private(set) var isProxyHandshake = false
        private var handshakesOnSocket = 0
        private var handshakeStart = ContinuousClock.now

        /// Whether libcurl works on it; it waits for its turn before that.
        var isActive = false
        /// Whether it has waited for its turn long enough to go before its host's first connection is known.
        var isImpatient = false
        /// Whether it was begun on a thread that must not open a connection, and needs one.
        private(set) var needsConnection = false
        /// Why the system gave it no socket; 0 where it did.
        var socketFailure: Int32 = 0
        /// Whether its proxy wants the password by Digest, rather than by Basic, which is tried first.
        private(set) var usesProxyDigest = false
        /// Whether libcurl answers the proxy's first 407 by itself.
        private var expectsProxyChallenge = false
        /// The challenge that somebody is thinking about.
        var asking: Asking?
        /// What to report instead of libcurl's result, once libcurl lets go.
        var verdict: TransportError?
        /// Whether its reader, or its body's source, has it wait.
        private(set) var isPaused = false
        private var isSourcePaused = false
        private var lastActivity: ContinuousClock.Instant
        private let started: ContinuousClock.Instant

        /// A challenge that was handed out.
        struct Asking {
            var challenge: ClientHandshake.Challenge
            var since: ContinuousClock.Instant
            var task: Task<Void, Never>
        }

        init(
            id: ID, _ request: TransportRequest, _ origin: AdmissionQueue.Host, _ observer: any TransferObserver,
            proxy: Proxy?, _ loop: TransferLoop
        ) {
            (self.id, self.request, self.observer, self.proxy, self.loop) = (id, request, observer, proxy, loop)
            self.origin = origin
            expectsDigestChallenge = request.credentials?.scheme == .digest
            lastActivity = loop.now
            started = loop.now
        }

        var host: String { origin.name }
        var port: Int { origin.port >= 0 ? origin.port : origin.scheme == "https" ? 443 : 80 }

        /// Whom its handshake is with.
        var challengePeer: ChallengePeer {
            if isProxyHandshake, let proxy {
                return ChallengePeer(host: proxy.host, port: proxy.port, isProxy: true, context: request.context)
            }
            return ChallengePeer(host: host, port: port, isProxy: false, context: request.context)
        }

        /// Whether its connection carries several transfers at once; nil until that is known.
        var multiplexes: Bool? {
            if let facts = handshake?.facts, facts.isFinished, !isProxyHandshake { return facts.isHTTP2 }
            return head.status == 0 ? nil : head.isHTTP2
        }

        func touch() { lastActivity = loop.now }

        // MARK: The response

        func take(headerLine line: UnsafeRawBufferPointer) -> Bool {
            touch()
            receivedBytes += line.count
            head.take(line: line)
            guard head.bytes.count <= Self.maximumHeadSize else {
                verdict = TransportError(
                    .responseTooLarge,
                    "the header section of \(host)'s response has more than \(Self.maximumHeadSize) bytes")
                return false
            }
            guard head.isComplete, !isHeadDelivered, !head.isInterim else { return true }
            if head.status == 407 {
                if request.isIdempotent, turnsToProxyDigest() { return false }
                if expectsProxyChallenge {
                    expectsProxyChallenge = false
                    return true
                }
            }
            guard head.hasOneLength else {
                verdict = TransportError(
                    .badResponse, "\(host) gives its response two lengths, or one that is no number (RFC 9112, 6.3)")
                return false
            }
            if expectsDigestChallenge, head.status == 401 {
                // Another head follows where libcurl can answer; where it can't, this one is delivered later.
                expectsDigestChallenge = false
                return true
            }
            deliverHead()
            return true
        }

        /// Whether it is to be begun anew, with the proxy's password by Digest.
        private func turnsToProxyDigest() -> Bool {
            guard proxy?.user != nil, !usesProxyDigest, easy?.isProxyDigestOffered == true,
                request.body?.rewind() ?? true
            else { return false }
            (usesProxyDigest, expectsProxyChallenge) = (true, true)
            return true
        }

        /// How long it waits for a host's first connection to show what it can.
        private static let patience = Duration.milliseconds(500)

        /// libcurl's own limit for a header section.
        private static let maximumHeadSize = 300 << 10

        private func deliverHead() {
            guard !isHeadDelivered else { return }
            isHeadDelivered = true
            observer.didReceive(head)
        }

        func take(body bytes: UnsafeRawBufferPointer) -> BodyFlow {
            touch()
            receivedBytes += bytes.count
            deliverHead()
            loop.delivers(self)
            let flow = observer.didReceive(bytes)
            switch flow {
            case .taken: isPaused = false
            case .paused: isPaused = true
            case .refused(let error): verdict = verdict ?? error
            }
            return flow
        }

        // MARK: The request

        func give(into buffer: UnsafeMutableRawBufferPointer) -> BodyRead {
            guard let body = request.body else { return .bytes(0) }
            touch()
            let read = body.read(into: buffer)
            isSourcePaused = false
            switch read {
            case .bytes(let count):
                sentBytes += Int64(count)
                if count > 0 { observer.didSend(sentBytes, of: body.length) }
            case .notYet: isSourcePaused = true
            case .failed(let error):
                verdict =
                    error as? TransportError
                    ?? TransportError(.invalidRequest, "the request's body can't be read", underlying: error)
            }
            return read
        }

        func rewindBody() -> Bool {
            sentBytes = 0
            return request.body?.rewind() ?? true
        }

        /// Whether the request may be sent. libcurl sends it again where a kept connection turns out to be closed; the server
        /// may have acted on the first one, so only what can be repeated is (RFC 9110, 9.2.2).
        func mayBeSent() -> Bool {
            loop.didConnect(self)
            attempts += 1
            if attempts == 1 || request.isIdempotent || request.credentials?.scheme == .digest { return true }
            verdict = TransportError(
                .connectionLost,
                "\(host) closed the connection while it was sent a \(request.method), which is not sent again by itself"
            )
            return false
        }

        func tell(requestHead bytes: UnsafeRawBufferPointer) {
            loop.configuration.requestHeads?(String(decoding: bytes, as: UTF8.self))
        }

        // MARK: The connection

        /// Whether a connection may be opened for it here: a handshake belongs to the loop's own thread.
        func mayConnect() -> Bool {
            needsConnection = !loop.isOnOwnThread
            return loop.isOnOwnThread
        }

        func didOpen(_ descriptor: Int32) {
            handshakesOnSocket = 0
            loop.opened(descriptor, for: self)
            loop.shakesHands(self)
        }

        /// Takes over a new connection's handshake.
        func begin(onContext context: UnsafeMutableRawPointer) -> Bool {
            touch()
            guard mayConnect() else { return false }
            do {
                let handshake = try ClientHandshake()
                try handshake.install(onContext: context)
                self.handshake = handshake
                handshakeStart = .now
                isProxyHandshake = proxy?.isTLS == true && handshakesOnSocket == 0
                handshakesOnSocket += 1
                loop.shakesHands(self)
                return true
            } catch {
                verdict = TransportError(.unavailable, "\(error)")
                return false
            }
        }

        /// How long its handshake has taken until now, in seconds.
        var handshakeDuration: TimeInterval {
            let (seconds, attoseconds) = (ContinuousClock.now - handshakeStart).components
            return TimeInterval(seconds) + TimeInterval(attoseconds) / 1e18
        }

        /// Makes it as it was before libcurl had it, for another try.
        func startOver() {
            if !needsConnection { repetitions += 1 }
            (easy, handshake, needsConnection, head) = (nil, nil, false, ResponseHead())
            socketFailure = 0
            expectsDigestChallenge = request.credentials?.scheme == .digest
        }

        /// Whether it was not sent before.
        var isFirstAttempt: Bool { attempts == 0 }

        /// Its connection is now for other use.
        func openChannel() { (observer as? any ChannelObserver)?.didOpen() }

        // MARK: The end

        /// When it has waited too long; nil while it may wait for ever.
        func deadline(challengeTimeout: Duration) -> ContinuousClock.Instant? {
            let whole = request.resourceTimeout.isFinite ? started + .seconds(clamping: request.resourceTimeout) : nil
            var step: ContinuousClock.Instant?
            if let asking {
                step = asking.since + challengeTimeout
            } else if !isActive {
                step = isImpatient ? nil : started + Self.patience
            } else if !isPaused, !isSourcePaused, !request.isChannel || easy != nil {
                step = lastActivity + .seconds(clamping: request.timeout)
            }
            guard let whole, let step else { return whole ?? step }
            return min(whole, step)
        }

        /// Whether the time for the whole is over, rather than that of a step.
        var isOverdue: Bool {
            request.resourceTimeout.isFinite && started + .seconds(clamping: request.resourceTimeout) <= loop.now
        }

        /// What went wrong; nil where nothing did.
        /// - Parameter connection: the handshake of the connection that it travelled on.
        func failure(_ result: CURLcode, connection: () -> HandshakeFacts?) -> TransportError? {
            let facts = handshake?.facts
            if var verdict {
                verdict.handshake = verdict.handshake ?? facts
                return verdict
            }
            if result == CURLE_OK {
                guard head.isComplete else {
                    return TransportError(
                        .connectionLost, "\(host) closed the connection within the head of its response",
                        handshake: facts)
                }
                guard head.endsWithConnection, request.method != "HEAD", origin.scheme == "https",
                    (facts ?? connection())?.hasCloseNotify == false
                else { return nil }
                return TransportError(
                    .connectionLost,
                    "\(host) cut the connection off, and nothing else says where the response ends", handshake: facts)
            }
            if result == CURLE_OUT_OF_MEMORY, !head.isComplete, receivedBytes > 0 {
                return TransportError(
                    .responseTooLarge,
                    "\(host)'s response has a header line that is longer than libcurl takes (100 KiB)",
                    handshake: facts)
            }
            let message = easy?.lastMessage ?? ""
            let failed = FailedTransfer(
                symptom: .init(result, message),
                curlMessage: message.isEmpty ? String(cString: curl_easy_strerror(result)) : message,
                handshake: facts ?? connection(), hasResponseBytes: receivedBytes > 0, host: host,
                proxy: proxy.map { "\($0.host):\($0.port)" }, isProxyHandshake: isProxyHandshake,
                connectStatus: easy?.connectStatus ?? 0,
                isBeforeTunnel: proxy != nil && origin.scheme == "https" && handshake == nil && attempts == 0,
                socketFailure: socketFailure)
            var error = TransportError(classifying: failed)
            // A kept connection that ends before any answer: HTTP/2 servers end them after so many requests.
            error.mayBeRepeated =
                attempts > 0 && handshake == nil && receivedBytes == 0 && request.isIdempotent
                && error.code == .connectionLost
                && request.body?.rewind() ?? true
            if head.status == 407 && usesProxyDigest && result == CURLE_WRITE_ERROR
                || failed.connectStatus == 407 && turnsToProxyDigest()
            {
                error.mayBeRepeated = true
            }
            return error
        }

        /// Ends it, exactly once.
        func finish(_ error: TransportError?) {
            asking?.task.cancel()
            if error == nil, head.isComplete { deliverHead() }
            let timings = loop.wantsTimings ? easy?.timings : nil
            observer.didFinish(
                TransferOutcome(
                    error: error, handshake: isProxyHandshake ? nil : handshake?.facts, timings: timings))
        }
    }

    extension URL {
        /// Scheme, host and port.
        var origin: AdmissionQueue.Host {
            .init(scheme: scheme?.lowercased() ?? "", name: host ?? "", port: port ?? -1)
        }
    }

    extension Duration {
        /// What is not a number becomes 0, and what is too long a very long time.
        static func seconds(clamping seconds: TimeInterval) -> Duration { .seconds(min(1e9, max(0, seconds))) }
    }

    extension FailedTransfer.Symptom {
        /// - Parameter message: libcurl's words.
        init(_ code: CURLcode, _ message: String) {
            self =
                switch code {
                // A broken connection has this code too, and nothing but the words tells them apart.
                case CURLE_RECV_ERROR where message.contains("chunk"): .malformedChunks
                case CURLE_COULDNT_RESOLVE_HOST: .unresolvedHost
                case CURLE_COULDNT_RESOLVE_PROXY: .unresolvedProxy
                case CURLE_PROXY: .proxyRefusal
                case CURLE_COULDNT_CONNECT: .noConnection
                case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_SHUTDOWN_FAILED: .tlsFailure
                case CURLE_PEER_FAILED_VERIFICATION: .peerVerification
                case CURLE_GOT_NOTHING: .emptyReply
                case CURLE_RECV_ERROR: .receiveError
                case CURLE_SEND_ERROR, CURLE_SEND_FAIL_REWIND: .sendError
                case CURLE_OPERATION_TIMEDOUT: .timeout
                case CURLE_PARTIAL_FILE, CURLE_HTTP2_STREAM: .partialBody
                case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_CONTENT_ENCODING, CURLE_HTTP2:
                    .malformedResponse
                default: .other
                }
        }
    }
#endif
