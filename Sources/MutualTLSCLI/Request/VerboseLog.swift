import Foundation
import MutualTLS
import MutualTLSOpenSSL
import PortableSecurity

/// What `--verbose` tells on standard error: both challenges, the handshake, what was sent and what came. No secrets.
struct VerboseLog: Sendable {
    private let output: Output

    init(_ output: Output) { self.output = output }

    /// Fields whose values are as good as a password.
    private static let secretFields: Set<String> = ["authorization", "proxy-authorization", "cookie", "set-cookie"]

    private func line(_ mark: Character, _ text: String) { output.tell("\(mark) \(printable(text))\n") }

    /// A request is about to begin.
    func begins(_ request: URLRequest) {
        guard let url = request.url, var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return }
        (parts.user, parts.password, parts.query, parts.fragment) = (nil, nil, nil, nil)
        line("*", "\(request.httpMethod ?? "GET") \(parts.string ?? "")")
    }

    /// A request's head goes out, as it is.
    func willSend(_ head: String) {
        let lines = head.split(whereSeparator: \.isNewline)
        guard let first = lines.first else { return }
        // The query is often a secret.
        let words = first.split(separator: " ").map { $0.contains("?") ? $0.prefix { $0 != "?" } + "?(hidden)" : $0 }
        line(">", words.joined(separator: " "))
        for field in lines.dropFirst() {
            let name = field.prefix { $0 != ":" }
            self.field(">", String(name), String(field.dropFirst(name.count + 1).drop { $0 == " " }))
        }
    }

    /// One of several requests has ended.
    func didEnd(_ report: RequestReport) {
        let outcome = report.failureKind ?? "\(report.response?.statusCode ?? 0)"
        line("*", "\(report.identity ?? "-"): \(outcome) in \(RequestSummary.text(report.timings?.total ?? 0))")
    }

    /// A response's head is there.
    func didReceive(_ response: HTTPURLResponse, _ version: String) {
        line("<", "\(version) \(response.statusCode)")
        fields("<", response.allHeaderFields.map { ("\($0.key)", "\($0.value)") })
    }

    private func fields(_ mark: Character, _ fields: [(String, String)]) {
        for (name, value) in fields.sorted(by: { $0.0 < $1.0 }) {
            field(mark, name, value)
        }
    }

    private func field(_ mark: Character, _ name: String, _ value: String) {
        line(mark, "\(name): \(Self.secretFields.contains(name.lowercased()) ? "(hidden)" : value)")
    }

    /// The server-trust challenge: the chain, and the verdict.
    func didJudge(_ trust: SecTrust, _ host: String, _ error: MutualTLSError?) {
        let chain = Self.received(trust)
        line("*", "server trust: \(host) shows")
        for certificate in chain {
            guard let x509 = try? X509Certificate(der: SecCertificateCopyData(certificate) as Data) else { continue }
            line("*", "  \(x509.subject), issued by \(x509.issuer), until \(timestamp(x509.notAfter))")
        }
        if let pin = chain.first.flatMap({ PublicKeyPin($0) }) { line("*", "  its public key: \(pin)") }
        line("*", "server trust: \(error == nil ? "trusted" : "not trusted")")
    }

    /// The chain as the server sent it; on Apple platforms as it was found.
    private static func received(_ trust: SecTrust) -> [SecCertificate] {
        #if canImport(Darwin)
            SecTrustCopyCertificateChain(trust) as? [SecCertificate] ?? []
        #else
            trust.receivedCertificates
        #endif
    }

    /// The client-certificate challenge, and what answers it.
    func isAsked(_ space: URLProtectionSpace, _ identity: ClientIdentity?) {
        let names = Self.acceptableIssuers(of: space).map {
            (try? DistinguishedName(der: $0))?.description ?? "(unreadable)"
        }
        line("*", "client certificate: \(space.host) accepts " + (names.isEmpty ? "any issuer" : "these issuers"))
        for name in names { line("*", "  \(name)") }
        guard let identity else { return line("*", "client certificate: none to send") }
        line("*", "client certificate: sending \(identity.summary), SHA-256 \(identity.fingerprint)")
        for intermediate in identity.intermediates {
            line("*", "  with \((SecCertificateCopySubjectSummary(intermediate) as String?) ?? "an intermediate")")
        }
    }

    private static func acceptableIssuers(of space: URLProtectionSpace) -> [Data] {
        #if canImport(Darwin)
            space.distinguishedNames ?? []
        #else
            space.acceptableIssuers
        #endif
    }

    /// What the session tells besides the challenges.
    func take(_ event: SessionEvent) {
        switch event.kind {
        case .challengeAsked, .challengeAnswered: return
        case .handshakeDone:
            let facts = event.handshake
            let parts = [facts?.tlsVersion, facts?.cipher, facts?.applicationProtocol].compactMap { $0 }
            let time = facts.map { ", in \(RequestSummary.text($0.duration))" } ?? ""
            line("*", "handshake done: " + parts.joined(separator: ", ") + time)
        case .refused where event.alert != nil: line("*", "the server's alert: \(event.alert ?? "")")
        default: line("*", event.description)
        }
    }
}
