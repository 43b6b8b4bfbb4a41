#if os(Linux)
    import Foundation
    import MutualTLSKeychain
    import MutualTLSPKCS12
    import TestSupport
    import Testing

    @Suite("Items of a keychain file")
    struct KeychainItemTests {
        let folder: TemporaryFolder
        let keychain: KeychainFile

        init() throws {
            folder = try TemporaryFolder()
            keychain = try KeychainFile.open(folder: folder.url("keychain"))
        }

        private func certificate(_ number: UInt8, label: String, hash: UInt8) -> [String: ItemValue] {
            [
                "ctyp": .number(3), "issr": .data(Data([1])), "slnr": .data(Data([number])), "labl": .text(label),
                "pkhh": .data(Data([hash])),
            ]
        }

        private func key(_ hash: UInt8, tag: String = "", kind: Int64 = 1) -> [String: ItemValue] {
            ["kcls": .number(kind), "klbl": .data(Data([hash])), "atag": .data(Data(tag.utf8))]
        }

        private func secret(_ id: UUID, in file: KeychainFile) throws -> [UInt8]? {
            guard case .sealed(let secret)? = try file.read({ try $0.payload(of: id) }) else { return nil }
            return secret.withUnsafeBytes { Array($0) }
        }

        @Test(
            "what is stored is found again, with the types of its values and its data, by another that opens the file")
        func storing() throws {
            let attributes: [String: ItemValue] = [
                "acct": .text("a\0b"), "svce": .text("naïve"), "gena": .data(Data()), "crtr": .number(-1),
                "icmt": .data(Data("a".utf8)),
            ]
            let id = try keychain.write {
                try $0.insert(.genericPassword, attributes, .sealed(SecretBytes([0, 1, 2])))
            }
            let again = try KeychainFile.open(folder: folder.url("keychain"))
            let rows = try again.read { try $0.find(.genericPassword, where: ["svce": .text("naïve")], limit: nil) }
            #expect(rows.map(\.id) == [id])
            #expect(rows.first?.attributes == attributes.merging(["sync": .number(0)]) { $1 })
            #expect(try secret(id, in: again) == [0, 1, 2])
            #expect(try again.read { try $0.find(.genericPassword, where: ["icmt": .text("a")], limit: nil) } == [])
        }

        @Test(
            "each part of a primary key tells two items apart, and a label doesn't",
            arguments: [
                (ItemClass.certificate, ["ctyp": ItemValue.number(1)], false),
                (.certificate, ["issr": .data(Data([2]))], false), (.certificate, ["slnr": .data(Data([2]))], false),
                (.certificate, ["labl": .text("x"), "subj": .data(Data([2])), "pkhh": .data(Data([2]))], true),
                (.certificate, ["agrp": .text("group")], false), (.certificate, ["sync": .number(1)], false),
                (.certificate, ["tkid": .text("token")], false), (.certificate, ["vwht": .text("view")], false),
                (.key, ["kcls": .number(1)], false), (.key, ["klbl": .data(Data([2]))], false),
                (.key, ["atag": .data(Data([2]))], false), (.key, ["crtr": .number(2)], false),
                (.key, ["type": .number(2)], false), (.key, ["bsiz": .number(2)], false),
                (.key, ["esiz": .number(2)], false), (.key, ["sdat": .number(2)], false),
                (.key, ["edat": .number(2)], false), (.key, ["labl": .text("x"), "sign": .number(1)], true),
                (.key, ["atag": .data(Data())], true),
                (.genericPassword, ["acct": .text("x")], false), (.genericPassword, ["svce": .text("x")], false),
                (.genericPassword, ["labl": .text("x"), "gena": .data(Data([1]))], true),
                (.internetPassword, ["acct": .text("x")], false), (.internetPassword, ["sdmn": .text("x")], false),
                (.internetPassword, ["srvr": .text("x")], false), (.internetPassword, ["ptcl": .text("http")], false),
                (.internetPassword, ["atyp": .text("x")], false), (.internetPassword, ["port": .number(1)], false),
                (.internetPassword, ["path": .text("/")], false), (.internetPassword, ["labl": .text("x")], true),
            ])
        func primaryKeys(_ itemClass: ItemClass, _ change: [String: ItemValue], _ isDuplicate: Bool) throws {
            let base: [String: ItemValue] = itemClass == .certificate ? certificate(1, label: "a", hash: 1) : [:]
            try keychain.write { items in
                let first = try items.insert(itemClass, base, .sealed(SecretBytes([1])))
                let other = base.merging(change) { $1 }
                if isDuplicate {
                    #expect(fault { try items.insert(itemClass, other, nil) } == .duplicate)
                    // The transaction goes on, and nothing of the second is there.
                    #expect(try items.find(itemClass, where: [:], limit: nil).map(\.id) == [first])
                } else {
                    let second = try items.insert(itemClass, other, nil)
                    #expect(try items.find(itemClass, where: [:], limit: nil).map(\.id) == [first, second])
                    #expect(try items.item(second)?.attributes == other.merging(["sync": .number(0)]) { old, _ in old })
                }
            }
        }

        @Test("an attribute of another class is refused, and names reach no SQL")
        func unknownAttributes() throws {
            try keychain.write { items in
                for name in ["svce", "labl\" = 1 --", ""] {
                    #expect(
                        fault {
                            try items.insert(.certificate, [name: .number(1)], nil)
                        } == .unknownAttribute)
                    #expect(
                        fault {
                            try items.find(.certificate, where: [name: .number(1)], limit: 1)
                        } == .unknownAttribute)
                }
                let found = try items.find(.certificate, where: [:], limit: nil)
                #expect(found.isEmpty)
            }
        }

        @Test("an identity is a certificate and each private key of its public key's hash, the oldest first")
        func identities() throws {
            try keychain.write { items in
                let second = try items.insert(.key, key(2), nil)
                let c1 = try items.insert(.certificate, certificate(1, label: "one", hash: 1), .open(Data([1])))
                let c2 = try items.insert(.certificate, certificate(2, label: "two", hash: 2), .open(Data([2])))
                _ = try items.insert(.certificate, certificate(3, label: "alone", hash: 3), .open(Data([3])))
                _ = try items.insert(.key, key(3, kind: 0), nil)
                let first = try items.insert(.key, key(1), nil)
                let tagged = try items.insert(.key, key(1, tag: "t"), nil)
                func found(
                    _ certificate: [String: ItemValue] = [:], _ key: [String: ItemValue] = [:], limit: Int? = nil
                ) throws -> [[UUID]] {
                    try items.identities(where: certificate, key: key, limit: limit)
                        .map { [$0.certificate.id, $0.key.id] }
                }
                #expect(try found() == [[c1, first], [c1, tagged], [c2, second]])
                #expect(try found(limit: 2) == [[c1, first], [c1, tagged]])
                #expect(try found(["labl": .text("two")]) == [[c2, second]])
                #expect(try found([:], ["atag": .data(Data("t".utf8))]) == [[c1, tagged]])
                #expect(try found(["labl": .text("two")], ["atag": .data(Data("t".utf8))]) == [])
                #expect(try found(["labl": .text("alone")]) == [])
            }
        }

        @Test("the CAs below an issuer are those that have issued themselves, each once, and not the issuer")
        func subordinateIssuers() throws {
            let names: [(issuer: String, subject: String)] = [
                ("root", "root"), ("root", "CA"), ("root", "CA"), ("root", "person"), ("CA", "lower CA"),
                ("lower CA", "somebody"), ("CA", "another"),
            ]
            try keychain.write { items in
                for (number, name) in names.enumerated() {
                    _ = try items.insert(
                        .certificate,
                        [
                            "ctyp": .number(3), "issr": .data(Data(name.issuer.utf8)),
                            "subj": .data(Data(name.subject.utf8)), "slnr": .data(Data([UInt8(number)])),
                        ], nil)
                }
                func below(_ issuer: String) throws -> [String] {
                    try items.subordinateIssuers(of: Data(issuer.utf8)).map { String(decoding: $0, as: UTF8.self) }
                }
                #expect(try below("root") == ["CA"])
                #expect(try below("CA") == ["lower CA"])
                #expect(try below("lower CA") == [])
                #expect(try below("nobody") == [])
            }
        }

        @Test("an update changes what it names, when it was changed, and the data where it is given")
        func updating() throws {
            let id = try keychain.write {
                try $0.insert(.genericPassword, ["acct": .text("a"), "labl": .text("old")], .sealed(SecretBytes([1])))
            }
            usleep(3_000)
            try keychain.write { try $0.update(id, ["labl": .text("new")], payload: nil) }
            let row = try #require(try keychain.read { try $0.item(id) })
            #expect(row.attributes["labl"] == .text("new") && row.attributes["acct"] == .text("a"))
            #expect(row.modified > row.created)
            #expect(try secret(id, in: keychain) == [1])
            try keychain.write { try $0.update(id, [:], payload: .sealed(SecretBytes([2]))) }
            #expect(try secret(id, in: keychain) == [2])
            #expect(
                fault {
                    try keychain.write { try $0.update(UUID(), [:], payload: nil) }
                } == .notFound)
        }

        @Test("an update that makes two items the same is refused, and changes nothing")
        func updatingToADuplicate() throws {
            try keychain.write { items in
                _ = try items.insert(.key, key(1, tag: "a"), nil)
                let second = try items.insert(.key, key(1, tag: "b"), .sealed(SecretBytes([2])))
                let before = try items.item(second)
                let change: [String: ItemValue] = ["atag": .data(Data("a".utf8)), "labl": .text("x")]
                #expect(fault { try items.update(second, change, payload: .open(Data())) } == .duplicate)
                #expect(try items.item(second) == before)
            }
        }

        @Test("to remove an item removes its data, and one that isn't there is no mistake")
        func removing() throws {
            try keychain.write { items in
                let id = try items.insert(.certificate, certificate(1, label: "a", hash: 1), .open(Data([9])))
                try items.delete(id)
                try items.delete(id)
                #expect(try items.item(id) == nil)
                #expect(try items.payload(of: id) == nil)
                _ = try items.insert(.certificate, certificate(1, label: "a", hash: 1), nil)
            }
        }

        @Test("a write that throws leaves nothing behind, nor does one within another that is caught")
        func transactions() throws {
            struct Stop: Error {}
            #expect(throws: Stop.self) {
                try keychain.write {
                    _ = try $0.insert(.key, key(1), nil)
                    throw Stop()
                }
            }
            try keychain.write { outer in
                let kept = try outer.insert(.key, key(2), nil)
                #expect(throws: Stop.self) {
                    try keychain.write {
                        _ = try $0.insert(.key, key(3), nil)
                        throw Stop()
                    }
                }
                // A read within it sees what it has written.
                #expect(try keychain.read { try $0.find(.key, where: [:], limit: nil).map(\.id) } == [kept])
            }
            #expect(try keychain.read { try $0.find(.key, where: [:], limit: nil).count } == 1)
        }

        @Test("a read sees the file as it was when it began, and a write within it is stored")
        func snapshots() throws {
            try keychain.read { items in
                #expect(try items.find(.key, where: [:], limit: nil).isEmpty)
                let before = try keychain.changeCounter
                _ = try keychain.write { try $0.insert(.key, key(1), nil) }
                #expect(try items.find(.key, where: [:], limit: nil).isEmpty)
                #expect(try keychain.changeCounter == before)
            }
            #expect(try keychain.read { try $0.find(.key, where: [:], limit: nil).count } == 1)
        }

        @Test("the counter tells of writes through another handle")
        func changes() throws {
            let other = try KeychainFile.open(folder: folder.url("keychain"))
            let before = try keychain.changeCounter
            #expect(try keychain.changeCounter == before)
            _ = try other.write { try $0.insert(.key, key(1), nil) }
            #expect(try keychain.changeCounter != before)
        }
    }
#endif
