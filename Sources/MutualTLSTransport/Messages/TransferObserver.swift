#if os(Linux)
    import Foundation
    import MutualTLSOpenSSL

    /// Who wants to know how a request goes.
    ///
    /// Called by whoever moves the pool's transfers, one call at a time, in this order: it must return at once, and may
    /// call the transfer's handle.
    package protocol TransferObserver: AnyObject, Sendable {
        /// A connection was opened for the request, and its handshake is finished on our side, after so many seconds.
        func didConnect(_ handshake: HandshakeFacts, after duration: TimeInterval)
        /// So many bytes of the body were given to the connection so far.
        func didSend(_ bytes: Int64, of total: Int64?)
        /// The head of the final response.
        func didReceive(_ head: ResponseHead)
        /// A piece of the body, content codings undone; borrowed for the call.
        func didReceive(_ body: UnsafeRawBufferPointer) -> BodyFlow
        /// No more comes for now: a time to wake a reader.
        func didReceiveForNow()
        /// The end, exactly once.
        func didFinish(_ outcome: TransferOutcome)
    }

    extension TransferObserver {
        package func didConnect(_ handshake: HandshakeFacts, after duration: TimeInterval) {}
        package func didSend(_ bytes: Int64, of total: Int64?) {}
        package func didReceiveForNow() {}
    }

    /// What becomes of a piece of a body.
    package enum BodyFlow: Sendable {
        /// It was taken.
        case taken
        /// It was not; it comes again after the handle's `resume()`.
        case paused
        /// Nobody wants it or anything after it: the transfer ends with the error.
        case refused(TransportError)
    }

    /// How a request ended.
    package struct TransferOutcome: Sendable {
        /// nil when the response is complete.
        package var error: TransportError?
        /// The handshake of the connection that this request opened; nil when it travelled on one that was open.
        package var handshake: HandshakeFacts?
        /// What libcurl measured.
        package var timings: TransferTimings?
    }

    /// Seconds since the transfer started, each nil where that step didn't take place.
    package struct TransferTimings: Sendable, Hashable {
        /// The host's address was known.
        package var nameLookup: TimeInterval
        /// The TCP connection was made.
        package var connect: TimeInterval
        /// TLS was done, challenges included.
        package var secureConnect: TimeInterval
        /// The request was about to be sent.
        package var requestStart: TimeInterval
        /// The first byte of the response came.
        package var responseStart: TimeInterval
        /// The end.
        package var total: TimeInterval
        /// Bytes of the body that were sent, and received as they travelled.
        package var sentBytes: Int64
        package var receivedBytes: Int64
        package var remoteAddress: String
        package var remotePort: Int
        package var localAddress: String
        package var localPort: Int
    }

    /// What the sender of a request can still do.
    package struct TransferHandle: Sendable {
        let id: Transfer.ID
        let loop: TransferLoop

        /// Ends it; `didFinish` follows with `cancelled`, unless it has ended already.
        package func cancel() { loop.submit(.cancel(id)) }
        /// Goes on after `BodyFlow.paused`.
        package func resume() { loop.submit(.resume(id)) }
    }
#endif
