#if !canImport(Security)
    import Foundation
    import FoundationNetworking

    /// Lets an initialiser of `URLCredential` return a subclass of ours. Only `URLCredential` conforms.
    public protocol URLCredentialFactory {}
    extension URLCredential: URLCredentialFactory {}

    extension URLCredentialFactory where Self == URLCredential {
        /// The answer to a client-certificate challenge.
        /// - Parameters:
        ///   - identity: what the client presents and signs with.
        ///   - certArray: the intermediate CAs as `SecCertificate`s, lowest first; neither the leaf nor the root. nil for none.
        ///     Anything else in the array is left out.
        ///   - persistence: `.forSession` unless there is a reason; nothing is stored on Linux.
        public init(identity: SecIdentity, certificates certArray: [Any]?, persistence: URLCredential.Persistence) {
            self = IdentityCredential(identity: identity, certificates: certArray, persistence: persistence)
        }

        /// The answer to a server-trust challenge: the server is trusted.
        /// - Parameter trust: the challenge's `serverTrust`, evaluated by the caller.
        public init(trust: SecTrust) {
            self = TrustCredential(trust: trust)
        }
    }

    extension URLCredential {
        /// The identity, in a credential made of one.
        public var identity: SecIdentity? { (self as? IdentityCredential)?.heldIdentity }
        /// The intermediate CAs, in a credential made with an identity; empty otherwise.
        public var certificates: [Any] { secCertificates }
        /// `identity`, by a name that no other module's extension has.
        package var secIdentity: SecIdentity? { identity }
        /// The intermediate CAs with their type.
        package var secCertificates: [SecCertificate] { (self as? IdentityCredential)?.heldCertificates ?? [] }
        /// Whether it was made of a trust object.
        package var isTrust: Bool { self is TrustCredential }
        /// The trust object, in a credential made of one.
        package var secTrust: SecTrust? { (self as? TrustCredential)?.trust }
    }

    // @unchecked: URLCredential is immutable, and so is what this adds; identities and certificates are Sendable.
    private final class IdentityCredential: URLCredential, @unchecked Sendable {
        let heldIdentity: SecIdentity
        let heldCertificates: [SecCertificate]

        init(identity: SecIdentity, certificates: [Any]?, persistence: Persistence) {
            heldIdentity = identity
            heldCertificates = (certificates ?? []).compactMap { $0 as? SecCertificate }
            super.init(user: "", password: "", persistence: persistence)
        }

        /// Archiving would write the private key in the clear, so there is nothing to read either.
        required init?(coder: NSCoder) { nil }
        override func encode(with coder: NSCoder) {}

        override var user: String? { nil }
        override var password: String? { nil }
        override var hasPassword: Bool { false }
        override func isEqual(_ object: Any?) -> Bool {
            guard let other = object as? IdentityCredential else { return false }
            return other.heldIdentity == heldIdentity && other.heldCertificates == heldCertificates
                && other.persistence == persistence
        }
        override var hash: Int { heldIdentity.hashValue }
    }

    // @unchecked: URLCredential is immutable; SecTrust has a lock.
    private final class TrustCredential: URLCredential, @unchecked Sendable {
        let trust: SecTrust

        init(trust: SecTrust) {
            self.trust = trust
            super.init(user: "", password: "", persistence: .forSession)
        }

        /// A verdict is not archived.
        required init?(coder: NSCoder) { nil }
        override func encode(with coder: NSCoder) {}

        override var user: String? { nil }
        override var password: String? { nil }
        override var hasPassword: Bool { false }
        override func isEqual(_ object: Any?) -> Bool { (object as? TrustCredential)?.trust === trust }
        override var hash: Int { ObjectIdentifier(trust).hashValue }
    }
#endif
