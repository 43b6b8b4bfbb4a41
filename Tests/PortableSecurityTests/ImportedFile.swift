// The module is Apple's own elsewhere.
#if canImport(FoundationNetworking)
    import Foundation
    import MutualTLSOpenSSL
    import MutualTLSPKCS12
    import TestSupport

    @testable import PortableSecurity

    /// The pieces of PKCS#12 files that no writer would make, around two people.
    struct ImportedFile {
        typealias W = DERWriter
        typealias B = PKCS12Builder

        let alice: Issuer
        let bob: Issuer
        let sealer = PKCS12Sealer(password: "password")
        /// What iOS 18 knows of PBES2.
        static let pbes2 = B.pbes2(B.pbkdf2(iterations: 1000))

        init() throws {
            alice = try Issuer.make("alice", issuer: nil) { _ in }
            bob = try Issuer.make("bob", issuer: nil) { _ in }
        }

        static func attributes(_ id: UInt8?, _ name: String?) -> [Data] {
            (id.map { [B.localKeyID(W.octets(Data([$0])))] } ?? []) + (name.map { [B.friendlyName(W.bmp($0))] } ?? [])
        }

        /// A shrouded key bag.
        func key(
            _ of: Issuer, _ id: UInt8? = 1, name: String? = nil, _ algorithm: Data = pbes2,
            sealer: PKCS12Sealer? = nil
        ) throws -> Data {
            try shrouded(of.key.pkcs8(), id, name: name, algorithm, sealer: sealer)
        }

        /// A shrouded key bag around any bytes.
        func shrouded(
            _ plain: Data, _ id: UInt8? = 1, name: String? = nil, _ algorithm: Data = pbes2,
            sealer: PKCS12Sealer? = nil
        ) throws -> Data {
            try (sealer ?? self.sealer).shroudedKey(plain, algorithm, attributes: Self.attributes(id, name))
        }

        func certificate(_ of: Issuer, _ id: UInt8? = 1, name: String? = nil) -> Data {
            B.certificate(of.certificate.der, attributes: Self.attributes(id, name))
        }

        /// One part that is not encrypted by itself.
        func part(_ bags: Data...) -> Data { B.data(B.bags(bags)) }

        /// Alice's key and certificate.
        func identity() throws -> [Data] { [part(try key(alice), certificate(alice))] }

        /// Alice's identity and more bags.
        func identity(and bags: Data...) throws -> Data {
            try sealer.file([B.data(B.bags([key(alice), certificate(alice)] + bags))])
        }

        /// Alice's identity under `mac`.
        func identity(mac: Data) throws -> Data { B.file(parts: try identity(), mac: mac) }

        /// Alice's identity, all of it encrypted.
        func identity(_ algorithm: Data) throws -> Data {
            let certificates = B.encrypted(algorithm, try sealer.encrypt(B.bags([certificate(alice)]), algorithm))
            return try sealer.file([certificates, part(key(alice, 1, algorithm))])
        }

        /// Alice's key without its public point: a SEC1 structure that is only a number (RFC 5915).
        func keyWithoutPoint() throws -> Data {
            let whole = try PrivateKeyInfo(der: alice.key.pkcs8())
            // 04, X, Y, and the number.
            let number = whole.externalRepresentation.map { Data($0.suffix(32)) } ?? Data()
            return W.sequence(
                W.integer(0), W.sequence(W.oid("1.2.840.10045.2.1"), W.oid("1.2.840.10045.3.1.7")),
                W.octets(W.sequence(W.integer(1), W.octets(number))))
        }

        /// What the importer says of a file.
        static func run(
            _ data: Data, _ options: [String: Any] = [kSecImportExportPassphrase: "password"]
        ) -> (status: OSStatus, items: [[String: Any]]?) {
            var items: CFArray?
            let status = SecPKCS12Import(data as CFData, options as CFDictionary, &items)
            return (status, items as? [[String: Any]])
        }
    }
#endif
