import Foundation
import MutualTLSOpenSSL
import MutualTLSPKCS12

/// What is tried. The order is that of `Fuzz/seeds`, which puts a reader's number in front of each file.
enum Readers {
    static let all: [@Sendable (Data) -> Void] = [
        values, outside, { bags($0) }, pem, keyInfo,
        { file($0, "password") }, { file($0, nil) }, { file($0, "pässwörd") },
        withoutMAC, plainPart, certificate, key, textWithOpenSSL,
    ]

    // MARK: Structure

    static func values(_ data: Data) {
        var reader = DERReader(data)
        attempt { try Properties.walk(&reader, within: data) }
    }

    static func outside(_ data: Data) {
        attempt {
            let file = try PKCS12File(data)
            for part in file.authenticatedSafe {
                switch part.kind {
                case .data(let content): bags(content)
                case .encrypted(let algorithm, let ciphertext):
                    precondition(!ciphertext.isEmpty && ciphertext.count <= data.count)
                    attempt { _ = try PasswordBasedEncryption(algorithm).name }
                case .unsupported: break
                }
            }
        }
    }

    static func bags(_ data: Data) {
        attempt {
            for bag in try SafeContents.bags(in: data) {
                precondition((0..<data.count).contains(bag.offset), "a bag begins outside of the input")
                switch bag.kind {
                case .key(let der):
                    precondition(der.count <= data.count)
                    keyInfo(der)
                case .shroudedKey(let info): attempt { _ = try PasswordBasedEncryption(info.algorithm).name }
                case .certificate(let der): precondition(!der.isEmpty && der.count <= data.count)
                default: break
                }
            }
        }
    }

    static func pem(_ data: Data) {
        attempt(mayName: Properties.boundaries(of: data)) {
            for block in try PEMDocument.blocks(in: data) {
                precondition(!block.der.isEmpty && block.offset < data.count)
                let again = try PEMDocument.blocks(in: PEMDocument.encode(label: block.label, der: block.der))
                precondition(again.count == 1 && again[0].der == block.der && again[0].label == block.label)
            }
        }
    }

    static func keyInfo(_ data: Data) {
        attempt {
            let info = try PrivateKeyInfo(der: data)
            precondition(info.encoded == data)
            precondition(info.externalRepresentation.map { $0.count <= 2 * data.count } ?? true)
        }
        attempt {
            let info = try EncryptedPrivateKeyInfo(der: data)
            precondition(info.encoded == data)
        }
    }

    // MARK: With OpenSSL

    static func file(_ data: Data, _ password: String?) {
        attempt {
            // Enough for the seeds' few rounds, and soon used up by anything that asks for more.
            let contents = try PKCS12Reader.read(
                data, password: password.map { SecretBytes(utf8: $0) }, maximumIterations: 200)
            for certificate in contents.certificates { _ = contents.keys.first?.key.matches(certificate.certificate) }
        }
    }

    /// The same file without its MAC, so that changes behind it are not all refused by it.
    static func withoutMAC(_ data: Data) {
        attempt {
            let content = try PKCS12File(data).authenticatedContent
            file(Properties.pfx(authenticatedSafe: content), "password")
        }
    }

    /// The bytes as the list of bags of a plain part.
    static func plainPart(_ data: Data) {
        let part = Properties.sequence(Properties.dataContent(data))
        file(Properties.pfx(authenticatedSafe: Properties.sequence(part)), "password")
    }

    static func certificate(_ data: Data) {
        attempt { Properties.check(try X509Certificate(der: data)) }
        attempt { _ = try DistinguishedName(der: data).description }
    }

    static func key(_ data: Data) {
        attempt { Properties.check(try PrivateKey(der: data)) }
        attempt {
            _ = try KeyReader.read(der: data, password: SecretBytes(utf8: "password"), maximumIterations: 200)
        }
        attempt { _ = try PublicKey(spki: data).spki() }
    }

    /// The keys and certificates of a text.
    static func textWithOpenSSL(_ data: Data) {
        let names = Properties.boundaries(of: data)
        attempt(mayName: names) {
            for block in try PEMDocument.blocks(in: data) {
                attempt(mayName: names) {
                    _ = try KeyReader.read(block, password: SecretBytes(utf8: "password"), maximumIterations: 200)
                }
            }
        }
        attempt { for certificate in try X509Certificate.all(inPEM: data) { Properties.check(certificate) } }
    }

    /// Runs `body`, whose error must be fit for a log.
    /// - Parameter mayName: parts of the input that an error may repeat.
    private static func attempt(mayName names: Data = Data(), _ body: () throws -> Void) {
        do {
            try body()
        } catch {
            precondition(
                !"\(error)".contains(Properties.marker) || names.range(of: Data(Properties.marker.utf8)) != nil,
                "an error tells what is in the input")
        }
    }
}
