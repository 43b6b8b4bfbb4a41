import Foundation
import MutualTLSPKI
import PortableSecurity
import TestSupport
import Testing

@testable import MutualTLS

@Suite("Choosing among identities")
struct IdentityChoiceTests {
    private let pki: TestPKI
    private let alice, expired, stranger, serverOnly: ClientIdentity
    private let root, issuing: Data

    init() throws {
        let pki = try TestPKI()
        self.pki = pki
        alice = try ClientIdentity(pki.client())
        expired = try ClientIdentity(pki.expiredClient())
        stranger = try ClientIdentity(pki.strangerClient())
        serverOnly = try ClientIdentity(pki.serverOnlyClient())
        func name(_ der: Data) throws -> Data {
            let certificate = try #require(SecCertificateCreateWithData(nil, der as CFData))
            return try CertificateFields(certificate).subject
        }
        root = try name(pki.root.certificateDER)
        issuing = try name(pki.issuing.certificateDER)
    }

    @Test("the one that fits is found, and each of the others is dropped with its reason")
    func one() throws {
        let choice = IdentityChoice(among: [expired, stranger, serverOnly, alice], acceptedBy: [root])
        #expect(choice.fitting.map(\.summary) == ["\"alice\""])
        #expect(choice.dropped.map(\.identity.summary) == ["\"expired\"", "\"mallory\"", "\"server-only\""])
        let reasons = choice.dropped.map { $0.reasons.joined() }
        #expect(reasons.count == 3)
        #expect(reasons[0].hasPrefix("it expired on"))
        #expect(reasons[1] == "it is from a CA that the server doesn't name")
        #expect(reasons[2].contains("serverAuth and lacks clientAuth"))
        let chosen = try ClientIdentity.choose(from: [expired, stranger, serverOnly, alice], acceptedBy: [root])
        #expect(chosen.summary == "\"alice\"")
    }

    @Test("an issuer is accepted by the leaf's or an intermediate's, and not by one above what is sent")
    func issuers() throws {
        #expect(IdentityChoice(among: [alice], acceptedBy: [issuing]).fitting.count == 1)
        #expect(IdentityChoice(among: [alice], acceptedBy: [root]).fitting.count == 1)
        let lone = try ClientIdentity(pki.client("lone"), includesIntermediates: false)
        #expect(IdentityChoice(among: [lone], acceptedBy: [root]).fitting.isEmpty)
        #expect(IdentityChoice(among: [lone], acceptedBy: [issuing]).fitting.count == 1)
    }

    @Test("a server that names no issuer takes any")
    func anyIssuer() throws {
        #expect(try ClientIdentity.choose(from: [stranger, expired], acceptedBy: []).summary == "\"mallory\"")
    }

    @Test("nothing is picked silently among several that fit")
    func several() throws {
        let bob = try ClientIdentity(pki.client("bob"))
        let error = #expect(throws: MutualTLSError.self) {
            try ClientIdentity.choose(from: [alice, expired, bob], acceptedBy: [root])
        }
        #expect(error?.code == .severalIdentities)
        #expect(error?.reason == "2 identities fit the server: \"alice\", \"bob\"")
    }

    @Test("the same certificate twice is one candidate")
    func same() throws {
        #expect(try ClientIdentity.choose(from: [alice, alice], acceptedBy: [root]).summary == "\"alice\"")
    }

    @Test("when none fits the error has the reason for each")
    func none() throws {
        let error = #expect(throws: MutualTLSError.self) {
            try ClientIdentity.choose(from: [stranger, serverOnly], acceptedBy: [root])
        }
        #expect(error?.code == .noIdentity)
        #expect(error?.reason.contains("\"mallory\": it is from a CA that the server doesn't name") == true)
        #expect(error?.reason.contains("\"server-only\": its extended key usage") == true)
        #expect(throws: MutualTLSError(.noIdentity, "")) { try ClientIdentity.choose(from: [], acceptedBy: []) }
    }

    @Test("validity is judged at the time of use")
    func time() throws {
        let past = Date(timeIntervalSinceNow: -5_400)
        #expect(IdentityChoice(among: [expired], acceptedBy: [root], at: past).fitting.count == 1)
        let reasons = IdentityChoice(among: [alice], acceptedBy: [root], at: past).dropped.first?.reasons
        #expect(reasons?.count == 1)
        #expect(reasons?.first?.hasPrefix("it is valid only from") == true)
    }
}
