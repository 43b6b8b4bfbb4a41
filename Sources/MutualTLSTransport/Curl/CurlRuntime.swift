#if os(Linux)
    internal import CMutualTLSCurl

    /// libcurl, once per process.
    enum CurlRuntime {
        /// Initialises libcurl, and makes sure that it was built on the OpenSSL that we link: another TLS library would
        /// take our callbacks' pointers for its own.
        /// - Throws: `TransportError` with the code `unavailable`.
        static func check() throws(TransportError) {
            if let fault { throw fault }
        }

        private static let fault: TransportError? = {
            guard curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK else {
                return TransportError(.unavailable, "libcurl can't be initialised")
            }
            let library = mtls_curl_version()?.pointee.ssl_version.map { String(cString: $0) } ?? "nothing"
            guard library.hasPrefix("OpenSSL/3") else {
                return TransportError(
                    .unavailable,
                    "libcurl is built on \(library), and OpenSSL 3 is needed; install libcurl4 (Debian), not libcurl3-gnutls"
                )
            }
            return nil
        }()
    }
#endif
