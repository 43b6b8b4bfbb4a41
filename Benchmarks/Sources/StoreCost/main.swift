// What a store of 10,000 identities costs: CPU time of a look-up by label and by issuer, of a list, and of a save. The keychain
// has a passphrase and is locked while it is read: no private key can be opened. Fails where a look-up takes more than `bound`.
//
//   StoreCost [COUNT [PEER]]     PEER: Peers/nss-store.c, built; it gets the same identities

import Foundation
import MutualTLS
import MutualTLSPKI
import PortableSecurity

/// How many identities there are: 10,000 unless an argument says otherwise.
let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 10_000
/// How many have the same issuer.
let family = 10
/// CPU time that a look-up may take, in seconds.
let bound = 0.005

/// CPU time of this process, in seconds.
func cpuTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// What `body` takes, in seconds of CPU time: the median of some rounds.
func cost(rounds: Int = 101, _ body: (Int) throws -> Void) rethrows -> Double {
    var costs: [Double] = []
    for round in 0..<rounds {
        let start = cpuTime()
        try body(round)
        costs.append(cpuTime() - start)
    }
    return costs.sorted()[rounds / 2]
}

/// Prints a row.
/// - Returns: whether it is within the bound.
@discardableResult
func report(_ name: String, _ cost: Double, bound: Double = .infinity, peer: Double? = nil) -> Bool {
    print(
        name.padding(toLength: 58, withPad: " ", startingAt: 0) + String(format: "%10.3f ms", cost * 1e3)
            + (peer.map { String(format: "  NSS %10.3f ms, ratio %.3f", $0 * 1e3, cost / $0) } ?? "")
            + (cost > bound ? "  OVER \(bound * 1e3) ms" : ""))
    fflush(nil)
    return cost <= bound
}

/// Ends the program where something is not as it must be: a wrong answer is no figure.
func demand(_ condition: Bool, _ words: String) {
    if condition { return }
    FileHandle.standardError.write(Data("error: \(words)\n".utf8))
    exit(1)
}

let folder = FileManager.default.temporaryDirectory.appendingPathComponent("store-cost-\(getpid())")
let passphrase = [UInt8]("correct horse".utf8)
var made: SecKeychain?
demand(
    SecKeychainCreate(folder.path, UInt32(passphrase.count), passphrase, false, nil, &made) == errSecSuccess,
    "no keychain can be made in \(folder.path)")
guard let keychain = made else { exit(1) }
let store = IdentityStore(keychain: keychain)

/// DER of a Name with a common name alone (RFC 5280, 4.1.2.4).
func name(_ commonName: String) -> Data {
    func value(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { [tag, UInt8(content.count)] + content }
    let attribute = value(0x30, [0x06, 0x03, 0x55, 0x04, 0x03] + value(0x0C, Array(commonName.utf8)))
    return Data(value(0x30, value(0x31, attribute)))
}

// MARK: Making it

let root = try CertificateAuthority(name: "Root")
let peer = CommandLine.arguments.dropFirst(2).first.map { Peer(path: $0, folder: folder) }
var saving: [Double] = []
for group in 0..<(count / family) {
    let authority = try root.intermediate(named: "CA \(group)")
    for member in 0..<family {
        let number = group * family + member
        let issued = try authority.issueClient(name: "client \(number)")
        let identity = try ClientIdentity(pem: issued.chainPEM, key: issued.privateKeyPEM)
        try peer?.add("label \(number)", issued)
        let start = cpuTime()
        try store.save(identity, label: "label \(number)")
        saving.append(cpuTime() - start)
    }
}
print("CPU time in a store of \(count) identities, \(family) of each issuer")
report("save, the first 1,000", saving.prefix(1_000).sorted()[min(saving.count, 1_000) / 2])
let theirs = try peer?.figures() ?? [:]
report("save, the last 1,000", saving.suffix(1_000).sorted()[min(saving.count, 1_000) / 2], peer: theirs["save"])

// MARK: Reading it, locked

demand(SecKeychainLock(keychain) == errSecSuccess, "the keychain can't be locked")
var within = true
within =
    report(
        "identity(label:)",
        try cost { round in
            let found = try store.identity(label: "label \(round * 97 % count)")
            demand(found?.intermediates.count == 1, "a label is not found")
        }, bound: bound, peer: theirs["label"]) && within
within =
    report(
        "identity(label:), of a label that nothing has",
        try cost { round in
            let found = try store.identity(label: "none \(round)")
            demand(found == nil, "a label that nothing has is found")
        }, bound: bound) && within
within =
    report(
        "SecItemCopyMatching by label",
        cost { round in
            let query: [String: Any] = [
                kSecClass as String: kSecClassIdentity, kSecAttrLabel as String: "label \(round * 89 % count)",
                kSecReturnRef as String: true, kSecMatchLimit as String: kSecMatchLimitOne,
                kSecUseKeychain as String: keychain,
            ]
            var item: CFTypeRef?
            demand(SecItemCopyMatching(query as CFDictionary, &item) == errSecSuccess, "a label is not found")
        }, bound: bound) && within
within =
    report(
        "identities(acceptedBy:), the \(family) of an issuing CA",
        try cost { round in
            let found = try store.identities(acceptedBy: [name("CA \(round * 7 % (count / family))")])
            demand(found.count == family, "\(found.count) of an issuer are found")
        }, bound: bound, peer: theirs["issuer"]) && within
within =
    report(
        "identities(acceptedBy:), of a CA that issued none",
        try cost { round in
            demand(try store.identities(acceptedBy: [name("Nobody \(round)")]).isEmpty, "some of no issuer are found")
        }, bound: bound) && within
let all = try cost(rounds: 5) { _ in demand(try store.all().count == count, "the list is not whole") }
report("all(), all \(count) with their certificates", all)
let ofRoot = try cost(rounds: 5) { _ in
    demand(try store.identities(acceptedBy: [name("Root")]).count == count, "the root's are not found")
}
report("identities(acceptedBy:), of the root above all \(count)", ofRoot)

try? FileManager.default.removeItem(at: folder)
exit(within ? 0 : 1)
