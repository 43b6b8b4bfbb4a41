import CMutualTLSOpenSSL
import Foundation
import MutualTLSOpenSSL
import MutualTLSPKI
import Testing

@Suite struct TLSServerTests {
    typealias Authentication = TLSServerContext.ClientAuthentication
    let root: CertificateAuthority
    let people: CertificateAuthority
    let server: IssuedIdentity

    init() throws {
        root = try CertificateAuthority(name: "Root")
        people = try root.intermediate(named: "People")
        server = try root.issueServer(names: ["localhost"])
    }

    private func connection(
        _ authentication: Authentication, _ change: (inout TLSServerContext.Configuration) -> Void = { _ in }
    ) throws -> TLSServerConnection {
        try TLSServerConnection(context(authentication, change))
    }

    private func context(
        _ authentication: Authentication, _ change: (inout TLSServerContext.Configuration) -> Void = { _ in }
    ) throws -> TLSServerContext {
        var configuration = TLSServerContext.Configuration(
            chain: try X509Certificate.all(inPEM: server.chainPEM), key: try PrivateKey(pem: server.privateKeyPEM))
        configuration.clientAuthentication = authentication
        configuration.clientAuthorities = try X509Certificate.all(inPEM: root.certificatePEM)
        change(&configuration)
        return try TLSServerContext(configuration)
    }

    private func client(
        _ identity: IssuedIdentity?, _ version: TLSVersion = .v1_3, sendsIntermediates: Bool = true
    ) throws -> LoopbackClient.Settings {
        var settings = LoopbackClient.Settings(version: version)
        if let identity {
            settings.chain = try X509Certificate.all(
                inPEM: sendsIntermediates ? identity.chainPEM : identity.certificatePEM)
            settings.key = try PrivateKey(pem: identity.privateKeyPEM)
        }
        return settings
    }

    @Test(
        "a good client is known by its chain, and data flows both ways", arguments: TLSVersion.allCases,
        Authentication.allCases)
    func good(version: TLSVersion, authentication: Authentication) throws {
        let server = try connection(authentication)
        var settings = try client(people.issueClient(name: "alice"), version)
        settings.protocols = ["h2", "http/1.1"]
        settings.serverName = "localhost"
        let client = try LoopbackClient(settings)
        #expect(try client.shakeHands(with: server) == .finished)
        let facts = server.facts
        #expect(facts.version == version.name && facts.cipher?.isEmpty == false)
        #expect(facts.alpn == "http/1.1" && facts.serverName == "localhost" && !facts.isResumed)
        if authentication == .none {
            #expect(facts.chain.isEmpty && facts.verification == nil)
        } else {
            #expect(facts.chain.map { $0.subject.commonName } == ["alice", "People"])
            #expect(facts.verification?.code == 0 && facts.verification?.text == "ok")
        }

        client.write("hello")
        try server.receive(client.takeOutput())
        #expect(server.read(upTo: 3) == .data(Data("hel".utf8)))
        #expect(server.read(upTo: 100) == .data(Data("lo".utf8)))
        #expect(server.read(upTo: 100) == .needsInput)
        let answer = String(repeating: "good day ", count: 10_000)
        try server.write(Data(answer.utf8))
        #expect(server.pendingOutput > answer.utf8.count)
        // In odd pieces, as a socket takes them.
        while server.pendingOutput > 0 {
            server.withOutput { client.put(UnsafeRawBufferPointer(rebasing: $0.prefix(7_001))) }
        }
        #expect(client.read() == answer)
        client.close()
        try server.receive(client.takeOutput())
        #expect(server.read(upTo: 100) == .end(cleanly: true))
    }

    /// Clients that have nothing good to show, OpenSSL's number for it, and the alert that they get.
    static let badClients: [(name: String, error: Int32, alert: UInt8)] = [
        ("expired", X509_V_ERR_CERT_HAS_EXPIRED, 45), ("early", X509_V_ERR_CERT_NOT_YET_VALID, 42),
        ("stranger", X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, 48),
        ("serverAuth only", X509_V_ERR_INVALID_PURPOSE, 43),
        ("no intermediate", X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, 48),
    ]

    private func badClient(_ name: String, _ version: TLSVersion) throws -> LoopbackClient.Settings {
        let hour = 3_600.0
        func validity(_ start: Double, _ end: Double) -> Validity {
            .from(Date(timeIntervalSinceNow: start * hour), to: Date(timeIntervalSinceNow: end * hour))
        }
        switch name {
        case "expired": return try client(people.issueClient(name: name, validity: validity(-2, -1)), version)
        case "early": return try client(people.issueClient(name: name, validity: validity(1, 2)), version)
        case "stranger": return try client(CertificateAuthority(name: "Other").issueClient(name: name), version)
        case "serverAuth only": return try client(people.issueClient(name: name, purposes: [.serverAuth]), version)
        default: return try client(people.issueClient(name: name), version, sendsIntermediates: false)
        }
    }

    @Test(
        "where a certificate is required, a bad one ends the handshake with its own alert, and is reported",
        arguments: TLSVersion.allCases, badClients)
    func required(version: TLSVersion, bad: (name: String, error: Int32, alert: UInt8)) throws {
        let server = try connection(.require)
        let outcome = try LoopbackClient(badClient(bad.name, version)).shakeHands(with: server)
        guard case .failed(let failure) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(failure.alertSent?.rawValue == bad.alert && failure.alertReceived == nil)
        #expect(server.facts.alertSent == failure.alertSent && server.facts.alertReceived == nil)
        #expect(failure.verifyError == Int(bad.error))
        #expect(failure.reason.hasPrefix("the client's certificate was refused: "), "\(failure)")
        #expect(server.facts.chain.first?.subject.commonName == bad.name)
        #expect(server.facts.verification?.code == Int(bad.error))
    }

    @Test(
        "where a certificate is only requested, a bad one is reported and data flows",
        arguments: TLSVersion.allCases, badClients)
    func requested(version: TLSVersion, bad: (name: String, error: Int32, alert: UInt8)) throws {
        let server = try connection(.request)
        let client = try LoopbackClient(badClient(bad.name, version))
        #expect(try client.shakeHands(with: server) == .finished)
        #expect(server.facts.verification?.code == Int(bad.error))
        #expect(server.facts.verification?.isSuccess == false)
        #expect(server.facts.chain.first?.subject.commonName == bad.name)
        client.write("hello")
        try server.receive(client.takeOutput())
        #expect(server.read(upTo: 100) == .data(Data("hello".utf8)))
    }

    @Test("a client without a certificate", arguments: TLSVersion.allCases)
    func none(version: TLSVersion) throws {
        let strict = try connection(.require)
        guard case .failed(let failure) = try LoopbackClient(client(nil, version)).shakeHands(with: strict) else {
            Issue.record("the handshake went through")
            return
        }
        #expect(failure.reason == "the client sent no certificate")
        #expect(failure.alertSent?.rawValue == (version == .v1_3 ? 116 : 40))
        #expect(strict.facts.verification == nil)
        let lax = try connection(.request)
        #expect(try LoopbackClient(client(nil, version)).shakeHands(with: lax) == .finished)
        #expect(lax.facts.verification == nil && lax.facts.chain.isEmpty)
    }

    @Test("certificates are verified by the injected clock")
    func clock() throws {
        let identity = try people.issueClient(name: "alice")
        let server = try connection(.request) { $0.now = { identity.notAfter.addingTimeInterval(1) } }
        #expect(try LoopbackClient(client(identity)).shakeHands(with: server) == .finished)
        #expect(server.facts.verification?.code == Int(X509_V_ERR_CERT_HAS_EXPIRED))
    }

    @Test(
        "a resumed session keeps the client's certificate and its verdict",
        arguments: TLSVersion.allCases, [true, false])
    func resumption(version: TLSVersion, isGood: Bool) throws {
        let context = try context(.request)
        let settings = try isGood ? client(people.issueClient(name: "alice"), version) : badClient("expired", version)
        let first = try LoopbackClient(settings)
        #expect(try first.shakeHands(with: TLSServerConnection(context)) == .finished)
        let session = first.session
        defer { SSL_SESSION_free(session) }
        var again = settings
        again.session = session
        let second = try TLSServerConnection(context)
        #expect(try LoopbackClient(again).shakeHands(with: second) == .finished)
        #expect(second.facts.isResumed)
        #expect(second.facts.chain == [settings.chain[0]])
        #expect(second.facts.verification?.isSuccess == isGood)
    }

    @Test("without resumption a session offered again is shaken hands anew", arguments: TLSVersion.allCases)
    func noResumption(version: TLSVersion) throws {
        let context = try context(.require) { $0.allowsResumption = false }
        let settings = try client(people.issueClient(name: "alice"), version)
        let first = try LoopbackClient(settings)
        #expect(try first.shakeHands(with: TLSServerConnection(context)) == .finished)
        let session = first.session
        defer { SSL_SESSION_free(session) }
        var again = settings
        again.session = session
        let second = try TLSServerConnection(context)
        #expect(try LoopbackClient(again).shakeHands(with: second) == .finished)
        #expect(!second.facts.isResumed && second.facts.chain.count == 2)
    }

    @Test("versions outside the configured range are refused with protocol_version")
    func versions() throws {
        let server = try connection(.none) { $0.minimumVersion = .v1_3 }
        guard case .failed(let failure) = try LoopbackClient(client(nil, .v1_2)).shakeHands(with: server) else {
            Issue.record("the handshake went through")
            return
        }
        #expect(failure.alertSent?.name == "protocol_version")
    }

    @Test("a client that offers only HTTP/2 is told that there is none")
    func alpn() throws {
        var settings = try client(nil)
        settings.protocols = ["h2"]
        guard case .failed(let failure) = try LoopbackClient(settings).shakeHands(with: connection(.none)) else {
            Issue.record("the handshake went through")
            return
        }
        #expect(failure.alertSent?.name == "no_application_protocol")
    }

    @Test("noise, and an end in the middle, fail with a reason and without a trap")
    func noise() throws {
        for bytes in [
            [UInt8](repeating: 0xFF, count: 5_000), Array("GET / HTTP/1.1\r\n\r\n".utf8), [0x16, 3, 1, 0, 0],
        ] {
            let server = try connection(.require)
            try server.receive(bytes)
            server.receiveEnd()
            guard case .failed(let failure) = server.handshake() else {
                Issue.record("the handshake went through")
                continue
            }
            #expect(!failure.reason.isEmpty)
        }
        let server = try connection(.require)
        #expect(server.handshake() == .needsInput)
        server.receiveEnd()
        guard case .failed(let failure) = server.handshake() else {
            Issue.record("the handshake went through")
            return
        }
        #expect(failure.reason == "the client closed the connection without a word")
        #expect(throws: TLSFailure.self) { try server.write(Data("too late".utf8)) }
    }

    @Test("an end without close_notify is told from a clean one")
    func truncation() throws {
        let server = try connection(.none)
        #expect(try LoopbackClient(client(nil)).shakeHands(with: server) == .finished)
        server.receiveEnd()
        #expect(server.read(upTo: 10) == .end(cleanly: false))
    }

    @Test("a key of another certificate, and no certificate, are refused when the context is made")
    func badIdentity() throws {
        #expect(throws: OpenSSLError.self) { try context(.none) { $0.chain = [] } }
        let other = try PrivateKey.generate(.ec(256))
        #expect(throws: OpenSSLError.self) { try context(.none) { $0.key = other } }
    }
}
