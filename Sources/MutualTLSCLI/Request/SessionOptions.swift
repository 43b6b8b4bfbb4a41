import Foundation
import MutualTLS
import PortableSecurity

/// What a command line says about connections: the session's configuration, and whom it trusts.
struct SessionOptions: Sendable {
    var configuration = MutualTLSSession.Configuration()
    var trust = ServerTrustPolicy.system

    /// - Throws: `CommandError`.
    init(_ arguments: Arguments) throws {
        if arguments.has("http1.1") { configuration.httpVersion = .http1_1 }
        configuration.minimumTLSVersion = try Self.version("tls-min", arguments) ?? .tls1_2
        configuration.maximumTLSVersion = try Self.version("tls-max", arguments) ?? .tls1_3
        configuration.addresses = try arguments.all("resolve").map(Self.address)
        configuration.proxy = try Self.proxy(arguments)
        trust = try Self.trust(arguments.value("cacert"))
        if let text = arguments.value("pin") { trust = trust.pinning(try Self.pins(text)) }
    }

    private static func version(_ name: String, _ arguments: Arguments) throws -> MutualTLSSession.TLSVersion? {
        switch arguments.value(name) {
        case nil: return nil
        case "1.2": return .tls1_2
        case "1.3": return .tls1_3
        default: throw CommandError(.usage, "--\(name) takes 1.2 or 1.3", hint: "older versions are not spoken at all")
        }
    }

    /// `host:port:address`, as curl has it.
    static func address(_ text: String) throws -> MutualTLSSession.FixedAddress {
        let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        let address = parts.count == 3 ? parts[2].trimmingCharacters(in: CharacterSet(charactersIn: "[]")) : ""
        guard let port = parts.count == 3 ? UInt16(parts[1]) : nil, port > 0, !parts[0].isEmpty, isAddress(address)
        else {
            throw CommandError(
                .usage, "--resolve takes HOST:PORT:ADDRESS, and not \"\(text)\"",
                hint: "such as api.example.com:443:192.0.2.1; an IPv6 address may stand in brackets")
        }
        return .init(host: parts[0], port: Int(port), address: address.contains(":") ? "[\(address)]" : address)
    }

    private static func isAddress(_ text: String) -> Bool {
        // Room for either kind of address.
        var bytes = [UInt8](repeating: 0, count: 16)
        return inet_pton(AF_INET, text, &bytes) == 1 || inet_pton(AF_INET6, text, &bytes) == 1
    }

    private static func proxy(_ arguments: Arguments) throws -> MutualTLSSession.Proxy {
        guard let text = arguments.value("proxy") else {
            return arguments.has("noproxy") ? .none : .environment
        }
        if text.contains("@") {
            throw CommandError(
                .usage,
                "a proxy's password can't be given on the command line, where every user of this machine can read it",
                hint: "put the proxy's address into the environment variable https_proxy")
        }
        let exceptions = arguments.value("noproxy")?.split(separator: ",").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        return text.isEmpty ? .none : .url(text, exceptions: exceptions ?? [])
    }

    private static func pins(_ text: String) throws -> Set<PublicKeyPin> {
        let pins = text.split(separator: ";", omittingEmptySubsequences: false).map { PublicKeyPin(String($0)) }
        guard pins.allSatisfy({ $0 != nil }) else {
            throw CommandError(
                .usage, "--pin takes sha256// and the base64 of 32 bytes, several with ; between them",
                hint: "--verbose shows the pin of a server that is asked now")
        }
        return Set(pins.compactMap { $0 })
    }

    private static func trust(_ path: String?) throws -> ServerTrustPolicy {
        guard let path else { return .system }
        let data = try InputFile.read(path, "the roots")
        do {
            return try .anchors(contentsOf: data)
        } catch {
            throw CommandError(error).at(path)
        }
    }
}
