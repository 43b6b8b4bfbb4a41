#if os(Linux)
    internal import CMutualTLSCurl
    import Foundation
    import MutualTLSOpenSSL

    /// A connection that libcurl has made, TLS and all, and that carries something else than HTTP.
    ///
    /// Not `Sendable`: it belongs to whoever holds the loop's lock.
    final class Channel {
        let transfer: Transfer
        let easy: CurlEasy
        let descriptor: Int32
        var isReading = true
        /// What is still to be written; nil when the last output has gone.
        var output: Data?
        /// Reading and writing can each wait for the other: TLS has a will of its own.
        private var waitsToWrite = false

        /// What it waits for.
        enum State {
            /// `CURL_POLL_IN`, `_OUT` or both.
            case waits(Int32)
            case ended(TransportError?)
        }

        init(_ transfer: Transfer, _ easy: CurlEasy, _ descriptor: Int32) {
            (self.transfer, self.easy, self.descriptor) = (transfer, easy, descriptor)
        }

        private var observer: (any ChannelObserver)? { transfer.observer as? any ChannelObserver }

        /// Writes and reads what can be, without waiting.
        func move() -> State {
            if let ended = write() ?? read() { return ended }
            return .waits((isReading ? CURL_POLL_IN : 0) | (waitsToWrite ? CURL_POLL_OUT : 0))
        }

        private func write() -> State? {
            waitsToWrite = false
            while let data = output {
                var count = 0
                let result = data.withUnsafeBytes { curl_easy_send(easy.pointer, $0.baseAddress, $0.count, &count) }
                if result == CURLE_AGAIN {
                    waitsToWrite = true
                    return nil
                }
                guard result == CURLE_OK else { return .ended(broken("can't be written to")) }
                output = count < data.count ? data.dropFirst(count) : nil
                if output == nil { observer?.didWrite() }
            }
            return nil
        }

        private func read() -> State? {
            withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 16) { buffer in
                // A busy peer lets others have their turn, and the observer's wish to pause be heard: epoll tells of what is
                // left, since the buffer has room for a whole TLS record and nothing stays behind in OpenSSL.
                for _ in 0..<16 where isReading {
                    var count = 0
                    let result = curl_easy_recv(easy.pointer, buffer.baseAddress, buffer.count, &count)
                    if result == CURLE_AGAIN { return nil }
                    guard result == CURLE_OK else { return .ended(broken("broke")) }
                    if count == 0 {
                        let isOrderly = transfer.handshake?.facts.hasCloseNotify ?? true
                        return .ended(isOrderly ? nil : broken("was cut off"))
                    }
                    observer?.didReceiveBytes(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                }
                return nil
            }
        }

        private func broken(_ what: String) -> TransportError {
            if let facts = transfer.handshake?.facts, facts.alertReceived != nil || facts.isCertificateRequested {
                return TransportError(
                    classifying: FailedTransfer(
                        symptom: .receiveError, curlMessage: "", handshake: facts,
                        hasResponseBytes: facts.hasApplicationData, host: transfer.host))
            }
            return TransportError(.connectionLost, "the connection to \(transfer.host) \(what)")
        }
    }

    /// Who uses a channel.
    protocol ChannelObserver: TransferObserver {
        /// The connection stands, TLS is done.
        func didOpen()
        /// All of the output was written.
        func didWrite()
        /// Bytes have come; borrowed for the call.
        func didReceiveBytes(_ bytes: UnsafeRawBufferPointer)
    }

    extension ChannelObserver {
        package func didReceive(_ head: ResponseHead) {}
        package func didReceive(_ body: UnsafeRawBufferPointer) -> BodyFlow { .taken }
    }

    /// A connection of a pool's for other use than HTTP, with its challenges.
    final class PoolConnection: WebSocketConnection, ChannelObserver {
        private struct State {
            var handle: TransferHandle?
            var observer: (any WebSocketConnectionObserver)?
            var isOpen = false
            /// What was to be written before the connection stood.
            var early: Data?
            var isReading = true
        }
        private let state = LockedBox(State())
        private let start: @Sendable (PoolConnection) -> TransferHandle

        init(start: @escaping @Sendable (PoolConnection) -> TransferHandle) { self.start = start }

        func start(_ observer: any WebSocketConnectionObserver) {
            state.withLock { $0.observer = observer }
            let handle = start(self)
            let commands = state.withLock { state -> [LoopCommand] in
                state.handle = handle
                return state.isOpen ? state.early.map { [.write(handle.id, $0)] } ?? [] : []
            }
            commands.forEach(handle.loop.submit)
        }

        func write(_ bytes: Data) {
            let handle = state.withLock { state -> TransferHandle? in
                if state.isOpen, let handle = state.handle { return handle }
                state.early = bytes
                return nil
            }
            if let handle { handle.loop.submit(.write(handle.id, bytes)) }
        }

        func pauseReading() { read(false) }
        func resumeReading() { read(true) }

        private func read(_ isReading: Bool) {
            let handle = state.withLock { state in
                state.isReading = isReading
                return state.handle
            }
            if let handle { handle.loop.submit(.read(handle.id, isReading)) }
        }

        func close() {
            if let handle = state.withLock({ $0.handle }) { handle.loop.submit(.closeChannel(handle.id)) }
        }

        // MARK: What the loop tells

        func didOpen() {
            let next = state.withLock { state -> (TransferHandle, Data?, Bool)? in
                state.isOpen = true
                guard let handle = state.handle else { return nil }
                return (handle, state.early, state.isReading)
            }
            guard let (handle, early, isReading) = next else { return }
            if !isReading { handle.loop.submit(.read(handle.id, false)) }
            if let early { handle.loop.submit(.write(handle.id, early)) }
        }

        func didWrite() { state.withLock { $0.observer }?.didWrite() }

        func didReceiveBytes(_ bytes: UnsafeRawBufferPointer) { state.withLock { $0.observer }?.didReceive(bytes) }

        func didFinish(_ outcome: TransferOutcome) {
            let observer = state.withLock { state in
                defer { state.observer = nil }
                return state.observer
            }
            // The loop's thread calls, or whoever comes too late for it: who starts must not be called from within.
            DispatchQueue.global().async { observer?.didEnd(outcome.error) }
        }
    }

    extension Transport {
        /// A connection to a URL's host for other use than HTTP; it begins with its `start`.
        /// - Parameter request: its URL (https or http), `timeout` for the handshake, and context count.
        package func connection(_ request: TransportRequest) -> any WebSocketConnection {
            var request = request
            request.isChannel = true
            request.needsFreshConnection = true
            let ready = request
            return PoolConnection { self.start(ready, $0) }
        }
    }
#endif
