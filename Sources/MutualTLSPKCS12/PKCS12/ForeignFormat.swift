import Foundation

/// Recognises what people hand over instead of a PKCS#12 file, so that the refusal can say what it is.
enum ForeignFormat {
    /// A clause that says what `data` is; nil where it may be a PKCS#12 file, a cut off one included.
    static func reason(_ data: Data) -> String? {
        guard let first = data.first else { return "the file is empty" }
        if let text = textReason(data) { return text }
        if data.starts(with: [0xFE, 0xED, 0xFE, 0xED]) {
            return "this is a Java keystore (JKS); convert it with `keytool -importkeystore`"
        }
        guard first == 0x30 else {
            return "the file does not begin with a DER SEQUENCE; is it the right one, and whole?"
        }
        return structureReason(data)
    }

    private static func textReason(_ data: Data) -> String? {
        var head = data.prefix(4096)
        if head.starts(with: [0xEF, 0xBB, 0xBF]) { head = head.dropFirst(3) }
        // The version of a PKCS#12 file is a control character, so no such file is taken for text.
        if !head.contains(where: { $0 < 0x09 }), head.range(of: Data("-----BEGIN ".utf8)) != nil {
            return "this is a PEM file"
        }
        if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) {
            return "this is text in UTF-16; save it as UTF-8"
        }
        // Every DER file of 128 bytes or more, in base64, begins with "MI".
        let text = head.drop { Base64.isWhitespace($0) }
        if text.starts(with: Data("MI".utf8)),
            text.allSatisfy({ Base64.isWhitespace($0) || $0 == 0x3D || Base64.value(of: $0) != nil })
        {
            return "this is base64 text; decode it first: base64 -d"
        }
        return nil
    }

    private static func structureReason(_ data: Data) -> String? {
        // Only the outer header is believed here: the file may be cut off anywhere behind it.
        guard let header = try? DERHeader.read(data, at: data.startIndex, delta: 0) else { return nil }
        var reader = DERReader(data.dropFirst(header.byteCount))
        guard let firstTag = reader.nextTag else { return nil }
        let first = try? reader.next()
        let second = try? reader.next()
        switch (firstTag, second?.tag) {
        case (.sequence, .sequence):
            let signed = try? first?.elements()
            return signed?.nextTag == .context(0)
                ? "this is a certificate without PKCS#12 around it"
                : "this is a certificate, request or revocation list without PKCS#12 around it"
        case (.sequence, .octetString): return "this is an encrypted private key (PKCS#8) without PKCS#12 around it"
        case (.sequence, .bitString): return "this is a public key"
        case (.objectIdentifier, _): return "this is a PKCS#7 file (.p7b), which holds no private key"
        case (.integer, .integer), (.integer, .octetString):
            return "this is a private key without PKCS#12 around it"
        case (.integer, .sequence):
            // A PFX and a PKCS#8 key begin alike; the version tells them apart.
            let version = try? first?.nonNegativeInteger("the version")
            return version == 0 || (version == 1 && reader.nextTag == .octetString)
                ? "this is a private key (PKCS#8) without PKCS#12 around it" : nil
        case (.integer, nil): return nil
        default: return "its structure is that of another DER file"
        }
    }
}
