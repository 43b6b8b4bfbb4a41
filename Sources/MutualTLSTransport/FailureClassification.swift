#if os(Linux)
    import Foundation
    import MutualTLSOpenSSL

    /// Everything known of a transfer that failed.
    struct FailedTransfer {
        /// What libcurl saw.
        enum Symptom {
            case unresolvedHost, unresolvedProxy, proxyRefusal, noConnection, tlsFailure, peerVerification, emptyReply,
                receiveError, sendError
            case timeout, partialBody, malformedResponse, malformedChunks, other
        }
        var symptom: Symptom
        /// libcurl's own words; only used where nothing better is known.
        var curlMessage: String
        /// The handshake of its connection; nil when it didn't get that far, or over plain HTTP.
        var handshake: HandshakeFacts?
        /// Whether any byte of a response came.
        var hasResponseBytes: Bool
        var host: String
        /// The proxy on the way, as `host:port`.
        var proxy: String?
        /// Whether `handshake` is with the proxy.
        var isProxyHandshake = false
        /// What the proxy answered to CONNECT; 0 where it was not asked, or didn't answer.
        var connectStatus = 0
        /// Whether it has a proxy, and no way through that to its host yet.
        var isBeforeTunnel = false
        /// Why the system gave no socket; 0 where it did.
        var socketFailure: Int32 = 0
    }

    extension TransportError {
        /// Names who is at fault, from the alerts and messages that were seen, never from strings.
        init(classifying failure: FailedTransfer) {
            if let number = Self.descriptorShortage(failure) {
                self.init(noDescriptors: number, "connect to \(failure.host)")
                return
            }
            var (code, reason) = Self.classify(failure)
            if let refusal = Self.proxyRefusal(failure) {
                (code, reason) = (.proxyFailed, refusal)
            } else if failure.isProxyHandshake, !failure.hasResponseBytes {
                (code, reason) = (.proxyFailed, "the proxy \(failure.proxy ?? "") can't be used: \(reason)")
            }
            self.init(code, reason, handshake: failure.handshake)
        }

        /// That the process, or the system, may open nothing more.
        init(noDescriptors number: Int32, _ wish: String) {
            self.init(
                .noDescriptors,
                "can't \(wish): \(number == ENFILE ? "the system" : "this process") has no file descriptors left")
        }

        /// EMFILE or ENFILE; nil for other failures. Looking a name up needs descriptors too, and doesn't say so.
        private static func descriptorShortage(_ failure: FailedTransfer) -> Int32? {
            var number = failure.socketFailure
            if failure.symptom == .unresolvedHost || failure.symptom == .unresolvedProxy {
                let probe = open("/dev/null", O_RDONLY | O_CLOEXEC)
                number = probe < 0 ? errno : 0
                if probe >= 0 { close(probe) }
            }
            return number == EMFILE || number == ENFILE ? number : nil
        }

        private static func proxyRefusal(_ failure: FailedTransfer) -> String? {
            if failure.isBeforeTunnel, failure.connectStatus < 300, let proxy = failure.proxy {
                switch failure.symptom {
                case .emptyReply, .receiveError, .sendError, .partialBody, .malformedResponse, .malformedChunks, .other:
                    return "the proxy \(proxy) breaks off, or doesn't answer as HTTP does: \(failure.curlMessage)"
                default: break
                }
            }
            guard failure.connectStatus >= 300 else { return nil }
            let why =
                failure.connectStatus == 407
                ? "it wants a name and a password, or others than it got" : "it answers \(failure.connectStatus)"
            return "the proxy \(failure.proxy ?? "") doesn't lead to \(failure.host): \(why)"
        }

        private static func classify(_ failure: FailedTransfer) -> (Code, String) {
            let host = failure.isProxyHandshake ? failure.proxy ?? failure.host : failure.host
            if let facts = failure.handshake {
                if let kind = facts.unanswerable {
                    let wish = kind == .serverTrust ? "to show another certificate" : "a client certificate"
                    return (
                        .lateChallenge,
                        "\(host) wants \(wish) after the connection was established, in a renegotiation or by post-handshake "
                            + "authentication; ask its operator for client authentication on the whole host"
                    )
                }
                if let error = facts.identityError {
                    return (.identityUnusable, "the client identity can't be used: \(error.reasons)")
                }
                if let alert = facts.alertReceived { return classify(alert, facts, host) }
                if isClosedAfterClientAuthentication(failure, facts) {
                    return facts.isCertificateSent
                        ? (
                            .clientCertificateRejected,
                            "\(host) closed the connection after it got the client certificate, before any answer and without "
                                + "saying why: it refuses the certificate, or fails on the request"
                        )
                        : (
                            .clientCertificateRequired,
                            "\(host) asked for a client certificate, got none, and closed the connection before any answer: "
                                + "it wants one, or fails on the request"
                        )
                }
            }
            return classifyWithoutHandshake(failure)
        }

        private static func classify(_ alert: TLSAlert, _ facts: HandshakeFacts, _ host: String) -> (Code, String) {
            switch alert {
            case .certificateRequired:
                return (.clientCertificateRequired, "\(host) wants a client certificate and got none: alert \(alert)")
            case .protocolVersion, .insufficientSecurity, .noApplicationProtocol:
                return (.noCommonProtocol, "\(host) speaks no TLS version or cipher that we do: alert \(alert)")
            case .unrecognizedName:
                return (.handshakeFailed, "the server doesn't know the name \(host): alert \(alert)")
            default: break
            }
            if facts.isCertificateSent {
                return (.clientCertificateRejected, "\(host) refused the client certificate: alert \(alert)")
            }
            let aboutCertificates: Set<TLSAlert> = [
                .handshakeFailure, .noCertificate, .badCertificate, .accessDenied, .certificateUnknown, .unknownCA,
            ]
            if facts.isCertificateRequested && aboutCertificates.contains(alert) {
                return (.clientCertificateRequired, "\(host) wants a client certificate and got none: alert \(alert)")
            }
            return (.handshakeFailed, "\(host) ended the handshake: alert \(alert)")
        }

        /// TLS 1.3 servers refuse after our side is done, and not all say so: some just close.
        private static func isClosedAfterClientAuthentication(_ failure: FailedTransfer, _ facts: HandshakeFacts)
            -> Bool
        {
            guard facts.isCertificateRequested, !failure.hasResponseBytes, !facts.hasApplicationData else {
                return false
            }
            return switch failure.symptom {
            case .emptyReply, .receiveError, .sendError: true
            case .tlsFailure: !facts.isFinished && facts.alertSent == nil
            default: false
            }
        }

        private static func classifyWithoutHandshake(_ failure: FailedTransfer) -> (Code, String) {
            let host = failure.host
            return switch failure.symptom {
            // The host's own name is the proxy's to look up.
            case .unresolvedHost where failure.proxy != nil:
                (.proxyFailed, "no address is known for the proxy \(failure.proxy ?? "")")
            case .unresolvedHost: (.cannotFindHost, "no address is known for \(host)")
            case .unresolvedProxy: (.proxyFailed, "no address is known for the proxy \(failure.proxy ?? "")")
            case .proxyRefusal:
                (.proxyFailed, "the proxy \(failure.proxy ?? "") doesn't lead to \(host): \(failure.curlMessage)")
            case .noConnection:
                if let proxy = failure.proxy {
                    (.cannotConnect, "can't connect to \(host) through the proxy \(proxy)")
                } else {
                    (.cannotConnect, "can't connect to \(host): nobody answers there")
                }
            case .timeout: (.timedOut, "\(host) did not answer in time")
            case .tlsFailure, .peerVerification:
                if failure.handshake?.isFinished == true {
                    (.connectionLost, "the TLS connection to \(host) broke")
                } else {
                    (
                        .handshakeFailed,
                        "the TLS handshake with \(host) failed: it broke off, or the port doesn't speak TLS"
                    )
                }
            case .emptyReply, .receiveError, .sendError, .partialBody:
                (.connectionLost, "\(host) closed the connection before the response was complete")
            case .malformedChunks: (.badResponse, "\(host) sends a malformed chunked body (RFC 9112, 7.1)")
            case .malformedResponse: (.badResponse, "\(host) doesn't answer as HTTP does: \(failure.curlMessage)")
            case .other: (.badResponse, "the transfer from \(host) failed: \(failure.curlMessage)")
            }
        }
    }

    extension OpenSSLError {
        fileprivate var reasons: String { entries.map(\.reason).joined(separator: ", ") }
    }
#endif
