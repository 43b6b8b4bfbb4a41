#if os(Linux)
    import Foundation
    import MutualTLSOpenSSL

    /// HTTP over TLS for one identity: one pool of connections, one thread, nothing shared with any other.
    ///
    /// libcurl speaks HTTP/1.1 and HTTP/2; OpenSSL's handshake pauses while a `ChallengeHandler` thinks, and no other
    /// transfer waits for it.
    package final class Transport: Sendable {
        /// Limits and ways.
        package struct Configuration: Sendable {
            /// How many connections to one host may be open at once.
            package var maximumConnectionsPerHost = 6
            /// How long a challenge may stay unanswered.
            package var challengeTimeout: Duration = .seconds(60)
            /// The highest version of HTTP that is offered.
            package var httpVersion = HTTPVersion.http2
            /// The lowest version of TLS that is spoken.
            package var minimumTLSVersion = TLSVersion.v1_2
            /// The highest one.
            package var maximumTLSVersion = TLSVersion.v1_3
            /// What leads to the hosts.
            package var proxy = ProxyChoice.none
            /// Addresses for names, as curl's `--resolve` has them: `host:port:address`.
            package var resolve: [String] = []
            /// Whether outcomes tell what libcurl measured.
            package var wantsTimings = false
            /// Gets the head of each request as it goes out, to a proxy too, secrets included; nil spares the work.
            package var requestHeads: (@Sendable (String) -> Void)?
            /// The defaults.
            package init() {}
        }

        private let loop: TransferLoop
        private let nextID = LockedBox<Transfer.ID>(0)

        /// Starts the pool's thread.
        /// - Throws: `TransportError` with the code `unavailable`: libcurl is not as needed, or the process may open no more
        ///   files.
        package init(handler: any ChallengeHandler, configuration: Configuration = .init()) throws(TransportError) {
            try CurlRuntime.check()
            let loop = try TransferLoop(
                handler: handler, poolToken: Self.nextPoolToken(), configuration: configuration)
            self.loop = loop
            let thread = Thread {
                var signals = sigset_t()
                sigemptyset(&signals)
                sigaddset(&signals, SIGPIPE)
                pthread_sigmask(SIG_BLOCK, &signals, nil)
                loop.run()
            }
            thread.name = "mutual-tls"
            thread.start()
        }

        deinit { loop.submit(.stop) }

        /// Sends one request; redirects are the caller's to follow.
        /// - Parameter observer: kept until it was told the end.
        package func start(_ request: TransportRequest, _ observer: any TransferObserver) -> TransferHandle {
            let id = nextID.withLock { value in
                value += 1
                return value
            }
            let handle = TransferHandle(id: id, loop: loop)
            request.body?.whenReady { handle.resume() }
            loop.submit(.start(id, request, request.url.origin, observer))
            return handle
        }

        /// Sends one request and collects its response; redirects are the caller's to follow.
        /// - Parameter maximumSize: how many bytes the response's body may have.
        /// - Throws: `TransportError`.
        package func perform(
            _ request: TransportRequest, maximumSize: Int = 256 << 20
        ) async throws(TransportError) -> TransportResponse {
            let collector = ResponseCollector(host: request.url.host ?? "", maximumSize: maximumSize)
            return try await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    collector.begin(continuation) { start(request, collector) }
                }
            } onCancel: {
                collector.cancel()
            }.get()
        }

        /// Takes no further request, finishes those under way, and closes the connections.
        package func drain() { loop.submit(.drain) }

        /// Cancels the requests under way and closes the connections.
        package func stop() { loop.submit(.stop) }

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

    /// A version of HTTP.
    package enum HTTPVersion: Sendable, Hashable {
        case http1_1
        /// Over TLS, where the server speaks it; HTTP/1.1 else.
        case http2
    }
#endif
