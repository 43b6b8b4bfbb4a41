#if os(Linux)
    import Foundation
    import MutualTLSPKCS12

    /// The classes of items, by the values that Apple gives `kSecClass`.
    package enum ItemClass: String, Sendable, CaseIterable {
        case certificate = "cert"
        case key = "keys"
        case genericPassword = "genp"
        case internetPassword = "inet"
    }

    /// The value of an attribute. Text and data are never equal.
    package enum ItemValue: Hashable, Sendable {
        case text(String)
        case data(Data)
        /// Numbers, booleans, and dates as milliseconds since 1970.
        case number(Int64)
    }

    /// An item without its data.
    package struct ItemRow: Hashable, Sendable {
        /// What the item is called for as long as it lives.
        package let id: UUID
        package let itemClass: ItemClass
        /// By Apple's four letters, such as `labl`.
        package var attributes: [String: ItemValue]
        package let created: Date
        /// When it was last changed; when it was made, at first.
        package let modified: Date
    }

    /// An item's data.
    package enum Payload: Sendable {
        /// Anybody who can read the file may see it: a certificate, or where the key is.
        case open(Data)
        /// A key or a password.
        case sealed(SecretBytes)
    }
#endif
