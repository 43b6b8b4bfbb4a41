#if !canImport(Security)
    import Foundation

    /// Why a function of the keychain fails, as its result code.
    struct ItemFault: Error {
        let status: OSStatus
        /// What the keychain says of it beyond the code.
        let reason: String?

        init(_ status: OSStatus, reason: String? = nil) { (self.status, self.reason) = (status, reason) }

        static let parameter = ItemFault(errSecParam)

        /// What is wrong, for people.
        var message: String { reason ?? SecCopyErrorMessageString(status, nil) ?? "OSStatus \(status)" }
    }

    /// What a result code can't say: which keychain it is about, and what to do. Kept for the thread that called, as `errno`.
    package enum LastKeychainFault {
        private static let key = "swift-mutual-tls.keychain-fault"

        static func note(_ fault: ItemFault) { Thread.current.threadDictionary[key] = fault }

        /// The words that belong to the code that a function returned last on this thread; nil for none.
        package static func reason(for status: OSStatus) -> String? {
            guard let fault = Thread.current.threadDictionary[key] as? ItemFault, fault.status == status else {
                return nil
            }
            return fault.reason
        }
    }
#endif
