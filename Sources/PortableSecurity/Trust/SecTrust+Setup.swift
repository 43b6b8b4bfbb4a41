#if !canImport(Security)
    import Foundation

    /// A trust object.
    /// - Parameters:
    ///   - certificates: a `SecCertificate`, or an array of them: the leaf, then candidates for the way up in any order.
    ///   - policies: a `SecPolicy`, an array of them, or nil for the basic X.509 policy.
    ///   - trust: receives the object.
    /// - Returns: `errSecParam` when an argument is of another type, or an array is empty.
    @discardableResult
    public func SecTrustCreateWithCertificates(
        _ certificates: Any, _ policies: Any?, _ trust: UnsafeMutablePointer<SecTrust?>
    ) -> OSStatus {
        guard let certificates = list(certificates, of: SecCertificate.self), !certificates.isEmpty else {
            return errSecParam
        }
        var chosen = [SecPolicyCreateBasicX509()]
        if let policies {
            guard let given = list(policies, of: SecPolicy.self), !given.isEmpty else { return errSecParam }
            chosen = given
        }
        trust.pointee = SecTrust(certificates: certificates, policies: chosen)
        return errSecSuccess
    }

    /// Replaces the policies.
    /// - Parameters:
    ///   - trust: the trust object.
    ///   - policies: a `SecPolicy` or an array of them, which must all be met.
    /// - Returns: `errSecParam` when the array is empty or something else is in it; the former policies then stay.
    @discardableResult
    public func SecTrustSetPolicies(_ trust: SecTrust, _ policies: Any) -> OSStatus {
        guard let policies = list(policies, of: SecPolicy.self), !policies.isEmpty else { return errSecParam }
        trust.change { $0.policies = policies }
        return errSecSuccess
    }

    /// The policies.
    /// - Parameters:
    ///   - trust: the trust object.
    ///   - policies: receives an array of `SecPolicy`.
    @discardableResult
    public func SecTrustCopyPolicies(_ trust: SecTrust, _ policies: UnsafeMutablePointer<CFArray?>) -> OSStatus {
        policies.pointee = trust.question.policies
        return errSecSuccess
    }

    /// Sets the caller's own anchors.
    /// - Parameters:
    ///   - trust: the trust object.
    ///   - anchorCertificates: `SecCertificate`s, self-signed or not, each of which ends a path. An array, even an empty one,
    ///     also makes them the only anchors; nil goes back to the machine's roots.
    /// - Returns: `errSecParam` when something else is in the array; the former anchors then stay.
    @discardableResult
    public func SecTrustSetAnchorCertificates(_ trust: SecTrust, _ anchorCertificates: CFArray?) -> OSStatus {
        guard let anchorCertificates else {
            trust.change {
                $0.anchors = nil
                $0.anchorsOnly = false
            }
            return errSecSuccess
        }
        guard let anchors = list(anchorCertificates, of: SecCertificate.self) else { return errSecParam }
        trust.change {
            $0.anchors = anchors
            $0.anchorsOnly = true
        }
        return errSecSuccess
    }

    /// Whether the machine's roots count besides the caller's own anchors.
    /// - Parameters:
    ///   - trust: the trust object.
    ///   - anchorCertificatesOnly: true for the caller's anchors alone.
    @discardableResult
    public func SecTrustSetAnchorCertificatesOnly(_ trust: SecTrust, _ anchorCertificatesOnly: Bool) -> OSStatus {
        trust.change { $0.anchorsOnly = anchorCertificatesOnly }
        return errSecSuccess
    }

    /// Sets the date at which the chain must be valid.
    /// - Parameters:
    ///   - trust: the trust object.
    ///   - verifyDate: the date; without this call, the moment of the evaluation.
    @discardableResult
    public func SecTrustSetVerifyDate(_ trust: SecTrust, _ verifyDate: CFDate) -> OSStatus {
        trust.change { $0.date = verifyDate }
        return errSecSuccess
    }

    /// The date at which the chain must be valid, in seconds since 2001; if none was set, now is set.
    public func SecTrustGetVerifyTime(_ trust: SecTrust) -> CFAbsoluteTime {
        if let date = trust.question.date { return date.timeIntervalSinceReferenceDate }
        let now = Date()
        trust.change { $0.date = $0.date ?? now }
        return (trust.question.date ?? now).timeIntervalSinceReferenceDate
    }

    /// The one element or the elements of an array; nil when one of them is something else.
    private func list<Element>(_ value: Any, of type: Element.Type) -> [Element]? {
        if let one = value as? Element { return [one] }
        guard let array = elements(of: value) else { return nil }
        let typed = array.compactMap { $0 as? Element }
        return typed.count == array.count ? typed : nil
    }
#endif
