import Foundation

@testable import MutualTLSPKCS12

/// Reads everything of a file that can be read without its password.
enum StructureWalk {
    struct Summary {
        /// The names of the encryptions, in the file's order.
        var encryptions: [String] = []
        /// What is named and not known.
        var unsupported: [String] = []
        var plainBags: [SafeBag] = []
        var file: PKCS12File
    }

    /// - Throws: `PKCS12StructureError`, and `DERError` from a plain key.
    @discardableResult
    static func walk(_ data: Data) throws -> Summary {
        var summary = Summary(file: try PKCS12File(data))
        for part in summary.file.authenticatedSafe {
            switch part.kind {
            case .encrypted(let algorithm, _): try note(algorithm, &summary)
            case .unsupported(_, let name): summary.unsupported.append(name)
            case .data(let content):
                for bag in try SafeContents.bags(in: content, offset: part.offset) {
                    summary.plainBags.append(bag)
                    switch bag.kind {
                    case .shroudedKey(let key): try note(key.algorithm, &summary)
                    case .key(let der): _ = try PrivateKeyInfo(der: der).externalRepresentation
                    default: break
                    }
                }
            }
        }
        return summary
    }

    private static func note(_ algorithm: AlgorithmIdentifier, _ summary: inout Summary) throws {
        do {
            summary.encryptions.append(try PasswordBasedEncryption(algorithm).name)
        } catch let error where error.code == .unsupported {
            summary.unsupported.append(error.reason)
        }
    }
}
