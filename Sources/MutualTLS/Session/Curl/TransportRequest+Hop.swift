#if os(Linux)
    import Foundation
    import MutualTLSTransport
    import PortableSecurity

    extension TransportRequest {
        /// The hop as the transport sends it.
        /// - Throws: `MutualTLSError` with the code `invalidRequest`.
        init(_ hop: Hop) throws(MutualTLSError) {
            guard let url = hop.request.url else { throw MutualTLSError(.invalidRequest, "the request has no URL") }
            self.init(
                url: url, method: hop.request.httpMethod ?? "GET",
                headers: (hop.request.allHTTPHeaderFields ?? [:]).map { (name: $0.key, value: $0.value) },
                body: try Self.source(hop.body), timeout: hop.request.timeoutInterval)
            if let timeLeft = hop.timeLeft { resourceTimeout = timeLeft }
            readerSetsPace = hop.readerSetsPace
            context = hop.context
        }

        private static func source(_ body: RequestBody) throws(MutualTLSError) -> (any BodySource)? {
            switch body {
            case .none: return nil
            case .data(let data): return DataBody(data)
            case .file(let url):
                do throws(TransportError) {
                    return try FileBody(path: url.path)
                } catch {
                    throw MutualTLSError(.invalidRequest, "\(url.lastPathComponent): \(error.reason)")
                }
            case .stream(let box): return StreamBody(box.stream)
            }
        }
    }

    extension Transport.Configuration {
        /// - Throws: `MutualTLSError` with the code `invalidRequest`, for a proxy that is none.
        init(_ configuration: MutualTLSSession.Configuration) throws(MutualTLSError) {
            self.init()
            maximumConnectionsPerHost = configuration.maximumConnectionsPerHost
            challengeTimeout = .seconds(min(1e9, max(0, configuration.challengeTimeout)))
            httpVersion = configuration.httpVersion == .http1_1 ? .http1_1 : .http2
            minimumTLSVersion = configuration.minimumTLSVersion == .tls1_3 ? .v1_3 : .v1_2
            maximumTLSVersion = configuration.maximumTLSVersion == .tls1_2 ? .v1_2 : .v1_3
            guard minimumTLSVersion <= maximumTLSVersion else {
                throw MutualTLSError(
                    .invalidRequest, "no version of TLS is left: the lowest is \(minimumTLSVersion.name), the highest "
                        + maximumTLSVersion.name)
            }
            resolve = configuration.addresses.map { "\($0.host):\($0.port):\($0.address)" }
            proxy = try ProxyChoice(configuration.proxy)
            wantsTimings = configuration.events != nil
            requestHeads = configuration.requestHeads
        }
    }

    extension ProxyChoice {
        fileprivate init(_ proxy: MutualTLSSession.Proxy) throws(MutualTLSError) {
            switch proxy.kind {
            case .environment: self = .environment
            case .none: self = .none
            case .variables(let variables): self = .variables(variables)
            case .url(let text, let exceptions):
                guard let proxy = Proxy(text, exceptions: exceptions.joined(separator: ",")) else {
                    throw MutualTLSError(
                        .invalidRequest, "the proxy's address can't be read",
                        hint: "write it as http://host:port or socks5h://host:port")
                }
                self = .proxy(proxy)
            }
        }
    }
#endif
