internal import CMutualTLSOpenSSL
internal import CMutualTLSShims
import Foundation

extension PrivateKey {
    /// A key that signs somewhere else.
    ///
    /// Nothing can be had of it but its public half. Where a signature is wanted the signer is asked: by a client's handshake
    /// without a thread that waits, and else on the thread that wants it.
    /// - Parameter publicKey: RSA, EC or Ed25519.
    /// - Throws: `OpenSSLError` for another kind of key.
    package convenience init(signer: any KeySigner, publicKey: PublicKey) throws {
        let context = Unmanaged.passRetained(SignerContext(signer: signer, publicKey: publicKey))
        guard
            let pointer = mtls_signer_key(
                publicKey.pointer, signWaiting, { $0.map { Unmanaged<SignerContext>.fromOpaque($0).release() } },
                context.toOpaque(), 0)
        else {
            context.release()
            throw OpenSSLError.drain("have a signer for a key of the kind \(publicKey.algorithm)")
        }
        self.init(takingOwnershipOf: pointer, remote: context.takeUnretainedValue())
    }

    /// Who signs for it; nil for a key that is here.
    package var signer: (any KeySigner)? { remote?.signer }

    /// Has its signer sign, and sees that it did.
    /// - Throws: `KeySigningError`.
    package func signature(for request: KeySigningRequest) async throws -> Data {
        guard let remote else { throw KeySigningError(.failed, "the key has no signer") }
        return try await remote.signature(for: request)
    }

    /// Has its signer sign, and waits.
    func signatureWaiting(for request: KeySigningRequest) throws -> Data {
        guard let remote else { throw KeySigningError(.failed, "the key has no signer") }
        return try remote.signatureWaiting(for: request)
    }

    /// The key's handle, for whoever writes its private half somewhere.
    /// - Throws: `OpenSSLError` where a signer has it.
    func exportable(_ operation: String) throws -> OpaquePointer {
        guard remote == nil else {
            throw OpenSSLError(
                operation: operation + ": it is in a token or with a service, and never leaves it", entries: [])
        }
        return pointer
    }
}

/// What a key knows that signs somewhere else.
final class SignerContext: Sendable {
    let signer: any KeySigner
    let publicKey: PublicKey

    init(signer: any KeySigner, publicKey: PublicKey) { (self.signer, self.publicKey) = (signer, publicKey) }

    func signature(for request: KeySigningRequest) async throws -> Data {
        let signature: Data
        do {
            signature = try await signer.signature(for: request)
        } catch {
            throw KeySigningError(.failed, "its signer failed: \(error)", underlying: error)
        }
        guard publicKey.verifies(signature, for: request) else {
            throw KeySigningError(
                .notOfThisKey,
                "what its signer gave (\(signature.count) bytes) is no signature of the certificate's key")
        }
        return signature
    }

    /// The signer runs on a thread of its own, so that it gets on whichever thread waits here.
    func signatureWaiting(for request: KeySigningRequest) throws -> Data {
        let answer = LockedBox<Result<Data, any Error>?>(nil)
        let done = DispatchSemaphore(value: 0)
        #if os(Linux)
            Task(executorPreference: BlockingExecutor()) { await work() }
        #else
            Task.detached { await work() }
        #endif
        @Sendable func work() async {
            let result: Result<Data, any Error>
            do { result = .success(try await signature(for: request)) } catch { result = .failure(error) }
            answer.withLock { $0 = result }
            done.signal()
        }
        done.wait()
        return try answer.withLock { $0 ?? .failure(KeySigningError(.failed, "there is no answer")) }.get()
    }
}

extension PublicKey {
    /// Whether a signature is one over what was to be signed.
    func verifies(_ signature: Data, for request: KeySigningRequest) -> Bool {
        if let scheme = SignatureScheme(code: request.scheme), let digest = request.digest {
            return verifies(signature: signature, digest: digest, scheme: scheme)
        }
        defer { ERR_clear_error() }
        // Ed25519.
        guard request.scheme == 0x0807, let message = request.message, let context = EVP_MD_CTX_new() else {
            return false
        }
        defer { EVP_MD_CTX_free(context) }
        let (given, signed) = ([UInt8](signature), [UInt8](message))
        return EVP_DigestVerifyInit_ex(context, nil, nil, nil, nil, pointer, nil) == 1
            && EVP_DigestVerify(context, given, given.count, signed, signed.count) == 1
    }
}

/// What OpenSSL calls where it is not in a client's handshake: `context` is the key's own, which lives as long as the key.
private func signWaiting(
    _ context: UnsafeMutableRawPointer?, _ scheme: UInt16, _ message: UnsafePointer<UInt8>?, _ count: Int,
    _ signature: UnsafeMutablePointer<UInt8>?, _ length: UnsafeMutablePointer<Int>?
) -> Int32 {
    guard let context, let message, let signature, let length else { return 0 }
    let remote = Unmanaged<SignerContext>.fromOpaque(context).takeUnretainedValue()
    let request = KeySigningRequest(scheme: scheme, message: Data(bytes: message, count: count))
    guard let made = try? remote.signatureWaiting(for: request), made.count <= length.pointee else { return 0 }
    made.copyBytes(to: signature, count: made.count)
    length.pointee = made.count
    return 1
}
