#if !canImport(Security)
    import Foundation
    import MutualTLSOpenSSL

    /// The name in a TLS policy, and which certificates are for it: by subject alternative name only, never by common name
    /// (RFC 9525), with Apple's rules for wildcards.
    struct HostName {
        private enum Form {
            /// The labels, in lower case.
            case name([Substring])
            case address(Data)
        }
        private let form: Form
        /// As given.
        let text: String

        /// A DNS name, which may end in a dot, or an address; an IPv6 address may stand in brackets.
        init(_ text: String) {
            self.text = text
            let bare = text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
            if let address = Self.address(bare) {
                form = .address(address)
            } else {
                let name = text.hasSuffix(".") ? text.dropLast() : text[...]
                form = .name(name.lowercased().split(separator: ".", omittingEmptySubsequences: false))
            }
        }

        /// Whether one of the names is this host's.
        func matches(_ names: [X509Certificate.AlternativeName]) -> Bool {
            names.contains { name in
                switch (form, name) {
                case (.name(let labels), .dns(let pattern)): Self.matches(labels, pattern)
                case (.address(let address), .ip(let bytes)): address == bytes
                default: false
                }
            }
        }

        private static func matches(_ host: [Substring], _ pattern: String) -> Bool {
            let pattern = pattern.lowercased().split(separator: ".", omittingEmptySubsequences: false)
            guard pattern.count == host.count, isPlausible(pattern), !host.contains(where: \.isEmpty) else {
                return false
            }
            if pattern.first == "*" {
                // Directly under a top-level domain a wildcard would be for everybody.
                return pattern.count >= 3 && pattern.dropFirst() == host.dropFirst()
            }
            return pattern == host
        }

        /// Whether a certificate's DNS name looks like one: no empty label, none too long, a wildcard only as the whole of
        /// the first label, a letter in the last.
        private static func isPlausible(_ labels: [Substring]) -> Bool {
            guard labels.reduce(labels.count - 1, { $0 + $1.utf8.count }) <= 255,
                labels.last?.contains(where: \.isLetter) == true
            else { return false }
            return labels.enumerated().allSatisfy { index, label in
                if index == 0, label == "*" { return true }
                return (1...63).contains(label.utf8.count)
                    && label.utf8.allSatisfy { byte in
                        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x5F
                    }
            }
        }

        /// The bytes of an address in network order.
        private static func address(_ text: String) -> Data? {
            // A C string ends at a NUL, so a name with one would pass as its beginning.
            if text.utf8.contains(0) { return nil }
            var four = in_addr()
            if inet_pton(AF_INET, text, &four) == 1 { return withUnsafeBytes(of: &four) { Data($0) } }
            var sixteen = in6_addr()
            if inet_pton(AF_INET6, text, &sixteen) == 1 { return withUnsafeBytes(of: &sixteen) { Data($0) } }
            return nil
        }
    }
#endif
