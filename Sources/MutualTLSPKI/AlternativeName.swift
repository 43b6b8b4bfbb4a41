import Foundation
internal import MutualTLSOpenSSL

/// A subject alternative name (RFC 5280, 4.2.1.6).
public struct AlternativeName: Sendable, Hashable {
    private enum Kind: Hashable {
        case dns, ip, email, uri
    }
    private let kind: Kind
    private let text: String

    /// A DNS name in ASCII (an internationalised one in its `xn--` form); its leftmost label may be `*`.
    public static func dns(_ name: String) -> AlternativeName { AlternativeName(kind: .dns, text: name) }
    /// An IPv4 or IPv6 address in its usual text form, without brackets or zone.
    public static func ip(_ address: String) -> AlternativeName { AlternativeName(kind: .ip, text: address) }
    /// A mailbox, `local@domain`, in ASCII.
    public static func email(_ address: String) -> AlternativeName { AlternativeName(kind: .email, text: address) }
    /// A URI with a scheme, in ASCII, such as `spiffe://example.org/web`.
    public static func uri(_ uri: String) -> AlternativeName { AlternativeName(kind: .uri, text: uri) }

    /// A server's name: an IP address where it is one, else a DNS name.
    static func server(_ name: String) -> AlternativeName { addressBytes(name) == nil ? .dns(name) : .ip(name) }

    /// What goes into the certificate.
    func encoded() throws(PKIError) -> X509Certificate.AlternativeName {
        switch kind {
        case .dns:
            if let flaw = DNSName.flaw(in: text) {
                throw PKIError(.invalidName, "\(quoted(text)) is not a DNS name: \(flaw)")
            }
            return .dns(text)
        case .ip:
            guard let bytes = Self.addressBytes(text) else {
                throw PKIError(
                    .invalidName, "\(quoted(text)) is not an IPv4 or IPv6 address; write it without brackets")
            }
            return .ip(bytes)
        case .email:
            let parts = text.split(separator: "@", omittingEmptySubsequences: false)
            guard Self.isPrintableASCII(text), parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
                throw PKIError(.invalidName, "\(quoted(text)) is not a mailbox; write it as local@domain, in ASCII")
            }
            return .email(text)
        case .uri:
            guard Self.isPrintableASCII(text), let scheme = URL(string: text)?.scheme, !scheme.isEmpty else {
                throw PKIError(.invalidName, "\(quoted(text)) is not a URI; write it with its scheme, in ASCII")
            }
            return .uri(text)
        }
    }

    private static func isPrintableASCII(_ text: String) -> Bool {
        text.utf8.count <= 2_048 && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    private static func addressBytes(_ text: String) -> Data? {
        // A C string ends at a NUL, so a name with one would pass as its beginning.
        if text.utf8.contains(0) { return nil }
        var v4 = in_addr()
        if inet_pton(AF_INET, text, &v4) == 1 { return withUnsafeBytes(of: v4) { Data($0) } }
        var v6 = in6_addr()
        if inet_pton(AF_INET6, text, &v6) == 1 { return withUnsafeBytes(of: v6) { Data($0) } }
        return nil
    }
}
