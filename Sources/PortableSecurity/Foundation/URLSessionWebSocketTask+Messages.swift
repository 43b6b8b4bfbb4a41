// Older compilers, on Apple platforms, can't read what names a declaration by its module.
#if compiler(>=6.3)
    #if !canImport(Security)
        import Foundation
        import FoundationNetworking

        /// A WebSocket task that moves its messages by other means than corelibs'.
        package protocol IndependentWebSocketTask: URLSessionWebSocketTask {
            func independentSend(_ message: Message, _ handler: @escaping @Sendable ((any Error)?) -> Void)
            func independentReceive(_ handler: @escaping @Sendable (Result<Message, any Error>) -> Void)
        }

        // corelibs' methods of these names can't be overridden. These shadow them where this module brings FoundationNetworking
        // along; a file that imports FoundationNetworking itself sees both, and the compiler says that they are ambiguous.
        extension URLSessionWebSocketTask {
            /// Sends a message.
            /// - Parameters:
            ///   - message: data or text.
            ///   - completionHandler: gets nil once it is written, or why it isn't.
            public func send(
                _ message: Message, completionHandler: @escaping @Sendable ((any Error)?) -> Void
            ) {
                guard let own = self as? any IndependentWebSocketTask else {
                    return self.FoundationNetworking::send(message, completionHandler: completionHandler)
                }
                own.independentSend(message, completionHandler)
            }

            /// Receives a message.
            /// - Parameter completionHandler: gets the next message that nobody got yet, or why there is none.
            public func receive(completionHandler: @escaping @Sendable (Result<Message, any Error>) -> Void) {
                guard let own = self as? any IndependentWebSocketTask else {
                    return self.FoundationNetworking::receive(completionHandler: completionHandler)
                }
                own.independentReceive(completionHandler)
            }

            /// Sends a message, and returns once it is written.
            public func send(_ message: Message) async throws {
                try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                    send(message) { error in
                        if let error { continuation.resume(throwing: error) } else { continuation.resume() }
                    }
                }
            }

            /// Returns the next message that nobody got yet.
            public func receive() async throws -> Message {
                try await withCheckedThrowingContinuation { continuation in
                    receive { continuation.resume(with: $0) }
                }
            }
        }
    #endif
#endif
