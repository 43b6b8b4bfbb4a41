import Foundation

/// Builds the structure of PKCS#12 files; ciphertext and MACs are only bytes here, `PKCS12Sealer` computes them.
package enum PKCS12Builder {
    package typealias W = DERWriter

    package static func file(version: Int = 3, parts: [Data], mac: Data? = nil) -> Data {
        W.value(0x30, [W.integer(version), data(W.value(0x30, parts))] + (mac.map { [$0] } ?? []))
    }

    package static func data(_ content: Data) -> Data {
        W.sequence(W.oid("1.2.840.113549.1.7.1"), W.explicit(0, W.octets(content)))
    }

    package static func encrypted(_ algorithm: Data, _ ciphertext: Data) -> Data {
        W.sequence(
            W.oid("1.2.840.113549.1.7.6"),
            W.explicit(
                0,
                W.sequence(
                    W.integer(0),
                    W.sequence(W.oid("1.2.840.113549.1.7.1"), algorithm, W.value(0x80, ciphertext)))))
    }

    package static func bags(_ bags: [Data]) -> Data { W.value(0x30, bags) }

    package static func bag(_ type: Int, _ content: Data, attributes: [Data] = []) -> Data {
        W.value(
            0x30,
            [W.oid("1.2.840.113549.1.12.10.1.\(type)"), W.explicit(0, content)]
                + (attributes.isEmpty ? [] : [W.value(0x31, attributes)]))
    }

    package static func certificate(_ content: Data, attributes: [Data] = []) -> Data {
        bag(
            3, W.sequence(W.oid("1.2.840.113549.1.9.22.1"), W.explicit(0, W.octets(content))), attributes: attributes)
    }

    package static func friendlyName(_ value: Data) -> Data {
        W.sequence(W.oid("1.2.840.113549.1.9.20"), W.set(value))
    }

    package static func localKeyID(_ value: Data) -> Data {
        W.sequence(W.oid("1.2.840.113549.1.9.21"), W.set(value))
    }

    /// One of PKCS#12's own encryption schemes.
    package static func pbe(_ number: Int, salt: Int = 8, iterations: Data = W.integer(2048)) -> Data {
        W.sequence(
            W.oid("1.2.840.113549.1.12.1.\(number)"),
            W.sequence(W.octets(Data(repeating: 7, count: salt)), iterations))
    }

    package static func pbkdf2(
        salt: Data = W.octets(Data(repeating: 7, count: 16)), iterations: Int = 600_000, keyLength: Data? = nil,
        prf: Int? = 9
    ) -> Data {
        var parameters = [salt, W.integer(iterations)]
        if let keyLength { parameters.append(keyLength) }
        if let prf { parameters.append(W.sequence(W.oid("1.2.840.113549.2.\(prf)"), W.null)) }
        return W.sequence(W.oid("1.2.840.113549.1.5.12"), W.value(0x30, parameters))
    }

    package static func pbes2(_ derivation: Data, cipher: String = "2.16.840.1.101.3.4.1.42") -> Data {
        W.sequence(
            W.oid("1.2.840.113549.1.5.13"),
            W.sequence(derivation, W.sequence(W.oid(cipher), W.octets(Data(repeating: 1, count: 16)))))
    }

    package static func mac(
        algorithm: Data = W.sequence(W.oid("2.16.840.1.101.3.4.2.1"), W.null), byteCount: Int = 32,
        iterations: Data? = W.integer(2048)
    ) -> Data {
        W.value(
            0x30,
            [
                W.sequence(algorithm, W.octets(Data(repeating: 9, count: byteCount))),
                W.octets(Data(repeating: 5, count: 8)),
            ] + (iterations.map { [$0] } ?? []))
    }

    package static func pbmac1(_ derivation: Data) -> Data {
        W.sequence(
            W.oid("1.2.840.113549.1.5.14"),
            W.sequence(derivation, W.sequence(W.oid("1.2.840.113549.2.9"), W.null)))
    }

    /// A small file with an encrypted part, a plain part and a MAC.
    package static var typical: Data {
        file(
            parts: [
                encrypted(pbes2(pbkdf2()), Data(repeating: 0xC1, count: 32)),
                data(
                    bags([
                        bag(
                            2, W.sequence(pbe(3), W.octets(Data(repeating: 0xC2, count: 24))),
                            attributes: [friendlyName(W.bmp("Zoë")), localKeyID(W.octets(Data([1, 2, 3])))])
                    ])),
            ], mac: mac())
    }
}
