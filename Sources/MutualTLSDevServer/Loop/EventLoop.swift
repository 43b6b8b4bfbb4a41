internal import CMutualTLSShims
import Foundation
internal import MutualTLSOpenSSL

/// Serves all connections on one thread.
final class EventLoop: Sendable {
    private let socket: ListeningSocket
    private let context: TLSServerContext
    private let configuration: DevServer.Configuration
    private let wakeUp: WakeUp
    private let isStopping = LockedBox(false)

    /// How long an ended connection is read from, in seconds, so that its last words (an alert, an error) are not
    /// overtaken by the reset that unread bytes cause.
    private static let lingering: TimeInterval = 2
    /// How long no connection is taken after the system had no room for one.
    private static let pause: TimeInterval = 0.1

    init(
        socket: ListeningSocket, context: TLSServerContext, configuration: DevServer.Configuration
    ) throws(DevServerError) {
        self.socket = socket
        self.context = context
        self.configuration = configuration
        wakeUp = try WakeUp()
    }

    /// Makes `run()` return, from any thread.
    func stop() {
        isStopping.withLock { $0 = true }
        wakeUp.signal()
    }

    /// One socket and what is spoken over it.
    private final class Client {
        let descriptor: Int32
        let connection: Connection
        /// When the socket is closed at the latest, once its output has ended.
        var lingersUntil: TimeInterval?

        init(descriptor: Int32, connection: Connection) {
            self.descriptor = descriptor
            self.connection = connection
        }

        deinit { close(descriptor) }

        var deadline: TimeInterval { lingersUntil ?? connection.deadline }

        var events: Int16 {
            if lingersUntil != nil { return Int16(POLLIN) }
            return (connection.wantsInput ? Int16(POLLIN) : 0) | (connection.hasOutput ? Int16(POLLOUT) : 0)
        }
    }

    /// Serves until `stop()`.
    func run() {
        var clients: [Client] = []
        var count = 0
        var pausedUntil: TimeInterval = 0
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !isStopping.withLock({ $0 }) {
            let isAccepting = clients.count < configuration.maximumConnections && MonotonicClock.now() >= pausedUntil
            var watched = [
                pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
                // A negative descriptor is passed over.
                pollfd(fd: isAccepting ? socket.descriptor : -1, events: Int16(POLLIN), revents: 0),
            ]
            watched += clients.map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
            let deadlines = clients.map(\.deadline) + (pausedUntil > 0 ? [pausedUntil] : [])
            poll(&watched, nfds_t(watched.count), Self.milliseconds(until: deadlines.min()))
            if isStopping.withLock({ $0 }) { break }

            let now = MonotonicClock.now()
            if now >= pausedUntil { pausedUntil = 0 }
            let ready = watched.dropFirst(2)
            // In order, so that each client meets what was found out about its own descriptor.
            clients = zip(clients, ready).compactMap { client, found in
                serve(client, found.revents, now: now, buffer: &buffer) ? client : nil
            }
            if watched[1].revents != 0, !accept(&clients, &count, now: now) { pausedUntil = now + Self.pause }
        }
        shutDown(clients)
    }

    /// Says good-bye as far as the sockets take it at once, and closes them.
    private func shutDown(_ clients: [Client]) {
        for client in clients where client.lingersUntil == nil {
            client.connection.shutDown()
            _ = send(client, now: MonotonicClock.now())
        }
    }

    /// Takes the connections that wait; false when the system had no room for one.
    private func accept(_ clients: inout [Client], _ count: inout Int, now: TimeInterval) -> Bool {
        while clients.count < configuration.maximumConnections {
            guard let (descriptor, remote) = socket.accept() else {
                return ![EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno)
            }
            count += 1
            do {
                let connection = try Connection(
                    number: count, remoteAddress: remote, context: context, configuration: configuration, now: now)
                clients.append(Client(descriptor: descriptor, connection: connection))
            } catch {
                close(descriptor)
                return false
            }
        }
        return true
    }

    /// Does what can be done for a client; false when its socket is to be closed.
    private func serve(_ client: Client, _ events: Int16, now: TimeInterval, buffer: inout [UInt8]) -> Bool {
        let connection = client.connection
        // An error may stand behind bytes that are still to be read, such as an alert before a reset.
        if events & Int16(POLLIN | POLLHUP | POLLERR | POLLNVAL) != 0 {
            switch receive(client, now: now, buffer: &buffer) {
            case .bytes, .nothing: break
            case .ended:
                if client.lingersUntil != nil { return false }
                connection.receiveEnd(now: now)
            case .broken: return gone(client, now: now, buffer: &buffer)
            }
        }
        if now >= client.deadline {
            if client.lingersUntil != nil { return false }
            connection.expire(now: now)
        }
        guard client.lingersUntil == nil else { return true }
        guard send(client, now: now) else { return gone(client, now: now, buffer: &buffer) }
        if connection.isEnding, !connection.hasOutput {
            _ = shutdown(client.descriptor, Int32(SHUT_WR))
            client.lingersUntil = now + Self.lingering
        } else if connection.isEnding, now >= client.deadline {
            return false
        }
        return true
    }

    /// The peer has disappeared; its last words are heard, and a handshake that this ends is reported. Always false.
    private func gone(_ client: Client, now: TimeInterval, buffer: inout [UInt8]) -> Bool {
        for _ in 0..<16 where !client.connection.isEnding {
            guard case .bytes = receive(client, now: now, buffer: &buffer) else { break }
        }
        client.connection.receiveEnd(now: now)
        return false
    }

    private enum Reception {
        case bytes, nothing, ended, broken
    }

    private func receive(_ client: Client, now: TimeInterval, buffer: inout [UInt8]) -> Reception {
        let count = recv(client.descriptor, &buffer, buffer.count, 0)
        if count == 0 { return .ended }
        if count < 0 { return [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) ? .nothing : .broken }
        // What an ended connection still sends is read, and forgotten.
        if client.lingersUntil == nil {
            buffer.withUnsafeBytes {
                client.connection.receive(UnsafeRawBufferPointer(rebasing: $0.prefix(count)), now: now)
            }
        }
        return .bytes
    }

    /// Sends as much as the socket takes, and lets the connection produce more; false when the socket is broken.
    private func send(_ client: Client, now: TimeInterval) -> Bool {
        // Bounded, so that one fast reader of a long response does not starve the others.
        for _ in 0..<8 where client.connection.hasOutput {
            var isBroken = false
            var isFull = false
            client.connection.withOutput(now: now) { bytes in
                let sent = mtls_send(client.descriptor, bytes.baseAddress, bytes.count)
                isFull = sent < bytes.count
                if sent >= 0 { return sent }
                isBroken = ![EAGAIN, EWOULDBLOCK, EINTR].contains(errno)
                return 0
            }
            if isBroken { return false }
            client.connection.advance(now: now)
            if isFull { break }
        }
        return true
    }

    /// What `poll` takes: rounded up, so that it doesn't wake just before the deadline.
    private static func milliseconds(until deadline: TimeInterval?) -> Int32 {
        guard let deadline else { return -1 }
        let milliseconds = ((deadline - MonotonicClock.now()) * 1_000).rounded(.up)
        return Int32(min(max(milliseconds, 0), 60_000))
    }
}
