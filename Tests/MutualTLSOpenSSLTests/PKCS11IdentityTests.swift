import Foundation
import MutualTLSPKCS12
import MutualTLSPKI
import TestSupport
import Testing

@testable import MutualTLSOpenSSL

@Suite("Identities in a PKCS #11 token", .serialized, .needs(.softHSM, cases: 15), .needs(.pkcs11Tool, cases: 15))
struct PKCS11IdentityTests {
    private static let pin = SecretBytes(utf8: SoftToken.pin)

    private func issued(_ name: String = "alice", _ kind: KeyKind = .p256) throws -> IssuedIdentity {
        try CertificateAuthority(name: "Root").issueClient(name: name, keyKind: kind)
    }

    private func open(
        _ token: SoftToken, _ attributes: String, pin: SecretBytes? = Self.pin, certificate: X509Certificate? = nil
    ) throws -> PKCS11Identity {
        try PKCS11Identity(PKCS11URI(token.uri(attributes)), pin: pin, certificate: certificate)
    }

    @Test(
        "a key in the token signs, and its certificate is found by its identifier",
        arguments: [KeyKind.p256, .p384, .rsa(2048)])
    func signing(kind: KeyKind) async throws {
        let (mine, other) = (try issued("alice", kind), try issued("bob"))
        let token = try SoftToken([("bob", other), ("alice", mine)])
        let identity = try open(token, "token=mine;object=alice")
        #expect(identity.certificate.der == mine.certificateDER)
        #expect(identity.others.map(\.der) == [other.certificateDER])
        let signer = try #require(identity.key.signer)
        let schemes: Set<UInt16> =
            kind.description.hasPrefix("RSA")
            ? [0x0401, 0x0501, 0x0601, 0x0804, 0x0805, 0x0806] : [0x0403, 0x0503, 0x0603]
        #expect(Set(signer.schemes) == schemes)
        for scheme in signer.schemes {
            // Verified on the way.
            let signature = try await identity.key.signature(for: .init(scheme: scheme, message: Data("hello".utf8)))
            #expect(!signature.isEmpty)
        }
    }

    @Test("keys are found by the identifier, and by being the only one")
    func identifiers() throws {
        let (first, second) = (try issued("first"), try issued("second"))
        let token = try SoftToken([("a", first), ("b", second)])
        #expect(try open(token, "id=%02").certificate.der == second.certificateDER)
        #expect(try open(token, "id=%01;object=a").certificate.der == first.certificateDER)
        let single = try SoftToken([("a", first)])
        #expect(try open(single, "").certificate.der == first.certificateDER)
    }

    @Test("nothing of the key can be taken out: not here, and not by whoever has the PIN")
    func extraction() throws {
        let token = try SoftToken([("alice", issued())])
        let key = try open(token, "object=alice").key
        #expect(throws: OpenSSLError.self) { try key.pkcs8() }
        let listed = try token.objects()
        #expect(listed.contains("Private Key Object") && listed.contains("sensitive"))
        #expect(!listed.contains("extractable,") && !listed.contains(", extractable"))
    }

    struct Refusal: Sendable, CustomStringConvertible {
        let attributes: String
        let code: PKCS11Error.Code
        let reason: String
        var description: String { attributes }
    }

    @Test(
        "what is not there, or not clear, is named with what there is",
        arguments: [
            Refusal(attributes: "object=carol", code: .noKey, reason: "it has \"alice\" (id %01), \"bob\" (id %02)"),
            Refusal(attributes: "id=%09", code: .noKey, reason: "no such private key"),
            Refusal(attributes: "token=mine", code: .ambiguous, reason: "2 private keys"),
            Refusal(attributes: "token=yours;object=alice", code: .unavailable, reason: "\"mine\" (serial"),
            Refusal(attributes: "serial=0;object=alice", code: .unavailable, reason: "none of the tokens"),
            Refusal(attributes: "slot-id=1;object=alice", code: .unavailable, reason: "none of the tokens"),
        ])
    func refusals(refusal: Refusal) throws {
        let token = try SoftToken([("alice", issued("alice")), ("bob", issued("bob"))])
        let error = #expect(throws: PKCS11Error.self) { try open(token, refusal.attributes) }
        #expect(error?.code == refusal.code)
        #expect(error?.description.contains(refusal.reason) == true, "\(String(describing: error))")
        #expect(error?.hint != nil)
    }

    @Test("a certificate that is not in the token is given, and must be the key's")
    func certificates() throws {
        let issued = try issued("alice", .rsa(2048))
        let token = try SoftToken([("alice", issued)], withCertificates: false)
        let missing = #expect(throws: PKCS11Error.self) { try open(token, "object=alice") }
        #expect(missing?.code == .noCertificate)
        let certificate = try X509Certificate(der: issued.certificateDER)
        #expect(try open(token, "object=alice", certificate: certificate).certificate == certificate)
        let other = try X509Certificate(der: self.issued("bob", .rsa(2048)).certificateDER)
        let wrong = #expect(throws: PKCS11Error.self) { try open(token, "object=alice", certificate: other) }
        #expect(wrong?.code == .mismatch)
        #expect(wrong?.description.contains("CN=bob") == true)
    }

    @Test("an elliptic curve key with another's certificate is found out when it signs")
    func foreignCertificate() async throws {
        let token = try SoftToken([("alice", issued())], withCertificates: false)
        let other = try X509Certificate(der: issued("bob").certificateDER)
        let identity = try open(token, "object=alice", certificate: other)
        let error = await #expect(throws: KeySigningError.self) {
            try await identity.key.signature(for: .init(scheme: 0x0403, message: Data()))
        }
        #expect(error?.code == .notOfThisKey)
    }

    @Test("without a PIN nothing is tried; a wrong one is tried once, and the right one then works")
    func pins() throws {
        let token = try SoftToken([("alice", issued())])
        let none = #expect(throws: PKCS11Error.self) { try open(token, "object=alice", pin: nil) }
        #expect(none?.code == .pinRequired)
        #expect(try !token.run(["-L"]).contains("user PIN count low"))
        let wrong = #expect(throws: PKCS11Error.self) {
            try open(token, "object=alice", pin: SecretBytes(utf8: "4321"))
        }
        #expect(wrong?.code == .wrongPIN)
        #expect(wrong?.hint?.contains("tries are left") == true)
        #expect(try token.run(["-L"]).contains("user PIN count low"))
        let long = SecretBytes(utf8: String(repeating: "1", count: 300))
        #expect(throws: PKCS11Error.self) { try open(token, "object=alice", pin: long) }
        #expect(try open(token, "object=alice").certificate.subject.description == "CN=alice")
    }

    @Test("the PIN comes from the file that the URI names, without its line end")
    func pinSource() throws {
        let token = try SoftToken([("alice", issued())])
        let folder = try TemporaryFolder()
        try folder.write(Data("\(SoftToken.pin)\r\n".utf8), "pin")
        let uri = try PKCS11URI(token.uri("object=alice") + "&pin-source=file:\(folder.path("pin"))")
        #expect(try PKCS11Identity(uri, pin: nil).certificate.subject.description == "CN=alice")
        let nowhere = try PKCS11URI(token.uri("object=alice") + "&pin-source=file:\(folder.path("none"))")
        let error = #expect(throws: PKCS11Error.self) { try PKCS11Identity(nowhere, pin: nil) }
        #expect(error?.code == .pinRequired)
    }

    @Test("a token without RSA-PSS makes the other signatures alone; with RSA alone the padding is put on here")
    func mechanisms() async throws {
        let issued = try issued("alice", .rsa(2048))
        // SoftHSM passes over the first name behind the hyphen.
        let poor = try SoftToken(mechanisms: "-CKM_MD5,CKM_RSA_PKCS_PSS,CKM_RSA_X_509", [("alice", issued)])
        #expect(try open(poor, "object=alice").key.signer?.schemes == [0x0401, 0x0501, 0x0601])
        let raw = try SoftToken(mechanisms: "-CKM_MD5,CKM_RSA_PKCS_PSS", [("alice", issued)])
        let key = try open(raw, "object=alice").key
        for scheme: UInt16 in [0x0804, 0x0805, 0x0806] {
            #expect(try await key.signature(for: .init(scheme: scheme, message: Data("hi".utf8))).count == 256)
        }
        let useless = try SoftToken(
            mechanisms: "-CKM_MD5,CKM_RSA_PKCS_PSS,CKM_RSA_X_509,CKM_RSA_PKCS", [("alice", issued)])
        let error = #expect(throws: PKCS11Error.self) { try open(useless, "object=alice") }
        #expect(error?.code == .unsupportedKey)
    }

    @Test("many tasks sign with one token at once, and each signature is good")
    func parallel() async throws {
        let token = try SoftToken([("alice", issued()), ("bob", issued("bob", .rsa(2048)))])
        let keys = try ["alice", "bob"].map { try open(token, "object=\($0)").key }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<100 {
                let key = keys[index % 2]
                let scheme: UInt16 = index % 2 == 0 ? 0x0403 : 0x0804
                group.addTask {
                    _ = try await key.signature(for: .init(scheme: scheme, message: Data("\(index)".utf8)))
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("a token whose sessions are gone, as when it was pulled out and put in again, is logged in to once more")
    func lostSessions() async throws {
        let token = try SoftToken([("alice", issued())])
        let key = try open(token, "object=alice").key
        let request = KeySigningRequest(scheme: 0x0403, message: Data("hello".utf8))
        let module = try LoadedModule(token)
        for _ in 0..<2 {
            #expect(module.closeSessions() == 1)
            #expect(try await !key.signature(for: request).isEmpty)
        }
    }

    @Test("a PIN that was changed since is tried once more, and then never")
    func changedPIN() async throws {
        let token = try SoftToken([("alice", issued())])
        let key = try open(token, "object=alice").key
        let request = KeySigningRequest(scheme: 0x0403, message: Data("hello".utf8))
        let module = try LoadedModule(token)
        try module.changePIN(to: "8765")
        #expect(module.closeSessions() == 2)
        var codes: [PKCS11Error.Code] = []
        for _ in 0..<20 {
            do {
                _ = try await key.signature(for: request)
            } catch {
                ((error as? KeySigningError)?.underlying as? PKCS11Error).map { codes.append($0.code) }
            }
        }
        #expect(codes == [.wrongPIN] + Array(repeating: .pinRequired, count: 19))
    }

    @Test(
        "a module that is missing, or is none, is told as what it is",
        arguments: [("/nonexistent/module.so", "No such file"), ("libm.so.6", "no function C_GetFunctionList")])
    func modules(path: String, reason: String) throws {
        let error = #expect(throws: PKCS11Error.self) {
            try PKCS11Identity(PKCS11URI("pkcs11:?module-path=\(path)"), pin: nil)
        }
        #expect(error?.code == .unavailable)
        #expect(error?.description.contains(path) == true && error?.description.contains(reason) == true)
        #expect(error?.hint != nil)
    }
}

/// The module as it is loaded already, for what the library has no use for.
private struct LoadedModule {
    private let handle: UnsafeMutableRawPointer
    private let slot: UInt

    init(_ token: SoftToken) throws {
        handle = try #require(dlopen(token.module, RTLD_NOW))
        slot = try #require(PKCS11Module.named(token.module).tokens().first).slot
    }

    private func function<Function>(_ name: String, as type: Function.Type) throws -> Function {
        unsafeBitCast(try #require(dlsym(handle, name)), to: type)
    }

    /// How many there were. SoftHSM counts them from 1, and logs out with the last one.
    func closeSessions() -> Int {
        guard let close = try? function("C_CloseSession", as: (@convention(c) (UInt) -> UInt).self) else { return -1 }
        return (1...99).filter { close($0) == 0 }.count
    }

    func changePIN(to new: String) throws {
        typealias Open =
            @convention(c) (
                UInt, UInt, UnsafeRawPointer?, UnsafeRawPointer?, UnsafeMutablePointer<UInt>
            ) -> UInt
        typealias Change = @convention(c) (UInt, UnsafePointer<UInt8>, UInt, UnsafePointer<UInt8>, UInt) -> UInt
        var session: UInt = 0
        // CKF_SERIAL_SESSION and CKF_RW_SESSION.
        #expect(try function("C_OpenSession", as: Open.self)(slot, 6, nil, nil, &session) == 0)
        let (from, to) = (Array(SoftToken.pin.utf8), Array(new.utf8))
        let change = try function("C_SetPIN", as: Change.self)
        #expect(change(session, from, UInt(from.count), to, UInt(to.count)) == 0)
    }
}
