#if !canImport(Security)
    import Foundation

    /// What a certificate is to be trusted for.
    public final class SecPolicy: Sendable, SecurityObject {
        static let typeID: CFTypeID = 0x5304

        /// The policies there are.
        package enum Rule: Sendable, Hashable {
            /// Path and dates only.
            case basic
            /// TLS: a server's certificate or a client's, and the name it must be for.
            case ssl(server: Bool, host: String?)
        }

        /// What it demands.
        package let rule: Rule

        init(_ rule: Rule) { self.rule = rule }
    }

    extension SecPolicy: Hashable {
        /// Whether both demand the same.
        public static func == (left: SecPolicy, right: SecPolicy) -> Bool { left.rule == right.rule }
        /// Hashes what it demands.
        public func hash(into hasher: inout Hasher) { hasher.combine(rule) }
    }

    /// The number of `SecPolicy` for `CFGetTypeID(_:)`.
    public func SecPolicyGetTypeID() -> CFTypeID { SecPolicy.typeID }

    /// The policy that looks at the path and the dates: no host name, no usage.
    public func SecPolicyCreateBasicX509() -> SecPolicy { SecPolicy(.basic) }

    /// The policy for TLS.
    /// - Parameters:
    ///   - server: true to check a server's certificate, false to check a client's.
    ///   - hostname: a DNS name, or the text of an IPv4 or IPv6 address; nil for any. It is checked for clients too.
    public func SecPolicyCreateSSL(_ server: Bool, _ hostname: CFString?) -> SecPolicy {
        SecPolicy(.ssl(server: server, host: hostname))
    }

    /// Which policy it is, its host name where it has one, and whether it is for clients.
    public func SecPolicyCopyProperties(_ policyRef: SecPolicy) -> CFDictionary? {
        switch policyRef.rule {
        case .basic: return [kSecPolicyOid: kSecPolicyAppleX509Basic]
        case .ssl(let server, let host):
            var properties: CFDictionary = [kSecPolicyOid: kSecPolicyAppleSSL]
            properties[kSecPolicyName] = host
            if !server { properties[kSecPolicyClient] = true }
            return properties
        }
    }
#endif
