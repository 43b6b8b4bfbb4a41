// What the import of a PKCS#12 file costs: this library's `ClientIdentity(pkcs12:password:)` against OpenSSL's own
// `PKCS12_parse`, in alternating rounds of the same process. Fails where ours takes more than `bound` times as long.

import COpenSSLImport
import Foundation
import MutualTLSPKI

/// How much longer than OpenSSL's own an import may take.
let bound = 1.2
/// Rounds of either side; the median counts.
let rounds = 9
/// CPU time that a round should take, in seconds.
let roundTime = 0.05

/// CPU time of this process, in seconds.
func cpuTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// CPU time that `body` takes, in seconds.
func cost(_ body: () throws -> Void) rethrows -> Double {
    let start = cpuTime()
    try body()
    return cpuTime() - start
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

/// Prints a file's row.
/// - Returns: whether the ratio is within the bound.
func measure(_ file: ImportedFile) throws -> Bool {
    // What is made once in a process is made before the clock starts.
    try file.importHere(3)
    try file.importWithOpenSSL(3)
    let count = max(1, Int(roundTime / (try cost { try file.importWithOpenSSL(3) } / 3)))
    var (ours, theirs): ([Double], [Double]) = ([], [])
    for _ in 0..<rounds {
        ours.append(try cost { try file.importHere(count) } / Double(count))
        theirs.append(try cost { try file.importWithOpenSSL(count) } / Double(count))
    }
    let ratio = median(ours) / median(theirs)
    print(
        file.name.padding(toLength: 51, withPad: " ", startingAt: 0)
            + String(format: "%9.0f  %9.0f  %5.2f", median(ours) * 1e6, median(theirs) * 1e6, ratio)
            + (ratio > bound ? "  OVER \(bound)" : ""))
    // A row as soon as it is known, also into a pipe.
    fflush(nil)
    return ratio <= bound
}

let root = try CertificateAuthority(name: "Root")
let ec = try root.issueClient(name: "alice")
let rsa = try root.issueClient(name: "alice", keyKind: .rsa(2_048))
let rsaRoot = try CertificateAuthority(name: "RSA Root", keyKind: .rsa(2_048))
let ecChain = try root.intermediate(named: "One", pathLength: 1).intermediate(named: "Two").issueClient(name: "alice")
let rsaChain = try rsaRoot.intermediate(named: "One", keyKind: .rsa(2_048), pathLength: 1)
    .intermediate(named: "Two", keyKind: .rsa(2_048)).issueClient(name: "alice", keyKind: .rsa(2_048))
let keys = [("P-256", ec), ("RSA", rsa), ("P-256, 2 intermediates", ecChain), ("RSA, 2 intermediates", rsaChain)]
let formats: [(String, ImportedFile.Format)] = [
    ("OpenSSL 3, 2,048 iterations", .openssl(iterations: 2_048)), ("modern, 10,000 iterations", .modern),
    ("OpenSSL 3, 1 iteration", .openssl(iterations: 1)), ("old, 2,048 iterations", .old(iterations: 2_048)),
    ("old, 1 iteration", .old(iterations: 1)),
]

print("CPU time of an import in microseconds                   ours    OpenSSL  ratio")
var within = true
for (format, kind) in formats {
    if case .old = kind, openssl_load_legacy() != 1 {
        print("skipped: \(format), because OpenSSL's legacy provider is not installed")
        continue
    }
    for (key, identity) in keys {
        within = try measure(ImportedFile("\(format), \(key)", identity, kind)) && within
    }
}
exit(within ? 0 : 1)
