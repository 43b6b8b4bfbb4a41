import Foundation
import MutualTLSOpenSSL
import MutualTLSPKCS12
import TestSupport
import Testing

/// What everybody else writes, opened by us.
@Suite struct PKCS12ReadingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The file that a tool left at `FILE`. Its other words: `KEY`, `LEAF` and `CHAIN` are PEM files of the first identity,
    /// `OURS` is our PKCS#12 file of all, `PASSWORD` the password.
    private func file(_ name: String, _ arguments: [String], _ sample: PKCS12Sample) throws -> Data {
        let first = try #require(sample.entries().first)
        let password = sample.password
        let words = [
            "FILE": folder.path("theirs.p12"), "PASSWORD": password,
            "KEY": try folder.write(#require(first.key).pem(), "key.pem").path,
            "LEAF": try folder.write(X509Certificate.pem(of: [first.certificate]), "leaf.pem").path,
            "CHAIN": try folder.write(X509Certificate.pem(of: [sample.issuer()]), "chain.pem").path,
            "OURS": try sample.write(.modern, to: folder),
        ]
        let outcome = try #require(Tool(name)).run(
            arguments.map { words[$0] ?? $0 },
            environment: ["MTLS_TEST_PASSWORD": password, "LC_ALL": "C.UTF-8"])
        return try #require(try? Data(contentsOf: folder.url("theirs.p12")), "\(outcome)")
    }

    static let opensslOptions = [
        "", "-legacy", "-keypbe PBE-SHA1-3DES -certpbe PBE-SHA1-3DES -macalg sha1",
        "-keypbe PBE-SHA1-2DES -certpbe PBE-SHA1-2DES", "-legacy -keypbe PBE-SHA1-RC2-40 -certpbe PBE-SHA1-RC2-128",
        "-legacy -keypbe PBE-SHA1-RC4-128 -certpbe PBE-SHA1-RC4-40",
        "-legacy -keypbe PBE-MD5-DES -certpbe PBE-SHA1-DES",
        "-legacy -keypbe PBE-SHA1-RC2-64 -certpbe PBE-MD5-RC2-64", "-legacy -keypbe des-cbc -certpbe rc2-cbc",
        "-keypbe AES-128-CBC -certpbe AES-192-CBC -macalg sha512", "-keypbe des-ede3-cbc -certpbe camellia-256-cbc",
        "-keypbe NONE", "-certpbe NONE", "-certpbe NONE -nomac", "-keypbe NONE -certpbe NONE",
        "-keypbe NONE -certpbe NONE -nomac", "-macalg sha224", "-macalg sha384 -iter 5000", "-macalg sha3-256",
        "-legacy -macalg md5", "-nomac", "-nomaciter -noiter", "-descert", "-keysig", "-keyex",
        "-LMK -CSP Enhanced",
    ]

    @Test(
        "openssl's files", .needs(.openssl, cases: 52), arguments: opensslOptions, [PKCS12Sample.p256, .scripts])
    func openssl(options: String, sample: PKCS12Sample) throws {
        let name = try #require(sample.identities.first).name
        let data = try file(
            "openssl",
            [
                "pkcs12", "-export", "-inkey", "KEY", "-in", "LEAF", "-certfile", "CHAIN", "-out", "FILE", "-passout",
                "env:MTLS_TEST_PASSWORD", "-name", name,
            ] + options.split(separator: " ").map(String.init), sample)
        try sample.expect(in: data)
        // A MAC tells a wrong password; without, a decryption that fails does.
        if options != "-keypbe NONE -certpbe NONE -nomac" {
            #expect(throws: IdentityFileError(.wrongPassword, "")) {
                try PKCS12Reader.read(data, password: SecretBytes(utf8: "another"))
            }
        }
    }

    // Half a second for each part of a file: it derives keys with 600,000 rounds, as NSS does.
    @Test(
        "GnuTLS's files", .needs(.certtool, cases: 3),
        arguments: ["3des-pkcs12 --hash sha1", "aes-256 --hash sha512", "rc2-40"])
    func gnutls(cipher: String) throws {
        let sample = PKCS12Sample.umlaut
        let data = try file(
            "certtool",
            [
                "--to-p12", "--load-privkey", "KEY", "--load-certificate", "LEAF", "--load-ca-certificate", "CHAIN",
                // It takes the octets of a name for characters, so this one is of ASCII.
                "--p12-name", #require(sample.identities.first).name, "--password", "PASSWORD", "--outder",
                "--outfile", "FILE", "--pkcs-cipher",
            ] + cipher.split(separator: " ").map(String.init), sample)
        try sample.expect(in: data)
    }

    @Test("NSS's files, after it has imported ours", .needs(.pk12util, cases: 1))
    func nss() throws {
        let sample = PKCS12Sample.p256
        let (name, database) = (try #require(sample.identities.first).name, "sql:\(folder.path(""))")
        let tool = try #require(Tool("pk12util"))
        let ours = try sample.write(.modern, to: folder)
        let password = try folder.write(Data(sample.password.utf8), "password").path
        let imported = try tool.run(["-i", ours, "-d", database, "-w", password, "-K", ""])
        #expect(imported.status == 0, "\(imported)")
        let pkcs12 = "PKCS #12 V2 PBE With SHA-1 And "
        let rows = [
            ["-c", "AES-256-CBC", "-C", "AES-128-CBC", "-M", "SHA-512"], ["-C", "NONE", "-M", "SHA-1"],
            ["-c", pkcs12 + "3KEY Triple DES-CBC", "-C", pkcs12 + "40 Bit RC2 CBC"],
        ]
        for options in rows {
            let theirs = folder.url("theirs.p12")
            try? FileManager.default.removeItem(at: theirs)
            let exported = try tool.run(
                ["-o", theirs.path, "-n", name, "-d", database, "-w", password, "-K", ""] + options)
            let data = try #require(try? Data(contentsOf: theirs), "\(options): \(exported)")
            try sample.expect(in: data)
        }
    }

    @Test(
        "Python's files, whatever key and encryption they have", .needs(.cryptography, cases: 3),
        arguments: [PKCS12Sample.rsa, .ed25519, .scripts])
    func python(sample: PKCS12Sample) throws {
        let script = try folder.write(Data(pythonWriter.utf8), "write.py").path
        let name = try #require(sample.identities.first).name
        let files = folder.url("files")
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: false)
        let last = try file("/usr/bin/python3", [script, "KEY", "LEAF", "CHAIN", files.path, "FILE", name], sample)
        try sample.expect(in: last)
        for index in 0..<7 {
            // The first one is without a password.
            try sample.expect(
                in: Data(contentsOf: files.appendingPathComponent("\(index).p12")), hasPassword: index > 0)
        }
    }

    // A start of Java takes a second.
    @Test(
        "Java's copy of our file with two identities, under its algorithms of today and of old",
        .needs(.keytool, cases: 2),
        arguments: [[], ["-J-Dkeystore.pkcs12.legacy"]])
    func javaCopy(options: [String]) throws {
        let data = try file(
            "keytool",
            [
                "-importkeystore", "-srckeystore", "OURS", "-srcstoretype", "PKCS12", "-destkeystore", "FILE",
                "-deststoretype", "PKCS12", "-srcstorepass:env", "MTLS_TEST_PASSWORD", "-deststorepass:env",
                "MTLS_TEST_PASSWORD", "-noprompt",
            ] + options, .two)
        // Each chain has its own.
        try PKCS12Sample.two.expect(in: data, others: 2)
    }
}

private let pythonWriter = """
    import os, sys
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.serialization import (
        BestAvailableEncryption, NoEncryption, PrivateFormat, load_pem_private_key, pkcs12)

    read = lambda path: open(path, "rb").read()
    key = load_pem_private_key(read(sys.argv[1]), None)
    leaf, issuer = [x509.load_pem_x509_certificate(read(path)) for path in sys.argv[2:4]]
    password, name = os.environ["MTLS_TEST_PASSWORD"].encode(), sys.argv[6].encode()
    encryptions = [NoEncryption(), BestAvailableEncryption(password)]
    for scheme in pkcs12.PBES:
        builder = PrivateFormat.PKCS12.encryption_builder().kdf_rounds(3000).key_cert_algorithm(scheme)
        encryptions.append(builder.build(password))
        encryptions.append(builder.hmac_hash(hashes.SHA1()).build(password))
        if scheme == pkcs12.PBES.PBESv2SHA256AndAES256CBC:
            encryptions.append(builder.hmac_hash(hashes.SHA512()).build(password))
    for index, encryption in enumerate(encryptions):
        data = pkcs12.serialize_key_and_certificates(name, key, leaf, [issuer], encryption)
        open(f"{sys.argv[4]}/{index}.p12", "wb").write(data)
    open(sys.argv[5], "wb").write(data)
    """
