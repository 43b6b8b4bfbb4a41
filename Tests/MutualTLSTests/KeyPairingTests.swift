import Foundation
import Testing

@testable import MutualTLS

/// The pure rule: public keys decide, and what the file says only between equals.
@Suite("Pairs of keys and certificates")
struct KeyPairingTests {
    /// A key or certificate: its public key as a letter, then its local key identifier and its friendly name.
    struct Entry: Sendable {
        let publicKey: String
        let tie: KeyPairing.Tie

        init(_ publicKey: String, id: String? = nil, name: String? = nil) {
            self.publicKey = publicKey
            tie = .init(localKeyID: id.map { Data($0.utf8) }, friendlyName: name)
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let keys: [Entry]
        let certificates: [Entry]
        /// A key's index for each certificate; nil for a certificate without key.
        let owners: [Int?]
    }

    static let rows = [
        Row(testDescription: "nothing", keys: [], certificates: [], owners: []),
        Row(testDescription: "no key", keys: [], certificates: [Entry("a", id: "1")], owners: [nil]),
        Row(testDescription: "no certificate", keys: [Entry("a", id: "1")], certificates: [], owners: []),
        Row(
            testDescription: "without any tie, in another order", keys: [Entry("a"), Entry("b")],
            certificates: [Entry("b"), Entry("c"), Entry("a")], owners: [1, nil, 0]),
        Row(
            testDescription: "ties that lie", keys: [Entry("a", id: "1", name: "x"), Entry("b", id: "2", name: "y")],
            certificates: [Entry("a", id: "2", name: "y"), Entry("b", id: "1", name: "x")], owners: [0, 1]),
        Row(
            testDescription: "a tie to a stranger makes no pair", keys: [Entry("a", id: "1", name: "x")],
            certificates: [Entry("b", id: "1", name: "x")], owners: [nil]),
        Row(
            testDescription: "a renewed certificate, both untied", keys: [Entry("a", id: "1", name: "x")],
            certificates: [Entry("a"), Entry("a")], owners: [0, 0]),
        Row(
            testDescription: "a renewed certificate, one named by the identifier",
            keys: [Entry("a", id: "1", name: "x")],
            certificates: [Entry("a", name: "x"), Entry("b", id: "1"), Entry("a", id: "1", name: "y")],
            owners: [nil, nil, 0]),
        Row(
            testDescription: "a renewed certificate, one named by its friendly name", keys: [Entry("a", name: "x")],
            certificates: [Entry("a", name: "X"), Entry("a", name: "x")], owners: [nil, 0]),
        Row(
            testDescription: "an identifier of nobody leaves it to the name", keys: [Entry("a", id: "9", name: "x")],
            certificates: [Entry("a", id: "1", name: "x"), Entry("a", id: "2", name: "y")], owners: [0, nil]),
        Row(
            testDescription: "ties of nobody leave all", keys: [Entry("a", id: "9", name: "z")],
            certificates: [Entry("a", id: "1", name: "x"), Entry("a", id: "2", name: "y")], owners: [0, 0]),
        Row(
            testDescription: "one key under two names", keys: [Entry("a", id: "1"), Entry("a", id: "2")],
            certificates: [Entry("a", id: "2"), Entry("a", id: "1")], owners: [1, 0]),
        Row(
            testDescription: "one key under two names and one identifier",
            keys: [Entry("a", id: "1", name: "x"), Entry("a", id: "1", name: "y")],
            certificates: [Entry("a", id: "1", name: "y"), Entry("a", id: "1", name: "x")], owners: [1, 0]),
        Row(
            testDescription: "the first of two equal keys", keys: [Entry("a"), Entry("a")], certificates: [Entry("a")],
            owners: [0]),
        Row(
            testDescription: "one identifier for everything",
            keys: [Entry("a", id: "1"), Entry("b", id: "1")],
            certificates: [Entry("b", id: "1"), Entry("a", id: "1"), Entry("c", id: "1")], owners: [1, 0, nil]),
        Row(
            testDescription: "an empty identifier is one too", keys: [Entry("a", id: "")],
            certificates: [Entry("a"), Entry("a", id: "")], owners: [nil, 0]),
    ]

    private func owners(_ keys: [Entry], _ certificates: [Entry]) -> [Int?] {
        var owners = [Int?](repeating: nil, count: certificates.count)
        let pairs = KeyPairing.pairs(keys: keys.map(\.tie), certificates: certificates.map(\.tie)) {
            keys[$0].publicKey == certificates[$1].publicKey
        }
        #expect(pairs.map(\.certificate) == pairs.map(\.certificate).sorted(), "in the certificates' order")
        for pair in pairs {
            #expect(owners[pair.certificate] == nil, "each certificate once")
            owners[pair.certificate] = pair.key
        }
        return owners
    }

    @Test("a key goes with its public key, and ties decide only between equals", arguments: rows)
    func pairs(_ row: Row) {
        #expect(owners(row.keys, row.certificates) == row.owners)
    }

    @Test("whatever the ties are, no pair is of two public keys, and no key that has a certificate stays alone")
    func anyTies() {
        // A generator of its own: the same 2,000 files each time.
        var state: UInt64 = 1
        func random(_ bound: UInt64) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33 % bound)
        }
        func entry() -> Entry {
            Entry(
                ["a", "b", "c"][random(3)], id: [nil, "1", "2"][random(3)], name: [nil, "x", "y"][random(3)])
        }
        for _ in 0..<2_000 {
            let keys = (0..<random(4)).map { _ in entry() }
            let certificates = (0..<random(5)).map { _ in entry() }
            let owners = owners(keys, certificates)
            for (certificate, owner) in zip(certificates, owners) {
                guard let owner else { continue }
                #expect(keys[owner].publicKey == certificate.publicKey)
            }
            let joined = Set(zip(certificates, owners).compactMap { $1 == nil ? nil : $0.publicKey })
            #expect(joined == Set(keys.map(\.publicKey)).intersection(certificates.map(\.publicKey)))
        }
    }
}
