import Foundation
import PortableSecurity

extension MutualTLSError {
    /// Why a keychain does not do what is asked.
    /// - Parameters:
    ///   - status: the code that a function of the keychain has just returned on this thread.
    ///   - operation: what failed, such as "can't search the keychain".
    init(keychain status: OSStatus, _ operation: String) {
        #if canImport(Security)
            let known: String? = nil
        #else
            let known = LastKeychainFault.reason(for: status)
        #endif
        let reason = known ?? (SecCopyErrorMessageString(status, nil) as String?) ?? "OSStatus \(status)"
        self.init(
            keychain: NSError(
                domain: NSOSStatusErrorDomain, code: Int(status), userInfo: [NSLocalizedDescriptionKey: reason]),
            operation)
    }

    /// As the other, of an error whose domain is that of result codes.
    package init(keychain error: NSError, _ operation: String) {
        let status = OSStatus(exactly: error.code) ?? errSecInternal
        let isLocked = [errSecInteractionNotAllowed, errSecAuthFailed].contains(status)
        var reason = error.localizedDescription
        // Both name the keychain; once is enough.
        if let name = operation.range(of: "the keychain in "), reason.hasPrefix(operation[name.lowerBound...] + ": ") {
            reason = String(reason.dropFirst(operation[name.lowerBound...].count + 2))
        }
        self.init(
            isLocked ? .keychainLocked : .keychainFailed, "\(operation): \(reason)",
            hint: Self.keychainHints[status], underlying: error)
    }

    private static let keychainHints: [OSStatus: String] = [
        errSecInteractionNotAllowed: "unlock it first",
        errSecMissingEntitlement: "give the app the keychain-access-groups entitlement, and its tests a host app",
        errSecDiskFull: "make room on the disk, and try again",
    ]
}
