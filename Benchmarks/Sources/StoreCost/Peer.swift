import Foundation
import MutualTLS
import MutualTLSPKI

/// Another store that gets the same identities.
final class Peer {
    private let path: String
    private let folder: URL
    private var records = Data()

    init(path: String, folder: URL) { (self.path, self.folder) = (path, folder) }

    /// Takes an identity for it.
    func add(_ label: String, _ issued: IssuedIdentity) throws {
        // Between its lines the PEM text is the DER in base64.
        let lines = String(decoding: try issued.privateKeyPEM, as: UTF8.self).split(separator: "\n")
        let key = Data(base64Encoded: lines.filter { !$0.hasPrefix("-----") }.joined()) ?? Data()
        for part in [Data(label.utf8), issued.certificateDER, key] {
            withUnsafeBytes(of: UInt32(part.count).bigEndian) { records.append(contentsOf: $0) }
            records.append(part)
        }
    }

    /// Has it store them all, and gives what it measured by name.
    func figures() throws -> [String: Double] {
        let place = folder.appendingPathComponent("peer")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
        let input = folder.appendingPathComponent("identities")
        try records.write(to: input)
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = ["sql:" + place.path]
        process.standardInput = try FileHandle(forReadingFrom: input)
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        demand(process.terminationStatus == 0, "the peer failed")
        let pairs = text.split(separator: "\n").map { $0.split(separator: " ") }.filter { $0.count == 2 }
        return Dictionary(pairs.map { (String($0[0]), Double($0[1]) ?? 0) }) { first, _ in first }
    }
}
