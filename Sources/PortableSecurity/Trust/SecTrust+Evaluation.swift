#if !canImport(Security)
    import Dispatch
    import Foundation

    /// Receives the verdict of `SecTrustEvaluateAsyncWithError`: the object, whether it is trusted, else why not.
    public typealias SecTrustWithErrorCallback = (SecTrust, Bool, CFError?) -> Void

    /// Whether the chain is trusted.
    /// - Parameters:
    ///   - trust: the trust object.
    ///   - error: receives the reason when it is not: domain `NSOSStatusErrorDomain`, and the code of the foremost fault.
    public func SecTrustEvaluateWithError(_ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?) -> Bool {
        let evaluation = trust.evaluateAgain()
        error?.pointee = evaluation.error
        return evaluation.error == nil
    }

    /// The same on a queue.
    /// - Parameters:
    ///   - trust: the trust object.
    ///   - queue: where the evaluation runs and `result` is called.
    ///   - result: called exactly once.
    @discardableResult
    public func SecTrustEvaluateAsyncWithError(
        _ trust: SecTrust, _ queue: DispatchQueue, _ result: @escaping SecTrustWithErrorCallback
    ) -> OSStatus {
        // Apple's callback is not marked as sendable. It is called once, on the queue that the caller chose for it, and not
        // touched here before or after.
        nonisolated(unsafe) let result = result
        queue.async {
            let evaluation = trust.evaluateAgain()
            result(trust, evaluation.error == nil, evaluation.error)
        }
        return errSecSuccess
    }

    /// Evaluates.
    /// - Parameters:
    ///   - trust: the trust object.
    ///   - result: receives the verdict; trusted are `.unspecified` and `.proceed`.
    /// - Returns: `errSecSuccess`, also when the verdict is bad.
    @discardableResult
    public func SecTrustEvaluate(_ trust: SecTrust, _ result: UnsafeMutablePointer<SecTrustResultType>) -> OSStatus {
        result.pointee = trust.evaluateAgain().result
        return errSecSuccess
    }

    /// The verdict of the last evaluation; evaluates if there was none.
    /// - Parameters:
    ///   - trust: the trust object.
    ///   - result: receives the verdict.
    @discardableResult
    public func SecTrustGetTrustResult(
        _ trust: SecTrust, _ result: UnsafeMutablePointer<SecTrustResultType>
    ) -> OSStatus {
        result.pointee = trust.evaluation().result
        return errSecSuccess
    }

    /// The chain, `SecCertificate`s, leaf first; on failure as much as could be built. Evaluates when needed.
    public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? { trust.evaluation().chain }

    /// The length of the chain. Evaluates when needed.
    public func SecTrustGetCertificateCount(_ trust: SecTrust) -> CFIndex { trust.evaluation().chain.count }

    /// A certificate of the chain: 0 is the leaf, for which nothing is evaluated. nil beyond the chain's end.
    public func SecTrustGetCertificateAtIndex(_ trust: SecTrust, _ ix: CFIndex) -> SecCertificate? {
        if ix == 0 { return trust.question.certificates.first }
        let chain = trust.evaluation().chain
        return chain.indices.contains(ix) ? chain[ix] : nil
    }

    /// The leaf's public key; nothing is evaluated.
    public func SecTrustCopyKey(_ trust: SecTrust) -> SecKey? {
        trust.question.certificates.first.flatMap(SecCertificateCopyKey)
    }
#endif
