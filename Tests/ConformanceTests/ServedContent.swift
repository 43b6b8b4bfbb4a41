import Foundation
import TestSupport
import Testing

/// What the shared nginx servers serve.
struct ServedContent: Sendable {
    private let folder: TemporaryFolder
    /// A long text, and what is behind the content codings.
    static let text = (0..<4_000).map { "line \($0) of a text that repeats itself\n" }.joined()
    /// A text short enough for a block that isn't compressed.
    static let shortText = "brotli and zstd can hold a text as it is"

    init() throws {
        folder = try TemporaryFolder()
        for size in [0, 1, 1 << 20, 20 << 20] { try folder.write(Self.pattern(size), "\(size)") }
        try folder.write(Coding.gzip(Data(Self.text.utf8)), "text.gzip")
        try folder.write(Coding.brotli(Data(Self.shortText.utf8)), "text.br")
        try folder.write(Coding.zstd(Data(Self.shortText.utf8)), "text.zstd")
    }

    /// Bytes that show where some are missing or doubled: no power of two is a multiple of their period.
    static func pattern(_ size: Int) -> Data {
        var data = Data(capacity: size + period.count)
        while data.count < size { data.append(period) }
        return data.prefix(size)
    }
    private static let period = Data((0..<65_537).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })

    /// Tells in a header and in the body what came.
    let echo = """
        location /echo {
          add_header X-Method $request_method;
          return 200 "$request_method|$content_length|$ssl_client_verify|$ssl_client_s_dn";
        }

        """

    /// Statuses, header fields, files, codings, and redirects.
    func locations(elsewhere: URL) -> String {
        let redirects = [301, 302, 303, 307, 308].map { status in
            "location = /redirect/\(status) { return \(status) /echo; }"
        }
        let statuses = [200, 201, 204, 205, 301, 400, 401, 403, 404, 410, 429, 500, 503].map { status in
            "location = /status/\(status) { return \(status); }"
        }
        let codings = ["gzip", "br", "zstd"].map { coding in
            """
            location = /coded/\(coding) {
              alias \(folder.path("text.\(coding)")); default_type text/plain; add_header Content-Encoding \(coding);
            }
            """
        }
        return echo + (redirects + statuses + codings).joined(separator: "\n") + """

            location /files/ { alias \(folder.path(""))/; }
            location = /headers {
              set $kib "\(String(repeating: "0123456789abcdef", count: 64))";
              add_header X-Twice one; add_header X-Twice two;
              add_header X-Long "$kib$kib$kib$kib$kib$kib$kib$kib";
              add_header X-Utf8 "naïve";
              return 200 "$http_x_tag|$http_x_twice|$http_accept_encoding|$http_user_agent";
            }
            location ~ ^/upstream/([0-9]+)$ {
              proxy_buffering off; proxy_http_version 1.1; proxy_pass http://127.0.0.1:$1/;
            }
            location /number/ { return 200 $uri; }
            location = /long { return 200 $http_x_long; }
            location = /redirect/mirror { client_max_body_size 64m; return 307 /mirror; }
            location = /redirect/away { return 302 \(elsewhere.absoluteString)echo; }
            location = /redirect/clear { return 302 http://localhost:1/; }
            location = /redirect/loop { return 302 /redirect/loop; }
            location = /redirect/nowhere { return 302 ""; }

            """
    }

    /// Stores a request's body, and names the file: nginx does so only for an upstream, which is `mirrorServer`.
    func mirror(_ name: String) -> String {
        """
        location /mirror {
          client_body_in_file_only on; client_max_body_size 64m;
          proxy_http_version 1.1; proxy_pass http://unix:\(folder.path(name)):/;
          add_header X-Stored $request_body_file;
        }

        """
    }

    func mirrorServer(_ name: String) -> String {
        """
        server {
          listen unix:\(folder.path(name)); client_max_body_size 64m;
          location / { return 200 "$request_method|$content_length|$content_type"; }
        }
        """
    }

    static let statusesForRefusals = """
        error_page 495 =495 /refused; error_page 496 =496 /refused; error_page 497 =497 /refused;
        location = /refused { internal; return 200 "a page of the operator's own"; }

        """
}

/// Content codings; for brotli and zstd a block that holds the text as it is, so that no tool is needed.
enum Coding {
    static func gzip(_ data: Data) throws -> Data {
        let folder = try TemporaryFolder()
        let file = try folder.write(data, "text")
        let run = try #require(Tool("gzip")).run(["-k", file.path])
        try #require(run.status == 0, "\(run)")
        return try Data(contentsOf: folder.url("text.gz"))
    }

    /// RFC 7932, 9.2: a window of 16 bits, one uncompressed meta-block, and an empty last one.
    static func brotli(_ data: Data) -> Data {
        let header = UInt32(data.count - 1) << 4 | 1 << 20
        return Data([0, 8, 16].map { UInt8(header >> $0 & 0xFF) }) + data + Data([3])
    }

    /// RFC 8878, 3.1.1: a single segment with a size of one byte, and one raw block.
    static func zstd(_ data: Data) -> Data {
        let block = UInt32(data.count) << 3 | 1
        return Data([0x28, 0xB5, 0x2F, 0xFD, 0x20, UInt8(data.count)])
            + Data([0, 8, 16].map { UInt8(block >> $0 & 0xFF) }) + data
    }
}
