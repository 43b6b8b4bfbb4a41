#if os(Linux)
    import Foundation

    /// A WebSocket from its upgrade to its end, and who waits for what: calls and bytes in, actions out.
    struct WebSocketState: Sendable {
        /// What is to be done after a change.
        enum Action: Sendable {
            case write(Data)
            case pauseReading, resumeReading
            case closeConnection
            /// Tells somebody who waits. Outside of any lock: it may come back.
            case tell(@Sendable () -> Void)
        }
        /// Whoever waits is told once.
        typealias Completion<Value> = @Sendable (Result<Value, any Error>) -> Void
        typealias ID = Int

        /// How much may be held for a reader that is slow before the peer must wait.
        static let highWater = 1 << 20

        private let upgrade: WebSocketUpgrade
        private var reader = WebSocketResponseReader()
        private var framing: WebSocketFraming
        /// The answer to the upgrade, once it is found good.
        private(set) var opened: (response: WebSocketResponse, chosenProtocol: String?)?
        /// Why nothing will come any more; the first reason stays.
        private var ending: WebSocketError?
        private var hasConnectionEnded = false

        private var opener: (id: ID, tell: Completion<Void>)?
        private var inbox = WebSocketInbox()
        private var isPaused = false
        private var receivers: [(id: ID, tell: Completion<WebSocketMessage>)] = []
        /// Those whose bytes are in the framing's output, and those whose bytes are being written.
        private var senders: [(id: ID, tell: Completion<Void>)] = []
        private var writers: [(id: ID, tell: Completion<Void>)] = []
        private var isWriting = false
        private var pings: [(id: ID, payload: Data, tell: Completion<Void>)] = []
        private var closers: [(id: ID, tell: Completion<Void>)] = []
        private var nextPing: UInt64 = 0

        init(upgrade: WebSocketUpgrade, framing: WebSocketFraming) {
            self.upgrade = upgrade
            self.framing = framing
        }

        /// The close frame that counts: the peer's, or ours where it sent none.
        var closure: WebSocketClosure? { framing.received ?? framing.sent }
        var maximumMessageSize: Int { framing.maximumMessageSize }

        // MARK: What users want

        /// Sends the upgrade.
        mutating func open(_ id: ID, _ tell: @escaping Completion<Void>) -> [Action] {
            if let ending { return [.fail(tell, ending)] }
            opener = (id, tell)
            isWriting = true
            return [.write(upgrade.request)]
        }

        /// Sends a message; told once it is written.
        mutating func send(_ message: WebSocketMessage, _ id: ID, _ tell: @escaping Completion<Void>) -> [Action] {
            do {
                if let ending { throw ending }
                try framing.send(message)
            } catch {
                return [.fail(tell, error)]
            }
            senders.append((id, tell))
            return flush()
        }

        /// Waits for the next message.
        mutating func receive(_ id: ID, _ tell: @escaping Completion<WebSocketMessage>) -> [Action] {
            guard let message = inbox.popFirst() else {
                if let ending { return [.fail(tell, ending)] }
                receivers.append((id, tell))
                return []
            }
            return [.tell { tell(.success(message)) }] + regulate()
        }

        /// Sends a ping; told once its pong is here.
        mutating func ping(_ id: ID, _ tell: @escaping Completion<Void>) -> [Action] {
            nextPing += 1
            let payload = withUnsafeBytes(of: nextPing.bigEndian) { Data($0) }
            do {
                if let ending { throw ending }
                try framing.ping(payload)
            } catch {
                return [.fail(tell, error)]
            }
            pings.append((id, payload, tell))
            return flush()
        }

        /// Sends our close frame. What has come and was not taken is dropped, and what comes until the peer's close frame.
        mutating func close(_ closure: WebSocketClosure) -> [Action] {
            guard !hasConnectionEnded else { return [] }
            guard opened != nil else { return end(.closed(closure, byPeer: false)) + [.closeConnection] }
            framing.close(closure)
            inbox = WebSocketInbox()
            return end(.closed(self.closure ?? closure, byPeer: framing.received != nil)) + regulate() + flush()
        }

        /// Waits for the end of the connection.
        mutating func waitForEnd(_ id: ID, _ tell: @escaping Completion<Void>) -> [Action] {
            if hasConnectionEnded { return [.tell { tell(.success(())) }] }
            closers.append((id, tell))
            return []
        }

        /// Ends the connection without waiting for anything more.
        mutating func abandon(_ reason: WebSocketError) -> [Action] {
            hasConnectionEnded ? [] : end(reason) + [.closeConnection]
        }

        /// Somebody doesn't want to wait any longer. What is in the output is still sent.
        mutating func cancel(_ id: ID) -> [Action] {
            let error = CancellationError()
            if let waiting = opener, waiting.id == id {
                opener = nil
                return [.fail(waiting.tell, error)]
                    + abandon(WebSocketError(.closed, "opening the WebSocket was cancelled"))
            }
            var actions: [Action] = []
            func drop<Value>(_ list: inout [(id: ID, tell: Completion<Value>)]) {
                guard let index = list.firstIndex(where: { $0.id == id }) else { return }
                actions.append(.fail(list.remove(at: index).tell, error))
            }
            drop(&receivers)
            drop(&senders)
            drop(&writers)
            drop(&closers)
            if let index = pings.firstIndex(where: { $0.id == id }) {
                actions.append(.fail(pings.remove(at: index).tell, error))
            }
            return actions
        }

        // MARK: What the connection reports

        mutating func didWrite() -> [Action] {
            isWriting = false
            let done = writers
            writers = []
            return done.map { writer in .tell { writer.tell(.success(())) } } + flush()
        }

        mutating func didReceive(_ bytes: UnsafeRawBufferPointer) -> [Action] {
            if opened != nil { return take(bytes) }
            guard ending == nil else { return [] }
            do throws(WebSocketError) {
                guard let (response, rest) = try reader.receive(bytes) else { return [] }
                return try finishUpgrade(response) + rest.withUnsafeBytes { take($0) }
            } catch {
                return end(error) + [.closeConnection]
            }
        }

        mutating func didEnd(_ error: (any Error)?) -> [Action] {
            var reason = WebSocketError.lost(error)
            if opened == nil, ending == nil, let (response, _) = reader.receiveEnd() {
                do throws(WebSocketError) { _ = try upgrade.check(response) } catch { reason = error }
            }
            hasConnectionEnded = true
            var actions = end(reason)
            for waiting in senders + writers { actions.append(.fail(waiting.tell, ending ?? reason)) }
            for closer in closers { actions.append(.tell { closer.tell(.success(())) }) }
            (senders, writers, closers) = ([], [], [])
            return actions
        }

        // MARK: Steps

        private mutating func finishUpgrade(_ response: WebSocketResponse) throws(WebSocketError) -> [Action] {
            opened = (response, try upgrade.check(response))
            defer { opener = nil }
            return opener.map { opener in [.tell { opener.tell(.success(())) }] } ?? []
        }

        private mutating func take(_ bytes: UnsafeRawBufferPointer) -> [Action] {
            var actions: [Action] = []
            for event in framing.receive(bytes) {
                switch event {
                case .message(let message): actions += deliver(message)
                case .ping: break
                case .pong(let payload): actions += answer(payload)
                case .close(let closure): actions += end(.closed(closure, byPeer: true))
                case .violation(let violation): actions += end(.violation(violation))
                }
            }
            return actions + regulate() + flush()
        }

        private mutating func deliver(_ message: WebSocketMessage) -> [Action] {
            // After our close frame nobody wants it.
            if ending != nil { return [] }
            if receivers.isEmpty {
                inbox.append(message)
                return []
            }
            let receiver = receivers.removeFirst()
            return [.tell { receiver.tell(.success(message)) }]
        }

        /// A pong answers the ping of its payload, and those before it (RFC 6455, 5.5.3).
        private mutating func answer(_ payload: Data) -> [Action] {
            guard let index = pings.firstIndex(where: { $0.payload == payload }) else { return [] }
            defer { pings.removeFirst(index + 1) }
            return pings[...index].map { ping in .tell { ping.tell(.success(())) } }
        }

        /// Nothing more comes, for this reason unless there is one already. Those who wait for something to come are told; those
        /// who send are told when it is written or the connection ends.
        private mutating func end(_ reason: WebSocketError) -> [Action] {
            let reason = ending ?? reason
            ending = reason
            var actions: [Action] = []
            if let opener { actions.append(.fail(opener.tell, reason)) }
            for receiver in receivers { actions.append(.fail(receiver.tell, reason)) }
            for ping in pings { actions.append(.fail(ping.tell, reason)) }
            (opener, receivers, pings) = (nil, [], [])
            return actions
        }

        /// Has the peer wait while too much is held, and not once half of it is taken.
        private mutating func regulate() -> [Action] {
            if !isPaused, inbox.size > Self.highWater {
                isPaused = true
                return [.pauseReading]
            }
            if isPaused, inbox.size <= Self.highWater / 2 {
                isPaused = false
                return [.resumeReading]
            }
            return []
        }

        private mutating func flush() -> [Action] {
            guard opened != nil, !isWriting, !hasConnectionEnded else { return [] }
            if framing.hasOutput {
                isWriting = true
                (writers, senders) = (senders, [])
                return [.write(framing.takeOutput())]
            }
            return framing.isOver ? [.closeConnection] : []
        }
    }

    extension WebSocketState.Action {
        fileprivate static func fail<Value>(
            _ tell: @escaping WebSocketState.Completion<Value>, _ error: any Error
        ) -> Self {
            .tell { tell(.failure(error)) }
        }
    }
#endif
