import Foundation
import PortableSecurity

/// What a command line of `mtls request` wants to be sent, and what is to become of the response.
struct RequestOptions: Sendable {
    let url: URL
    /// Without its body.
    let request: URLRequest
    private(set) var body: OutgoingBody
    let place: ResponsePlace
    /// Whether a download that broke off is gone on with.
    let continues: Bool
    /// Whether the head stands in front of the body.
    let includesHead: Bool
    let isJSON: Bool
    /// How often a request may be sent again.
    let retries: Int
    /// How long all may take, in seconds.
    let timeout: TimeInterval?
    /// How many requests are sent; nil for one with each identity.
    let count: Int?
    /// How many of them at once.
    let parallel: Int

    /// - Throws: `CommandError`.
    init(_ arguments: Arguments) throws {
        try Self.checkCombinations(arguments)
        var url = try Self.url(arguments.operands[0])
        if let path = arguments.value("upload-file"), path != "-", url.hasDirectoryPath || url.path.isEmpty {
            url.appendPathComponent((path as NSString).lastPathComponent)
        }
        let body: OutgoingBody =
            try arguments.value("data").map(OutgoingBody.init(data:))
            ?? arguments.value("upload-file").map(OutgoingBody.init(upload:)) ?? .none
        var request = URLRequest(url: url)
        request.httpMethod = try Self.method(arguments)
        for field in try HeaderLines.fields(arguments.all("header")) {
            request.addValue(field.value, forHTTPHeaderField: field.name)
        }
        if arguments.has("data"), request.value(forHTTPHeaderField: "Content-Type") == nil {
            request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        }
        (self.url, self.request) = (url, request)
        place = try ResponsePlace(arguments.value("output"))
        continues = arguments.has("continue")
        includesHead = arguments.has("include")
        isJSON = arguments.has("json")
        retries = try arguments.number("retry", in: 0...100) ?? 0
        timeout = try Self.seconds(arguments)
        self.body = request.httpMethod == "GET" ? try body.inMemory() : retries > 0 ? try body.repeatable() : body
        count = try arguments.number("repeat", in: 1...10_000_000)
        parallel = try arguments.number("parallel", in: 1...10_000) ?? 1
        if continues, case .file = place {
        } else if continues {
            throw CommandError(.usage, "--continue goes on with a file, and --output names none")
        }
    }

    /// The same with a body that can be sent many times.
    func repeatable() throws -> RequestOptions {
        var options = self
        options.body = try body.repeatable()
        return options
    }

    /// Whether several requests are sent.
    func isRepeated(identities: Int) -> Bool { count != nil || identities > 1 }

    /// Whether it may take a while, and shows how far it is: a file goes or comes.
    var isLong: Bool {
        if case .file = place { return true }
        switch body {
        case .file, .stream: return true
        case .none, .data: return false
        }
    }

    private static func method(_ arguments: Arguments) throws -> String {
        guard let given = arguments.value("request") else {
            return arguments.has("data") ? "POST" : arguments.has("upload-file") ? "PUT" : "GET"
        }
        guard HeaderLines.isToken(given) else {
            throw CommandError(.usage, "--request takes a method such as PUT or DELETE")
        }
        // Foundation would write it in capitals, and so ask for something else (RFC 9110, 9.1).
        var written = URLRequest(url: URL(fileURLWithPath: "/"))
        written.httpMethod = given
        guard let method = written.httpMethod, method == given else {
            throw CommandError(
                .usage, "--request \(given): methods are case-sensitive, and this one can't be sent",
                hint: "write \(given.uppercased())")
        }
        return given
    }

    private static func seconds(_ arguments: Arguments) throws -> TimeInterval? {
        guard let text = arguments.value("timeout") else { return nil }
        guard let seconds = TimeInterval(text), seconds > 0, seconds <= 1e6 else {
            throw CommandError(.usage, "--timeout takes seconds, such as 30 or 0.5, and not \"\(text)\"")
        }
        return seconds
    }

    /// Pairs that exclude each other.
    private static let exclusions = [
        ("http1.1", "http2"), ("data", "upload-file"), ("json", "include"), ("repeat", "output"),
        ("repeat", "include"),
    ]

    private static func checkCombinations(_ arguments: Arguments) throws {
        for (one, other) in exclusions where arguments.has(one) && arguments.has(other) {
            throw CommandError(.usage, "--\(one) and --\(other) don't go together", hint: "leave one of them out")
        }
        for (one, needed) in [("continue", "output"), ("parallel", "repeat"), ("noproxy", "proxy")]
        where arguments.has(one) && !arguments.has(needed) && arguments.value(one) != "*" {
            throw CommandError(.usage, "--\(one) goes with --\(needed)")
        }
        let readers = [
            ("--data @-", arguments.value("data") == "@-"), ("--upload-file -", arguments.value("upload-file") == "-"),
            ("--password-stdin", arguments.has("password-stdin")),
        ].filter(\.1).map(\.0)
        if readers.count > 1 {
            throw CommandError(
                .usage, "standard input can't be read twice: \(readers.joined(separator: " and "))",
                hint: "use --password-file FILE")
        }
    }

    /// Foundation takes numbers that no port has, and drops those that it can't read.
    private static func isPortGood(_ text: String, _ url: URL) -> Bool {
        if let port = url.port { return (1...65_535).contains(port) }
        let authority = text.drop { $0 != "/" }.dropFirst(2).prefix { !"/?#".contains($0) }
        return authority.last != "]" && authority.last?.isNumber == true
            ? authority.lastIndex(of: ":") == nil || authority.contains("]") : true
    }

    private static func url(_ text: String) throws -> URL {
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), url.host?.isEmpty == false,
            scheme == "https" || scheme == "http", isPortGood(text, url)
        else {
            throw CommandError(
                // A URL may hold a password.
                .usage, "\(text.contains("@") ? "the address" : "\"\(text)\"") is not an https or http URL",
                hint: "write it in full, such as https://example.com/, with a port from 1 to 65535 if any")
        }
        return url
    }
}
