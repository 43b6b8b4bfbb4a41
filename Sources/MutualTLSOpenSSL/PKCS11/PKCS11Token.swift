internal import CMutualTLSShims
import Foundation
import MutualTLSPKCS12

/// A token that is logged in to. One thing at a time: modules that claim to be safe for threads not always are, and a card
/// does no two things at once anyway.
// @unchecked: what is not constant is touched only while the lock is held.
final class PKCS11Token: @unchecked Sendable {
    let module: PKCS11Module
    let info: PKCS11TokenInfo
    private let lock = NSLock()
    /// Kept open: the login ends with the last one.
    private var session: UInt?
    private var pin: SecretBytes?

    init(_ module: PKCS11Module, _ info: PKCS11TokenInfo) { (self.module, self.info) = (module, info) }

    /// What errors call it.
    var name: String { "the token \"\(info.label)\"" }

    /// Logs in, once: a wrong PIN is not tried a second time, since tokens lock themselves.
    func login(_ pin: SecretBytes?) throws(PKCS11Error) {
        lock.lock()
        defer { lock.unlock() }
        let session = try openSession()
        guard info.needsLogin else { return }
        if pin == nil, !info.hasOwnKeypad {
            // Somebody may have logged in for the whole process.
            if self.pin != nil { return }
            throw PKCS11Error(.pinRequired, "\(name) wants a PIN, and none was given", hint: info.fewTries)
        }
        try login(session, UInt(MTLS_CKU_USER), pin)
        if let pin { self.pin = pin }
    }

    private func login(_ session: UInt, _ user: UInt, _ pin: SecretBytes?) throws(PKCS11Error) {
        let code =
            pin?.withUnsafeBytes { mtls_pkcs11_login(module.pointer, session, user, $0.baseAddress, UInt($0.count)) }
            ?? mtls_pkcs11_login(module.pointer, session, user, nil, 0)
        switch Int(code) {
        case 0, MTLS_CKR_USER_ALREADY_LOGGED_IN: return
        case MTLS_CKR_PIN_INCORRECT, MTLS_CKR_PIN_LEN_RANGE:
            throw PKCS11Error(
                .wrongPIN, "\(name) refuses the PIN", hint: tries ?? "it is not tried again: tokens lock themselves")
        case MTLS_CKR_PIN_LOCKED:
            throw PKCS11Error(
                .locked, "\(name) is locked: a wrong PIN was given too often",
                hint: "unlock it with its security officer's PIN, or PUK")
        default: throw PKCS11Error(code, "log in to \(name)")
        }
    }

    /// What is left of the tries now.
    private var tries: String? {
        var raw = mtls_pkcs11_token()
        guard mtls_pkcs11_token_info(module.pointer, info.slot, &raw) == 0 else { return nil }
        let info = PKCS11TokenInfo(slot: info.slot, raw)
        return info.isLocked ? "that locked it" : info.fewTries
    }

    private func openSession() throws(PKCS11Error) -> UInt {
        if let session { return session }
        let opened = try newSession()
        session = opened
        return opened
    }

    private func newSession() throws(PKCS11Error) -> UInt {
        var session: UInt = 0
        let code = mtls_pkcs11_open(module.pointer, info.slot, &session)
        if code != 0 { throw PKCS11Error(code, "open a session with \(name)") }
        return session
    }

    // MARK: Objects

    /// Something in the token.
    struct Object: Sendable, Hashable {
        let handle: UInt
        let id: Data
        let label: String

        /// What errors call it.
        var name: String {
            "\"\(label)\" (id \(id.map { "%" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()))"
        }
    }

    /// Private keys.
    func keys(id: Data?, label: String?) throws(PKCS11Error) -> [Object] {
        try objects(UInt(MTLS_CKO_PRIVATE_KEY), id: id, label: label)
    }

    /// The X.509 certificates among its certificates.
    func certificates() throws(PKCS11Error) -> [(object: Object, certificate: X509Certificate)] {
        var found: [(object: Object, certificate: X509Certificate)] = []
        for object in try objects(UInt(MTLS_CKO_CERTIFICATE), id: nil, label: nil) {
            guard let der = try attribute(MTLS_CKA_VALUE, of: object), let certificate = try? X509Certificate(der: der)
            else { continue }
            found.append((object, certificate))
        }
        return found
    }

    private func objects(_ objectClass: UInt, id: Data?, label: String?) throws(PKCS11Error) -> [Object] {
        lock.lock()
        defer { lock.unlock() }
        let session = try openSession()
        var handles = [UInt](repeating: 0, count: 256)
        var count = UInt(handles.count)
        let (identifier, name) = (id.map { [UInt8]($0) }, label.map { [UInt8]($0.utf8) })
        let code = mtls_pkcs11_find(
            module.pointer, session, objectClass, identifier, UInt(identifier?.count ?? 0), name,
            UInt(name?.count ?? 0), &handles, &count)
        if code != 0 { throw PKCS11Error(code, "look for objects in \(self.name)") }
        return handles.prefix(Int(count)).map { handle in
            Object(
                handle: handle, id: value(MTLS_CKA_ID, handle, session) ?? Data(),
                label: String(decoding: value(MTLS_CKA_LABEL, handle, session) ?? Data(), as: UTF8.self))
        }
    }

    /// The value of an attribute; nil where the token has none, or keeps it to itself.
    func attribute(_ type: Int, of object: Object) throws(PKCS11Error) -> Data? {
        lock.lock()
        defer { lock.unlock() }
        return value(type, object.handle, try openSession())
    }

    private func value(_ type: Int, _ handle: UInt, _ session: UInt) -> Data? {
        var length: UInt = 0
        guard mtls_pkcs11_attribute(module.pointer, session, handle, UInt(type), nil, &length) == 0,
            length <= 1 << 20
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(length))
        guard mtls_pkcs11_attribute(module.pointer, session, handle, UInt(type), &bytes, &length) == 0 else {
            return nil
        }
        return Data(bytes.prefix(Int(length)))
    }

    // MARK: Signatures

    /// Whether the token has a mechanism, and a key can begin a signature by it. None is made: some tokens want to be touched
    /// for that.
    func canSign(_ key: Object, _ mechanism: Int, hash: Int = 0) throws(PKCS11Error) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        guard mtls_pkcs11_has_mechanism(module.pointer, info.slot, UInt(mechanism)) else { return false }
        // Closed again, and with it what was begun.
        let session = try newSession()
        defer { _ = mtls_pkcs11_close(module.pointer, session) }
        return mtls_pkcs11_sign_begin(module.pointer, session, UInt(mechanism), UInt(hash), key.handle) == 0
    }

    /// Signs.
    /// - Parameter asksEachTime: whether the key wants the PIN for each signature.
    func sign(
        _ data: Data, _ key: Object, _ mechanism: Int, hash: Int = 0, asksEachTime: Bool
    ) throws(PKCS11Error) -> Data {
        lock.lock()
        defer { lock.unlock() }
        let session = try openSession()
        let begun = mtls_pkcs11_sign_begin(module.pointer, session, UInt(mechanism), UInt(hash), key.handle)
        if begun != 0 { throw PKCS11Error(begun, "sign with the key \(key.name) of \(name)") }
        if asksEachTime { try login(session, UInt(MTLS_CKU_CONTEXT_SPECIFIC), info.hasOwnKeypad ? nil : pin) }
        let input = [UInt8](data)
        // RSA of 16,384 bits.
        var signature = [UInt8](repeating: 0, count: 2048)
        var length = UInt(signature.count)
        let code = mtls_pkcs11_sign(module.pointer, session, input, UInt(input.count), &signature, &length)
        if code != 0 { throw PKCS11Error(code, "sign with the key \(key.name) of \(name)") }
        return Data(signature.prefix(Int(length)))
    }
}
