import Foundation
import MutualTLSOpenSSL

/// One connection of a `HostileServer`, on a thread of its own.
final class HostileConnection {
    private typealias Ending = HostileServer.Ending
    private struct Ended: Error { let how: Ending }

    /// Owned.
    private let descriptor: Int32
    private let index: Int
    private let state: HostileServer.State
    private var tls: TLSServerConnection?
    private var isEstablished = false
    /// What came and was not read yet, decrypted.
    private var inbox = Data()

    init(_ descriptor: Int32, _ index: Int, _ state: HostileServer.State) {
        (self.descriptor, self.index, self.state) = (descriptor, index, state)
    }

    deinit { close(descriptor) }

    func run() {
        do {
            tls = try state.context.map { try TLSServerConnection($0) }
            for step in state.scripts[min(index, state.scripts.count - 1)] { try perform(step) }
            tls?.close()
            try flush()
            try end()
        } catch let ended as Ended {
            report { $0.ending = ended.how }
        } catch {
            report { $0.ending = .failed("\(error)") }
        }
    }

    private func report(_ change: (inout HostileServer.Connection) -> Void) {
        state.connections.withLock { change(&$0[index]) }
    }

    private func perform(_ step: HostileServer.Step) throws {
        switch step {
        case .handshake: try shakeHands()
        case .beginHandshake(let count): try beginHandshake(count)
        case .request: try readRequest()
        case .send(let data): try send(data)
        case .drip(let data, let pause):
            for byte in data {
                try pass(state.stop.wait(seconds: pause))
                try send(Data([byte]))
            }
        case .inClear(let data): try data.withUnsafeBytes { try sendAll($0) }
        case .gate:
            report { $0.reachedGate = true }
            _ = state.gate.wait()
        case .silence:
            while true {
                try receive()
                inbox = Data()
            }
        case .deafness:
            _ = state.stop.wait()
            throw Ended(how: .stopped)
        case .close: try end()
        case .reset:
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
            throw Ended(how: .byScript)
        }
    }

    private func pass(_ outcome: Signal.Outcome) throws { if outcome == .raised { throw Ended(how: .stopped) } }

    // MARK: TLS

    private func shakeHands() throws {
        guard let tls else { return }
        while true {
            let progress = tls.handshake()
            try flush()
            switch progress {
            case .finished:
                isEstablished = true
                return report { $0.client = tls.facts }
            case .failed(let failure): throw Ended(how: .failed(failure.description))
            case .needsInput: try receive()
            }
        }
    }

    private func beginHandshake(_ count: Int) throws {
        guard let tls else { return }
        while tls.pendingOutput == 0 {
            try receive()
            if case .failed(let failure) = tls.handshake() { throw Ended(how: .failed(failure.description)) }
        }
        try tls.withOutput { output in
            try sendAll(UnsafeRawBufferPointer(rebasing: output.prefix(count)))
            return output.count
        }
    }

    private func flush() throws {
        try tls?.withOutput { output in
            try sendAll(output)
            return output.count
        }
    }

    // MARK: Bytes

    private func send(_ data: Data) throws {
        guard let tls else { return try data.withUnsafeBytes { try sendAll($0) } }
        // No more at once than a client's patience: a record or a few.
        for start in stride(from: 0, to: data.count, by: 65_536) {
            try tls.write(data.dropFirst(start).prefix(65_536))
            try flush()
        }
    }

    private func sendAll(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            try pass(state.stop.wait(with: descriptor, for: POLLOUT))
            let part = UnsafeRawBufferPointer(rebasing: rest)
            let count = Foundation.send(descriptor, part.baseAddress, part.count, Int32(MSG_NOSIGNAL))
            if count < 0 { throw Ended(how: .byClient) }
            report { $0.sentBytes += count }
            rest = rest.dropFirst(count)
        }
    }

    /// Waits for bytes, and puts what they say into the inbox.
    private func receive() throws {
        try pass(state.stop.wait(with: descriptor))
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { throw Ended(how: .byClient) }
        guard let tls else { return inbox.append(contentsOf: buffer.prefix(count)) }
        try buffer.withUnsafeBytes { try tls.receive(UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
        if isEstablished { try decrypt(tls) }
    }

    private func decrypt(_ tls: TLSServerConnection) throws {
        while true {
            switch tls.read(upTo: 65_536) {
            case .data(let data): inbox.append(data)
            case .needsInput: return
            case .end: throw Ended(how: .byClient)
            case .failed(let failure): throw Ended(how: .failed(failure.description))
            }
        }
    }

    private func readRequest() throws {
        if let tls { try decrypt(tls) }
        let blank = Data("\r\n\r\n".utf8)
        while inbox.range(of: blank) == nil { try receive() }
        guard let end = inbox.range(of: blank) else { return }
        var request = HostileServer.Request(
            head: String(decoding: inbox[..<end.lowerBound], as: UTF8.self), body: Data())
        inbox = Data(inbox[end.upperBound...])
        if request.values("Transfer-Encoding").contains("chunked") {
            while let size = try readChunkSize(), size > 0 { request.body += try take(size + 2).dropLast(2) }
        } else {
            request.body = try take(Int(request.values("Content-Length").first ?? "") ?? 0)
        }
        report { $0.requests.append(request) }
    }

    private func readChunkSize() throws -> Int? {
        let lineBreak = Data("\r\n".utf8)
        while inbox.range(of: lineBreak) == nil { try receive() }
        guard let end = inbox.range(of: lineBreak) else { return nil }
        let line = String(decoding: try take(end.lowerBound - inbox.startIndex), as: UTF8.self)
        let size = Int(line, radix: 16)
        _ = try take(size == 0 ? 4 : 2)
        return size
    }

    private func take(_ count: Int) throws -> Data {
        while inbox.count < count { try receive() }
        defer { inbox = Data(inbox.dropFirst(count)) }
        return Data(inbox.prefix(count))
    }

    /// Ends our direction, and waits for the client's end: what it still sends would otherwise be answered by a reset.
    private func end() throws {
        shutdown(descriptor, Int32(SHUT_WR))
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while state.stop.wait(with: descriptor) == .ready, recv(descriptor, &buffer, buffer.count, 0) > 0 {}
        throw Ended(how: .byScript)
    }
}
