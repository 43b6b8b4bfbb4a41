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
        private(set) var easy: CurlEasy?

        private var head = ResponseHead()
        private var body = Data()
        private var hasResponseBytes = false
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
            id: ID, request: TransportRequest, continuation: CheckedContinuation<TransportResponse, any Error>
        ) {
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
        func prepare(poolToken: String) throws(TransportError) -> CurlEasy {
            let easy = try CurlEasy(
                request, poolToken: poolToken,
                callbacks: .init(
                    context: Unmanaged.passUnretained(self).toOpaque(),
                    header: { takeHeader($0, $1, $2, $3) },
                    write: { takeBody($0, $1, $2, $3) },
                    tlsContext: { takeTLSContext($1, $2) }))
            self.easy = easy
            return easy
        }

        /// The transfer that libcurl's callback or message is about.
        static func from(_ context: UnsafeMutableRawPointer?) -> Transfer? {
            context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
        }

        fileprivate func take(headerLine line: UnsafeRawBufferPointer) {
            hasResponseBytes = true
            lastActivity = .now
            head.take(line: line)
        }

        fileprivate func take(body bytes: UnsafeRawBufferPointer) {
            lastActivity = .now
            body.append(contentsOf: bytes)
        }

        /// Takes over a new connection's handshake.
        fileprivate func begin(onContext context: UnsafeMutableRawPointer) -> Bool {
            lastActivity = .now
            do {
                let handshake = try ClientHandshake()
                try handshake.install(onContext: context)
                self.handshake = handshake
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
                    handshake: handshake?.facts ?? connection, hasResponseBytes: hasResponseBytes, host: host)
                continuation.resume(throwing: TransportError(classifying: failure))
            }
        }
    }

    // libcurl's callbacks: plain functions, so that they belong to no actor and capture nothing.

    private func takeHeader(
        _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
    ) -> Int {
        Transfer.from(context)?.take(headerLine: UnsafeRawBufferPointer(start: bytes, count: size * count))
        return size * count
    }

    private func takeBody(
        _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
    ) -> Int {
        Transfer.from(context)?.take(body: UnsafeRawBufferPointer(start: bytes, count: size * count))
        return size * count
    }

    private func takeTLSContext(_ tls: UnsafeMutableRawPointer?, _ context: UnsafeMutableRawPointer?) -> CURLcode {
        guard let tls, Transfer.from(context)?.begin(onContext: tls) == true else { return CURLE_ABORTED_BY_CALLBACK }
        return CURLE_OK
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
