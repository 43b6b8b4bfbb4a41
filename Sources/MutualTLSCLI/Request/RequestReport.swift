import Foundation
import MutualTLS
import PortableSecurity

/// What `mtls request --json` prints.
struct RequestReport: Encodable {
    private var status: Int?
    private var headers: [String: String] = [:]
    private var body: Data?
    /// Why the answer is no; nil where it is yes.
    var error: CommandError?
    /// In the order in which they came up.
    var warnings: [String] = []

    /// Takes over what the server answered.
    mutating func take(_ response: HTTPURLResponse, _ body: Data) {
        status = response.statusCode
        for (name, value) in response.allHeaderFields { headers["\(name)"] = "\(value)" }
        self.body = body
    }

    private enum CodingKeys: String, CodingKey {
        case ok, status, headers, body, bodyBase64, error, warnings
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(error == nil, forKey: .ok)
        try container.encodeIfPresent(status, forKey: .status)
        try container.encode(headers, forKey: .headers)
        if let body {
            if let text = String(data: body, encoding: .utf8) {
                try container.encode(text, forKey: .body)
            } else {
                try container.encode(body.base64EncodedString(), forKey: .bodyBase64)
            }
        }
        try container.encodeIfPresent(error.map(JSONError.init), forKey: .error)
        try container.encode(warnings, forKey: .warnings)
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
