internal import MutualTLSOpenSSL

extension PeerReport {
    /// From what the TLS connection learnt.
    init(connection: Int, remoteAddress: String, facts: TLSPeerFacts, failure: Failure?) {
        self.connection = connection
        self.remoteAddress = remoteAddress
        clientCertificate = ClientCertificate(facts)
        tlsVersion = facts.version
        cipher = facts.cipher
        alpn = facts.alpn
        serverName = facts.serverName
        resumed = facts.isResumed
        self.failure = failure
    }
}

extension PeerReport.ClientCertificate {
    fileprivate init(_ facts: TLSPeerFacts) {
        verifyResult =
            switch facts.verification {
            case nil: "NONE"
            case let result? where result.isSuccess: "SUCCESS"
            case let result?: "FAILED:\(result.text)"
            }
        let leaf = facts.chain.first
        subject = leaf?.subject.description
        issuer = leaf?.issuer.description
        serialNumber = leaf?.serialNumber.hex.uppercased()
        fingerprintSHA256 = leaf?.sha256.hex
        chain = facts.chain.map {
            ChainElement(subject: $0.subject.description, fingerprintSHA256: $0.sha256.hex)
        }
    }
}

extension PeerReport.Failure {
    init(_ failure: TLSFailure) {
        reason = failure.reason
        alertSent = failure.alertSent?.name
        alertReceived = failure.alertReceived?.name
        verifyError = failure.verifyError
    }

    /// One that TLS itself did not see.
    init(reason: String) {
        self.reason = reason
        (alertSent, alertReceived, verifyError) = (nil, nil, nil)
    }
}
