import Foundation

@testable import MutualTLSPKCS12

/// The `openssl` command. Keys go through pipes and passwords through the environment; only certificates touch the disk.
struct OpenSSLTool {
    struct Failure: Error {
        let arguments: [String]
        let status: Int32
    }

    /// Nil where it is not on the path.
    static let installed: OpenSSLTool? = {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let candidates = path.split(separator: ":").map { URL(fileURLWithPath: String($0) + "/openssl") }
        return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }.map(OpenSSLTool.init)
    }()

    let executable: URL

    func run(_ arguments: [String], input: Data = Data(), password: String = "") throws -> Data {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["TEST_PASSWORD": password]) { $1 }
        let standardInput = Pipe()
        let standardOutput = Pipe()
        process.standardInput = standardInput
        process.standardOutput = standardOutput
        process.standardError = FileHandle.nullDevice
        try process.run()
        // What is written fits a pipe, so it can be written whole before anything is read.
        try standardInput.fileHandleForWriting.write(contentsOf: input)
        try standardInput.fileHandleForWriting.close()
        let output = try standardOutput.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(arguments: arguments, status: process.terminationStatus)
        }
        return output
    }

    /// A new P-256 key and a certificate for it that lives for a day, as PEM.
    func identity(_ name: String, newKey: [String] = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]) throws
        -> Data
    {
        try run(["req", "-x509", "-noenc", "-days", "1", "-subj", "/CN=\(name)", "-keyout", "-"] + newKey)
    }

    /// - Parameter pem: A key, its certificate, and others.
    func pkcs12(_ pem: Data, _ options: [String]) throws -> Data {
        // The command reads keys and certificates one after the other, and a pipe can't be read twice.
        let certificates = FileManager.default.temporaryDirectory
            .appendingPathComponent("certificates-\(UUID().uuidString).pem")
        try PEMDocument.blocks(in: pem).filter { $0.label == "CERTIFICATE" }
            .reduce(Data()) { $0 + PEMDocument.encode(label: $1.label, der: $1.der) }
            .write(to: certificates)
        defer { try? FileManager.default.removeItem(at: certificates) }
        return try run(
            [
                "pkcs12", "-export", "-in", certificates.path, "-inkey", "/dev/stdin", "-name", "Zoë",
                "-passout", "env:TEST_PASSWORD",
            ] + options, input: pem, password: "correct horse")
    }
}
