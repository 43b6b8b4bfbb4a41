// The fuzzer's way into the readers of PKCS#12, PEM and DER; see Scripts/fuzz. It is not built without MTLS_FUZZ=1.

import Foundation

/// One input: its first byte chooses the reader, the others are what is read. A trap is a finding.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    guard let start, count > 0 else { return 0 }
    let read = Readers.all[Int(start[0]) % Readers.all.count]
    // Memory of its own, so that a read past its end is seen.
    read(Data(bytes: start + 1, count: count - 1))
    return 0
}
