import Foundation
import PortableSecurity

extension MutualTLSError {
    /// From what `URLSession` reports. Compared by `URLError.Code`: corelibs' `NSURLError...` integers are not all Apple's.
    init(urlError error: (any Error)?, _ request: URLRequest) {
        // Ours knows more, and came all the way.
        if let known = (error as NSError?)?.userInfo[NSUnderlyingErrorKey] as? MutualTLSError {
            self = known
            return
        }
        let host = request.url?.host ?? "the server"
        let code = (error as? URLError)?.code
        switch code {
        case .clientCertificateRejected?:
            self.init(
                .clientCertificateRejected, "\(host) refused the client certificate",
                hint: Self.hint(.clientCertificateRejected, nil), underlying: error)
        case .clientCertificateRequired?:
            self.init(
                .clientCertificateRequired, "\(host) wants a client certificate and got none",
                hint: Self.hint(.clientCertificateRequired, nil), underlying: error)
        default:
            let known = code.flatMap { Self.urlErrorCodes[$0] } ?? .connectionLost
            let detail = error?.localizedDescription ?? "no reason given"
            self.init(known, "the request to \(host) failed: \(detail)", underlying: error)
        }
    }

    private static let urlErrorCodes: [URLError.Code: Code] = [
        .cancelled: .cancelled, .timedOut: .timedOut, .cannotFindHost: .cannotFindHost,
        .dnsLookupFailed: .cannotFindHost, .cannotConnectToHost: .cannotConnect,
        .networkConnectionLost: .connectionLost, .secureConnectionFailed: .handshakeFailed,
        .serverCertificateUntrusted: .serverNotTrusted, .serverCertificateHasBadDate: .serverNotTrusted,
        .serverCertificateHasUnknownRoot: .serverNotTrusted, .serverCertificateNotYetValid: .serverNotTrusted,
        .badServerResponse: .badResponse, .badURL: .invalidRequest, .unsupportedURL: .invalidRequest,
    ]
}
