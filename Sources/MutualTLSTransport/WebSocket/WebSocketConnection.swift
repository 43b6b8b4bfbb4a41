#if os(Linux)
    import Foundation

    /// A connection on which a WebSocket is spoken: bytes in both directions, as on TLS once the handshake is done.
    ///
    /// None of these calls its observer before it returns: what it does is done on a thread of its own.
    package protocol WebSocketConnection: AnyObject, Sendable {
        /// Begins, once. The observer is held until `didEnd`.
        func start(_ observer: any WebSocketConnectionObserver)
        /// Writes all of `bytes`, then calls `didWrite`. Comes again only after that; the first time maybe before the
        /// connection stands.
        func write(_ bytes: Data)
        /// Stops reading: the peer is to wait. What is read already may still arrive.
        func pauseReading()
        /// Reads on.
        func resumeReading()
        /// Ends it, once or more often; `didEnd` follows.
        func close()
    }

    /// Whom a `WebSocketConnection` tells; one call at a time.
    package protocol WebSocketConnectionObserver: AnyObject, Sendable {
        /// What was to be written is.
        func didWrite()
        /// Something has come.
        func didReceive(_ bytes: UnsafeRawBufferPointer)
        /// It has ended: the last call, and there is always one.
        /// - Parameter error: why; nil where the peer ended it in order, or `close` did.
        func didEnd(_ error: (any Error)?)
    }
#endif
