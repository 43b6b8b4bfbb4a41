import Foundation
import PortableSecurity

/// What is known of a download that broke off.
struct PartialDownload: Codable, Hashable {
    /// The SHA-256 of the URL without its password, in hexadecimal: what follows a question mark is often a secret.
    var urlDigest: String
    /// The file with what has come.
    var path: String
    /// The response's strong ETag, or its Last-Modified: what `If-Range` takes.
    var validator: String

    /// - Returns: nil where the response can't be resumed.
    init?(_ response: HTTPURLResponse, to request: URLRequest, path: String) {
        func field(_ name: String) -> String? { response.value(forHTTPHeaderField: name) }
        guard (request.httpMethod ?? "GET") == "GET", [200, 206].contains(response.statusCode), let url = request.url,
            field("Content-Encoding") == nil, field("Accept-Ranges")?.lowercased() != "none"
        else { return nil }
        // A weak one says that the content means the same, not that it has the same bytes.
        if let tag = field("ETag"), !tag.hasPrefix("W/") {
            validator = tag
        } else if let date = field("Last-Modified") {
            validator = date
        } else {
            return nil
        }
        (urlDigest, self.path) = (url.digest, path)
    }

    /// - Returns: nil for anything else than resume data for this request.
    init?(_ resumeData: Data, for request: URLRequest) {
        guard let read = try? JSONDecoder().decode(PartialDownload.self, from: resumeData),
            read.namesPartialFile, read.urlDigest == request.url?.digest, (request.httpMethod ?? "GET") == "GET"
        else { return nil }
        self = read
    }

    /// Whether the file has a name that downloads give theirs: resume data may come from anywhere, and whatever it names is
    /// written to, moved or deleted.
    var namesPartialFile: Bool {
        let parts = (path as NSString).lastPathComponent.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count >= 4, parts[0].isEmpty, parts[parts.count - 1] == "part" else { return false }
        let tag = parts[parts.count - 2]
        return tag.count == 8 && tag.allSatisfy { $0.isHexDigit && !$0.isLowercase }
    }

    /// Whether a response of status 206 is a part of the same: a server that names a validator must name the same one.
    func isPart(_ response: HTTPURLResponse) -> Bool {
        let names = validator.hasPrefix("\"") ? ["ETag"] : ["Last-Modified"]
        return names.allSatisfy { name in
            response.value(forHTTPHeaderField: name).map { $0 == validator } ?? true
        }
    }

    var resumeData: Data? { try? JSONEncoder().encode(self) }

    /// Asks for what is missing, if the rest is still the same.
    func addRange(to request: inout URLRequest, from size: Int64) {
        guard size > 0 else { return }
        request.setValue("bytes=\(size)-", forHTTPHeaderField: "Range")
        request.setValue(validator, forHTTPHeaderField: "If-Range")
        // A range of a coded body could not be joined to what was decoded.
        request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    }
}

extension URL {
    /// What may be written down of it.
    fileprivate var digest: String { Fingerprint.hexadecimal(Fingerprint.sha256(Data(withoutPassword.utf8))) }

    private var withoutPassword: String {
        guard user != nil, var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else {
            return absoluteString
        }
        (parts.user, parts.password) = (nil, nil)
        return parts.string ?? ""
    }
}
