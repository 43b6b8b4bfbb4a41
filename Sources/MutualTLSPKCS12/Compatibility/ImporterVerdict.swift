/// Whether one system opens a PKCS#12 file.
package struct ImporterVerdict: Sendable, Hashable {
    /// Which systems it is about, for people.
    package let system: String
    /// Whether a person would say that it opens: the file is taken, and gives what is in it.
    package let opens: Bool
    /// For Apple's systems the `OSStatus`, 0 also where a file is taken and gives no identity; nil for others.
    package let status: Int32?
    /// One clause for people: what stands in the way, or on which condition it opens.
    package let why: String

    /// What each system says, Apple's first.
    package static func all(for traits: PKCS12Traits) -> [ImporterVerdict] {
        [
            verdict(of: AppleImporter.old, for: traits), verdict(of: AppleImporter.new, for: traits),
            verdict("OpenSSL 3 without legacy", OpenSSLImporter.self, traits),
            verdict("Java 17", JavaImporter.self, traits),
            verdict("Windows", WindowsImporter.self, traits),
        ]
    }

    private static func verdict(
        _ system: String, _ importer: any ForeignImporter.Type, _ traits: PKCS12Traits
    ) -> ImporterVerdict {
        let objection = importer.objection(to: traits)
        let why = objection ?? Condition.all(importer.conditions(for: traits), traits)
        return ImporterVerdict(system: system, opens: objection == nil, status: nil, why: why)
    }

    private static func verdict(of importer: AppleImporter, for traits: PKCS12Traits) -> ImporterVerdict {
        let refusal = importer.refusal(of: traits)
        let lack = refusal == nil ? AppleImporter.lackOfIdentity(in: traits) : nil
        return ImporterVerdict(
            system: importer.systems, opens: refusal == nil && lack == nil, status: refusal?.status ?? 0,
            why: refusal?.why ?? lack ?? Condition.all(importer.conditions(for: traits), traits))
    }
}

/// An importer of somebody else's than Apple's.
protocol ForeignImporter {
    /// Why it does not open the file; nil where nothing is known to stand in the way.
    static func objection(to traits: PKCS12Traits) -> String?
    /// On what it depends where it opens.
    static func conditions(for traits: PKCS12Traits) -> [String]
}

/// What a file that opens depends on.
enum Condition {
    /// One clause of all of them.
    static func all(_ own: [String], _ traits: PKCS12Traits) -> String {
        var conditions = own
        if !traits.isComplete { conditions.append("with what its encryption hides, only the password tells more") }
        return conditions.isEmpty ? "nothing stands in the way" : conditions.joined(separator: "; ")
    }
}
