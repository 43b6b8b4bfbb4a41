import Foundation
internal import MutualTLSOpenSSL

/// An HTTPS server with client authentication, for demonstrations and tests: HTTP/1.1, one thread, nothing to install.
///
/// ```swift
/// let server = DevServer(.init(certificateChainPEM: chain, privateKeyPEM: key, clientCertificateAuthoritiesPEM: root))
/// let url = try server.start()
/// defer { server.stop() }
/// ```
///
/// Not for the open Internet: all requests are answered on one thread.
public final class DevServer: Sendable {
    private struct Running: Sendable {
        let loop: EventLoop
        let thread: LoopThread
        let address: ListeningSocket.Address
    }

    private let configuration: Configuration
    private let log: ReportLog
    private let running = LockedBox<Running?>(nil)

    /// A server that does not run yet.
    public init(_ configuration: Configuration) {
        self.configuration = configuration
        log = ReportLog(limit: configuration.maximumReports)
    }

    deinit { stop() }

    /// Listens, and serves on a thread of its own until `stop()` or the end of the last reference.
    /// - Returns: the server's URL.
    /// - Throws: `DevServerError`.
    @discardableResult public func start() throws(DevServerError) -> URL {
        let context = try configuration.tlsContext()
        let log = log
        var configuration = configuration
        let onReport = configuration.onReport
        configuration.onReport = { report in
            log.add(report)
            onReport(report)
        }
        let address: ListeningSocket.Address
        do {
            address = try running.withLock { running in
                if running != nil {
                    throw DevServerError(.alreadyRunning, "the server runs already; stop it before it is started again")
                }
                let socket = try ListeningSocket(host: configuration.host, port: configuration.port)
                let loop = try EventLoop(socket: socket, context: context, configuration: configuration)
                let thread = try LoopThread { loop.run() }
                running = Running(loop: loop, thread: thread, address: socket.address)
                return socket.address
            }
        } catch let error as DevServerError {
            throw error
        } catch {
            throw DevServerError(.system, "the server can't start: \(error)", underlying: error)
        }
        guard let url = address.url(host: configuration.host) else {
            stop()
            throw DevServerError(
                .invalidConfiguration, "the host can't stand in a URL; give an IP address or localhost")
        }
        return url
    }

    /// Closes all connections, and returns when the server's thread has ended. Nothing happens where it does not run.
    ///
    /// Called by the handler, on the server's own thread, it returns at once, and the thread ends after that.
    public func stop() {
        let running = running.withLock { running in
            defer { running = nil }
            return running
        }
        guard let running else { return }
        running.loop.stop()
        running.thread.join()
    }

    /// The port that the server listens on; nil while it does not run.
    public var port: UInt16? { running.withLock { $0?.address.port } }

    /// Where the server is; nil while it does not run. For an address that stands for all of the machine's it names
    /// `localhost`.
    public var url: URL? { running.withLock { $0?.address }?.url(host: configuration.host) }

    /// What the server saw of the last connections, oldest first, failed handshakes included.
    public var reports: [PeerReport] { log.all }
}
