import Foundation
import MutualTLS
import PortableSecurity

// The client of an nginx with ssl_verify_client, written for iOS. On Linux it differs in the import lines above and in the
// line that makes the session: on iOS URLSession(configuration:delegate:delegateQueue:) does the same.

final class NginxClient: NSObject, URLSessionDelegate {
    private let clientCertificate: URL
    private let password: String
    private let certificateAuthority: URL

    init(clientCertificate: URL, password: String, certificateAuthority: URL) {
        self.clientCertificate = clientCertificate
        self.password = password
        self.certificateAuthority = certificateAuthority
    }

    func load(_ url: URL, completion: @escaping (String?, Error?) -> Void) {
        var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: 15)
        request.httpMethod = "GET"
        request.httpShouldHandleCookies = false
        let session = URLSession.mutualTLS(configuration: .ephemeral, delegate: self, delegateQueue: nil)
        let task = session.dataTask(with: request) { data, response, error in
            if let error = error {
                completion(nil, error)
                return
            }
            guard let data = data, let response = response as? HTTPURLResponse, response.statusCode == 200 else {
                completion(nil, URLError(.badServerResponse))
                return
            }
            completion(String(data: data, encoding: .utf8), nil)
        }
        task.resume()
        session.finishTasksAndInvalidate()
    }

    // Called twice for a new connection: first for the server's certificate, then for ours.
    func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        switch challenge.protectionSpace.authenticationMethod {
        case NSURLAuthenticationMethodServerTrust:
            if let trust = challenge.protectionSpace.serverTrust,
                isTrusted(trust, host: challenge.protectionSpace.host)
            {
                completionHandler(.useCredential, URLCredential(trust: trust))
            } else {
                completionHandler(.cancelAuthenticationChallenge, nil)
            }
        case NSURLAuthenticationMethodClientCertificate:
            if let credential = clientCredential() {
                completionHandler(.useCredential, credential)
            } else {
                completionHandler(.cancelAuthenticationChallenge, nil)
            }
        default:
            completionHandler(.performDefaultHandling, nil)
        }
    }

    private func isTrusted(_ trust: SecTrust, host: String) -> Bool {
        guard let data = try? Data(contentsOf: certificateAuthority),
            let root = SecCertificateCreateWithData(nil, data as CFData)
        else { return false }
        SecTrustSetPolicies(trust, SecPolicyCreateSSL(true, host as CFString))
        SecTrustSetAnchorCertificates(trust, [root] as CFArray)
        SecTrustSetAnchorCertificatesOnly(trust, true)
        return SecTrustEvaluateWithError(trust, nil)
    }

    private func clientCredential() -> URLCredential? {
        guard let data = try? Data(contentsOf: clientCertificate) else { return nil }
        let options = [kSecImportExportPassphrase as String: password]
        var items: CFArray?
        guard SecPKCS12Import(data as CFData, options as CFDictionary, &items) == errSecSuccess,
            let first = (items as? [[String: Any]])?.first,
            let item = first[kSecImportItemIdentity as String],
            CFGetTypeID(item as CFTypeRef) == SecIdentityGetTypeID()
        else { return nil }
        let identity = item as! SecIdentity
        // The leaf comes first, and is in the identity already.
        let chain = first[kSecImportItemCertChain as String] as? [SecCertificate] ?? []
        return URLCredential(identity: identity, certificates: Array(chain.dropFirst()), persistence: .permanent)
    }
}
