import Foundation
import MutualTLSOpenSSL
import TestSupport
import Testing

@testable import MutualTLSPKI

@Suite("Issuing for requests")
struct RequestTests {
    @Test(
        "the certificate has the request's name and key, and what clients need",
        arguments: [PrivateKey.Kind.ec(256), .rsa(2_048)])
    func issues(kind: PrivateKey.Kind) throws {
        let usage: KeyUsage = kind == .ec(256) ? [.digitalSignature] : [.digitalSignature, .keyEncipherment]
        let pki = try TestPKI()
        let key = try PrivateKey.generate(kind)
        let request = try CertificationRequest(subject: [("C", "DE"), ("CN", "alice")], key: key)
        let issued = try pki.issuing.issueClient(request: request.der, validity: .days(3))
        let certificate = try X509Certificate(der: issued.certificate)
        #expect(certificate.subject.der == request.subject.der)
        #expect(key.matches(certificate))
        #expect(certificate.keyUsage == usage && certificate.extendedKeyUsage == ["1.3.6.1.5.5.7.3.2"])
        #expect(!certificate.isCertificateAuthority)
        #expect(try certificate.isIssued(by: X509Certificate(der: pki.issuing.certificateDER)))
        #expect(issued.intermediates == [pki.issuing.certificateDER])
        #expect(certificate.notAfter < Date(timeIntervalSinceNow: 3 * 86_400))
    }

    @Test("what is no request, or not signed by its key, is refused")
    func refusals() throws {
        let pki = try TestPKI()
        var request = try CertificationRequest(subject: [("CN", "alice")], key: .generate(.ec(256))).der
        request[request.endIndex - 1] ^= 1
        for data in [Data(), pki.root.certificateDER, request] {
            #expect {
                try pki.issuing.issueClient(request: data)
            } throws: {
                ($0 as? PKIError)?.code == .malformedInput
            }
        }
    }
}
