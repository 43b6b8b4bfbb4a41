import Foundation
import MutualTLSPKI
import TestSupport
import Testing

@Suite(
    "mtls request --pkcs11", .serialized, .needs(.softHSM, cases: 17), .needs(.pkcs11Tool, cases: 17),
    .needs(.nginx, cases: 17))
struct TokenRequestTests {
    /// The command in a folder with the PIN, the server's root and the certificates.
    struct Fixture {
        let request: RequestFixture
        let token: SoftToken

        init(_ kind: KeyKind = .p256, mechanisms: String = "ALL", withCertificates: Bool = true) throws {
            request = try RequestFixture()
            let alice = try request.pki.root.issueClient(name: "alice", keyKind: kind)
            token = try SoftToken(
                mechanisms: mechanisms, [("alice", alice)], withCertificates: withCertificates)
            try request.program.folder.write(Data("\(SoftToken.pin)\n".utf8), "pin.txt")
            try request.program.folder.write(Data("4321\n".utf8), "wrong.txt")
            try request.program.folder.write(alice.chainPEM, "alice.pem")
        }

        func run(
            _ options: [String], uri: String? = nil, environment: [String: String] = [:], input: String = ""
        ) throws -> Tool.Outcome {
            let words = [
                "request", request.nginx.url().absoluteString, "--cacert", "root.pem", "--pkcs11",
                uri ?? token.uri("token=mine;object=alice"),
            ]
            return try request.program.run(words + options, input: input, environment: environment)
        }
    }

    @Test(
        "the server sees whose key is in the token, whatever the version",
        arguments: [KeyKind.p256, .rsa(2048)], [["--tls-max", "1.2"], ["--tls-min", "1.3"]])
    func good(kind: KeyKind, version: [String]) throws {
        let outcome = try Fixture(kind).run(["--password-file", "pin.txt"] + version)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
        #expect(outcome.output == "SUCCESS|CN=alice|TLSv\(version[1])|HTTP/1.1")
    }

    @Test("the PIN comes from wherever passwords come from")
    func pins() throws {
        let fixture = try Fixture()
        let ways: [(options: [String], environment: [String: String], input: String)] = [
            (["--password-stdin"], [:], "\(SoftToken.pin)\n"), ([], ["MTLS_PASSWORD": SoftToken.pin], ""),
        ]
        for way in ways {
            let outcome = try fixture.run(way.options, environment: way.environment, input: way.input)
            #expect(outcome.output.hasPrefix("SUCCESS|CN=alice"), "\(outcome)")
        }
        let folder = fixture.request.program.folder
        let uri = fixture.token.uri("object=alice") + "&pin-source=file:\(folder.path("pin.txt"))"
        #expect(try fixture.run([], uri: uri).output.hasPrefix("SUCCESS|CN=alice"))
    }

    @Test("the module comes from the environment where the URI names none")
    func module() throws {
        let fixture = try Fixture()
        let outcome = try fixture.run(
            ["--password-file", "pin.txt"], uri: "pkcs11:object=alice",
            environment: ["MTLS_PKCS11_MODULE": fixture.token.module])
        #expect(outcome.output.hasPrefix("SUCCESS|CN=alice"), "\(outcome)")
    }

    @Test("the certificate and what is above it come from a file where they are not in the token")
    func certificate() throws {
        let fixture = try Fixture(withCertificates: false)
        let without = try fixture.run(["--password-file", "pin.txt"])
        #expect(without.status == 1 && without.errors.contains("has no certificate for the key \"alice\""))
        let with = try fixture.run(["--password-file", "pin.txt", "--cert", "alice.pem"])
        #expect(with.output.hasPrefix("SUCCESS|CN=alice"), "\(with)")
        let none = try fixture.run(["--password-file", "pin.txt", "--cert", "pin.txt"])
        #expect(none.status == 1 && none.errors.contains("pin.txt"))
    }

    @Test("a wrong PIN is refused by the token, is not printed, and no PIN at all says how to give one")
    func wrongPIN() throws {
        let fixture = try Fixture()
        let wrong = try fixture.run(["--password-file", "wrong.txt"])
        #expect(wrong.status == 1 && wrong.errors.contains("mtls: error: the token \"mine\" refuses the PIN"))
        #expect(!wrong.errors.contains("4321"))
        let none = try fixture.run([])
        #expect(none.status == 1 && none.errors.contains("the token \"mine\" wants a PIN, and none was given"))
        #expect(none.errors.contains("--password-file"))
    }

    @Test("without RSA-PSS the advice is one that can be followed")
    func withoutPSS() throws {
        let fixture = try Fixture(.rsa(2048), mechanisms: "-CKM_MD5,CKM_RSA_PKCS_PSS,CKM_RSA_X_509")
        let refused = try fixture.run(["--password-file", "pin.txt"])
        #expect(refused.status == 1 && refused.output.isEmpty)
        #expect(refused.errors.contains("can't make RSA-PSS signatures") && refused.errors.contains("--tls-max 1.2"))
        let limited = try fixture.run(["--password-file", "pin.txt", "--tls-max", "1.2"])
        #expect(limited.output.hasPrefix("SUCCESS|CN=alice|TLSv1.2"), "\(limited)")
    }

    @Test("JSON has the error's name, and nothing of the PIN")
    func json() throws {
        let outcome = try Fixture().run(["--json", "--password-file", "wrong.txt"])
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("\"wrongPassword\"") && !outcome.output.contains("4321"))
    }

    @Test(
        "what doesn't go together is wrong usage",
        arguments: [
            ["--identity", "alice.p12"], ["--key", "alice.key"], ["--select", "name:alice"], ["--tls-max", "1.1"],
        ])
    func usage(options: [String]) throws {
        let outcome = try Fixture().run(options)
        #expect(outcome.status == 2, "\(outcome)")
        #expect(outcome.errors.contains(options[0]))
    }

    @Test("--cert without a token is wrong usage, and so is a PIN in the URI, which is not repeated")
    func lonely() throws {
        let program = try Program()
        let lonely = try program.run(["request", "https://localhost/", "--cert", "x.pem"])
        #expect(lonely.status == 2 && lonely.errors.contains("--cert goes with --pkcs11"))
        let inside = try program.run(["request", "https://localhost/", "--pkcs11", "pkcs11:?pin-value=31415"])
        #expect(inside.status != 0 && inside.errors.contains("a PIN doesn't belong in a PKCS #11 URI"))
        #expect(!inside.errors.contains("31415"))
    }

    @Test("at a terminal the PIN is asked for, and not shown")
    func prompt() throws {
        let fixture = try Fixture()
        let terminal = try Terminal(
            fixture.request.program,
            [
                "request", fixture.request.nginx.url().absoluteString, "--cacert", "root.pem", "--pkcs11",
                fixture.token.uri("object=alice"),
            ])
        #expect(terminal.wait(for: "PIN of the token: "))
        #expect(!terminal.echoes)
        terminal.type("\(SoftToken.pin)\n")
        #expect(terminal.status() == 0)
        #expect(fixture.request.program.folder.text(of: "stdout").hasPrefix("SUCCESS|CN=alice"))
        #expect(!terminal.shown.contains(SoftToken.pin))
    }
}
