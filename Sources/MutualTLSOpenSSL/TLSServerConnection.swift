internal import CMutualTLSOpenSSL
internal import CMutualTLSShims
import Foundation

/// The server's side of one TLS connection, without a socket: ciphertext goes in and comes out as bytes.
///
/// Not `Sendable`: one thread drives it. After a failure or an end, what `withOutput` still holds (an alert, say) should
/// be sent before the transport is closed.
package final class TLSServerConnection {
    private let context: TLSServerContext
    /// Owned; owns the two BIOs.
    private let ssl: OpaquePointer
    private let input: OpaquePointer
    private let output: OpaquePointer
    private let seen: TLSObservations

    /// A connection whose client has not said anything yet.
    /// - Throws: `OpenSSLError`, when memory is short.
    package init(_ context: TLSServerContext) throws {
        let operation = "make a TLS connection"
        let ssl = try check(SSL_new(context.pointer), operation)
        let seen = TLSObservations(requiresGoodCertificate: context.configuration.clientAuthentication == .require)
        do {
            try seen.attach(to: ssl)
            let time = context.configuration.now().timeIntervalSince1970.rounded(.down)
            guard let time = time_t(exactly: time) else {
                throw OpenSSLError(operation: "verify certificates at the time \(time)", entries: [])
            }
            X509_VERIFY_PARAM_set_time(SSL_get0_param(ssl), time)
            input = try check(BIO_new(BIO_s_mem()), operation)
            guard let output = BIO_new(BIO_s_mem()) else {
                BIO_free_all(input)
                throw OpenSSLError.drain(operation)
            }
            self.output = output
        } catch {
            SSL_free(ssl)
            throw error
        }
        SSL_set_bio(ssl, input, output)
        SSL_set_accept_state(ssl)
        self.context = context
        self.ssl = ssl
        self.seen = seen
    }

    deinit { SSL_free(ssl) }

    /// Takes ciphertext from the client. Call `handshake()` or `read(upTo:)` next.
    /// - Throws: `OpenSSLError`, when memory is short.
    package func receive(_ ciphertext: UnsafeRawBufferPointer) throws {
        if ciphertext.isEmpty { return }
        let count = try int32(ciphertext.count, "take TLS records")
        try check(BIO_write(input, ciphertext.baseAddress, count), "take TLS records")
    }

    /// The client's transport has ended: nothing more comes.
    package func receiveEnd() { mtls_BIO_mem_end_input(input) }

    /// How far the handshake is.
    package enum Handshake: Sendable, Hashable {
        /// More ciphertext is needed.
        case needsInput
        /// Data can flow.
        case finished
        /// It is over.
        case failed(TLSFailure)
    }

    /// Goes as far as the ciphertext received so far allows.
    package func handshake() -> Handshake {
        ERR_clear_error()
        let result = SSL_do_handshake(ssl)
        if result == 1 { return .finished }
        switch SSL_get_error(ssl, result) {
        case SSL_ERROR_WANT_READ: return .needsInput
        case let error: return .failed(failure("shake hands", isEnd: error == SSL_ERROR_SYSCALL))
        }
    }

    /// What a read found.
    package enum Read: Sendable, Hashable {
        /// Plaintext, at least a byte.
        case data(Data)
        /// More ciphertext is needed.
        case needsInput
        /// The client closed; `cleanly` where it said so by close_notify.
        case end(cleanly: Bool)
        /// The connection is broken.
        case failed(TLSFailure)
    }

    /// Decrypts at most `limit` bytes of what was received.
    package func read(upTo limit: Int) -> Read {
        var count = 0
        var result: Int32 = 0
        ERR_clear_error()
        let data = Data(
            [UInt8](unsafeUninitializedCapacity: max(limit, 1)) { buffer, used in
                result = SSL_read_ex(ssl, buffer.baseAddress, buffer.count, &count)
                used = result == 1 ? count : 0
            })
        if result == 1 { return .data(data) }
        switch SSL_get_error(ssl, result) {
        case SSL_ERROR_WANT_READ: return .needsInput
        case SSL_ERROR_ZERO_RETURN: return .end(cleanly: true)
        case SSL_ERROR_SYSCALL: return .end(cleanly: false)
        default:
            let error = OpenSSLError.drain("read")
            let isEnd = error.entries.contains {
                $0.library == ERR_LIB_SSL && $0.reasonCode == SSL_R_UNEXPECTED_EOF_WHILE_READING
            }
            return isEnd ? .end(cleanly: false) : .failed(TLSFailure(seen: seen, error: error, isEnd: false))
        }
    }

    /// Encrypts all of `plaintext`, which adds as much, and a little more, to what waits in `pendingOutput`.
    /// - Throws: `TLSFailure`, when the handshake isn't finished or the connection is broken.
    package func write(_ plaintext: some ContiguousBytes) throws {
        try plaintext.withUnsafeBytes { buffer in
            if buffer.isEmpty { return }
            var written = 0
            ERR_clear_error()
            // Into memory, so that all of it is taken or none.
            if SSL_write_ex(ssl, buffer.baseAddress, buffer.count, &written) != 1 {
                throw failure("write", isEnd: false)
            }
        }
    }

    /// Says close_notify, once.
    package func close() {
        ERR_clear_error()
        if SSL_shutdown(ssl) < 0 { ERR_clear_error() }
    }

    /// How many bytes of ciphertext wait for the client.
    package var pendingOutput: Int { BIO_ctrl_pending(output) }

    /// Shows the ciphertext that waits for the client; what `send` returns is how much of it is done with.
    /// Don't let the pointer escape.
    package func withOutput(_ send: (UnsafeRawBufferPointer) throws -> Int) rethrows {
        var bytes: UnsafePointer<UInt8>?
        let count = mtls_BIO_mem_data(output, &bytes)
        guard let bytes, count > 0 else { return }
        var done = min(try send(UnsafeRawBufferPointer(start: bytes, count: count)), count)
        // Reading is how a memory BIO forgets.
        withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { scratch in
            while done > 0 {
                let read = BIO_read(output, scratch.baseAddress, Int32(min(done, scratch.count)))
                if read <= 0 { break }
                done -= Int(read)
            }
        }
    }

    /// What is known of the client by now.
    package var facts: TLSPeerFacts { TLSPeerFacts(ssl, seen: seen) }

    private func failure(_ operation: String, isEnd: Bool) -> TLSFailure {
        TLSFailure(seen: seen, error: OpenSSLError.drain(operation), isEnd: isEnd)
    }
}
