import Foundation
import TestSupport
import Testing

/// Files as people have them, and as they break.
@Suite("Identity files")
struct IdentityFilesTests {
    private let program: Program

    init() throws {
        program = try Program()
        let alice = try TestPKI().client()
        try program.folder.write(alice.certificatePEM, "alice.pem")
        try program.folder.write(alice.privateKeyPEM, "alice.key")
        try program.folder.write(Data("secret\n".utf8), "password")
    }

    private func openssl(_ name: String, _ words: [String] = []) throws {
        let tool = try #require(Tool("openssl"))
        let outcome = try tool.run(
            [
                "pkcs12", "-export", "-in", program.folder.path("alice.pem"), "-out", program.folder.path(name),
                "-passout",
                "file:" + program.folder.path("password"),
            ]
                + (words.contains("-nokeys") ? [] : ["-inkey", program.folder.path("alice.key")]) + words)
        #expect(outcome.status == 0, "\(outcome)")
    }

    @Test(
        "what openssl exports opens, as it comes and in the old format",
        arguments: [[], ["-legacy"], ["-keypbe", "NONE"]])
    func fromOpenSSL(_ words: [String]) throws {
        try openssl("alice.p12", words)
        let outcome = try program.run(["inspect", "alice.p12", "--password-file", "password"])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.output.contains("subject: CN=alice\n"))
        #expect(outcome.output.contains("usage: clientAuth\n"))
    }

    @Test("what keytool makes opens", .needs(.keytool, cases: 1))
    func fromKeytool() throws {
        try openssl("alice.p12")
        let keytool = try #require(Tool("keytool"))
        let made = try keytool.run([
            "-importkeystore", "-srckeystore", program.folder.path("alice.p12"), "-srcstoretype", "PKCS12",
            "-srcstorepass:file", program.folder.path("password"), "-destkeystore", program.folder.path("java.p12"),
            "-deststoretype", "PKCS12", "-deststorepass:file", program.folder.path("password"),
        ])
        #expect(made.status == 0, "\(made)")
        let outcome = try program.run(["inspect", "java.p12", "--password-file", "password"])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.output.contains("subject: CN=alice\n"))
    }

    struct Broken: Sendable, CustomTestStringConvertible {
        let name: String
        let status: String
        let words: String
        var testDescription: String { name }
    }

    static let brokenFiles = [
        Broken(name: "truncated.p12", status: "malformed", words: "cut off"),
        Broken(name: "empty.p12", status: "malformed", words: "the file is empty"),
        Broken(name: "text.p12", status: "malformed", words: "not a PKCS#12 file"),
        Broken(name: "locked.p12", status: "wrong-password", words: "the password of the PKCS#12 file is wrong"),
    ]

    @Test("a file that does not open is a no that says why, in both commands", arguments: brokenFiles)
    func doesNotOpen(_ test: Broken) throws {
        try openssl("good.p12")
        let good = try Data(contentsOf: program.folder.url("good.p12"))
        try program.folder.write(good.prefix(good.count / 2), "truncated.p12")
        try program.folder.write(Data(), "empty.p12")
        try program.folder.write(Data("hello".utf8), "text.p12")
        try program.folder.write(good, "locked.p12")
        let password = test.status == "wrong-password" ? "Secret" : "secret"
        let environment = ["MTLS_PASSWORD": password]
        let inspected = try program.run(["inspect", test.name], environment: environment)
        #expect(inspected.status == 1)
        #expect(inspected.errors.contains(test.words), "\(inspected)")
        let json = try program.run(["inspect", test.name, "--json"], environment: environment)
        #expect(json.status == 1)
        #expect(json.output.contains("\"status\" : \"\(test.status)\""), "\(json)")
        #expect(json.errors.isEmpty)
        let requested = try program.run(
            ["request", "https://localhost:1/", "--identity", test.name], environment: environment)
        #expect(requested.status == 1)
        #expect(requested.errors.contains("\(test.name): "), "\(requested)")
        #expect(requested.errors.contains(test.words), "\(requested)")
        if test.status != "wrong-password" { #expect(!requested.errors.contains("password"), "\(requested)") }
    }

    @Test("certificates without a key are shown, and are no identity")
    func keyless() throws {
        try openssl("certificate.p12", ["-nokeys"])
        let environment = ["MTLS_PASSWORD": "secret"]
        let inspected = try program.run(["inspect", "certificate.p12", "--json"], environment: environment)
        #expect(inspected.status == 0)
        #expect(inspected.output.contains("\"identities\" : [\n\n  ]"))
        let requested = try program.run(
            ["request", "https://localhost:1/", "--identity", "certificate.p12"], environment: environment)
        #expect(requested.status == 1)
        #expect(requested.errors.contains("the PKCS#12 file holds a certificate and no private key"))
    }

    @Test("without the password the structure is shown, and the status is no")
    func withoutPassword() throws {
        try openssl("old.p12", ["-legacy"])
        let outcome = try program.run(["inspect", "old.p12"])
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("MAC: HMAC-SHA-1, PKCS#12 KDF, 2048 iterations"))
        #expect(outcome.output.contains("encryption: pbeWithSHA1And40BitRC2-CBC, 2048 iterations"))
        #expect(!outcome.output.contains("CN=alice"))
        #expect(
            outcome.errors.contains("old.p12 has a password, and none was given, and there is no terminal to ask on"))
        let json = try program.run(["inspect", "old.p12", "--no-password", "--json"])
        #expect(json.status == 1)
        #expect(json.output.contains("\"status\" : \"password-required\""))
    }

    @Test("an empty password is not the lack of one, and both are taken where they fit")
    func emptyPassword() throws {
        try program.folder.write(Data("\n".utf8), "password")
        try openssl("empty-password.p12")
        try program.folder.write(Data(), "nothing")
        for words in [["--password-file", "nothing"], ["--password-stdin"], ["--no-password"], []] {
            #expect(try program.run(["inspect", "empty-password.p12"] + words).status == 0, "\(words)")
        }
    }

    @Test("a key goes beside a PKCS#12 file that has none, and PEM says what it is")
    func kinds() throws {
        try openssl("certificate.p12", ["-nokeys"])
        let beside = try program.inspect("certificate.p12", ["--key", "alice.key"], password: "secret")
        #expect(beside.identities.map(\.subject) == ["CN=alice"])
        let request = try program.run(
            ["request", "https://localhost:1/", "--identity", "certificate.p12", "--key", "alice.key"],
            environment: ["MTLS_PASSWORD": "secret"])
        #expect(request.errors.contains("localhost"), "the identity is whole: \(request)")
        let pem = try program.run(["inspect", "alice.pem", "--json"])
        #expect(pem.status == 0)
        #expect(pem.output.contains("\"format\" : \"pem\""))
        #expect(
            try program.run(["inspect", "alice.key"]).output.contains("private keys without a certificate: EC P-256\n"))
    }

    @Test("names that would control the terminal are written out")
    func hostile() throws {
        let openssl = try #require(Tool("openssl"))
        let made = try openssl.run([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-utf8", "-subj",
            "/CN=\u{1B}[2J\u{202E}evil", "-keyout", program.folder.path("evil.key"), "-out",
            program.folder.path("evil.pem"),
        ])
        #expect(made.status == 0, "\(made)")
        let outcome = try program.run(["inspect", "evil.pem", "--key", "evil.key"])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.output.unicodeScalars.allSatisfy { $0 == "\n" || ($0.value >= 0x20 && $0.value != 0x202E) })
        #expect(outcome.output.contains("evil"))
    }
}
