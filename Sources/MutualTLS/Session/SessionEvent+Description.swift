import Foundation
import PortableSecurity

extension SessionEvent: CustomStringConvertible {
    /// One line, such as `request finished: GET https://api.example.com/scans 200, 3 bytes sent, 1024 received, 12.0 ms`.
    /// What controls a terminal is written out.
    public var description: String {
        MutualTLSError.oneLine("\(kind): " + parts.compactMap { $0 }.joined(separator: ", "))
    }

    private var parts: [String?] {
        [
            request.map { "\($0.method) \(origin)\($0.path ?? "")" + ($0.status.map { " \($0)" } ?? "") } ?? origin,
            authenticationMethod.map { Self.methods[$0] ?? $0 }, disposition.map { Self.dispositions[$0] ?? "unknown" },
        ] + (handshake?.parts ?? []) + [
            errorCode?.description, alert.map { "alert \($0)" },
        ] + (request?.counts ?? [])
    }

    private static let methods = [
        NSURLAuthenticationMethodServerTrust: "server trust",
        NSURLAuthenticationMethodClientCertificate: "client certificate", NSURLAuthenticationMethodHTTPBasic: "Basic",
        NSURLAuthenticationMethodHTTPDigest: "Digest",
    ]

    private static let dispositions: [URLSession.AuthChallengeDisposition: String] = [
        .useCredential: "use the credential", .performDefaultHandling: "default handling",
        .cancelAuthenticationChallenge: "cancel",
        .rejectProtectionSpace: "reject the protection space",
    ]
}

extension SessionEvent.Handshake {
    fileprivate var parts: [String?] {
        [
            tlsVersion, cipher, applicationProtocol, leafFingerprint.map { "as \($0)" } ?? "without a certificate",
            milliseconds(duration),
        ]
    }
}

extension SessionEvent.Request {
    fileprivate var counts: [String?] {
        ["\(bytesSent) bytes sent", "\(bytesReceived) received", timings.total.map(milliseconds)]
    }
}

private func milliseconds(_ seconds: TimeInterval) -> String {
    "\((seconds * 10_000).rounded() / 10) ms"
}
