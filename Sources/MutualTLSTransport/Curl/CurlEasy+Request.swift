#if os(Linux)
    internal import CMutualTLSCurl
    import Foundation

    extension CurlEasy {
        /// Sets it up for a request. A plain GET after another needs its URL alone.
        /// - Parameters:
        ///   - poolToken: differs for each pool, so that libcurl can never take another pool's connection or TLS session
        ///     for ours, even if it came to share them.
        ///   - loop: what the callbacks of sockets get; it must outlive the multi handle.
        func prepare(
            _ transfer: Transfer, _ configuration: Transport.Configuration, poolToken: String,
            loop: UnsafeMutableRawPointer
        ) throws(TransportError) {
            let request = transfer.request
            self.transfer = transfer
            forgetMessage()
            do {
                let wanted = Ground(
                    proxy: transfer.proxy, isChannel: request.isChannel, usesProxyDigest: transfer.usesProxyDigest)
                if isUsed || ground != wanted {
                    reset()
                    try setTLS(configuration, poolToken: poolToken)
                    try setTransfer(configuration, isChannel: request.isChannel)
                    try setProxy(transfer.proxy, byDigest: transfer.usesProxyDigest)
                    try setCallbacks(loop: loop, tellsHeads: configuration.requestHeads != nil)
                    try keepMessages()
                    ground = wanted
                }
                try set(CURLOPT_URL, request.url.withoutUserInformation.absoluteString)
                guard !request.isPlain else { return }
                isUsed = true
                if request.needsFreshConnection { try set(CURLOPT_FRESH_CONNECT, 1) }
                try setMethod(request)
                try setHeaders(request)
                try setCredentials(request.credentials)
            } catch let refused {
                throw TransportError(.unavailable, "\(refused)")
            }
        }

        private func setTLS(_ configuration: Transport.Configuration, poolToken: String) throws(Refused) {
            // The peer is verified, host name included, in our own callback: it comes before the client certificate, while
            // libcurl looks at the name only after it was sent. Loading Debian's default roots, which that callback never
            // uses, would take most of a handshake's time.
            try set(CURLOPT_SSL_VERIFYHOST, 0)
            try set(CURLOPT_CAINFO, nil as String?)
            try set(CURLOPT_CAPATH, poolToken)
            // A resumed TLS session asks nobody, and is whoever it was.
            try set(CURLOPT_SSL_SESSIONID_CACHE, 0)
            let version = configuration.minimumTLSVersion == .v1_3 ? CURL_SSLVERSION_TLSv1_3 : CURL_SSLVERSION_TLSv1_2
            let maximum = configuration.maximumTLSVersion == .v1_2 ? CURL_SSLVERSION_MAX_TLSv1_2 : 0
            try set(CURLOPT_SSLVERSION, Int(version) | Int(maximum))
        }

        private func setTransfer(_ configuration: Transport.Configuration, isChannel: Bool) throws(Refused) {
            try set(CURLOPT_PROTOCOLS_STR, "http,https")
            try set(CURLOPT_PATH_AS_IS, 1)
            try set(CURLOPT_HTTP_VERSION, (isChannel ? .http1_1 : configuration.httpVersion).option)
            try set(CURLOPT_ACCEPT_ENCODING, "")
            // All time limits are the loop's: a limit of libcurl's would drop a paused handshake, and leak its stack.
            try set(CURLOPT_CONNECTTIMEOUT_MS, Int(Int32.max))
            // A connection that was idle for long is as good as any: a server that wants it closed closes it.
            try set(CURLOPT_MAXAGE_CONN, 3600)
            try set(CURLOPT_NOSIGNAL, 1)
            try set(CURLOPT_QUICK_EXIT, 1)
            // Refused while the handle has a buffer from before, which then is of that size.
            mtls_curl_set_long(pointer, CURLOPT_BUFFERSIZE, 64 << 10)
            if !configuration.resolve.isEmpty { try set(CURLOPT_RESOLVE, list: configuration.resolve) }
            if isChannel { try set(CURLOPT_CONNECT_ONLY, 1) }
        }

        private func setProxy(_ proxy: Proxy?, byDigest: Bool) throws(Refused) {
            // Always set, so that libcurl doesn't look at the environment itself.
            try set(CURLOPT_PROXY, proxy?.url ?? "")
            guard let proxy else { return }
            // Its exceptions were looked at already.
            try set(CURLOPT_NOPROXY, "")
            try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
            // Judged in our own callback, like the host.
            try set(CURLOPT_PROXY_SSL_VERIFYHOST, 0)
            try set(CURLOPT_PROXY_CAINFO, nil as String?)
            try set(CURLOPT_PROXY_CAPATH, nil as String?)
            if let user = proxy.user { try set(CURLOPT_PROXYUSERNAME, user) }
            if let password = proxy.password { try set(CURLOPT_PROXYPASSWORD, password) }
            // One alone goes out at once, as curl does it: some proxies just close on a request without it.
            try set(CURLOPT_PROXYAUTH, Int(byDigest ? MTLS_CURL_AUTH_DIGEST : MTLS_CURL_AUTH_BASIC))
        }

        private func setMethod(_ request: TransportRequest) throws(Refused) {
            guard let body = request.body, request.method != "HEAD" else {
                switch request.method {
                case "GET": break
                case "HEAD": try set(CURLOPT_NOBODY, 1)
                case "POST", "PUT", "PATCH":
                    try set(CURLOPT_POSTFIELDSIZE, 0)
                    try set(CURLOPT_POSTFIELDS, "")
                    try set(CURLOPT_CUSTOMREQUEST, request.method)
                default: try set(CURLOPT_CUSTOMREQUEST, request.method)
                }
                return
            }
            try set(CURLOPT_POST, 1)
            try set(CURLOPT_POSTFIELDSIZE_LARGE, size: body.length ?? -1)
            try set(CURLOPT_CUSTOMREQUEST, request.method)
        }

        private func setHeaders(_ request: TransportRequest) throws(Refused) {
            var lines: [String] = []
            for header in request.headers where header.name.lowercased() != "content-length" {
                lines.append(header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)")
            }
            if request.method != "GET" || request.body != nil {
                let names = Set(request.headers.map { $0.name.lowercased() })
                // No pause for a "100 Continue" that few servers send, and no type that the caller didn't give.
                if !names.contains("expect") { lines.append("Expect:") }
                if !names.contains("content-type"), request.method != "POST" || request.body == nil {
                    lines.append("Content-Type:")
                }
                // HTTP/2 has no such field, and libcurl leaves it out there.
                if let body = request.body, body.length == nil, request.method != "HEAD" {
                    lines.append("Transfer-Encoding: chunked")
                }
            }
            if !lines.isEmpty { try set(CURLOPT_HTTPHEADER, list: lines) }
        }

        private func setCredentials(_ credentials: HTTPCredentials?) throws(Refused) {
            guard let credentials else { return }
            try set(CURLOPT_USERNAME, credentials.user)
            try set(CURLOPT_PASSWORD, credentials.password)
            let scheme = credentials.scheme == .basic ? MTLS_CURL_AUTH_BASIC : MTLS_CURL_AUTH_DIGEST
            try set(CURLOPT_HTTPAUTH, Int(scheme))
        }

        private func setCallbacks(loop: UnsafeMutableRawPointer, tellsHeads: Bool) throws(Refused) {
            let context = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
            for option in [
                CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_READDATA, CURLOPT_SEEKDATA, CURLOPT_SSL_CTX_DATA,
                CURLOPT_PRIVATE, CURLOPT_PREREQDATA, CURLOPT_OPENSOCKETDATA,
            ] { try set(option, pointer: context) }
            if tellsHeads {
                try set(CURLOPT_VERBOSE, 1)
                try set(CURLOPT_DEBUGDATA, pointer: context)
                try check(CURLOPT_DEBUGFUNCTION, mtls_curl_set_debug_callback(pointer, takeTrace))
            }
            // A connection outlives the transfer that opened it.
            try set(CURLOPT_CLOSESOCKETDATA, pointer: loop)
            try check(
                CURLOPT_HEADERFUNCTION, mtls_curl_set_data_callback(pointer, CURLOPT_HEADERFUNCTION, takeHeader))
            try check(CURLOPT_WRITEFUNCTION, mtls_curl_set_data_callback(pointer, CURLOPT_WRITEFUNCTION, takeBody))
            try check(CURLOPT_READFUNCTION, mtls_curl_set_data_callback(pointer, CURLOPT_READFUNCTION, giveBody))
            try check(CURLOPT_SEEKFUNCTION, mtls_curl_set_seek_callback(pointer, rewindBody))
            try check(CURLOPT_SSL_CTX_FUNCTION, mtls_curl_set_tls_context_callback(pointer, takeTLSContext))
            try check(CURLOPT_PREREQFUNCTION, mtls_curl_set_prerequest_callback(pointer, takeTurn))
            try check(CURLOPT_OPENSOCKETFUNCTION, mtls_curl_set_open_socket_callback(pointer, openSocket))
            try check(CURLOPT_CLOSESOCKETFUNCTION, mtls_curl_set_close_socket_callback(pointer, closeSocket))
        }
    }

    extension HTTPVersion {
        fileprivate var option: Int {
            switch self {
            case .http1_1: Int(CURL_HTTP_VERSION_1_1)
            case .http2: Int(CURL_HTTP_VERSION_2TLS)
            }
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
