import Foundation
import MutualTLS

extension Origin {
    /// From what a command line says: `https://HOST`, `https://HOST:PORT`, `HOST` or `HOST:PORT`.
    /// - Throws: `CommandError` with `.usage` for anything else.
    static func argument(_ text: String) throws -> Origin {
        let whole = text.contains("://") ? text : "https://\(text)"
        guard let url = URL(string: whole), let origin = Origin(url), ["", "/"].contains(url.path), url.query == nil,
            url.fragment == nil, url.user == nil, (1...65_535).contains(origin.port), !text.hasSuffix(":")
        else {
            throw CommandError(
                // It may hold a password.
                .usage, "\(text.contains("@") ? "what was given" : "\"\(text)\"") is no origin",
                hint: "write it as https://api.example.com or https://api.example.com:8443, without a path")
        }
        return origin
    }
}
