import Foundation
internal import MutualTLSOpenSSL

/// One client's connection, without its socket: bytes of the wire go in and come out, and time is told from outside.
///
/// Confined to the server's thread.
final class Connection {
    private enum Phase {
        case handshake
        case open
        /// Plain HTTP where TLS should be.
        case plain
        /// Nothing is read any more; what is left to send is sent.
        case ending
    }

    /// When this much waits to be sent, nothing is added.
    private static let highWater = 262_144
    /// What is handed to TLS at once.
    private static let portion = 65_536

    private let number: Int
    private let remoteAddress: String
    private let configuration: DevServer.Configuration
    private let tls: TLSServerConnection
    private var phase = Phase.handshake
    private var isFirstByte = true
    private var parser = HTTPRequestParser()
    private var report: PeerReport?
    /// What is left of a response.
    private var outgoing = Data()
    private var endsAfterResponse = false
    /// What goes out as it is, without TLS.
    private var plainOutput = Data()
    private let start: TimeInterval
    private var requestStart: TimeInterval?
    private var lastProgress: TimeInterval

    /// - Parameter now: seconds of the monotonic clock, as everywhere here.
    init(
        number: Int, remoteAddress: String, context: TLSServerContext, configuration: DevServer.Configuration,
        now: TimeInterval
    ) throws {
        self.number = number
        self.remoteAddress = remoteAddress
        self.configuration = configuration
        tls = try TLSServerConnection(context)
        start = now
        lastProgress = now
    }

    /// Whether the socket should be closed once the output is sent.
    var isEnding: Bool {
        if case .ending = phase { return true }
        return false
    }

    /// Whether bytes from the client are welcome. While a response goes out they are not: that bounds the memory.
    var wantsInput: Bool { !isEnding && outgoing.isEmpty && tls.pendingOutput < Self.highWater }

    /// Whether there is something to send.
    var hasOutput: Bool { !plainOutput.isEmpty || tls.pendingOutput > 0 }

    /// Takes bytes from the socket.
    func receive(_ bytes: UnsafeRawBufferPointer, now: TimeInterval) {
        guard let first = bytes.first else { return }
        lastProgress = now
        // A TLS record never begins with a capital letter, a method of HTTP does.
        if isFirstByte, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) { phase = .plain }
        isFirstByte = false
        switch phase {
        case .handshake, .open:
            do {
                try tls.receive(bytes)
            } catch {
                phase = .ending
            }
        case .plain: parser.append(bytes)
        case .ending: return
        }
        advance(now: now)
    }

    /// The client sends nothing more.
    func receiveEnd(now: TimeInterval) {
        tls.receiveEnd()
        if case .plain = phase { refusePlain() }
        advance(now: now)
    }

    /// Shows what waits for the socket; what `send` returns is how much of it went. Don't let the pointer escape.
    func withOutput(now: TimeInterval, _ send: (UnsafeRawBufferPointer) -> Int) {
        if plainOutput.isEmpty {
            tls.withOutput { bytes in
                let sent = send(bytes)
                if sent > 0 { lastProgress = now }
                return sent
            }
        } else {
            let sent = plainOutput.withUnsafeBytes(send)
            plainOutput = Data(plainOutput.dropFirst(sent))
        }
    }

    /// Does whatever can be done by now.
    func advance(now: TimeInterval) {
        if case .handshake = phase { shakeHands() }
        if case .open = phase { serve(now: now) }
        if case .plain = phase { answerPlain() }
    }

    /// When `expire(now:)` is due.
    var deadline: TimeInterval {
        switch phase {
        case .handshake, .plain: start + configuration.timeouts.handshake
        case .open:
            min(
                lastProgress + configuration.timeouts.idle,
                requestStart.map { $0 + configuration.timeouts.request } ?? .infinity)
        case .ending: lastProgress + 2
        }
    }

    /// Ends what took too long.
    func expire(now: TimeInterval) {
        guard now >= deadline else { return }
        switch phase {
        case .handshake:
            tell(PeerReport.Failure(reason: "the client did not finish the handshake in time"))
            phase = .ending
        case .plain: refusePlain()
        case .open where requestStart != nil && outgoing.isEmpty:
            requestStart = nil
            refuse(.timedOut)
            serve(now: now)
        case .open, .ending:
            tls.close()
            phase = .ending
        }
    }

    /// The server stops: says so in the protocol, where that is possible.
    func shutDown() {
        if case .open = phase { tls.close() }
        phase = .ending
    }

    // MARK: - TLS

    private func shakeHands() {
        switch tls.handshake() {
        case .needsInput: return
        case .finished:
            tell(nil)
            phase = .open
        case .failed(let failure):
            tell(PeerReport.Failure(failure))
            phase = .ending
        }
    }

    private func tell(_ failure: PeerReport.Failure?) {
        let report = PeerReport(
            connection: number, remoteAddress: remoteAddress, facts: tls.facts, failure: failure)
        self.report = report
        configuration.onReport(report)
    }

    // MARK: - HTTP

    private func serve(now: TimeInterval) {
        while sendResponse() {
            switch parser.next() {
            case .request(let request, let keepsAlive):
                respond(to: request, keepsAlive: keepsAlive)
            case .expectsContinue: outgoing = Data("HTTP/1.1 100 Continue\r\n\r\n".utf8)
            case .refused(let refusal): refuse(refusal)
            case .needsMore:
                // The time of a request counts only while the client is awaited.
                requestStart = parser.isBetweenRequests ? nil : requestStart ?? now
                if !read() { return }
            }
        }
    }

    /// Moves the response into TLS; false while there is no room for more, or at the end.
    private func sendResponse() -> Bool {
        do {
            while !outgoing.isEmpty {
                if tls.pendingOutput >= Self.highWater { return false }
                try tls.write(outgoing.prefix(Self.portion))
                outgoing = outgoing.dropFirst(Self.portion)
            }
        } catch {
            outgoing = Data()
            phase = .ending
            return false
        }
        if endsAfterResponse {
            tls.close()
            phase = .ending
            return false
        }
        return tls.pendingOutput < Self.highWater
    }

    /// Moves plaintext from TLS to the parser; false when there is none.
    private func read() -> Bool {
        switch tls.read(upTo: 16_384) {
        case .data(let data):
            parser.append(data)
            return true
        case .needsInput: return false
        case .end:
            tls.close()
            phase = .ending
        case .failed: phase = .ending
        }
        return false
    }

    private func respond(to request: DevServer.Request, keepsAlive: Bool) {
        guard let report else { return }
        requestStart = nil
        let response = configuration.handler(request, report)
        endsAfterResponse = !keepsAlive || HTTPResponseEncoder.closes(response)
        outgoing = HTTPResponseEncoder.encode(
            response, isHead: request.method == "HEAD", closes: endsAfterResponse, date: configuration.now())
    }

    private func refuse(_ refusal: HTTPRefusal) {
        endsAfterResponse = true
        outgoing = encode(refusal)
    }

    private func encode(_ refusal: HTTPRefusal) -> Data {
        HTTPResponseEncoder.encode(
            .text(refusal.reason + "\n", status: refusal.status), isHead: false, closes: true, date: configuration.now()
        )
    }

    // MARK: - Plain HTTP

    private func answerPlain() {
        // The whole request first: a client that still writes might not read.
        if case .needsMore = parser.next() { return }
        refusePlain()
    }

    private func refusePlain() {
        plainOutput = encode(.plainHTTP)
        tell(PeerReport.Failure(reason: "the client spoke plain HTTP on a port that speaks TLS"))
        phase = .ending
    }
}
