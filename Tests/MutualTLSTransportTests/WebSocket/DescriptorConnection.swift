import Foundation
import MutualTLSOpenSSL
import TestSupport

@testable import MutualTLSTransport

/// A `WebSocketConnection` on file descriptors, with a thread for each direction.
// @unchecked: the descriptors are constants; what changes is behind the condition's lock.
final class DescriptorConnection: WebSocketConnection, @unchecked Sendable {
    private let (reading, writing): (Int32, Int32)
    private let stop: @Sendable () -> Void
    private let observer = LockedBox<(any WebSocketConnectionObserver)?>(nil)
    private let calls = NSLock()
    private let condition = NSCondition()
    private var isPaused = false
    private let writes = DispatchQueue(label: "writes")
    /// How many bytes were read.
    let received = LockedBox(0)

    init(reading: Int32, writing: Int32, stop: @escaping @Sendable () -> Void) {
        (self.reading, self.writing, self.stop) = (reading, writing, stop)
    }

    /// TCP to a port on this machine.
    convenience init(port: Int) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw POSIXError(.ECONNREFUSED) }
        self.init(reading: descriptor, writing: descriptor) { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }

    /// TLS with a client certificate, by `openssl s_client`.
    convenience init(_ client: PipedClient) {
        self.init(reading: client.reading, writing: client.writing) { client.stop() }
    }

    func start(_ observer: any WebSocketConnectionObserver) {
        self.observer.withLock { $0 = observer }
        Thread.detachNewThread { [self] in
            var buffer = [UInt8](repeating: 0, count: 16 << 10)
            while true {
                condition.withLock { while isPaused { condition.wait() } }
                let count = read(reading, &buffer, buffer.count)
                guard count > 0 else { break }
                received.withLock { $0 += count }
                calls.withLock { buffer.withUnsafeBytes { observer.didReceive(.init(rebasing: $0.prefix(count))) } }
            }
            self.observer.withLock { $0 = nil }
            calls.withLock { observer.didEnd(nil) }
        }
    }

    func write(_ bytes: Data) {
        writes.async { [self] in
            var rest = [UInt8](bytes)[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    reading == writing
                        ? Foundation.send(writing, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                        : Foundation.write(writing, $0.baseAddress, $0.count)
                }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
            if let observer = observer.withLock({ $0 }) { calls.withLock { observer.didWrite() } }
        }
    }

    func pauseReading() { condition.withLock { isPaused = true } }
    func resumeReading() {
        condition.withLock {
            isPaused = false
            condition.broadcast()
        }
    }
    func close() {
        resumeReading()
        DispatchQueue.global().async { [stop] in stop() }
    }
}
