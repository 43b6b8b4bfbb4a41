#if os(Linux)
    internal import CMutualTLSCurl
    import Foundation

    /// One libcurl transfer, set up for a request.
    ///
    /// Not `Sendable`: it belongs to the loop's thread.
    final class CurlEasy {
        /// Owned. It must have been removed from its multi handle before this object goes.
        let pointer: UnsafeMutableRawPointer
        private var headers: UnsafeMutablePointer<curl_slist>?
        /// The body's own copy, since libcurl reads it until the transfer is done.
        private let body: UnsafeMutableRawBufferPointer?

        /// The functions that libcurl calls, and the pointer that they get.
        struct Callbacks {
            /// Borrowed; must outlive the transfer.
            var context: UnsafeMutableRawPointer
            var header: @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int
            var write: @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int
            var tlsContext: TLSContextCallback
            /// Called before the request goes out, each time.
            var send: SendCallback
        }
        typealias SendCallback =
            @convention(c) (
                UnsafeMutableRawPointer?, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?, CInt, CInt
            ) -> CInt
        typealias TLSContextCallback =
            @convention(c) (
                UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
            ) -> CURLcode

        /// - Parameter poolToken: differs for each pool, so that libcurl can never take another pool's connection or TLS
        ///   session for ours, even if it came to share them.
        init(_ request: TransportRequest, poolToken: String, callbacks: Callbacks) throws(TransportError) {
            guard let pointer = curl_easy_init() else {
                throw TransportError(.unavailable, "no memory for a transfer")
            }
            self.pointer = pointer
            if let data = request.body {
                let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(data.count, 1), alignment: 1)
                copy.copyBytes(from: data)
                body = copy
            } else {
                body = nil
            }
            // From here on `deinit` frees what was made.
            do {
                try setTLS(poolToken: poolToken)
                try set(request)
                try set(callbacks)
            } catch {
                throw TransportError(.unavailable, error.description)
            }
        }

        deinit {
            curl_easy_cleanup(pointer)
            curl_slist_free_all(headers)
            body?.deallocate()
        }

        private struct Refused: Error, CustomStringConvertible {
            let option: CURLoption
            let result: CURLcode
            var description: String {
                "libcurl refuses option \(option.rawValue): \(String(cString: curl_easy_strerror(result)))"
            }
        }

        private func check(_ option: CURLoption, _ result: CURLcode) throws(Refused) {
            if result != CURLE_OK { throw Refused(option: option, result: result) }
        }
        private func set(_ option: CURLoption, _ value: Int) throws(Refused) {
            try check(option, mtls_curl_set_long(pointer, option, value))
        }
        private func set(_ option: CURLoption, _ value: String?) throws(Refused) {
            try check(option, mtls_curl_set_string(pointer, option, value))
        }

        private func setTLS(poolToken: String) throws(Refused) {
            // The peer is verified, host name included, in our own callback: it comes before the client certificate, while
            // libcurl looks at the name only after it was sent. Loading Debian's default roots, which that callback never
            // uses, would take most of a handshake's time.
            try set(CURLOPT_SSL_VERIFYPEER, 1)
            try set(CURLOPT_SSL_VERIFYHOST, 0)
            try set(CURLOPT_CAINFO, nil as String?)
            try set(CURLOPT_CAPATH, poolToken)
            // A resumed TLS session asks nobody, and is whoever it was.
            try set(CURLOPT_SSL_SESSIONID_CACHE, 0)
            try set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        }

        private func set(_ request: TransportRequest) throws(Refused) {
            try set(CURLOPT_URL, request.url.withoutUserInformation.absoluteString)
            try set(CURLOPT_PROTOCOLS_STR, "http,https")
            try set(CURLOPT_PATH_AS_IS, 1)
            try set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
            try set(CURLOPT_ACCEPT_ENCODING, "")
            try set(CURLOPT_PROXY, "")
            // All time limits are the loop's: a limit of libcurl's would drop a paused handshake, and leak its stack.
            try set(CURLOPT_CONNECTTIMEOUT_MS, Int(Int32.max))
            try set(CURLOPT_NOSIGNAL, 1)
            try set(CURLOPT_QUICK_EXIT, 1)
            try setMethod(request)
            try setHeaders(request)
        }

        private func setMethod(_ request: TransportRequest) throws(Refused) {
            if request.method == "HEAD" {
                try set(CURLOPT_NOBODY, 1)
            } else if let body, let data = request.body {
                try check(
                    CURLOPT_POSTFIELDSIZE_LARGE,
                    mtls_curl_set_offset(pointer, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(data.count)))
                try check(
                    CURLOPT_POSTFIELDS, mtls_curl_set_pointer(pointer, CURLOPT_POSTFIELDS, body.baseAddress))
                try set(CURLOPT_CUSTOMREQUEST, request.method)
            } else {
                switch request.method {
                case "GET": try set(CURLOPT_HTTPGET, 1)
                case "POST", "PUT", "PATCH":
                    try set(CURLOPT_POSTFIELDSIZE, 0)
                    try check(CURLOPT_POSTFIELDS, mtls_curl_set_string(pointer, CURLOPT_POSTFIELDS, ""))
                    try set(CURLOPT_CUSTOMREQUEST, request.method)
                default: try set(CURLOPT_CUSTOMREQUEST, request.method)
                }
            }
        }

        private func setHeaders(_ request: TransportRequest) throws(Refused) {
            var lines: [String] = []
            for header in request.headers where header.name.lowercased() != "content-length" {
                lines.append(header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)")
            }
            let names = Set(request.headers.map { $0.name.lowercased() })
            // No pause for a "100 Continue" that few servers send, and no type that the caller didn't give.
            if !names.contains("expect") { lines.append("Expect:") }
            if !names.contains("content-type"), request.method != "POST" || request.body == nil {
                lines.append("Content-Type:")
            }
            for line in lines {
                guard let longer = curl_slist_append(headers, line) else {
                    throw Refused(option: CURLOPT_HTTPHEADER, result: CURLE_OUT_OF_MEMORY)
                }
                headers = longer
            }
            try check(CURLOPT_HTTPHEADER, mtls_curl_set_list(pointer, CURLOPT_HTTPHEADER, headers))
        }

        private func set(_ callbacks: Callbacks) throws(Refused) {
            let options: [CURLoption] = [
                CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_SSL_CTX_DATA, CURLOPT_PRIVATE,
                CURLOPT_PREREQDATA,
            ]
            for option in options {
                try check(option, mtls_curl_set_pointer(pointer, option, callbacks.context))
            }
            try check(
                CURLOPT_HEADERFUNCTION, mtls_curl_set_data_callback(pointer, CURLOPT_HEADERFUNCTION, callbacks.header))
            try check(
                CURLOPT_WRITEFUNCTION, mtls_curl_set_data_callback(pointer, CURLOPT_WRITEFUNCTION, callbacks.write))
            try check(
                CURLOPT_SSL_CTX_FUNCTION, mtls_curl_set_tls_context_callback(pointer, callbacks.tlsContext))
            try check(CURLOPT_PREREQFUNCTION, mtls_curl_set_prerequest_callback(pointer, callbacks.send))
        }

        /// How many bytes of the body were sent so far.
        var uploadedBytes: Int {
            var value: curl_off_t = 0
            return mtls_curl_get_offset(pointer, CURLINFO_SIZE_UPLOAD_T, &value) == CURLE_OK ? Int(value) : 0
        }

        /// The local port of its connection, 0 when it had none.
        var localPort: Int {
            var value = 0
            return mtls_curl_get_long(pointer, CURLINFO_LOCAL_PORT, &value) == CURLE_OK ? value : 0
        }
    }

    extension URL {
        /// A name and a password in a URL are for HTTP authentication, once it is asked for; libcurl would send them unasked.
        fileprivate var withoutUserInformation: URL {
            guard user != nil || password != nil, var parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
            else { return self }
            parts.user = nil
            parts.password = nil
            return parts.url ?? self
        }
    }
#endif
