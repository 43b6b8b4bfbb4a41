#if os(Linux)
    internal import CMutualTLSCurl
    import Foundation

    /// A libcurl easy handle, used for one request after the other.
    ///
    /// Not `Sendable`: it belongs to whoever holds the pool's lock.
    final class CurlEasy {
        /// Owned. It must have been removed from its multi handle before this object goes.
        let pointer: UnsafeMutableRawPointer
        /// What libcurl's callbacks are about. They get this object's address, which a row of transfers shares.
        unowned(unsafe) var transfer: Transfer?
        /// What it is set up for, but for the one request; nil for nothing.
        var ground: Ground?
        /// Whether options were set that are the last request's alone.
        var isUsed = false

        /// What is the same for many requests.
        struct Ground: Equatable {
            var proxy: Proxy?
            var isChannel: Bool
            var usesProxyDigest: Bool
        }

        /// Where libcurl writes what went wrong. Owned, and there as long as the handle.
        private let message = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

        private var lists: [UnsafeMutablePointer<curl_slist>] = []

        init() throws(TransportError) {
            guard let pointer = curl_easy_init() else {
                throw TransportError(.unavailable, "no memory for a transfer")
            }
            self.pointer = pointer
            message.pointee = 0
        }

        deinit {
            curl_easy_cleanup(pointer)
            freeLists()
            message.deallocate()
        }

        /// Forgets all options, so that it can serve another request.
        func reset() {
            curl_easy_reset(pointer)
            freeLists()
            (ground, isUsed) = (nil, false)
        }

        /// The object whose address a callback got.
        static func from(_ context: UnsafeMutableRawPointer?) -> CurlEasy? {
            context.map { Unmanaged<CurlEasy>.fromOpaque($0).takeUnretainedValue() }
        }

        private func freeLists() {
            for list in lists { curl_slist_free_all(list) }
            lists.removeAll(keepingCapacity: true)
        }

        // MARK: Options

        /// An option that libcurl turned down.
        struct Refused: Error, CustomStringConvertible {
            let option: CURLoption
            let result: CURLcode
            var description: String {
                "libcurl refuses option \(option.rawValue): \(String(cString: curl_easy_strerror(result)))"
            }
        }

        func check(_ option: CURLoption, _ result: CURLcode) throws(Refused) {
            if result != CURLE_OK { throw Refused(option: option, result: result) }
        }
        func set(_ option: CURLoption, _ value: Int) throws(Refused) {
            try check(option, mtls_curl_set_long(pointer, option, value))
        }
        func set(_ option: CURLoption, _ value: String?) throws(Refused) {
            try check(option, mtls_curl_set_string(pointer, option, value))
        }
        func set(_ option: CURLoption, size: Int64) throws(Refused) {
            try check(option, mtls_curl_set_offset(pointer, option, curl_off_t(size)))
        }
        func set(_ option: CURLoption, pointer value: UnsafeRawPointer?) throws(Refused) {
            try check(option, mtls_curl_set_pointer(pointer, option, value))
        }
        /// The list lives until the handle is reset.
        func set(_ option: CURLoption, list lines: [String]) throws(Refused) {
            var list: UnsafeMutablePointer<curl_slist>?
            for line in lines {
                guard let longer = curl_slist_append(list, line) else {
                    curl_slist_free_all(list)
                    throw Refused(option: option, result: CURLE_OUT_OF_MEMORY)
                }
                list = longer
            }
            if let list { lists.append(list) }
            try check(option, mtls_curl_set_list(pointer, option, list))
        }

        /// Has libcurl say what goes wrong.
        func keepMessages() throws(Refused) {
            try check(CURLOPT_ERRORBUFFER, mtls_curl_set_error_buffer(pointer, message))
        }

        func forgetMessage() { message.pointee = 0 }

        /// libcurl's words about what went wrong; empty for none.
        var lastMessage: String { String(cString: message) }

        // MARK: While it runs

        /// Has libcurl look at a transfer whose handshake was paused: it doesn't watch the socket of one.
        func kick() {
            curl_easy_pause(pointer, CURLPAUSE_SEND)
            curl_easy_pause(pointer, CURLPAUSE_CONT)
        }

        /// Goes on with a transfer that one of its callbacks paused.
        func resume() { curl_easy_pause(pointer, CURLPAUSE_CONT) }

        /// The local port of its connection, 0 when it had none.
        var localPort: Int { number(CURLINFO_LOCAL_PORT) }

        /// What a proxy answered to CONNECT; 0 where none was asked.
        var connectStatus: Int { number(CURLINFO_HTTP_CONNECTCODE) }

        /// Whether the proxy that wants a password takes it by Digest (RFC 7616).
        var isProxyDigestOffered: Bool { number(CURLINFO_PROXYAUTH_AVAIL) & Int(MTLS_CURL_AUTH_DIGEST) != 0 }

        /// The socket of a connection that carries no HTTP; nil when it is gone.
        var activeSocket: Int32? {
            var descriptor: curl_socket_t = -1
            guard mtls_curl_get_socket(pointer, CURLINFO_ACTIVESOCKET, &descriptor) == CURLE_OK, descriptor >= 0 else {
                return nil
            }
            return descriptor
        }

        /// What libcurl measured.
        var timings: TransferTimings {
            func seconds(_ info: CURLINFO) -> TimeInterval { TimeInterval(offset(info)) / 1e6 }
            return TransferTimings(
                nameLookup: seconds(CURLINFO_NAMELOOKUP_TIME_T), connect: seconds(CURLINFO_CONNECT_TIME_T),
                secureConnect: seconds(CURLINFO_APPCONNECT_TIME_T), requestStart: seconds(CURLINFO_PRETRANSFER_TIME_T),
                responseStart: seconds(CURLINFO_STARTTRANSFER_TIME_T), total: seconds(CURLINFO_TOTAL_TIME_T),
                sentBytes: offset(CURLINFO_SIZE_UPLOAD_T), receivedBytes: offset(CURLINFO_SIZE_DOWNLOAD_T),
                remoteAddress: text(CURLINFO_PRIMARY_IP), remotePort: number(CURLINFO_PRIMARY_PORT),
                localAddress: text(CURLINFO_LOCAL_IP), localPort: localPort)
        }

        private func number(_ info: CURLINFO) -> Int {
            var value = 0
            return mtls_curl_get_long(pointer, info, &value) == CURLE_OK ? value : 0
        }
        private func offset(_ info: CURLINFO) -> Int64 {
            var value: curl_off_t = 0
            return mtls_curl_get_offset(pointer, info, &value) == CURLE_OK ? Int64(value) : 0
        }
        private func text(_ info: CURLINFO) -> String {
            var value: UnsafeMutablePointer<CChar>?
            guard mtls_curl_get_string(pointer, info, &value) == CURLE_OK, let value else { return "" }
            return String(cString: value)
        }
    }
#endif
