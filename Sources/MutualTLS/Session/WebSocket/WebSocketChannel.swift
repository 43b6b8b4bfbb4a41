import Foundation

/// What carries a WebSocket's messages: our own framing on Linux, `URLSessionWebSocketTask` elsewhere. It is open.
///
/// Everything throws `MutualTLSError`: `webSocketClosed` once it is closed in order, `cancelled` when the calling task is.
protocol WebSocketChannel: Sendable {
    /// The subprotocol that the server chose.
    var chosenProtocol: String? { get }
    /// How many bytes a message of the server's may have.
    var maximumMessageSize: Int { get }
    /// What the server's close frame says, or ours where it sent none; nil while it is open.
    var closure: WebSocketClosing? { get }

    /// Returns once the message is written.
    func send(_ message: MutualTLSSession.WebSocket.Message) async throws
    /// The next message. While nobody asks, the server must wait.
    func receive() async throws -> MutualTLSSession.WebSocket.Message
    /// Returns once the pong is here.
    func sendPing() async throws
    /// Sends a close frame, and ends the connection soon, whatever the server does.
    func close(_ closing: WebSocketClosing)
    /// Returns once the connection has ended.
    func waitForEnd() async
}

/// What a close frame says.
struct WebSocketClosing: Sendable, Hashable {
    var code: MutualTLSSession.WebSocket.CloseCode
    var reason: Data?
}
