#if os(Linux)
    internal import CMutualTLSCurl
    import Foundation
    import MutualTLSOpenSSL

    /// HTTP over TLS for one identity: one pool of connections, one thread, nothing shared with any other.
    ///
    /// libcurl speaks HTTP/1.1 and HTTP/2; OpenSSL's handshake pauses while a `ChallengeHandler` thinks, and no other
    /// transfer waits for it.
    package final class Transport: Sendable {
        /// Limits.
        package struct Configuration: Sendable {
            /// How many connections to one host may be open at once.
            package var maximumConnectionsPerHost = 6
            /// How many bytes a response may have, header section and decoded body together.
            package var maximumResponseSize = 256 << 20
            /// How long a challenge may stay unanswered.
            package var challengeTimeout: Duration = .seconds(60)
            /// The defaults.
            package init() {}
        }

        private let mailbox = Mailbox()
        private let nextID = LockedBox<Transfer.ID>(0)

        /// Starts the pool's thread.
        /// - Throws: `TransportError` with the code `unavailable`: libcurl is not as needed.
        package init(handler: any ChallengeHandler, configuration: Configuration = .init()) throws {
            try CurlRuntime.check()
            guard let multi = curl_multi_init() else {
                throw TransportError(.unavailable, "no memory for a pool of connections")
            }
            let (mailbox, box) = (mailbox, MultiHandle(pointer: multi))
            let token = Self.nextPoolToken()
            let thread = Thread {
                var signals = sigset_t()
                sigemptyset(&signals)
                sigaddset(&signals, SIGPIPE)
                pthread_sigmask(SIG_BLOCK, &signals, nil)
                TransferLoop(
                    multi: box.pointer, mailbox: mailbox, handler: handler, poolToken: token,
                    configuration: configuration
                ).run()
            }
            thread.name = "mutual-tls"
            thread.start()
        }

        deinit { _ = mailbox.post(.stop) }

        /// Sends one request and collects its response; redirects are the caller's to follow.
        /// - Throws: `TransportError`.
        package func perform(_ request: TransportRequest) async throws -> TransportResponse {
            for _ in 0..<3 {
                do {
                    return try await performOnce(request)
                } catch let error as TransportError where error.mayBeRepeated {
                    continue
                }
            }
            return try await performOnce(request)
        }

        private func performOnce(_ request: TransportRequest) async throws -> TransportResponse {
            let id = nextID.withLock { value in
                value += 1
                return value
            }
            let flag = CancellationFlag()
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    if !mailbox.post(.start(id, request, continuation, flag)) {
                        continuation.resume(throwing: TransportError.closed)
                    }
                }
            } onCancel: {
                flag.set()
                _ = mailbox.post(.cancel(id))
            }
        }

        /// Takes no further request, finishes those under way, and closes the connections.
        package func drain() { _ = mailbox.post(.drain) }

        /// Cancels the requests under way and closes the connections.
        package func stop() { _ = mailbox.post(.stop) }

        /// A path that exists nowhere, unlike any other pool's.
        private static func nextPoolToken() -> String {
            let number = poolCount.withLock { value in
                value += 1
                return value
            }
            return "/nonexistent/mutual-tls-pool-\(number)"
        }
        private static let poolCount = LockedBox(0)
    }

    /// Hands the multi handle to the loop's thread.
    // @unchecked: the pointer is used by that thread alone, after the hand-over.
    private struct MultiHandle: @unchecked Sendable {
        let pointer: UnsafeMutableRawPointer
    }
#endif
