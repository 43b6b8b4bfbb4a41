import Foundation

/// Reads the list of bags that is the content of each part of a PKCS#12 file (RFC 7292, section 4.2).
package enum SafeContents {
    /// How deep bags of bags may nest.
    static let maximumNesting = 8

    /// - Parameters:
    ///   - data: The encoding of a SafeContents: plain content, or what decryption gave. The bags hold slices of it,
    ///     so hand over memory that is wiped when it is freed (``WipingData``) where keys may be inside.
    ///     Bytes behind it are not read.
    ///   - offset: What the first byte is called in errors.
    ///   - skipsNested: Whether bags of bags are passed over, whatever is in them.
    /// - Returns: The bags in order; those of nested SafeContents stand where their bag stood.
    /// - Throws: `PKCS12StructureError` `malformed`, also for what would be `truncated` in a file: contents that end
    ///   early were damaged before they were put into the file, or decrypted with the wrong key.
    package static func bags(
        in data: Data, offset: Int = 0, skipsNested: Bool = false
    ) throws(PKCS12StructureError) -> [SafeBag] {
        do {
            var reader = DERReader(data, offset: offset)
            var bags: [SafeBag] = []
            try append(reader.next(.sequence, "the list of bags"), to: &bags, level: 1, skipsNested)
            return bags
        } catch {
            throw PKCS12StructureError(
                error.code == .unsupported ? .unsupported : .malformed, error.reason, offset: error.offset)
        }
    }

    private static func append(
        _ list: DERValue, to bags: inout [SafeBag], level: Int, _ skipsNested: Bool
    ) throws(DERError) {
        guard level <= maximumNesting else {
            throw DERError(.tooDeep, "bags nest deeper than \(maximumNesting) levels", offset: list.offset)
        }
        var reader = try list.elements()
        while !reader.isAtEnd {
            let value = try reader.next(.sequence, "a bag")
            var bag = try value.elements()
            let type = try bag.next(.objectIdentifier, "a bag's type").objectIdentifier("a bag's type")
            let content = try bag.next(.context(0), "a bag's content")
            let attributes = try bag.nextIfPresent(.set).map { (set) throws(DERError) in try BagAttributes(set) }
            try bag.expectEnd(of: "a bag's attributes")
            if type == .safeContentsBag {
                if skipsNested { continue }
                try append(content.element(.sequence, "a bag of bags"), to: &bags, level: level + 1, skipsNested)
            } else {
                bags.append(
                    SafeBag(
                        kind: try kind(type, content), localKeyID: attributes?.localKeyID,
                        friendlyName: attributes?.friendlyName,
                        hasOddAttributes: attributes?.isOdd ?? false, isNested: level > 1, offset: value.offset))
            }
        }
    }

    private static func kind(_ type: OID, _ content: DERValue) throws(DERError) -> SafeBag.Kind {
        switch type {
        case .keyBag:
            return .key(try content.element(.sequence, "a key bag's key").encoded)
        case .pkcs8ShroudedKeyBag:
            return .shroudedKey(try EncryptedPrivateKeyInfo(content.element(.sequence, "an encrypted key")))
        case .certBag:
            let (oid, value) = try typed(content, "a certificate")
            switch oid {
            case .x509Certificate: return .certificate(try octets(value, "a certificate"))
            case .sdsiCertificate: return .otherCertificate(oid, name: "SDSI certificate")
            default: return .otherCertificate(oid, name: "certificate of type \(oid)")
            }
        case .crlBag:
            // No identity needs a revocation list or a secret, so damage inside one must not cost the identity.
            guard let (oid, value) = try? typed(content, "a revocation list") else { return .unknown(type) }
            guard oid == .x509CRL else { return .otherCRL(oid) }
            return (try? octets(value, "a revocation list")).map { .crl($0) } ?? .unknown(type)
        case .secretBag:
            return (try? typed(content, "a secret")).map { .secret($0.0) } ?? .unknown(type)
        default:
            return .unknown(type)
        }
    }

    /// `SEQUENCE { type OBJECT IDENTIFIER, value [0] EXPLICIT ANY }`
    private static func typed(_ content: DERValue, _ what: String) throws(DERError) -> (OID, DERValue) {
        var reader = try content.element(.sequence, what).elements()
        let oid = try reader.next(.objectIdentifier, "the type of \(what)").objectIdentifier("the type of \(what)")
        let value = try reader.next(.context(0), what)
        try reader.expectEnd(of: what)
        return (oid, value)
    }

    private static func octets(_ value: DERValue, _ what: String) throws(DERError) -> Data {
        let octets = try value.element(.octetString, what).octets()
        guard !octets.isEmpty else { throw DERError(.badValue, "\(what) is empty", offset: value.offset) }
        return octets
    }
}
