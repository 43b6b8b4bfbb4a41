#if !canImport(Security)
    /// Why a function of the keychain fails, as its result code.
    struct ItemFault: Error, Hashable {
        let status: OSStatus

        init(_ status: OSStatus) { self.status = status }

        static let parameter = ItemFault(errSecParam)
    }
#endif
