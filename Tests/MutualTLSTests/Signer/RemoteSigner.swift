import Foundation
import MutualTLS
import MutualTLSOpenSSL
import MutualTLSPKI
import PortableSecurity

/// A service that holds a key, as an app would wrap it: an actor that is asked over a network.
actor RemoteSigner: Signer {
    nonisolated let schemes: [MutualTLS.SignatureScheme]
    private let key: PrivateKey
    private let before: @Sendable (SigningRequest) async throws -> Void
    private(set) var asked: [SigningRequest] = []

    /// - Parameter before: what happens before it signs.
    init(
        _ issued: IssuedIdentity,
        schemes: [MutualTLS.SignatureScheme] = [
            .rsaPSSSHA256, .rsaPSSSHA384, .rsaPSSSHA512, .rsaPKCS1SHA256, .rsaPKCS1SHA384, .rsaPKCS1SHA512,
            .ecdsaP256SHA256, .ecdsaP384SHA384,
        ],
        before: @escaping @Sendable (SigningRequest) async throws -> Void = { _ in }
    ) throws {
        key = try PrivateKey(pem: issued.privateKeyPEM)
        self.schemes = schemes
        self.before = before
    }

    func signature(for request: SigningRequest) async throws -> Data {
        asked.append(request)
        try await before(request)
        guard let scheme = MutualTLSOpenSSL.SignatureScheme(code: request.scheme.code), let digest = request.digest
        else { throw Refusal() }
        return try key.sign(digest: digest, scheme: scheme)
    }

    struct Refusal: Error {}
}

/// Answers with whatever it was given.
struct CannedSigner: Signer {
    var schemes: [MutualTLS.SignatureScheme] = [.ecdsaP256SHA256]
    let answer: @Sendable () async throws -> Data
    func signature(for request: SigningRequest) async throws -> Data { try await answer() }
}

extension ClientIdentity {
    /// The issued certificate, with somebody else to sign.
    init(_ issued: IssuedIdentity, signer: any Signer) throws {
        let file = try ClientIdentity(issued)
        try self.init(certificate: file.certificate, intermediates: file.intermediates, signer: signer)
    }
}

/// Lets tasks wait until it is opened.
actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func pass() async {
        if isOpen { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    func open() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}
