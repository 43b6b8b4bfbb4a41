import Foundation
import MutualTLS
import MutualTLSOpenSSL
import MutualTLSPKCS12

extension Conversion {
    /// A file to be written, for this user alone.
    struct File {
        let path: String
        let contents: Data
    }

    /// The paths that will be written.
    static func paths(for target: ConversionTarget, _ out: String) -> [String] {
        if case .der = target.form { return [out, keyPath(out)] }
        return [out]
    }

    /// The new files.
    /// - Parameters:
    ///   - out: where the user wants it.
    ///   - password: of the new file; nil for none.
    /// - Throws: `CommandError` where the target would not open it.
    func files(_ out: String, password: SecretBytes?) throws -> [File] {
        switch target.form {
        case .pkcs12(let format, let system):
            return [File(path: out, contents: try pkcs12(format, system, password))]
        case .pem:
            var text = Data()
            for identity in identities {
                text += try X509Certificate.pem(of: [identity.leaf] + identity.intermediates)
                text += try password.map(identity.key.encryptedPEM) ?? identity.key.pem()
            }
            return [File(path: out, contents: text)]
        case .der:
            return try identities.flatMap { identity in
                [
                    File(path: out, contents: identity.leaf.der),
                    File(
                        path: Self.keyPath(out),
                        contents: try password.map(identity.key.encryptedPKCS8) ?? identity.key.pkcs8()),
                ]
            }
        }
    }

    /// What was written is read again, and the target's rules are asked, before anybody relies on it.
    private func pkcs12(
        _ format: PKCS12Writer.Format, _ system: ImporterVerdict.System, _ password: SecretBytes?
    ) throws -> Data {
        let entries = identities.map {
            PKCS12Entry(key: $0.key, certificate: $0.leaf, friendlyName: $0.friendlyName)
        }
        let file = try PKCS12Writer.write(
            entries, intermediates: identities.flatMap(\.intermediates), password: password, format: format)
        let contents = try PKCS12Reader.read(file, password: password)
        let verdict = ImporterVerdict.of(system, for: PKCS12Traits(contents))
        guard verdict.opens, contents.keys.count == identities.count else {
            throw CommandError(
                .failed, "\(verdict.system) would not open it: \(verdict.why); nothing was written",
                hint: verdict.why.contains("key is")
                    ? (identities.count > 1
                        ? "choose another identity with --select, or convert for another target"
                        : "issue a certificate for an RSA or EC P-256 key, or convert for another target")
                    : "convert for another target")
        }
        return file
    }

    private static func keyPath(_ out: String) -> String {
        IssuedFiles.withoutExtension(out, [".der", ".cer", ".crt"]) + ".key"
    }
}
