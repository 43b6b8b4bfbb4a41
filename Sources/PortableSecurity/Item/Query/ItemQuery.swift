#if !canImport(Security)
    import Foundation
    import MutualTLSKeychain

    /// A query, or the description of an item to be added, with a type for everything that a dictionary can hold.
    struct ItemQuery {
        /// From the object or the persistent reference where one is given, else from `kSecClass`.
        var kind: ItemKind
        /// As the rows hold them.
        var attributes: [String: ItemValue] = [:]
        /// Whether items match whether they are synchronizable or not.
        var isAnySynchronizable = false
        var reference: ItemReference?
        var persistent: PersistentReference?
        var data: Data?
        var match = ItemMatch()
        /// Whether any `kSecMatch...` was there, the limit included.
        var hasMatchKeys = false
        var limit = ItemLimit.one
        var returns: ItemReturns = []
        /// Where to look; empty for the default keychain.
        var keychains: [SecKeychain] = []

        /// Reads a dictionary.
        /// - Throws: `errSecNoSuchClass` for an unknown class and one that the reference contradicts, `errSecNoSuchAttr` for an
        ///   attribute of another class, `errSecUnimplemented` for a match key of another class, else `errSecParam`.
        init(_ dictionary: CFDictionary) throws(ItemFault) {
            if let value = dictionary[kSecValueRef] {
                guard let found = ItemReference(value) else { throw .parameter }
                reference = found
            }
            if let value = dictionary[kSecValuePersistentRef] {
                guard let data = value as? Data else { throw .parameter }
                guard let found = PersistentReference(data) else { throw ItemFault(errSecItemNotFound) }
                persistent = found
            }
            let named = try Self.kind(named: dictionary[kSecClass])
            if let persistent, let named, persistent.kind != named { throw ItemFault(errSecNoSuchClass) }
            guard let kind = reference?.kind ?? persistent?.kind ?? named else { throw .parameter }
            self.kind = kind
            let forms = ItemAttributes.searchable(kind)
            // In an order of its own, so that of several mistakes always the same one is told.
            for (key, value) in dictionary.sorted(by: { $0.key < $1.key }) {
                if let form = forms[key] {
                    try set(key, form, value)
                } else if let read = Self.readers[key] {
                    try read(&self, value)
                    if key.hasPrefix("m_") { hasMatchKeys = true }
                } else {
                    throw ItemAttributes.isKnown(key) ? ItemFault(errSecNoSuchAttr) : .parameter
                }
            }
            if persistent != nil && (!attributes.isEmpty || reference != nil) { throw .parameter }
            if match.needsCertificate && !kind.hasCertificate { throw ItemFault(errSecUnimplemented) }
            if match.host != nil && kind != .internetPassword { throw ItemFault(errSecUnimplemented) }
        }

        private static func kind(named value: Any?) throws(ItemFault) -> ItemKind? {
            guard let value else { return nil }
            guard let name = value as? String else { throw .parameter }
            guard let kind = ItemKind(rawValue: name) else { throw ItemFault(errSecNoSuchClass) }
            return kind
        }

        private mutating func set(_ key: String, _ form: AttributeForm, _ value: Any) throws(ItemFault) {
            if key == kSecAttrSynchronizable, value as? String == kSecAttrSynchronizableAny {
                isAnySynchronizable = true
                return
            }
            guard let value = form.value(value) else { throw .parameter }
            attributes[key] = value
        }
    }

    /// How many items are wanted.
    enum ItemLimit: Hashable {
        /// One, which comes without an array around it.
        case one
        /// At most so many, in an array; nil for all.
        case many(Int?)

        /// nil for all.
        var count: Int? {
            switch self {
            case .one: 1
            case .many(let count): count
            }
        }

        /// From a number or a constant.
        init?(_ value: Any) {
            if value as? String == kSecMatchLimitOne {
                self = .one
            } else if value as? String == kSecMatchLimitAll {
                self = .many(nil)
            } else if type(of: value) != Bool.self, let number = AttributeForm.integer(value), number > 0 {
                self = number == 1 ? .one : .many(Int(clamping: number))
            } else {
                return nil
            }
        }
    }

    /// What comes back of each item.
    struct ItemReturns: OptionSet, Hashable {
        let rawValue: Int
        static let data = ItemReturns(rawValue: 1)
        static let attributes = ItemReturns(rawValue: 2)
        static let reference = ItemReturns(rawValue: 4)
        static let persistentReference = ItemReturns(rawValue: 8)
    }

    /// An object in the place of class and data.
    enum ItemReference {
        case certificate(SecCertificate)
        case key(SecKey)
        case identity(SecIdentity)

        /// nil for an object of any other type.
        init?(_ value: Any) {
            switch value {
            case let certificate as SecCertificate: self = .certificate(certificate)
            case let key as SecKey: self = .key(key)
            case let identity as SecIdentity: self = .identity(identity)
            default: return nil
            }
        }

        var kind: ItemKind {
            switch self {
            case .certificate: .certificate
            case .key: .key
            case .identity: .identity
            }
        }
    }
#endif
