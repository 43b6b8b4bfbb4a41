#if os(Linux)
    internal import CMutualTLSCurl
    import Foundation
    import MutualTLSOpenSSL

    /// One request on its way.
    ///
    /// Not `Sendable`: it belongs to the loop's thread, which keeps it alive while libcurl knows its address.
    final class Transfer {
        typealias ID = UInt64

        let id: ID
        let request: TransportRequest
        private let continuation: CheckedContinuation<TransportResponse, any Error>
        /// How many bytes the response's header section and body may have together.
        private let maximumSize: Int
        private(set) var easy: CurlEasy?

        private var head = ResponseHead()
        private var body = Data()
        private var receivedBytes = 0
        /// How often the request was about to be sent.
        private var attempts = 0
        private var newConnections: NewConnections?
        private var uploaded = 0

        /// The handshake of the connection that this transfer opened last.
        private(set) var handshake: ClientHandshake?
        /// Whether libcurl works on it; it waits for its turn before that.
        var isActive = false
        /// The challenge that somebody is thinking about.
        var asking: Asking?
        /// What to report instead of libcurl's result, once libcurl lets go.
        var verdict: TransportError?
        /// When something last moved.
        private(set) var lastActivity = ContinuousClock.now

        /// A challenge that was handed out.
        struct Asking {
            var challenge: ClientHandshake.Challenge
            var since: ContinuousClock.Instant
            var task: Task<Void, Never>
        }

        init(
            id: ID, request: TransportRequest, maximumSize: Int,
            continuation: CheckedContinuation<TransportResponse, any Error>
        ) {
            self.maximumSize = maximumSize
            self.id = id
            self.request = request
            self.continuation = continuation
        }

        var host: String { request.url.host ?? "" }
        var port: Int { request.url.port ?? (request.url.scheme?.lowercased() == "https" ? 443 : 80) }

        /// What its connections are counted by.
        var origin: AdmissionQueue.Host { "\(request.url.scheme ?? "")://\(host):\(port)" }

        /// Whether its connection carries several transfers at once; nil until that is known.
        var multiplexes: Bool? {
            if let facts = handshake?.facts, facts.isFinished { return facts.isHTTP2 }
            return head.httpVersion.isEmpty ? nil : head.httpVersion == "HTTP/2"
        }

        /// Makes the libcurl handle. `self` must stay alive until `easy` was removed from the multi handle.
        func prepare(poolToken: String, _ newConnections: NewConnections) throws(TransportError) -> CurlEasy {
            self.newConnections = newConnections
            let easy = try CurlEasy(
                request, poolToken: poolToken,
                callbacks: .init(
                    context: Unmanaged.passUnretained(self).toOpaque(),
                    header: { takeHeader($0, $1, $2, $3) },
                    write: { takeBody($0, $1, $2, $3) },
                    tlsContext: { takeTLSContext($1, $2) }, send: { context, _, _, _, _ in takeTurn(context) }))
            self.easy = easy
            return easy
        }

        /// The transfer that libcurl's callback or message is about.
        static func from(_ context: UnsafeMutableRawPointer?) -> Transfer? {
            context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
        }

        fileprivate func take(headerLine line: UnsafeRawBufferPointer) -> Bool {
            guard count(line) else { return false }
            head.take(line: line)
            return true
        }

        fileprivate func take(body bytes: UnsafeRawBufferPointer) -> Bool {
            guard count(bytes) else { return false }
            body.append(contentsOf: bytes)
            return true
        }

        private func count(_ bytes: UnsafeRawBufferPointer) -> Bool {
            lastActivity = .now
            receivedBytes += bytes.count
            if receivedBytes <= maximumSize { return true }
            verdict = TransportError(
                .responseTooLarge, "the response of \(host) has more than \(maximumSize) bytes, which is the limit")
            return false
        }

        /// Whether the request may be sent. libcurl sends it again where a kept connection turns out to be closed; the server
        /// may have acted on the first one, so only what can be repeated is (RFC 9110, 9.2.2).
        fileprivate func mayBeSent() -> Bool {
            attempts += 1
            if attempts == 1 || request.isIdempotent { return true }
            verdict = TransportError(
                .connectionLost,
                "\(host) closed the connection while it was sent a \(request.method), which is not sent again by itself"
            )
            return false
        }

        /// Takes over a new connection's handshake.
        fileprivate func begin(onContext context: UnsafeMutableRawPointer) -> Bool {
            lastActivity = .now
            do {
                let handshake = try ClientHandshake()
                try handshake.install(onContext: context)
                self.handshake = handshake
                newConnections?.note(id)
                return true
            } catch {
                verdict = TransportError(.unavailable, "\(error)")
                return false
            }
        }

        func touch() { lastActivity = .now }

        /// Sees whether the upload moved.
        func noticeUpload() {
            guard request.body != nil, let sent = easy?.uploadedBytes, sent != uploaded else { return }
            uploaded = sent
            lastActivity = .now
        }

        /// Ends it, exactly once, with libcurl's result or the verdict that was reached before.
        func finish(_ result: CURLcode, connection: HandshakeFacts?) {
            asking?.task.cancel()
            easy = nil
            if let verdict {
                continuation.resume(throwing: verdict.with(handshake?.facts))
            } else if result == CURLE_OK {
                continuation.resume(
                    returning: TransportResponse(
                        status: head.status, httpVersion: head.httpVersion, headers: head.headers, body: body,
                        handshake: handshake?.facts))
            } else {
                let failure = FailedTransfer(
                    symptom: .init(result), curlMessage: String(cString: curl_easy_strerror(result)),
                    handshake: handshake?.facts ?? connection, hasResponseBytes: receivedBytes > 0, host: host)
                var error = TransportError(classifying: failure)
                // A kept connection that ends before any answer: HTTP/2 servers end them after so many requests.
                error.mayBeRepeated =
                    handshake == nil && receivedBytes == 0 && request.isIdempotent && error.code == .connectionLost
                continuation.resume(throwing: error)
            }
        }
    }

    // libcurl's callbacks: plain functions, so that they belong to no actor and capture nothing.

    private func takeHeader(
        _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
    ) -> Int {
        let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return Transfer.from(context)?.take(headerLine: line) == true ? line.count : refusal(line.count)
    }

    private func takeBody(
        _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
    ) -> Int {
        let body = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return Transfer.from(context)?.take(body: body) == true ? body.count : refusal(body.count)
    }

    /// Any other count than the one that was offered ends the transfer.
    private func refusal(_ count: Int) -> Int { count == 0 ? 1 : 0 }

    private func takeTurn(_ context: UnsafeMutableRawPointer?) -> CInt {
        Transfer.from(context)?.mayBeSent() == true ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
    }

    private func takeTLSContext(_ tls: UnsafeMutableRawPointer?, _ context: UnsafeMutableRawPointer?) -> CURLcode {
        guard let tls, Transfer.from(context)?.begin(onContext: tls) == true else { return CURLE_ABORTED_BY_CALLBACK }
        return CURLE_OK
    }

    /// The transfers that opened a connection. Confined to the loop's thread.
    final class NewConnections {
        private var ids: [Transfer.ID] = []
        func note(_ id: Transfer.ID) { ids.append(id) }
        func take() -> [Transfer.ID] {
            defer { ids.removeAll(keepingCapacity: true) }
            return ids
        }
    }

    extension TransportError {
        fileprivate func with(_ facts: HandshakeFacts?) -> TransportError {
            var copy = self
            copy.handshake = handshake ?? facts
            return copy
        }
    }

    extension FailedTransfer.Symptom {
        init(_ code: CURLcode) {
            self =
                switch code {
                case CURLE_COULDNT_RESOLVE_HOST: .unresolvedHost
                case CURLE_COULDNT_CONNECT: .noConnection
                case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_SHUTDOWN_FAILED: .tlsFailure
                case CURLE_PEER_FAILED_VERIFICATION: .peerVerification
                case CURLE_GOT_NOTHING: .emptyReply
                case CURLE_RECV_ERROR: .receiveError
                case CURLE_SEND_ERROR: .sendError
                case CURLE_OPERATION_TIMEDOUT: .timeout
                case CURLE_PARTIAL_FILE: .partialBody
                case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_CONTENT_ENCODING, CURLE_HTTP2,
                    CURLE_HTTP2_STREAM:
                    .malformedResponse
                default: .other
                }
        }
    }
#endif
