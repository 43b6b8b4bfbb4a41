import Foundation

extension DevServer {
    /// Answers with JSON: the members `method` and `path` of the request, and those of the report.
    @Sendable public static func answerWithReport(_ request: Request, _ report: PeerReport) -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            let body = try encoder.encode(Answer(method: request.method, path: request.path, report: report))
            return Response(
                headers: [Header(name: "Content-Type", value: "application/json")], body: body + Data("\n".utf8))
        } catch {
            return .text("the report can't be written as JSON\n", status: 500)
        }
    }
}

private struct Answer: Encodable {
    let method: String
    let path: String
    let report: PeerReport

    private enum CodingKeys: String, CodingKey {
        case method, path
    }

    func encode(to encoder: any Encoder) throws {
        try report.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(method, forKey: .method)
        try container.encode(path, forKey: .path)
    }
}
