import Foundation
import MutualTLSOpenSSL
import Testing

@testable import MutualTLSTransport

@Suite("Who is at fault")
struct FailureClassificationTests {
    private func classify(
        _ symptom: FailedTransfer.Symptom, bytes: Bool = false, _ change: ((inout HandshakeFacts) -> Void)? = nil
    ) -> TransportError {
        var facts: HandshakeFacts?
        if let change {
            var seen = HandshakeFacts()
            change(&seen)
            facts = seen
        }
        return TransportError(
            classifying: FailedTransfer(
                symptom: symptom, curlMessage: "curl's words", handshake: facts, hasResponseBytes: bytes, host: "h"))
    }

    @Test(
        "an alert after our certificate is about our certificate, whichever it is",
        arguments: [42, 43, 44, 45, 46, 48, 49, 51])
    func rejected(number: UInt8) {
        let alert = TLSAlert(rawValue: number)
        let error = classify(.receiveError) {
            $0.isFinished = true
            $0.isCertificateRequested = true
            $0.isCertificateSent = true
            $0.alertReceived = alert
            $0.isAlertAfterFinished = true
        }
        #expect(error.code == .clientCertificateRejected)
        #expect(error.reason.contains(alert.name) && error.reason.contains("(\(number))"))
    }

    @Test("without our certificate the same alerts say that one is wanted", arguments: [40, 42, 116])
    func required(number: UInt8) {
        let error = classify(.tlsFailure) {
            $0.isCertificateRequested = true
            $0.alertReceived = TLSAlert(rawValue: number)
        }
        #expect(error.code == .clientCertificateRequired)
    }

    @Test("a close right after client authentication is a refusal, though nobody says so")
    func closed() {
        for symptom in [FailedTransfer.Symptom.emptyReply, .receiveError, .sendError] {
            let sent = classify(symptom) {
                $0.isFinished = true
                $0.isCertificateRequested = true
                $0.isCertificateSent = true
            }
            #expect(sent.code == .clientCertificateRejected)
            let none = classify(symptom) {
                $0.isFinished = true
                $0.isCertificateRequested = true
            }
            #expect(none.code == .clientCertificateRequired)
        }
    }

    @Test("a close after response bytes, or where no certificate was asked for, is a lost connection")
    func lost() {
        let later = classify(.receiveError, bytes: true) {
            $0.isFinished = true
            $0.isCertificateRequested = true
            $0.isCertificateSent = true
        }
        #expect(later.code == .connectionLost)
        #expect(classify(.emptyReply) { $0.isFinished = true }.code == .connectionLost)
        // A server that speaks HTTP/2 with us has taken the certificate.
        let speaking = classify(.receiveError) {
            $0.isFinished = true
            $0.isCertificateRequested = true
            $0.isCertificateSent = true
            $0.hasApplicationData = true
        }
        #expect(speaking.code == .connectionLost)
        #expect(classify(.partialBody).code == .connectionLost)
    }

    @Test(
        "no descriptor left is told as that, whoever lacks it, and nobody else is blamed", arguments: [EMFILE, ENFILE])
    func descriptors(number: Int32) {
        var failed = FailedTransfer(
            symptom: .noConnection, curlMessage: "", handshake: nil, hasResponseBytes: false, host: "h", proxy: "p:1")
        failed.socketFailure = number
        let error = TransportError(classifying: failed)
        #expect(error.code == .noDescriptors)
        #expect(error.reason.contains(number == EMFILE ? "this process has no file" : "the system has no file"))
        failed.socketFailure = EACCES
        #expect(TransportError(classifying: failed).code == .cannotConnect)
    }

    @Test("versions and ciphers are not about certificates", arguments: [70, 71, 120])
    func protocols(number: UInt8) {
        let error = classify(.tlsFailure) {
            $0.isCertificateSent = true
            $0.alertReceived = TLSAlert(rawValue: number)
        }
        #expect(error.code == .noCommonProtocol)
    }

    @Test("a renegotiation's question is told as what it is, before anything else")
    func late() {
        let error = classify(.receiveError) {
            $0.isFinished = true
            $0.unanswerable = .clientCertificate
            $0.alertSent = TLSAlert(rawValue: 80)
        }
        #expect(error.code == .lateChallenge)
    }

    @Test(
        "what is only the network's is called so",
        arguments: [
            (FailedTransfer.Symptom.unresolvedHost, TransportError.Code.cannotFindHost),
            (.noConnection, .cannotConnect),
            (.timeout, .timedOut), (.malformedResponse, .badResponse), (.tlsFailure, .handshakeFailed),
        ])
    func network(symptom: FailedTransfer.Symptom, code: TransportError.Code) {
        #expect(classify(symptom).code == code)
    }
}
