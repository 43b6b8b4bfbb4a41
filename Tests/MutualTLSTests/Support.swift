import Foundation
import MutualTLS
import MutualTLSPKI
import PortableSecurity
import TestSupport

extension TestPKI {
    /// Trusts the test's root alone.
    var trust: ServerTrustPolicy {
        get throws { try .anchors(contentsOf: root.certificatePEM) }
    }
}

extension ClientIdentity {
    /// An issued identity, by way of the file that a user would be given.
    init(_ issued: IssuedIdentity, includesIntermediates: Bool = true) throws {
        let file = try issued.pkcs12(password: "secret", includesIntermediates: includesIntermediates)
        try self.init(pkcs12: file, password: "secret")
    }
}

extension MutualTLSSession.Configuration {
    /// Keeps warnings out of the tests' output.
    static var quiet: Self {
        var configuration = Self()
        configuration.warn = { _ in }
        return configuration
    }
}

/// Remembers what a closure on another thread was given.
// @unchecked: the list is touched only while the lock is held.
final class Recorder<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var list: [Value] = []
    var values: [Value] { lock.withLock { list } }
    func append(_ value: Value) { lock.withLock { list.append(value) } }
}

/// The body as text.
func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }
