#if os(Linux)
    import Foundation

    extension Proxy {
        /// Whether a host is reached without this proxy: decided here rather than by libcurl, since who is shaken hands with
        /// depends on it. By curl's rules: a name and all below it, an address, a network, `*` alone for everything.
        /// - Parameter host: a URL's; an IPv6 address with or without brackets.
        package func isException(_ host: String) -> Bool {
            if exceptions.trimmingCharacters(in: .whitespaces) == "*" { return true }
            let host = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]")).lowercased()
            let address = Self.address(host)
            return exceptions.split(whereSeparator: { $0 == "," || $0.isWhitespace }).contains { entry in
                if let address { return Self.network(String(entry), holds: address) }
                return Self.domain(entry.lowercased(), holds: host)
            }
        }

        private static func domain(_ entry: String, holds host: String) -> Bool {
            let name = entry.trimmingCharacters(in: CharacterSet(charactersIn: "."))
            let host = host.hasSuffix(".") ? String(host.dropLast()) : host
            return !name.isEmpty && (host == name || host.hasSuffix("." + name))
        }

        private static func network(_ entry: String, holds address: [UInt8]) -> Bool {
            let parts = entry.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let text = parts.first?.trimmingCharacters(in: CharacterSet(charactersIn: "[]")) ?? ""
            guard let start = Self.address(text), start.count == address.count else { return false }
            guard parts.count == 2 else { return start == address }
            guard let length = Int(parts[1]), (0...start.count * 8).contains(length) else { return false }
            return (0..<length).allSatisfy { bit in
                (start[bit / 8] ^ address[bit / 8]) & (0x80 >> UInt8(bit % 8)) == 0
            }
        }

        /// The bytes of an IPv4 or IPv6 address; nil for a name.
        private static func address(_ text: String) -> [UInt8]? {
            for (family, size) in [(AF_INET, 4), (AF_INET6, 16)] {
                var bytes = [UInt8](repeating: 0, count: size)
                if inet_pton(family, text, &bytes) == 1 { return bytes }
            }
            return nil
        }
    }
#endif
