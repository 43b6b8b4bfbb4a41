import Foundation
import MutualTLS
import PortableSecurity

/// Failures in the words of the command line.
enum RequestFailure {
    /// Of a status of 400 and above; nil for others.
    /// - Parameters:
    ///   - body: its beginning.
    ///   - url: what was requested.
    static func of(
        _ response: HTTPURLResponse, body: Data, requested url: URL, identity: ClientIdentity?
    ) -> (any Error)? {
        guard isNo(response) else { return nil }
        if response.statusCode < 400 { return unfollowed(response) }
        // Not sent to an origin other than the URL's, so not to blame for what that one says.
        let sent = response.url.flatMap(Origin.init) == Origin(url) ? identity : nil
        if let refusal = MutualTLSError(refusedBy: response, body: body, identity: sent) { return refusal }
        return CommandError(
            .httpStatus,
            "\(response.url?.host ?? "the server") answers \(response.statusCode) "
                + HTTPURLResponse.localizedString(forStatusCode: response.statusCode))
    }

    /// Whether a response is not what was asked for. Redirects are followed, so one that comes here can't be.
    static func isNo(_ response: HTTPURLResponse) -> Bool {
        response.statusCode >= 400 || [301, 302, 303, 307, 308].contains(response.statusCode)
    }

    private static func unfollowed(_ response: HTTPURLResponse) -> CommandError {
        let location = response.value(forHTTPHeaderField: "Location") ?? ""
        let why = location.isEmpty ? "its Location field is missing or empty" : "\"\(location.prefix(100))\" is no URL"
        return CommandError(
            .httpStatus,
            "\(response.url?.host ?? "the server") answers \(response.statusCode), and its redirect can't be followed: \(why)",
            hint: "have the server's Location field corrected")
    }

    /// With the library's advice in the words of the command line.
    static func explained(_ error: any Error, _ arguments: Arguments) -> CommandError {
        let error = CommandError(error)
        var hint = error.hint
        switch error.code.name {
        case MutualTLSError.Code.clientCertificateRequired.description:
            hint =
                arguments.has("identity") || arguments.has("pkcs11")
                ? "the identity goes to the origin of the URL alone, and a redirect may have led elsewhere: request that URL"
                : "name one with --identity FILE"
        case MutualTLSError.Code.serverNotTrusted.description
        where !arguments.has("cacert") && !error.reason.contains("public key"):
            let advice = "if the server's CA is your own, name its root: --cacert FILE"
            hint = hint.map { $0.contains("as an anchor") ? advice : "\($0); \(advice)" } ?? advice
        case MutualTLSError.Code.identityUnusable.description
        where hint?.contains("limit the session to TLS 1.2") == true:
            hint = "give --tls-max 1.2, or use an elliptic curve key"
        case MutualTLSError.Code.noDescriptors.description where arguments.has("parallel"):
            hint = "lower --parallel, or raise the limit: ulimit -n"
        default: break
        }
        return CommandError(error.code, error.reason, hint: hint, alert: error.alert)
    }
}

extension CommandError {
    /// The same with more advice.
    func advising(_ advice: String) -> CommandError {
        CommandError(code, reason, hint: hint.map { "\($0); \(advice)" } ?? advice, alert: alert)
    }
}
