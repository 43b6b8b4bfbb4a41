import Foundation
import TestSupport

/// A folder with alice's and bob's identities, and an nginx that wants one.
struct RequestFixture {
    let pki: TestPKI
    let nginx: NginxServer
    let program: Program

    /// - Parameters: as for `NginxServer`.
    init(
        protocols: String = "TLSv1.2 TLSv1.3", http2: Bool = false, locations: String = "", files: [String: Data] = [:]
    ) throws {
        pki = try TestPKI()
        program = try Program()
        let folder = program.folder
        for (name, contents) in files { try folder.write(contents, name) }
        nginx = try NginxServer(
            pki, protocols: protocols, http2: http2,
            locations: """
                location /echo { return 200 "$request_method|$http_content_type|$http_x_a|$content_length"; }
                location /files/ { alias \(folder.path(""))/; }
                location /slow/ { alias \(folder.path(""))/; limit_rate 256k; }
                location /put/ { alias \(folder.path(""))/; dav_methods PUT; }
                location /gone { return 404 "gone\\n"; }
                location /redirect { return 302 /echo; }
                \(locations)
                """)
        try folder.write(pki.root.certificatePEM, "root.pem")
        for name in ["alice", "bob"] { try program.write(pki.client(name), "\(name).p12", password: name) }
        try folder.write(Data("alice\n".utf8), "alice.txt")
        try folder.write(Data("bob\n".utf8), "bob.txt")
    }

    /// The command line as alice.
    func words(_ path: String, _ options: [String] = []) -> [String] {
        [
            "request", nginx.url(path).absoluteString, "--cacert", "root.pem", "--identity", "alice.p12",
            "--password-file", "alice.txt",
        ]
            + options
    }

    func run(_ path: String, _ options: [String] = [], input: String = "", environment: [String: String] = [:]) throws
        -> Tool.Outcome
    {
        try program.run(words(path, options), input: input, environment: environment)
    }

    /// The bytes of a file; nil where there is none.
    func contents(_ name: String) -> Data? { try? Data(contentsOf: program.folder.url(name)) }
}
