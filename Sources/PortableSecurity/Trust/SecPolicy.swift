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
            /// S/MIME: a person's certificate for mail, and the address it must be for.
            case mail(address: String?)
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

    /// A policy by its identifier.
    /// - Parameters:
    ///   - policyIdentifier: `kSecPolicyAppleX509Basic`, `kSecPolicyAppleSSL`, `kSecPolicyAppleSSLServer`,
    ///     `kSecPolicyAppleSSLClient` or `kSecPolicyAppleSMIME`.
    ///   - properties: `kSecPolicyName`, a host name or for S/MIME an e-mail address; `kSecPolicyClient`, a boolean.
    /// - Returns: nil for any other identifier, and for a name that is no string.
    public func SecPolicyCreateWithProperties(_ policyIdentifier: Any, _ properties: CFDictionary?) -> SecPolicy? {
        let name = properties?[kSecPolicyName]
        guard let identifier = policyIdentifier as? String, name == nil || name is String else { return nil }
        let text = name as? String
        let isClient = properties?[kSecPolicyClient].flatMap(AttributeForm.integer) ?? 0 != 0
        return switch identifier {
        case kSecPolicyAppleX509Basic: SecPolicy(.basic)
        case kSecPolicyAppleSSL: SecPolicy(.ssl(server: !isClient, host: text))
        case kSecPolicyAppleSSLServer: SecPolicy(.ssl(server: true, host: text))
        case kSecPolicyAppleSSLClient: SecPolicy(.ssl(server: false, host: text))
        case kSecPolicyAppleSMIME: SecPolicy(.mail(address: text))
        default: nil
        }
    }

    /// Which policy it is, its name where it has one, and whether it is for clients.
    public func SecPolicyCopyProperties(_ policyRef: SecPolicy) -> CFDictionary? {
        switch policyRef.rule {
        case .basic: return [kSecPolicyOid: kSecPolicyAppleX509Basic]
        case .ssl(let server, let host):
            var properties: CFDictionary = [kSecPolicyOid: kSecPolicyAppleSSL]
            properties[kSecPolicyName] = host
            if !server { properties[kSecPolicyClient] = true }
            return properties
        case .mail(let address):
            var properties: CFDictionary = [kSecPolicyOid: kSecPolicyAppleSMIME]
            properties[kSecPolicyName] = address
            return properties
        }
    }
#endif
