internal import CMutualTLSShims
import Foundation

/// A shared library that speaks PKCS #11, such as OpenSC's or SoftHSM's. Loaded once, for good.
// @unchecked: it was initialised for use by several threads, and the pointer never changes.
final class PKCS11Module: @unchecked Sendable {
    let pointer: OpaquePointer
    private let known = LockedBox<[UInt: PKCS11Token]>([:])

    private init(pointer: OpaquePointer) { self.pointer = pointer }

    private static let loaded = LockedBox<[String: PKCS11Module]>([:])

    /// The environment variable that names the module where the URI doesn't.
    static let variable = "MTLS_PKCS11_MODULE"

    /// The module at a path.
    /// - Parameter path: nil for p11-kit's, which has all that are registered on this system.
    /// - Throws: `PKCS11Error` `unavailable`.
    static func named(_ path: String?) throws(PKCS11Error) -> PKCS11Module {
        var problems: [String] = []
        for candidate in path.map({ [$0] }) ?? ["p11-kit-proxy.so", "libp11-kit.so.0"] {
            do {
                return try load(candidate)
            } catch {
                problems.append(error.text)
            }
        }
        throw PKCS11Error(
            .unavailable,
            "the PKCS #11 module \(path ?? "of p11-kit") can't be used: \(problems.joined(separator: "; "))",
            hint: path == nil
                ? "name the token's module: ?module-path=PATH in the URI, or \(variable)"
                : "see that it is installed, and built for this machine")
    }

    private struct Problem: Error { let text: String }

    private static func load(_ path: String) throws(Problem) -> PKCS11Module {
        let result = loaded.withLock { loaded -> Result<PKCS11Module, Problem> in
            if let module = loaded[path] { return .success(module) }
            var (text, code): (UnsafePointer<CChar>?, UInt) = (nil, 0)
            guard let pointer = mtls_pkcs11_load(path, &text, &code) else {
                let said = text.map { String(cString: $0) } ?? PKCS11Error(code, "begin").description
                return .failure(Problem(text: said))
            }
            let module = PKCS11Module(pointer: pointer)
            loaded[path] = module
            return .success(module)
        }
        return try result.get()
    }

    /// What it says of the tokens that are there now; those that were never initialised are left out.
    func tokens() throws(PKCS11Error) -> [PKCS11TokenInfo] {
        // A token may be put in between the two calls.
        var slots = [UInt](repeating: 0, count: 256)
        var count = UInt(slots.count)
        // Asked for the number first, some modules look for new tokens.
        var number: UInt = 0
        _ = mtls_pkcs11_slots(pointer, nil, &number)
        let code = mtls_pkcs11_slots(pointer, &slots, &count)
        if code != 0 { throw PKCS11Error(code, "list the tokens") }
        return slots.prefix(Int(count)).compactMap { slot in
            var raw = mtls_pkcs11_token()
            guard mtls_pkcs11_token_info(pointer, slot, &raw) == 0, raw.is_initialised else { return nil }
            return PKCS11TokenInfo(slot: slot, raw)
        }
    }

    /// The token in a slot; always the same object, since a token is used by one at a time.
    func token(_ info: PKCS11TokenInfo) -> PKCS11Token {
        known.withLock { known in
            if let token = known[info.slot], token.info.serial == info.serial, token.info.label == info.label {
                return token
            }
            let token = PKCS11Token(self, info)
            known[info.slot] = token
            return token
        }
    }
}

/// What a token says of itself.
struct PKCS11TokenInfo: Sendable {
    let slot: UInt
    let label: String
    let manufacturer: String
    let model: String
    let serial: String
    let needsLogin: Bool
    let hasOwnKeypad: Bool
    let isLocked: Bool
    /// How many tries are left before it locks itself, in words; nil for enough.
    let fewTries: String?

    init(slot: UInt, _ raw: mtls_pkcs11_token) {
        func text<Characters>(_ characters: Characters) -> String {
            withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        self.slot = slot
        (label, manufacturer) = (text(raw.label), text(raw.manufacturer))
        (model, serial) = (text(raw.model), text(raw.serial))
        (needsLogin, hasOwnKeypad, isLocked) = (raw.needs_login, raw.has_own_keypad, raw.is_locked)
        fewTries =
            raw.is_final_try
            ? "one more wrong PIN locks it" : raw.is_low_on_tries ? "few tries are left before it locks itself" : nil
    }
}
