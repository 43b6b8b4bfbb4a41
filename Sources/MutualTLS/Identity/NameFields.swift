import Foundation
import MutualTLSPKCS12

/// The words of a distinguished name (RFC 5280, 4.1.2.4).
enum NameFields {
    private static let commonName = "2.5.4.3"
    private static let organization = "2.5.4.10"
    private static let organizationalUnit = "2.5.4.11"

    /// What people call it: its last common name, or organization, or unit where it has none; nil where it has none of them.
    /// - Parameter der: the Name.
    static func summary(_ der: Data) -> String? {
        guard let attributes = try? attributes(of: der) else { return nil }
        return [commonName, organization, organizationalUnit].lazy.compactMap { type in
            attributes.last { $0.type == type }?.value
        }.first
    }

    private static func attributes(of der: Data) throws(DERError) -> [(type: String, value: String)] {
        var reader = DERReader(der)
        var parts = try reader.next(.sequence, "the name").elements()
        var attributes: [(type: String, value: String)] = []
        while !parts.isAtEnd {
            var set = try parts.next(.set, "a part of the name").elements()
            while !set.isAtEnd {
                var attribute = try set.next(.sequence, "an attribute").elements()
                let type = try attribute.next(.objectIdentifier, "its type").objectIdentifier("its type").description
                if let value = try attribute.next().text { attributes.append((type, value)) }
            }
        }
        return attributes
    }
}
