// README: a vendor's SDK that declares a delegate protocol of its own, and the app's one-line delegate for it.
import MutualTLS
import PortableSecurity

/// As a vendor's module has it.
enum VendorSDK {
    protocol URLAuthenticationChallengeDelegate: AnyObject {
        func credential(for challenge: URLAuthenticationChallenge) -> URLCredential?
    }
}

final class ScannerIdentity: VendorSDK.URLAuthenticationChallengeDelegate {
    private let responder: ChallengeResponder

    init(_ identity: ClientIdentity) {
        responder = ChallengeResponder(identity: identity, origins: [Origin(host: "scan.example.com")])
    }

    func credential(for challenge: URLAuthenticationChallenge) -> URLCredential? {
        responder.credential(for: challenge)
    }
}

/// Where both protocols are in sight, the module's name tells them apart.
final class BothWays: VendorSDK.URLAuthenticationChallengeDelegate, MutualTLS.URLAuthenticationChallengeDelegate {
    private let responder: ChallengeResponder

    init(_ identity: ClientIdentity) { responder = ChallengeResponder(identity: identity) }

    func credential(for challenge: URLAuthenticationChallenge) -> URLCredential? {
        responder.credential(for: challenge)
    }
}
