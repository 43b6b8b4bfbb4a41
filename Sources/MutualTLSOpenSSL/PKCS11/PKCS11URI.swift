import Foundation

/// Which key of which token is meant (RFC 7512): `pkcs11:token=mine;object=client`. What it leaves out may be anything.
package struct PKCS11URI: Sendable, Hashable {
    /// The token's label.
    package private(set) var token: String?
    package private(set) var manufacturer: String?
    package private(set) var model: String?
    package private(set) var serial: String?
    /// The number of the slot that the token is in.
    package private(set) var slot: UInt?
    /// The key's label.
    package private(set) var object: String?
    /// The key's identifier (CKA_ID).
    package private(set) var id: Data?
    /// The module to load.
    package private(set) var modulePath: String?
    /// The file that holds the PIN.
    package private(set) var pinSource: String?

    /// - Throws: `PKCS11Error` `invalidURI`. A PIN in the text is not repeated in it.
    package init(_ text: String) throws(PKCS11Error) {
        guard text.lowercased().hasPrefix("pkcs11:") else {
            throw PKCS11Error(
                .invalidURI, "a PKCS #11 URI begins with \"pkcs11:\" (RFC 7512)",
                hint: "such as pkcs11:token=mine;object=client")
        }
        let parts = text.dropFirst(7).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var seen: Set<String> = []
        func attributes(_ part: Substring, _ separator: Character) throws(PKCS11Error) -> [(String, Data)] {
            var list: [(String, Data)] = []
            for pair in part.split(separator: separator) {
                let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let name = String(halves[0])
                guard halves.count == 2, !name.isEmpty else {
                    throw PKCS11Error(.invalidURI, "each attribute of a PKCS #11 URI is a name, = and a value")
                }
                guard seen.insert(name).inserted else {
                    throw PKCS11Error(.invalidURI, "the PKCS #11 URI has two attributes named \"\(name)\"")
                }
                guard let value = Self.decoded(halves[1]) else {
                    throw PKCS11Error(
                        .invalidURI, "a value in the PKCS #11 URI has a % without two hexadecimal digits: \(name)")
                }
                list.append((name, value))
            }
            return list
        }
        for (name, value) in try attributes(parts[0], ";") { try take(name, value) }
        for (name, value) in parts.count > 1 ? try attributes(parts[1], "&") : [] { try takeQuery(name, value) }
    }

    private mutating func take(_ name: String, _ value: Data) throws(PKCS11Error) {
        switch name {
        case "token": token = try Self.text(name, value)
        case "manufacturer": manufacturer = try Self.text(name, value)
        case "model": model = try Self.text(name, value)
        case "serial": serial = try Self.text(name, value)
        case "object": object = try Self.text(name, value)
        case "id": id = value
        case "slot-id":
            guard let number = UInt(try Self.text(name, value)) else {
                throw PKCS11Error(.invalidURI, "slot-id in the PKCS #11 URI is a decimal number")
            }
            slot = number
        case "type":
            // Of both kinds of object that an identity has, whichever the URI was copied from.
            guard ["private", "cert", "public"].contains(try Self.text(name, value)) else {
                throw PKCS11Error(.invalidURI, "the PKCS #11 URI names no private key", hint: "leave type= out")
            }
        default:
            // It might have excluded what is then taken.
            throw PKCS11Error(
                .invalidURI, "the attribute \"\(name)\" of the PKCS #11 URI is not known here",
                hint: "there are token, manufacturer, model, serial, slot-id, object, id and type")
        }
    }

    private mutating func takeQuery(_ name: String, _ value: Data) throws(PKCS11Error) {
        switch name {
        case "module-path": modulePath = try Self.text(name, value)
        case "pin-source":
            let source = try Self.text(name, value)
            guard source.hasPrefix("file:") || source.hasPrefix("/") else {
                throw PKCS11Error(.invalidURI, "pin-source in the PKCS #11 URI names a file, such as file:/run/pin")
            }
            let path = source.hasPrefix("file:") ? String(source.dropFirst(5)) : source
            pinSource = path.hasPrefix("//") ? "/" + path.drop { $0 == "/" } : path
        case "pin-value":
            throw PKCS11Error(
                .invalidURI, "a PIN doesn't belong in a PKCS #11 URI, which ends up in logs and process lists",
                hint: "put it into a file that only you can read: ?pin-source=file:PATH")
        default:
            throw PKCS11Error(
                .invalidURI, "the attribute \"\(name)\" of the PKCS #11 URI is not known here",
                hint: "behind the ? there are module-path and pin-source")
        }
    }

    private static func text(_ name: String, _ value: Data) throws(PKCS11Error) -> String {
        guard let text = String(validating: value, as: UTF8.self), !text.utf8.contains(0) else {
            throw PKCS11Error(.invalidURI, "\(name) in the PKCS #11 URI is not UTF-8")
        }
        return text
    }

    /// Undoes percent-encoding; nil where a % has no two digits behind it.
    private static func decoded(_ text: Substring) -> Data? {
        var bytes = Data()
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2).compactMap { Character(UnicodeScalar($0)).hexDigitValue }
            guard digits.count == 2 else { return nil }
            rest = rest.dropFirst(2)
            bytes.append(UInt8(digits[0] << 4 | digits[1]))
        }
        return bytes
    }

    /// Whether a token is meant.
    func fits(_ info: PKCS11TokenInfo) -> Bool {
        [
            (token, info.label), (manufacturer, info.manufacturer), (model, info.model), (serial, info.serial),
        ].allSatisfy { $0.0 == nil || $0.0 == $0.1 } && (slot == nil || slot == info.slot)
    }
}
