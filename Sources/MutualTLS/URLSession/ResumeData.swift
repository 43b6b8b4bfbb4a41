#if os(Linux)
    import Foundation
    import PortableSecurity

    /// How a download that ended early is taken up again. It holds no credential and no cookie: these come from where they
    /// came from at first.
    struct ResumeData: Sendable {
        let url: URL
        let headers: [String: String]
        /// The name of the file in the temporary folder.
        let fileName: String
        /// What the server called this version of the resource (RFC 9110, 13.1.5).
        let validator: String

        /// The request for the rest.
        var request: URLRequest {
            var request = URLRequest(url: url)
            for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
            return request
        }
    }

    extension ResumeData: Codable {
        /// - Returns: nil where a download can't be taken up again: the request must be a GET, and the response name its
        ///   version.
        init?(request: URLRequest?, response: URLResponse?, file: DownloadFile) {
            guard let request, let url = request.url, (request.httpMethod ?? "GET") == "GET", file.size > 0,
                let response = response as? HTTPURLResponse, [200, 206].contains(response.statusCode)
            else { return nil }
            let tag = response.value(forHTTPHeaderField: "ETag").flatMap { $0.hasPrefix("W/") ? nil : $0 }
            guard let validator = tag ?? response.value(forHTTPHeaderField: "Last-Modified") else { return nil }
            let kept = (request.allHTTPHeaderFields ?? [:]).filter { !Self.secret.contains($0.key.lowercased()) }
            self.init(url: url, headers: kept, fileName: file.url.lastPathComponent, validator: validator)
        }

        private static let secret = ["authorization", "proxy-authorization", "cookie", "range", "if-range"]

        /// - Parameter data: from `encoded`; nil for anything else.
        init?(_ data: Data) {
            guard let read = try? PropertyListDecoder().decode(Self.self, from: data),
                DownloadFile.isName(read.fileName)
            else { return nil }
            self = read
        }

        var encoded: Data? { try? PropertyListEncoder().encode(self) }
    }
#endif
