// OpenSSL makes the certificates, and stands below PortableSecurity on Linux alone.
#if canImport(FoundationNetworking)
    import Foundation
    import MutualTLSOpenSSL
    import MutualTLSPKCS12
    import PortableSecurity
    import TestSupport
    import Testing

    @testable import MutualTLS

    @Suite("Choosing an identity of a file")
    struct IdentitySelectorTests {
        private let staff, guests, alice, bob, guest: Made
        private let bags: [Data]

        init() throws {
            staff = try Made("Staff CA", isCA: true)
            guests = try Made("CA", isCA: true) { $0.subject = [("O", "Guests, Inc.")] }
            alice = try Made("alice", by: staff)
            bob = try Made("bob", by: staff)
            guest = try Made("alice", by: guests)
            bags = try [
                alice.bag(id: "1", name: "work"), alice.keyBag(), bob.bag(id: "2"), bob.keyBag(id: "2", name: "Work"),
                guest.bag(id: "3", name: "Büro 🔑"), guest.keyBag(),
            ]
        }

        private func choose(_ selector: ClientIdentity.Selector?, _ bags: [Data]? = nil) throws -> X509Certificate {
            try ClientIdentity(
                pkcs12: PKCS12Builder.plain(bags ?? self.bags), password: nil, selecting: selector
            ).certificate.x509
        }

        private func refusal(_ selector: ClientIdentity.Selector?, _ bags: [Data]? = nil) throws -> MutualTLSError {
            try #require(#expect(throws: MutualTLSError.self) { try choose(selector, bags) })
        }

        @Test("a fingerprint chooses, whole or its first eight digits, however it is written")
        func fingerprints() throws {
            for person in [alice, bob, guest] {
                let hex = Fingerprint.sha256(person.sec)
                let pairs = stride(from: 0, to: 64, by: 2).map { String(hex.dropFirst($0).prefix(2)) }
                for text in [
                    hex, hex.uppercased(), String(hex.prefix(8)), String(hex.prefix(9)), pairs.joined(separator: ":"),
                    pairs.joined(separator: " ").uppercased() + "\n", "\t" + pairs.prefix(5).joined(separator: ": "),
                ] {
                    #expect(try choose(.fingerprint(text)) == person.certificate, "\(text)")
                }
                for text in ["", ":", String(hex.prefix(7)), hex + "0", String(hex.dropFirst()), "0x" + hex] {
                    let error = try refusal(.fingerprint(text))
                    #expect(error.code == .noIdentity && error.hint?.contains("8 digits") == true, "\(text)")
                }
            }
        }

        @Test("a friendly name chooses, the key's where the certificate has none, and case counts")
        func friendlyNames() throws {
            #expect(try choose(.friendlyName("work")) == alice.certificate)
            #expect(try choose(.friendlyName("Work")) == bob.certificate)
            #expect(try choose(.friendlyName("Bu\u{308}ro 🔑")) == guest.certificate, "however it is composed")
            for name in ["WORK", "work ", "", "alice"] {
                #expect(try refusal(.friendlyName(name)).code == .noIdentity, "\(name)")
            }
        }

        @Test("an issuer chooses by its common name, or its organization where it has none")
        func issuers() throws {
            #expect(try choose(.issuer("Guests, Inc.")) == guest.certificate)
            #expect(try choose(.issuer("Staff CA"), Array(bags.prefix(2))) == alice.certificate)
            for name in ["staff ca", "Staff", "", "alice"] {
                #expect(try refusal(.issuer(name)).code == .noIdentity, "\(name)")
            }
        }

        @Test("an error names every identity by all that would choose it, and nothing else")
        func lists() throws {
            func line(_ person: Made, _ name: String, _ friendlyName: String, _ issuer: String) -> String {
                let fingerprint = Fingerprint.sha256(person.sec).prefix(16)
                return
                    "\"\(name)\" (fingerprint \(fingerprint), friendly name \"\(friendlyName)\", issuer \"\(issuer)\")"
            }
            let (first, second) = (line(alice, "alice", "work", "Staff CA"), line(bob, "bob", "Work", "Staff CA"))
            let all = "\(first), \(second), \(line(guest, "alice", "Büro 🔑", "Guests, Inc."))"
            let rows: [(ClientIdentity.Selector?, MutualTLSError.Code, String)] = [
                (nil, .severalIdentities, "the PKCS#12 file holds 3 identities, and none was chosen: \(all)"),
                (
                    .friendlyName("x"), .noIdentity,
                    "the PKCS#12 file has no identity with the friendly name \"x\": it holds \(all)"
                ),
                (
                    .fingerprint("AB:cd"), .noIdentity,
                    "the PKCS#12 file has no identity with the SHA-256 fingerprint abcd: it holds \(all)"
                ),
                (
                    .issuer("Staff CA"), .severalIdentities,
                    "the PKCS#12 file has 2 identities with the issuer \"Staff CA\": \(first), \(second)"
                ),
            ]
            for (selector, code, reason) in rows {
                let error = try refusal(selector)
                #expect(error.code == code && error.reason == reason)
                #expect(error.hint != nil)
            }
        }

        @Test("one identity under two names is one, whichever names it")
        func aliases() throws {
            let twice = try [
                alice.bag(id: "1", name: "a"), alice.keyBag(id: "1", name: "a"), alice.bag(id: "2", name: "b"),
                alice.keyBag(id: "2", name: "b"),
            ]
            for selector in [nil, .friendlyName("a"), .friendlyName("b"), .issuer("Staff CA")]
                as [ClientIdentity.Selector?]
            {
                #expect(try choose(selector, twice) == alice.certificate)
            }
        }

        @Test("what is not there at all is told before what does not match")
        func nothing() throws {
            let rows: [([Data], MutualTLSError.Code, String)] = [
                ([], .noPrivateKey, "neither a private key nor a certificate"),
                ([alice.bag()], .noPrivateKey, "holds a certificate and no private key"),
                ([alice.bag(), bob.bag()], .noPrivateKey, "holds certificates and no private key"),
                ([try alice.keyBag()], .noCertificate, "a private key and no certificate"),
                ([try alice.keyBag(), bob.bag()], .keyMismatch, "belongs to none of its certificates"),
                (
                    [try alice.keyBag(), PKCS12Builder.bag(1, DERWriter.sequence())], .malformedIdentity,
                    "can't be read (damaged)"
                ),
            ]
            for (bags, code, words) in rows {
                for selector in [nil, .friendlyName("x")] as [ClientIdentity.Selector?] {
                    let error = try refusal(selector, bags)
                    #expect(error.code == code && error.reason.contains(words), "\(error)")
                    #expect(error.reason.hasPrefix("the PKCS#12 file holds ") && error.hint != nil)
                }
            }
        }

        @Test("a fingerprint is 64 lower-case digits, zeros kept, of exactly these bytes")
        func fingerprint() throws {
            var digits = Set<Character>()
            for person in [staff, guests, alice, bob, guest] {
                let text = Fingerprint.sha256(person.sec)
                #expect(text.count == 64)
                digits.formUnion(text)
                let bytes = stride(from: 0, to: 64, by: 2).map { UInt8(text.dropFirst($0).prefix(2), radix: 16) }
                #expect(bytes == Array(HashFunction.sha256.digest(person.certificate.der)))
            }
            #expect(digits == Set("0123456789abcdef"))
        }
    }
#endif
