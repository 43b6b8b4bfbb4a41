import Foundation
import MutualTLS
import MutualTLSPKCS12
import PortableSecurity

/// The client identity of a command line whose key is in a PKCS #11 token.
enum TokenOptions {
    /// The rows for a subcommand's table.
    static let options = [
        Option("pkcs11", "URI", "a key in a token, such as \"pkcs11:token=mine;object=client\" (RFC 7512)"),
        Option("cert", "FILE", "the certificate of --pkcs11, where it is not in the token"),
    ]

    /// Opens it; asks for the token's PIN, as for a file's password, only where it needs one.
    /// - Returns: nil where none is named.
    /// - Throws: `CommandError`, also with `.usage`.
    static func load(_ invocation: Invocation) throws -> ClientIdentity? {
        let arguments = invocation.arguments
        guard let uri = arguments.value("pkcs11") else {
            if arguments.has("cert") {
                throw CommandError(
                    .usage, "--cert goes with --pkcs11", hint: "name the certificate of a key in a file by --identity")
            }
            return nil
        }
        for name in ["identity", "key", "select"] where arguments.has(name) {
            throw CommandError(.usage, "--pkcs11 and --\(name) don't go together", hint: "leave one of them out")
        }
        let certificates = try arguments.value("cert").map(certificates) ?? []
        let password = try PasswordOptions(invocation)
        func open(_ pin: SecretBytes?) throws -> ClientIdentity {
            try ClientIdentity(
                pkcs11: uri, pin: pin, certificate: certificates.first, intermediates: Array(certificates.dropFirst()))
        }
        if password.source != nil { return try open(password.pin(missing: "", warning: nil)) }
        do {
            return try open(nil)
        } catch let error as MutualTLSError where error.code == .passwordRequired {
            return try open(password.pin(missing: error.reason, warning: error.hint))
        }
    }

    private static func certificates(_ path: String) throws -> [SecCertificate] {
        let source = IdentityFile.Source(try InputFile.read(path, "the certificate"), name: path)
        let found: [SecCertificate]
        do {
            found = try IdentityFile([source], password: nil).certificates.map(\.certificate)
        } catch {
            throw CommandError(error)
        }
        if found.isEmpty {
            throw CommandError(
                .unreadableFile, "\(path) holds no certificate", hint: "name a file of PEM or DER, the leaf first")
        }
        return found
    }
}
