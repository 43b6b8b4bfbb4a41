import Foundation
import MutualTLSOpenSSL
import MutualTLSPKCS12
import TestSupport
import Testing

/// What we write, opened by everybody else.
@Suite struct PKCS12WritingTests {
    static let formats = [PKCS12Writer.Format.modern, .compatible]
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func run(
        _ name: String, _ arguments: [String], _ sample: PKCS12Sample, _ format: PKCS12Writer.Format
    ) throws -> Tool.Outcome {
        let file = try sample.write(format, to: folder)
        let password = try folder.write(Data(sample.password.utf8), "password").path
        let words = ["FILE": file, "PASSWORD-FILE": password, "PASSWORD": sample.password]
        let outcome = try #require(Tool(name)).run(
            arguments.map { words[$0] ?? $0 },
            environment: ["MTLS_TEST_PASSWORD": sample.password, "LC_ALL": "C.UTF-8"])
        #expect(outcome.status == 0, "\(outcome)")
        return outcome
    }

    /// The certificates in a tool's output, and what it is expected to be.
    private func expectCertificates(of sample: PKCS12Sample, in text: String) throws {
        let found = try X509Certificate.all(inPEM: Data(text.utf8))
        #expect(Set(found) == Set(try sample.entries().map(\.certificate) + [sample.issuer()]))
        #expect(found.count == sample.identities.count + 1)
    }

    @Test(
        "openssl opens it without its old algorithms", .needs(.openssl, cases: 12), arguments: PKCS12Sample.all, formats
    )
    func openssl(sample: PKCS12Sample, format: PKCS12Writer.Format) throws {
        let file = folder.path("out")
        _ = try run(
            "openssl", ["pkcs12", "-in", "FILE", "-passin", "env:MTLS_TEST_PASSWORD", "-nodes", "-out", file], sample,
            format)
        // That is what it prints names in, as far as they go.
        let output = try #require(String(data: Data(contentsOf: folder.url("out")), encoding: .isoLatin1))
        try expectCertificates(of: sample, in: output)
        let keys = try PEMDocument.blocks(in: Data(output.utf8)).filter(KeyReader.isKey).map(\.der)
        #expect(try keys == sample.entries().compactMap { try $0.key?.pkcs8() })
        for (_, name) in sample.identities where name.unicodeScalars.allSatisfy({ $0.value < 0x100 }) {
            // Once for the certificate and once for the key.
            #expect(output.components(separatedBy: "friendlyName: \(name)\n").count == 3, "\(output)")
        }
    }

    // NSS of 2023 knows no Ed25519.
    @Test(
        "NSS opens it", .needs(.pk12util, cases: 10),
        arguments: [PKCS12Sample.rsa, .p256, .two, .umlaut, .scripts], formats)
    func nss(sample: PKCS12Sample, format: PKCS12Writer.Format) throws {
        let outcome = try run("pk12util", ["-l", "FILE", "-w", "PASSWORD-FILE"], sample, format)
        let output = outcome.output
        #expect(output.components(separatedBy: "Certificate(has private key)").count == sample.identities.count + 1)
        for entry in try sample.entries() {
            #expect(output.contains("Friendly Name: \(try #require(entry.friendlyName))\n"), "\(output)")
        }
        for certificate in try sample.entries().map(\.certificate) + [sample.issuer()] {
            #expect(fingerprints(output).contains(certificate.sha256.hex), "\(output)")
        }
    }

    /// Hexadecimal without colons, each from a line of its own.
    private func fingerprints(_ text: String) -> Set<String> {
        Set(text.split(separator: "\n").map { $0.filter(\.isHexDigit).lowercased() })
    }

    @Test("GnuTLS opens it", .needs(.certtool, cases: 12), arguments: PKCS12Sample.all, formats)
    func gnutls(sample: PKCS12Sample, format: PKCS12Writer.Format) throws {
        let outcome = try run(
            "certtool", ["--p12-info", "--inder", "--infile", "FILE", "--password", "PASSWORD"], sample, format)
        try expectCertificates(of: sample, in: outcome.output)
        for entry in try sample.entries() {
            let name = try #require(entry.friendlyName)
            #expect(outcome.output.components(separatedBy: "Friendly name: \(name)\n").count == 3, "\(outcome)")
            let mark = Digest.sha1(entry.certificate.der).hex
            #expect(outcome.output.lowercased().filter { $0 != ":" }.components(separatedBy: mark).count == 3)
        }
    }

    @Test("Python opens it, and has the key", .needs(.cryptography, cases: 12), arguments: PKCS12Sample.all, formats)
    func python(sample: PKCS12Sample, format: PKCS12Writer.Format) throws {
        let script = try folder.write(Data(pythonReader.utf8), "read.py").path
        let outcome = try run("/usr/bin/python3", [script, "FILE"], sample, format)
        let lines = outcome.output.split(separator: "\n").map(String.init)
        let entries = try sample.entries()
        // It looks for one key, and takes every other certificate for one of a CA.
        let first = try #require(entries.first)
        let key = try #require(first.key)
        #expect(try lines.first == Digest.sha256(key.pkcs8()).hex, "\(outcome)")
        let expected =
            try entries.map { "\($0.certificate.sha256.hex) \($0.friendlyName ?? "")" } + [
                "\(sample.issuer().sha256.hex) None"
            ]
        #expect(Set(lines.dropFirst()) == Set(expected), "\(outcome)")
    }

    // A start of Java takes a second. It takes passwords of ASCII alone.
    @Test(
        "Java opens it, under its names in lower case", .needs(.keytool, cases: 4),
        arguments: [
            (PKCS12Sample.two, PKCS12Writer.Format.modern), (.two, .compatible), (.p256, .modern), (.ed25519, .modern),
        ])
    func java(sample: PKCS12Sample, format: PKCS12Writer.Format) throws {
        let outcome = try run(
            "keytool",
            ["-list", "-rfc", "-storetype", "PKCS12", "-keystore", "FILE", "-storepass:env", "MTLS_TEST_PASSWORD"],
            sample, format)
        let output = outcome.output
        #expect(output.components(separatedBy: "PrivateKeyEntry").count == sample.identities.count + 1, "\(outcome)")
        #expect(output.components(separatedBy: "Certificate chain length: 2").count == sample.identities.count + 1)
        for (_, name) in sample.identities {
            #expect(output.contains("Alias name: \(name.lowercased())\n"), "\(output)")
        }
        let leaves = try sample.entries().map(\.certificate)
        #expect(try Set(X509Certificate.all(inPEM: Data(output.utf8))) == Set(leaves + [sample.issuer()]))
    }
}

private let pythonReader = """
    import hashlib, os, sys
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, pkcs12

    found = pkcs12.load_pkcs12(open(sys.argv[1], "rb").read(), os.environ["MTLS_TEST_PASSWORD"].encode())
    key = found.key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
    print(hashlib.sha256(key).hexdigest())
    for one in [found.cert] + found.additional_certs:
        der = one.certificate.public_bytes(Encoding.DER)
        print(hashlib.sha256(der).hexdigest(), one.friendly_name and one.friendly_name.decode())
    """
