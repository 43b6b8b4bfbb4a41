import Foundation

/// What to tell a person whose file the system's importer has refused. The importer gives one number, and
/// `errSecAuthFailed` stands for a wrong password as well as for a MAC that it does not know; the file tells which.
package struct ImportRefusal: Sendable, Hashable {
    /// Who is to blame.
    package enum Cause: Sendable, Hashable {
        case wrongPassword, passwordRequired
        /// The file is whole, and this system does not know what it uses.
        case unsupported
        /// The file is damaged, or something else than PKCS#12.
        case malformed
    }

    package let cause: Cause
    /// One sentence, in lower case.
    package let reason: String
    /// What to do, likewise.
    package let hint: String?

    /// - Parameters:
    ///   - status: the importer's answer, not 0.
    ///   - data: the file.
    ///   - password: the one that was given; nil for none.
    ///   - importer: that of this system.
    package init(status: Int32, file data: Data, password: SecretBytes?, importer: AppleImporter) {
        let file: PKCS12File
        do {
            file = try PKCS12File(data)
        } catch {
            self.init(error.code == .unsupported ? .unsupported : .malformed, "\(error)", nil)
            return
        }
        let traits = PKCS12Traits(file)
        if let refusal = importer.refusal(of: traits) {
            let opensOnNew = AppleImporter.new.refusal(of: traits) == nil
            self.init(
                .unsupported, "this system can't open the PKCS#12 file: \(refusal.why)",
                opensOnNew
                    ? "\(AppleImporter.new.systems) open it; for older ones export it with 3DES and a SHA-1 MAC"
                    : "export it with AES-256-CBC, PBKDF2 with HMAC-SHA-256 and a SHA-256 MAC, and an RSA or elliptic-curve key"
            )
        } else if [AppleImporter.authFailed, AppleImporter.verifyFailure].contains(status) {
            self = Self.ofPassword(password)
        } else {
            self.init(
                .malformed,
                "the system can't decode what the PKCS#12 file encrypts (status \(status)): a key that is neither RSA nor elliptic-curve, a certificate that it refuses, or damage",
                "look at it on Linux, or export it again")
        }
    }

    /// The file would have opened with the right one.
    private static func ofPassword(_ password: SecretBytes?) -> ImportRefusal {
        guard let password else {
            return ImportRefusal(.passwordRequired, "the PKCS#12 file has a password; give it", nil)
        }
        return ImportRefusal(
            .wrongPassword, "the password of the PKCS#12 file is wrong",
            password.count == 0
                ? "if it really is empty: iOS and macOS differ in what that means, so export the file with a password"
                : nil)
    }

    private init(_ cause: Cause, _ reason: String, _ hint: String?) {
        self.cause = cause
        self.reason = reason
        self.hint = hint
    }
}
