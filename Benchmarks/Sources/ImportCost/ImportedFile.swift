import COpenSSLImport
import Foundation
import MutualTLS
import MutualTLSPKI

/// A PKCS#12 file that both sides import.
struct ImportedFile {
    /// How it is written.
    enum Format {
        /// As OpenSSL 3 writes it unless told otherwise: AES-256-CBC, PBKDF2 and a MAC with SHA-256.
        case openssl(iterations: Int32)
        /// As OpenSSL 1.1 wrote it: RC2-40, 3DES, a MAC with SHA-1.
        case old(iterations: Int32)
        /// As this project's PKI writes it.
        case modern
    }

    static let password = "correct horse"

    let name: String
    private let data: Data

    init(_ name: String, _ identity: IssuedIdentity, _ format: Format) throws {
        self.name = name
        let written = try identity.pkcs12(password: Self.password)
        data =
            switch format {
            case .modern: written
            case .openssl(let iterations): try Self.rewritten(written, old: 0, iterations)
            case .old(let iterations): try Self.rewritten(written, old: 1, iterations)
            }
    }

    private static func rewritten(_ file: Data, old: Int32, _ iterations: Int32) throws -> Data {
        let bytes = [UInt8](file)
        var written: UnsafeMutablePointer<UInt8>?
        let count = openssl_rewrite(bytes, bytes.count, password, old, iterations, &written)
        guard count > 0, let written else { throw Wrong(description: "OpenSSL can't write the file") }
        defer { openssl_free(written) }
        return Data(bytes: written, count: Int(count))
    }

    /// This library's import, `count` times.
    func importHere(_ count: Int) throws {
        for _ in 0..<count {
            let identity = try ClientIdentity(pkcs12: data, password: Self.password)
            withExtendedLifetime(identity) {}
        }
    }

    /// OpenSSL's, as often.
    func importWithOpenSSL(_ count: Int) throws {
        let opened = data.withUnsafeBytes { buffer in
            openssl_import(
                buffer.bindMemory(to: UInt8.self).baseAddress, buffer.count, Self.password, Int32(count))
        }
        if opened != 1 { throw Wrong(description: "OpenSSL does not open \(name)") }
    }
}

struct Wrong: Error, CustomStringConvertible { let description: String }
