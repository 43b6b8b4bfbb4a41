import Foundation
import TestSupport
import Testing

@testable import MutualTLSPKCS12

/// What a person is told when the system's importer has refused a file.
@Suite struct ImportRefusalTests {
    private typealias W = DERWriter
    private typealias B = PKCS12Builder

    private static let authFailed = AppleImporter.authFailed

    /// A file as iOS 17 likes it, but for what is given.
    private static func file(_ algorithm: Data = B.pbe(3), mac: Data? = sha1) -> Data {
        B.file(parts: [B.encrypted(algorithm, Data(repeating: 1, count: 16))], mac: mac)
    }

    private static let sha1 = B.mac(algorithm: W.sequence(W.oid("1.3.14.3.2.26"), W.null), byteCount: 20)

    private func refusal(
        _ status: Int32, _ data: Data, _ password: String? = "password", _ importer: AppleImporter = .old
    ) -> ImportRefusal {
        ImportRefusal(status: status, file: data, password: password.map { SecretBytes(utf8: $0) }, importer: importer)
    }

    @Test("a password is called wrong only where the file should have opened")
    func password() {
        for status in [AppleImporter.authFailed, AppleImporter.verifyFailure] {
            #expect(refusal(status, Self.file()).cause == .wrongPassword)
            #expect(refusal(status, Self.file(), nil).cause == .passwordRequired)
        }
        #expect(refusal(Self.authFailed, Self.file(), "").hint?.contains("iOS and macOS differ") == true)
        let modern = Self.file(B.pbes2(B.pbkdf2()), mac: B.mac())
        #expect(refusal(Self.authFailed, modern).cause == .unsupported)
        #expect(refusal(Self.authFailed, modern, nil).cause == .unsupported)
        #expect(refusal(Self.authFailed, modern, "password", .new).cause == .wrongPassword)
    }

    @Test("a file that is too new is told with its algorithm and the systems that open it")
    func tooNew() {
        let modern = refusal(Self.authFailed, Self.file(B.pbes2(B.pbkdf2()), mac: B.mac()))
        #expect(modern.reason.contains("its MAC uses SHA-256, and iOS 17 knows only SHA-1"))
        #expect(modern.hint?.contains("iOS 18, macOS 15 and newer open it") == true)
        let content = refusal(AppleImporter.decode, Self.file(B.pbes2(B.pbkdf2())))
        #expect(content.reason.contains("PBES2 AES-256-CBC") && content.hint?.contains("iOS 18") == true)
    }

    @Test("a file that no Apple system opens is told what to export instead")
    func never() {
        let files: [(String, Data)] = [
            ("no MAC", Self.file(mac: nil)), ("2-Key", Self.file(B.pbe(4))),
            ("PBMAC1", Self.file(mac: B.mac(algorithm: B.pbmac1(B.pbkdf2(keyLength: W.integer(32)))))),
        ]
        for (word, file) in files {
            for importer in [AppleImporter.old, .new] {
                let refusal = refusal(AppleImporter.decode, file, "password", importer)
                #expect(refusal.cause == .unsupported && refusal.reason.contains(word), "\(refusal)")
                #expect(refusal.hint?.hasPrefix("export it with AES-256-CBC") == true)
            }
        }
    }

    @Test("what is no PKCS#12 file, or is damaged, is called that whatever the status")
    func malformed() {
        for status in [Self.authFailed, AppleImporter.decode] {
            let text = refusal(status, Data("-----BEGIN CERTIFICATE-----".utf8))
            #expect(text.cause == .malformed && text.reason.contains("this is a PEM file"))
            #expect(refusal(status, Self.file().dropLast(9)).cause == .malformed)
        }
        let inside = refusal(AppleImporter.decode, Self.file(), "password", .new)
        #expect(inside.cause == .malformed && inside.reason.contains("-26275"))
        let signed = W.sequence(
            W.integer(3), W.sequence(W.oid("1.2.840.113549.1.7.2"), W.explicit(0, W.sequence(W.integer(1)))))
        #expect(refusal(AppleImporter.decode, signed).cause == .unsupported)
    }

    @Test("this platform's importer is one of the two")
    func current() {
        #expect([AppleImporter.old, .new].map(\.systems).contains(AppleImporter.current.systems))
    }
}
