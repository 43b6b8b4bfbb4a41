internal import CMutualTLSOpenSSL
internal import CMutualTLSShims
import Foundation
import MutualTLSPKCS12

/// OpenSSL's in-memory file, for the calls that read or write one.
enum MemoryBIO {
    /// What `write` puts into a BIO.
    static func collect(_ write: (OpaquePointer) -> Int32, _ operation: String) throws -> Data {
        let bio = try check(BIO_new(BIO_s_mem()), operation)
        defer { BIO_free_all(bio) }
        try check(write(bio), operation)
        var bytes: UnsafePointer<UInt8>?
        let count = mtls_BIO_mem_data(bio, &bytes)
        guard let bytes, count > 0 else { return Data() }
        return Data(bytes: bytes, count: count)
    }

    /// A BIO over `data`, which is not copied, for the duration of `read`.
    static func over<Result>(_ data: Data, _ read: (OpaquePointer) throws -> Result) throws -> Result {
        try data.withUnsafeBytes { buffer in
            let count = try int32(buffer.count, "read the data")
            let bio = try check(BIO_new_mem_buf(buffer.baseAddress ?? emptyBuffer, count), "read the data")
            defer { BIO_free_all(bio) }
            return try read(bio)
        }
    }
}

/// A valid address for zero bytes; never read, never written, and it lives as long as the process.
nonisolated(unsafe) private let emptyBuffer = UnsafeRawPointer(
    UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))

/// A length as OpenSSL takes it.
func int32(_ count: Int, _ operation: @autoclosure () -> String) throws -> Int32 {
    guard let count = Int32(exactly: count) else {
        throw OpenSSLError(operation: operation() + ", which is over 2 GiB", entries: [])
    }
    return count
}

/// The DER of something by its `i2d_` function. With `secret`, its memory is wiped when it is freed.
func der(
    _ operation: String, secret: Bool = false,
    _ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
) throws -> Data {
    var bytes: UnsafeMutablePointer<UInt8>?
    let count = encode(&bytes)
    guard count > 0, let bytes else { throw OpenSSLError.drain(operation) }
    defer { CRYPTO_clear_free(bytes, Int(count), nil, 0) }
    guard secret else { return Data(bytes: bytes, count: Int(count)) }
    return WipingData.make(capacity: Int(count)) { buffer in
        buffer.copyMemory(from: UnsafeRawBufferPointer(start: bytes, count: Int(count)))
        return Int(count)
    }
}

/// Parses DER by its `d2i_` function, and tells how much of `data` it took.
func parse(
    _ data: Data, _ operation: String,
    _ decode: (UnsafeMutablePointer<UnsafePointer<UInt8>?>, Int) -> OpaquePointer?
) throws -> (object: OpaquePointer, consumed: Int) {
    try data.withUnsafeBytes { buffer in
        let start = buffer.bindMemory(to: UInt8.self).baseAddress
        var position = start
        let object = try check(decode(&position, buffer.count), operation)
        let consumed = position.flatMap { end in start.map { end - $0 } } ?? 0
        return (object, consumed)
    }
}
