import Foundation

/// What a file writes on a key or a certificate, which is what importers join them by: none compares public keys.
package struct BagLabel: Sendable, Hashable {
    /// Nil where there is none.
    package let localKeyID: Data?
    /// The alias; nil where there is none.
    package let friendlyName: String?

    package init(localKeyID: Data? = nil, friendlyName: String? = nil) {
        self.localKeyID = localKeyID
        self.friendlyName = friendlyName
    }

    /// Apple's importer groups by local key identifier, or without one by friendly name; what has neither is alone.
    private enum Group: Hashable {
        case localKeyID(Data)
        case friendlyName(String)

        init?(_ label: BagLabel) {
            if let localKeyID = label.localKeyID {
                self = .localKeyID(localKeyID)
            } else if let friendlyName = label.friendlyName {
                self = .friendlyName(friendlyName)
            } else {
                return nil
            }
        }
    }

    /// The identities that Apple's importer makes: one for each group that has a key and a certificate. Of several keys or
    /// certificates in a group the last counts.
    /// - Returns: indices into `keys` and `certificates`, in the order of the groups' first keys.
    package static func appleIdentities(
        keys: [BagLabel], certificates: [BagLabel]
    ) -> [(key: Int, certificate: Int)] {
        var order: [Group] = []
        var key: [Group: Int] = [:]
        var certificate: [Group: Int] = [:]
        for (index, label) in keys.enumerated() {
            guard let group = Group(label) else { continue }
            if key.updateValue(index, forKey: group) == nil { order.append(group) }
        }
        for (index, label) in certificates.enumerated() {
            if let group = Group(label) { certificate[group] = index }
        }
        return order.compactMap { group in
            guard let first = key[group], let second = certificate[group] else { return nil }
            return (first, second)
        }
    }
}
