import Foundation
import MutualTLS
import PortableSecurity

/// What `mtls request --json` prints of a request.
struct RequestReport: Encodable, Sendable {
    /// Who was sent, where several requests are.
    var identity: String?
    /// What the server answered; nil for nothing.
    private(set) var response: HTTPURLResponse?
    /// The body; nil where it went elsewhere.
    private var body: Data?
    /// The body's beginning, wherever it went.
    private(set) var beginning = Data()
    /// The file that has the body.
    var output: String?
    var timings: RequestTimings?
    /// Why the answer is no; nil where it is yes.
    var error: CommandError?
    /// In the order in which they came up.
    var warnings: [String] = []

    /// Takes over what the server answered.
    /// - Parameters:
    ///   - body: nil where it went elsewhere.
    ///   - beginning: of the body, to see why a server refuses.
    mutating func take(_ response: HTTPURLResponse, _ body: Data?, beginning: Data = Data()) {
        (self.response, self.body, self.beginning) = (response, body, beginning)
    }

    private var headers: [String: String] {
        let fields = (response?.allHeaderFields ?? [:]).map { ("\($0.key)", "\($0.value)") }
        return Dictionary(fields) { $1 }
    }

    /// The kind of its failure, with the status where that is all; nil where there is none.
    var failureKind: String? {
        guard let error else { return nil }
        return error.code == .httpStatus ? "\(error.code.name) \(response?.statusCode ?? 0)" : error.code.name
    }

    /// The body as text, as far as it is any.
    var text: String { String(decoding: body ?? Data(), as: UTF8.self) }

    private enum CodingKeys: String, CodingKey {
        case ok, identity, status, headers, body, bodyBase64, output, timings, error, warnings
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(error == nil, forKey: .ok)
        try container.encodeIfPresent(identity, forKey: .identity)
        try container.encodeIfPresent(response?.statusCode, forKey: .status)
        try container.encode(headers, forKey: .headers)
        if let body {
            if let text = String(data: body, encoding: .utf8) {
                try container.encode(text, forKey: .body)
            } else {
                try container.encode(body.base64EncodedString(), forKey: .bodyBase64)
            }
        }
        try container.encodeIfPresent(output, forKey: .output)
        try container.encodeIfPresent(timings, forKey: .timings)
        try container.encodeIfPresent(error.map(JSONError.init), forKey: .error)
        try container.encode(warnings, forKey: .warnings)
    }
}

/// When what was reached, in seconds from the start of the last request, redirects not included.
struct RequestTimings: Encodable, Sendable {
    var nameLookup, connect, tls, firstByte, total: TimeInterval?
}

extension RequestTimings {
    init(_ timings: SessionEvent.Timings) {
        (nameLookup, connect, tls) = (timings.nameLookup, timings.connect, timings.tls)
        (firstByte, total) = (timings.firstByte, timings.total)
    }
}

/// An error in JSON.
struct JSONError: Encodable {
    let code: String
    let reason: String
    let hint: String?
    let alert: String?

    init(_ error: CommandError) {
        code = error.code.name
        reason = error.reason
        hint = error.hint
        alert = error.alert
    }
}
