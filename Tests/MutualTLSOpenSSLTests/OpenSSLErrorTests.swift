import CMutualTLSOpenSSL
import Foundation
import MutualTLSOpenSSL
import Testing

@Suite struct OpenSSLErrorTests {
    private func put(_ reason: Int32) {
        ERR_new()
        ERR_set_error_without_text(ERR_LIB_X509, reason)
    }

    @Test("draining takes all entries, oldest first, and leaves none")
    func drain() {
        ERR_clear_error()
        put(X509_R_CERT_ALREADY_IN_HASH_TABLE)
        put(X509_R_UNKNOWN_KEY_TYPE)
        let error = OpenSSLError.drain("do it")
        #expect(ERR_peek_error() == 0)
        #expect(error.entries.map(\.reasonCode) == [X509_R_CERT_ALREADY_IN_HASH_TABLE, X509_R_UNKNOWN_KEY_TYPE])
        #expect(error.entries.allSatisfy { $0.library == ERR_LIB_X509 })
        #expect(error.description == "can't do it: cert already in hash table, unknown key type")
        #expect(OpenSSLError.drain("do it").description == "can't do it")
    }

    @Test("a reason without words is told by its number")
    func unknown() {
        ERR_clear_error()
        ERR_new()
        ERR_set_error_without_text(99, 77)
        let error = OpenSSLError.drain("do it")
        #expect(error.entries.map(\.reason) == ["error \(String(99 << 23 | 77, radix: 16))"])
        #expect(!error.isUnsupportedAlgorithm)
    }

    @Test("other threads' entries are theirs")
    func threads() {
        ERR_clear_error()
        put(X509_R_UNKNOWN_KEY_TYPE)
        let others = LockedBox<[Int]>([])
        let done = DispatchSemaphore(value: 0)
        for _ in 0..<4 {
            Thread {
                others.withLock { $0.append(OpenSSLError.drain("look").entries.count) }
                _ = try? X509Certificate(der: Data([1]))
                ERR_new()
                ERR_set_error_without_text(ERR_LIB_X509, X509_R_CERT_ALREADY_IN_HASH_TABLE)
                done.signal()
            }.start()
        }
        for _ in 0..<4 { done.wait() }
        #expect(others.withLock { $0 } == [0, 0, 0, 0])
        #expect(OpenSSLError.drain("look").entries.map(\.reasonCode) == [X509_R_UNKNOWN_KEY_TYPE])
    }

    @Test("errors are equal by what was tried and what was said")
    func equality() {
        let first = #expect(throws: OpenSSLError.self) { try X509Certificate(der: Data()) }
        let second = #expect(throws: OpenSSLError.self) { try X509Certificate(der: Data()) }
        let third = #expect(throws: OpenSSLError.self) { try PublicKey(spki: Data()) }
        #expect(first == second && first != third)
        #expect(Set([first, second, third]).count == 2)
    }

    @Test("an alert has the name that OpenSSL gives it", arguments: UInt8.min...UInt8.max)
    func alerts(code: UInt8) throws {
        let alert = TLSAlert(rawValue: code)
        let text = try #require(SSL_alert_desc_string_long(Int32(code)).map { String(cString: $0) })
        let name = text.lowercased().replacingOccurrences(of: " ", with: "_")
        // OpenSSL 3.0 has no words for some of TLS 1.3.
        if name != "unknown" { #expect(alert.name == name) }
        #expect(alert.description == "\(alert.name) (\(code))")
    }
}

/// Errors as OpenSSL's own macro puts them into the queue.
private func ERR_set_error_without_text(_ library: Int32, _ reason: Int32) {
    withVaList([]) { ERR_vset_error(library, reason, nil, $0) }
}
