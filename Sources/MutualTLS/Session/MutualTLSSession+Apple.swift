#if canImport(Darwin)
    extension MutualTLSSession {
        static func makeBackend(
            responder: ChallengeResponder, withoutIdentity: ChallengeResponder, configuration: Configuration
        ) throws -> any SessionBackend {
            URLSessionBackend(responder: responder, withoutIdentity: withoutIdentity, configuration: configuration)
        }
    }
#elseif !os(Linux)
    #error("swift-mutual-tls runs on Linux with glibc, macOS and iOS")
#endif
#if canImport(Musl)
    #error("swift-mutual-tls needs glibc: with musl OpenSSL can't pause a handshake while a challenge is answered")
#endif
