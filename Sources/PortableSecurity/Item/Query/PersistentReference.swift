#if !canImport(Security)
    import Foundation

    /// What leads to an item later: four letters of its class and 16 bytes. An identity's holds its certificate's.
    struct PersistentReference: Hashable, Sendable {
        let kind: ItemKind
        let id: UUID

        init(_ kind: ItemKind, _ id: UUID) {
            self.kind = kind
            self.id = id
        }

        /// nil for what is none.
        init?(_ data: Data) {
            guard data.count == 20, let kind = ItemKind(rawValue: String(decoding: data.prefix(4), as: UTF8.self))
            else {
                return nil
            }
            self.kind = kind
            id = NSUUID(uuidBytes: [UInt8](data.suffix(16))) as UUID
        }

        var data: Data { Data(kind.rawValue.utf8) + withUnsafeBytes(of: id.uuid) { Data($0) } }
    }
#endif
