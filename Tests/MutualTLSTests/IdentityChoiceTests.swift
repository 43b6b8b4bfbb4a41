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

    private func naming(_ issuer: Data) -> CertificateRequestFacts { .init(acceptableIssuers: [issuer]) }

    @Test("the one that fits is found, and each of the others is dropped with its reason")
    func one() throws {
        let choice = IdentityChoice(among: [expired, stranger, serverOnly, alice], for: naming(root))
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
        #expect(IdentityChoice(among: [alice], for: naming(issuing)).fitting.count == 1)
        #expect(IdentityChoice(among: [alice], for: naming(root)).fitting.count == 1)
        let lone = try ClientIdentity(pki.client("lone"), includesIntermediates: false)
        #expect(IdentityChoice(among: [lone], for: naming(root)).fitting.isEmpty)
        #expect(IdentityChoice(among: [lone], for: naming(issuing)).fitting.count == 1)
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
        let names = [alice, bob].map { "\($0.summary) (\($0.fingerprint.prefix(8)))" }.joined(separator: ", ")
        #expect(
            error?.reason.hasPrefix("2 identities fit the server: \(names); not \"expired\": it expired on") == true)
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
        #expect(IdentityChoice(among: [expired], for: naming(root), at: past).fitting.count == 1)
        let reasons = IdentityChoice(among: [alice], for: naming(root), at: past).dropped.first?.reasons
        #expect(reasons?.count == 1)
        #expect(reasons?.first?.hasPrefix("it is valid only from") == true)
    }

    private func issued(_ name: String, hoursAgo: Double) throws -> ClientIdentity {
        let from = Date(timeIntervalSinceNow: -3600 * hoursAgo)
        return try ClientIdentity(
            pki.issuing.issueClient(name: name, validity: .from(from, to: from.addingTimeInterval(86_400))))
    }

    @Test(
        "the newest that fits is taken only where the caller says so, and the others are told to have been passed over")
    func newest() throws {
        let (old, new, future) = try (
            issued("old", hoursAgo: 0.9), issued("new", hoursAgo: 0.5), issued("old", hoursAgo: -1)
        )
        let candidates = [old, new, future, expired]
        #expect(throws: MutualTLSError(.severalIdentities, "")) {
            try ClientIdentity.choose(from: candidates, acceptedBy: [root])
        }
        let choice = IdentityChoice(among: candidates, for: naming(root), selection: .newest)
        #expect(try choice.single().fingerprint == new.fingerprint)
        #expect(choice.dropped.map(\.identity.fingerprint) == [future, expired, old].map(\.fingerprint))
        #expect(choice.dropped.last?.reasons == ["it fits too, and \"new\" is newer"])
        let chosen = try ClientIdentity.choose(from: candidates, acceptedBy: [root], selection: .newest)
        #expect(chosen.fingerprint == new.fingerprint)
    }

    @Test("of two that begin at the same second none is the newest")
    func sameAge() throws {
        let date = Date(timeIntervalSinceNow: -60)
        let twins = try ["one", "two"].map {
            try ClientIdentity(
                pki.issuing.issueClient(name: $0, validity: .from(date, to: date.addingTimeInterval(3600))))
        }
        let error = #expect(throws: MutualTLSError.self) {
            try ClientIdentity.choose(from: twins, acceptedBy: [root], selection: .newest)
        }
        #expect(error?.code == .severalIdentities)
    }
}
