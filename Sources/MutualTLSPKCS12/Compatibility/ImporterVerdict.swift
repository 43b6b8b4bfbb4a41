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

    /// The systems, in the order in which people are told.
    package enum System: CaseIterable, Sendable {
        /// Up to iOS 17 and macOS 14.
        case oldApple
        /// Since iOS 18 and macOS 15.
        case newApple
        case openSSL, java, windows
    }

    /// What each system says, Apple's first.
    package static func all(for traits: PKCS12Traits) -> [ImporterVerdict] {
        System.allCases.map { of($0, for: traits) }
    }

    /// What one system says.
    package static func of(_ system: System, for traits: PKCS12Traits) -> ImporterVerdict {
        switch system {
        case .oldApple: verdict(of: AppleImporter.old, for: traits)
        case .newApple: verdict(of: AppleImporter.new, for: traits)
        case .openSSL: verdict(openSSL, OpenSSLImporter.self, traits)
        case .java: verdict(java, JavaImporter.self, traits)
        case .windows: verdict(windows, WindowsImporter.self, traits)
        }
    }

    /// What each system says to keys and certificates without PKCS#12 around them: PEM, or single ones as DER.
    /// - Parameter keys: how those are encrypted that are.
    package static func withoutPKCS12(_ keys: [KeyEncryption]) -> [ImporterVerdict] {
        let objection = keys.lazy.compactMap(\.openSSLObjection).first
        return refusals(
            apple: "SecPKCS12Import reads PKCS#12 alone",
            others: [
                ImporterVerdict(
                    system: openSSL, opens: objection == nil, status: nil, why: objection ?? "it is OpenSSL's own form"),
                refusal(java, "keytool takes a private key from PKCS#12 alone"),
                refusal(windows, "its certificate store takes a key from PKCS#12 alone"),
            ])
    }

    /// What each system says to a file that is not read here.
    /// - Parameter isDamaged: whether that is the file's fault; else it may be whole, and open elsewhere.
    package static func unread(isDamaged: Bool) -> [ImporterVerdict] {
        let why =
            isDamaged
            ? "it is damaged, or no file of keys and certificates"
            : "it uses what is not read here; whether it opens is not known"
        return refusals(apple: why, others: [openSSL, java, windows].map { refusal($0, why) })
    }

    private static func refusals(apple why: String, others: [ImporterVerdict]) -> [ImporterVerdict] {
        [AppleImporter.old, .new].map {
            ImporterVerdict(system: $0.systems, opens: false, status: AppleImporter.decode, why: why)
        } + others
    }

    private static func refusal(_ system: String, _ why: String) -> ImporterVerdict {
        ImporterVerdict(system: system, opens: false, status: nil, why: why)
    }

    private static let openSSL = "OpenSSL 3 without legacy"
    private static let java = "Java 17"
    private static let windows = "Windows"

    private static func verdict(
        _ system: String, _ importer: any ForeignImporter.Type, _ traits: PKCS12Traits
    ) -> ImporterVerdict {
        let objection = importer.objection(to: traits)
        let unseen = traits.isComplete ? [] : ["as far as can be seen without the password"]
        let why = objection ?? clause(importer.conditions(for: traits) + unseen)
        return ImporterVerdict(system: system, opens: objection == nil, status: nil, why: why)
    }

    private static func verdict(of importer: AppleImporter, for traits: PKCS12Traits) -> ImporterVerdict {
        let refusal = importer.refusal(of: traits)
        let lack = refusal == nil ? AppleImporter.lackOfIdentity(in: traits) : nil
        return ImporterVerdict(
            system: importer.systems, opens: refusal == nil && lack == nil, status: refusal?.status ?? 0,
            why: refusal?.why ?? lack ?? clause(importer.conditions(for: traits)))
    }

    private static func clause(_ conditions: [String]) -> String {
        conditions.isEmpty ? "nothing stands in the way" : conditions.joined(separator: "; ")
    }
}

/// An importer of somebody else's than Apple's.
protocol ForeignImporter {
    /// Why it does not open the file; nil where nothing is known to stand in the way.
    static func objection(to traits: PKCS12Traits) -> String?
    /// On what it depends where it opens.
    static func conditions(for traits: PKCS12Traits) -> [String]
}
