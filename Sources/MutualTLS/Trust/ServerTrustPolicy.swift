import Foundation
import PortableSecurity

/// How a server is judged before anything is sent to it.
///
/// The chain, the dates, the usages and the host name are always checked, the name against the certificate's subject
/// alternative names alone. The rules are Apple's on every platform.
public struct ServerTrustPolicy: Sendable {
    // @unchecked: SecCertificate is immutable, which Apple's SDKs say only since those of the OS 26 releases.
    private enum Roots: @unchecked Sendable {
        case system
        case anchors([SecCertificate], exclusive: Bool)
        case anything
    }

    private let roots: Roots
    /// The instant at which certificates must be valid, or nil for now.
    private var clock: (@Sendable () -> Date)?
    /// The keys of which the server must have one; empty for any.
    private var pins: Set<PublicKeyPin> = []
    /// Told of each verdict.
    private var observer: Observer?

    /// Receives a server's chain, its name, and why it is not trusted; nil where it is.
    package typealias Observer = @Sendable (SecTrust, String, MutualTLSError?) -> Void

    private init(roots: Roots) { self.roots = roots }

    /// The roots that the operating system trusts.
    public static let system = ServerTrustPolicy(roots: .system)

    /// Own anchors.
    /// - Parameters:
    ///   - certificates: each is an anchor, be it a root, an intermediate or a server's own certificate.
    ///   - exclusive: whether they stand in place of the system's roots, or beside them.
    public static func anchors(_ certificates: [SecCertificate], exclusive: Bool = true) -> ServerTrustPolicy {
        ServerTrustPolicy(roots: .anchors(certificates, exclusive: exclusive))
    }

    /// Own anchors from PEM text, or from one DER certificate.
    /// - Parameters:
    ///   - certificates: one or more `CERTIFICATE` blocks; or DER.
    ///   - exclusive: whether they stand in place of the system's roots, or beside them.
    /// - Throws: `MutualTLSError` when there is no certificate in it, or one can't be read.
    public static func anchors(contentsOf certificates: Data, exclusive: Bool = true) throws -> ServerTrustPolicy {
        .anchors(try CertificateFile.certificates(in: certificates), exclusive: exclusive)
    }

    /// Believes any server, and so gives the client's data, though never its key, to anybody in the way. It warns each time
    /// a session is made with it.
    public static let dangerouslyAcceptAny = ServerTrustPolicy(roots: .anything)

    /// The same policy at another time, for tests.
    /// - Parameter clock: asked for the time at each evaluation.
    public func at(_ clock: @escaping @Sendable () -> Date) -> ServerTrustPolicy {
        var policy = self
        policy.clock = clock
        return policy
    }

    /// The same policy, which besides wants the server's own certificate to have one of these keys.
    package func pinning(_ pins: Set<PublicKeyPin>) -> ServerTrustPolicy {
        var policy = self
        policy.pins = pins
        return policy
    }

    /// The same policy, whose verdicts somebody wants to know; called where it is evaluated.
    package func observed(by observer: @escaping Observer) -> ServerTrustPolicy {
        var policy = self
        policy.observer = observer
        return policy
    }

    /// Judges a server.
    /// - Parameters:
    ///   - trust: the server's chain; its policies, anchors and date are replaced.
    ///   - host: a DNS name or an IP address that the certificate must be for.
    /// - Throws: `MutualTLSError` with the code `serverNotTrusted`, whose underlying error is the Security framework's.
    public func evaluate(_ trust: SecTrust, forDomain host: String) throws(MutualTLSError) {
        do {
            try evaluateChain(trust, host)
            try evaluateKey(trust, host)
        } catch {
            observer?(trust, host, error)
            throw error
        }
        observer?(trust, host, nil)
    }

    private func evaluateKey(_ trust: SecTrust, _ host: String) throws(MutualTLSError) {
        guard !pins.isEmpty else { return }
        let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate] ?? []
        let pin = chain.first.flatMap { PublicKeyPin($0) }
        if let pin, pins.contains(pin) { return }
        throw MutualTLSError(
            .serverNotTrusted,
            "\(host) is not trusted, and nothing was sent to it: its public key is "
                + "\(pin?.description ?? "not to be read"), and not a pinned one",
            hint: "if its operator has a new key, pin that too; else somebody is in the way")
    }

    private func evaluateChain(_ trust: SecTrust, _ host: String) throws(MutualTLSError) {
        if case .anything = roots { return }
        var status = SecTrustSetPolicies(trust, SecPolicyCreateSSL(true, host as CFString))
        if status == errSecSuccess, case .anchors(let certificates, let exclusive) = roots {
            status = SecTrustSetAnchorCertificates(trust, certificates as CFArray)
            if status == errSecSuccess { status = SecTrustSetAnchorCertificatesOnly(trust, exclusive) }
        }
        if status == errSecSuccess, let clock {
            status = SecTrustSetVerifyDate(trust, clock() as CFDate)
        }
        guard status == errSecSuccess else {
            throw MutualTLSError(.serverNotTrusted, "the trust in \(host) can't be evaluated: status \(status)")
        }
        var error: CFError?
        if SecTrustEvaluateWithError(trust, &error) { return }
        throw .serverNotTrusted(host, error)
    }

    func warnIfDangerous(_ warn: (String) -> Void) {
        guard case .anything = roots else { return }
        warn("any server is trusted, whoever it is; use .system or .anchors outside of experiments")
    }
}

extension MutualTLSError {
    fileprivate static func serverNotTrusted(_ host: String, _ error: CFError?) -> MutualTLSError {
        let detail = error.map { $0 as Error }
        let code = detail.map { ($0 as NSError).code }
        let hint: String? =
            switch code.flatMap(OSStatus.init(exactly:)) {
            case errSecHostNameMismatch:
                "request a name that the certificate is for, or have it reissued with this name in its subject alternative names"
            case errSecCertificateExpired: "check both clocks; the server's operator must renew its certificate"
            case errSecNotTrusted: "if the server's CA is your own, give its root as an anchor"
            case errSecCreateChainFailed:
                "the server must send its intermediate certificates; if its CA is your own, give its root as an anchor"
            default: nil
            }
        // Apple's sentences end with a stop, and ours go on.
        var reason = detail?.localizedDescription ?? "no reason given"
        if reason.hasSuffix(".") { reason.removeLast() }
        return MutualTLSError(
            .serverNotTrusted, "\(host) is not trusted, and nothing was sent to it: \(reason)",
            hint: hint, underlying: detail)
    }
}
