// The module is Apple's own elsewhere.
#if canImport(FoundationNetworking)
    import Foundation
    import MutualTLSOpenSSL
    import PortableSecurity
    import Testing

    /// `kSecMatch...`: root, intermediate and two people, one of them below the root.
    @Suite struct ItemMatchTests {
        let fixture: ItemFixture
        let root: Issuer
        let intermediate: Issuer
        let alice: Issuer
        let bob: Issuer

        init() throws {
            fixture = try ItemFixture()
            root = try Issuer.root()
            intermediate = try root.intermediate()
            alice = try intermediate.person("alice") { $0.alternativeNames = [.email("Alice@example.com")] }
            bob = try root.person("bob") { $0.notAfter = Issuer.now + Issuer.day }
            for issuer in [root, intermediate] { #expect(fixture.add(issuer.sec) == errSecSuccess) }
            for issuer in [alice, bob] { #expect(fixture.add(try issuer.secIdentity()) == errSecSuccess) }
        }

        private func names(_ query: [String: Any]) -> Set<String> {
            let all: [String: Any] = query.with(kSecReturnRef, true).with(kSecMatchLimit, kSecMatchLimitAll)
            let found = fixture.find(all).result as? [Any] ?? []
            return Set(
                found.map { value in
                    let certificate = (value as? SecIdentity)?.certificate ?? (value as! SecCertificate)
                    return SecCertificateCopySubjectSummary(certificate) as String? ?? ""
                })
        }

        @Test("an issuer is looked for upwards through the certificates that are stored")
        func issuers() throws {
            let (rootName, middleName) = (root.certificate.subject.der, intermediate.certificate.subject.der)
            #expect(names(.identities.with(kSecMatchIssuers, [middleName])) == ["alice"])
            #expect(names(.identities.with(kSecMatchIssuers, [rootName])) == ["alice", "bob"])
            #expect(names(.identities.with(kSecMatchIssuers, [Data("x".utf8), middleName])) == ["alice"])
            #expect(
                names(.certificates.with(kSecMatchIssuers, [rootName])) == ["Root", "Intermediate", "alice", "bob"])
            #expect(names(.identities.with(kSecMatchIssuers, [alice.certificate.subject.der])) == [])
            let labelled: [String: Any] = .identities.with(kSecMatchIssuers, [rootName])
            #expect(names(labelled.with(kSecAttrLabel, "bob")) == ["bob"])
            #expect(names(labelled.with(kSecAttrIssuer, middleName)) == ["alice"])
            let one = fixture.find(
                .identities.with(kSecMatchIssuers, [rootName]).with(kSecAttrLabel, "alice").with(kSecReturnRef, true))
            #expect(one.result as! SecIdentity == (try alice.secIdentity()))
            // What the way leads through is gone.
            #expect(fixture.delete(.of(intermediate.sec)) == errSecSuccess)
            #expect(names(.identities.with(kSecMatchIssuers, [rootName])) == ["bob"])
        }

        @Test("what is no data is no issuer, and where nothing is left every item fits")
        func issuersOfOtherTypes() {
            #expect(names(.identities.with(kSecMatchIssuers, ["Root", 1] as [Any])) == ["alice", "bob"])
            #expect(names(.identities.with(kSecMatchIssuers, [Any]())) == ["alice", "bob"])
            #expect(names(.identities.with(kSecMatchIssuers, ["Root", Data([1])] as [Any])) == [])
        }

        @Test("the way up ends after ten certificates, and goes round no circle")
        func longWays() throws {
            var issuers = [try Issuer.root("CA 0")]
            for number in 1...11 { issuers.append(try issuers[number - 1].intermediate("CA \(number)")) }
            for issuer in issuers { #expect(fixture.add(issuer.sec) == errSecSuccess) }
            let top: [String: Any] = .certificates.with(kSecMatchIssuers, [issuers[0].certificate.subject.der])
            #expect(names(top) == Set((0...11).map { "CA \($0)" }))
            let person = try issuers[11].person("far below")
            #expect(fixture.add(person.sec) == errSecSuccess)
            #expect(!names(top).contains("far below"))
            // Two that issued each other.
            let (one, two) = (try Issuer.root("one"), try Issuer.root("two"))
            for (subject, issuer) in [(one, two), (two, one)] {
                #expect(fixture.add(try SecCertificateCrossing.of(subject, by: issuer)) == errSecSuccess)
            }
            #expect(names(.certificates.with(kSecMatchIssuers, [Data([0x31, 0])])) == [])
        }

        @Test(
            "issuers and policies are for certificates and identities, hosts for internet passwords",
            arguments: [
                Query(.keys), Query(.genericPasswords), Query(.internetPasswords),
            ])
        func otherClasses(query: Query) {
            let issuers = query.dictionary.with(kSecMatchIssuers, [Data()])
            #expect(fixture.find(issuers).status == errSecUnimplemented)
            let policy = query.dictionary.with(kSecMatchPolicy, SecPolicyCreateBasicX509())
            #expect(fixture.find(policy).status == errSecUnimplemented)
            #expect(
                fixture.find([String: Any].certificates.with(kSecMatchHostOrSubdomainOfHost, "a")).status
                    == errSecUnimplemented)
        }

        @Test("a date is in the validity of what is found")
        func dates() {
            #expect(names(.identities.with(kSecMatchValidOnDate, Issuer.now)) == ["alice", "bob"])
            #expect(names(.identities.with(kSecMatchValidOnDate, Issuer.now + 2 * Issuer.day)) == ["alice"])
            #expect(names(.identities.with(kSecMatchValidOnDate, Issuer.now - 2 * Issuer.day)) == [])
            // Now, which is before the certificates of these tests.
            #expect(names(.identities.with(kSecMatchValidOnDate, NSNull())) == [])
        }

        @Test("a policy of TLS looks at the certificate alone")
        func policies() throws {
            let server = try intermediate.server()
            #expect(fixture.add(server.sec) == errSecSuccess)
            let query: [String: Any] = .certificates.with(kSecMatchValidOnDate, Issuer.now)
            let client = names(query.with(kSecMatchPolicy, SecPolicyCreateSSL(false, nil)))
            #expect(client.isSuperset(of: ["alice", "bob"]) && !client.contains("server"))
            let named = SecPolicyCreateSSL(true, "server.example.com" as CFString)
            #expect(names(query.with(kSecMatchPolicy, named)) == ["server"])
            let other = SecPolicyCreateSSL(true, "other.example.com" as CFString)
            #expect(names(query.with(kSecMatchPolicy, other)) == [])
            #expect(names(.certificates.with(kSecMatchPolicy, named)) == [])
        }

        @Test("nothing that the machine does not trust is trusted, and false is no filter")
        func trusted() {
            let query: [String: Any] = .identities.with(kSecMatchValidOnDate, Issuer.now)
            #expect(names(query.with(kSecMatchTrustedOnly, true)) == [])
            #expect(names(query.with(kSecMatchTrustedOnly, false)) == ["alice", "bob"])
            #expect(names(query.with(kSecMatchPolicy, SecPolicyCreateBasicX509())) == [])
        }

        @Test("an e-mail address is the whole of one, in whichever case")
        func addresses() {
            for address in ["alice@EXAMPLE.com", "Alice@example.com"] {
                #expect(names(.identities.with(kSecMatchEmailAddressIfPresent, address)) == ["alice"])
            }
            for address in ["lice@example.com", "alice@example.co", "bob@example.com", ""] {
                #expect(names(.identities.with(kSecMatchEmailAddressIfPresent, address)) == [])
            }
        }

        @Test("where one is wanted, an e-mail address is looked for in the first item alone, as by Apple")
        func addressOfOne() throws {
            let carol = try intermediate.person("carol") { $0.alternativeNames = [.email("carol@example.com")] }
            #expect(fixture.add(try carol.secIdentity()) == errSecSuccess)
            let first: [String: Any] = .identities.with(kSecMatchEmailAddressIfPresent, "alice@example.com")
            #expect(fixture.find(first).status == errSecSuccess)
            let later: [String: Any] = .identities.with(kSecMatchEmailAddressIfPresent, "carol@example.com")
            #expect(fixture.find(later).status == errSecItemNotFound)
            #expect(fixture.find(later.with(kSecMatchLimit, kSecMatchLimitAll)).status == errSecSuccess)
        }

        @Test(
            "a text is in the certificate's subject, as on macOS",
            arguments: [
                (kSecMatchSubjectContains, "lic", ["alice"]), (kSecMatchSubjectContains, "LIC", []),
                (kSecMatchSubjectStartsWith, "al", ["alice"]), (kSecMatchSubjectStartsWith, "lice", []),
                (kSecMatchSubjectEndsWith, "b", ["bob"]), (kSecMatchSubjectEndsWith, "bo", []),
                (kSecMatchSubjectWholeString, "bob", ["bob"]), (kSecMatchSubjectWholeString, "bo", []),
            ] as [(CFString, String, Set<String>)])
        func subjects(key: CFString, text: String, found: Set<String>) {
            #expect(names(.identities.with(key, text)) == found)
        }

        @Test("upper and lower case are the same in a subject where that is asked for")
        func subjectCase() {
            let query: [String: Any] = .identities.with(kSecMatchSubjectContains, "LICE")
            #expect(names(query.with(kSecMatchCaseInsensitive, true)) == ["alice"])
            #expect(names(query.with(kSecMatchCaseInsensitive, false)) == [])
        }

        @Test("a host is a server's own, or a domain above it")
        func hosts() {
            for server in ["example.com", "www.example.com", "notexample.com"] {
                #expect(fixture.add(.internetPasswords.with(kSecAttrServer, server)) == errSecSuccess)
            }
            #expect(fixture.count(.internetPasswords.with(kSecMatchHostOrSubdomainOfHost, "Example.com")) == 2)
            #expect(fixture.count(.internetPasswords.with(kSecMatchHostOrSubdomainOfHost, "www.example.com")) == 1)
            #expect(fixture.count(.internetPasswords.with(kSecMatchHostOrSubdomainOfHost, "com")) == 3)
        }

        @Test("a list of items is taken and has no effect, as on iOS; another list of items is refused")
        func lists() {
            #expect(names(.identities.with(kSecMatchItemList, [root.sec])) == ["alice", "bob"])
            #expect(fixture.find(.identities.with(kSecUseItemList, [root.sec])).status == errSecParam)
        }
    }

    enum SecCertificateCrossing {
        /// A certificate of `subject`, issued by a CA that knows only its name.
        static func of(_ subject: Issuer, by issuer: Issuer) throws -> SecCertificate {
            try Issuer.make("", issuer: issuer) { builder in
                builder.subject = subject.certificate.subject.attributes
            }.sec
        }
    }
#endif
