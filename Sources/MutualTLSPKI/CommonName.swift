/// The subject's common name (X.520, 6.2.2): 1 to 64 characters.
enum CommonName {
    /// The subject for `name`. Punctuation, commas and slashes among it, is encoded as it stands: a certificate holds
    /// the parts of a name apart, so nothing in one can begin another.
    static func subject(_ name: String) throws(PKIError) -> [(type: String, value: String)] {
        if name.isEmpty { throw PKIError(.invalidName, "the name is empty; give the certificate one") }
        let length = name.unicodeScalars.count
        if length > 64 {
            throw PKIError(.invalidName, "the name has \(length) characters, and a common name holds 64; shorten it")
        }
        // Encoded they would be harmless, but logs, terminals and C programs that print the name are not.
        if name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            throw PKIError(.invalidName, "the name \(quoted(name)) holds a control character; leave it out")
        }
        return [("CN", name)]
    }
}
