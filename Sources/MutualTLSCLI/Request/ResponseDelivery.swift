import Foundation
import MutualTLS
import PortableSecurity

/// Brings a response's body to where it should go.
struct ResponseDelivery {
    let options: RequestOptions
    let output: Output
    let download: FileDownload?

    /// - Parameter httpVersion: for the head.
    /// - Returns: the body's beginning, which says why a server refuses; all of it where it is for JSON.
    /// - Throws: `Output.ReaderGone`, `CommandError`, `MutualTLSError`.
    func deliver(_ received: RequestSender.Received, httpVersion: String) async throws -> Data {
        let response = received.response
        let head = options.includesHead ? Self.head(response, httpVersion) : Data()
        switch (received.body, options.place) {
        case (.file(let whole), _): return try download?.finish(whole, response, head) ?? Data()
        case (.data(let data), .standardOutput) where options.isJSON: return data
        case (.data(let data), .file(let path)):
            if !RequestFailure.isNo(response) {
                var files = OutputFiles(overwrites: true)
                files.add(path, head + data)
                try files.write()
            }
            return data
        case (_, .standardOutput), (.stream, .file):
            return try await pass(received.body, head) { try output.write($0) }
        case (_, .device(let path)):
            let descriptor = open(path, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw OutputFiles.failure(path, errno) }
            defer { close(descriptor) }
            return try await pass(received.body, head) { data in
                guard let failure = Output.writeAll(data, to: descriptor) else { return }
                throw failure == EPIPE ? Output.ReaderGone() : OutputFiles.failure(path, failure)
            }
        }
    }

    /// Hands a body on as it comes.
    /// - Parameter head: goes before it.
    private func pass(
        _ body: RequestSender.Received.Body, _ head: Data, _ write: (Data) throws -> Void
    ) async throws -> Data {
        if !head.isEmpty { try write(head) }
        var beginning = Data()
        switch body {
        case .data(let data):
            try write(data)
            beginning = data
        case .stream(let bytes):
            for try await chunk in bytes.chunks {
                if beginning.count < 4096 { beginning += chunk }
                try write(chunk)
            }
        case .file: break
        }
        return beginning
    }

    /// The status line and the fields, sorted by name.
    static func head(_ response: HTTPURLResponse, _ version: String) -> Data {
        let fields = response.allHeaderFields.map { (name: "\($0.key)", value: "\($0.value)") }
            .sorted { $0.name.lowercased() < $1.name.lowercased() }
        let lines = ["\(version) \(response.statusCode)"] + fields.map { "\($0.name): \($0.value)" }
        return Data((lines.map(printable).joined(separator: "\n") + "\n\n").utf8)
    }
}
