import Foundation
import MutualTLSOpenSSL
import Testing

@Suite("PKCS #11 URIs (RFC 7512)")
struct PKCS11URITests {
    @Test("every attribute that narrows the choice is read, with its percent-encoding undone")
    func attributes() throws {
        let uri = try PKCS11URI(
            "pkcs11:token=My%20token;manufacturer=Snake%20Oil,%20Inc.;model=1.0;serial=ab;slot-id=7;object=caf%C3%A9;"
                + "id=%01%ff%00;type=private?module-path=/lib/x.so&pin-source=file:///run/pin")
        #expect(uri.token == "My token" && uri.manufacturer == "Snake Oil, Inc." && uri.model == "1.0")
        #expect(uri.serial == "ab" && uri.slot == 7 && uri.object == "café" && uri.id == Data([1, 0xFF, 0]))
        #expect(uri.modulePath == "/lib/x.so" && uri.pinSource == "/run/pin")
    }

    @Test("an empty URI, and one of unencoded text, are whatever there is")
    func loose() throws {
        let empty = try PKCS11URI("pkcs11:")
        #expect(empty.token == nil && empty.object == nil && empty.id == nil && empty.modulePath == nil)
        #expect(try PKCS11URI("PKCS11:object=my key;id=ab").id == Data("ab".utf8))
        #expect(try PKCS11URI("pkcs11:object=a=b").object == "a=b")
    }

    @Test(
        "a pin-source is a file, however it is written",
        arguments: [
            "file:/run/pin", "file:///run/pin", "/run/pin", "file:%2Frun%2Fpin",
        ])
    func pinSources(source: String) throws {
        #expect(try PKCS11URI("pkcs11:?pin-source=\(source)").pinSource == "/run/pin")
    }

    @Test(
        "what can't be followed is refused, and the reason names it",
        arguments: [
            ("http://x", "begins with"), ("", "begins with"), ("pkcs11:token", "a name, = and a value"),
            ("pkcs11:=x", "a name, = and a value"), ("pkcs11:token=a;token=b", "two attributes named \"token\""),
            ("pkcs11:id=%0", "two hexadecimal digits: id"), ("pkcs11:id=%+1", "two hexadecimal digits: id"),
            ("pkcs11:object=%ff", "object in the PKCS #11 URI is not UTF-8"),
            ("pkcs11:object=%00", "object in the PKCS #11 URI is not UTF-8"),
            ("pkcs11:slot-id=-1", "decimal number"), ("pkcs11:type=data", "names no private key"),
            ("pkcs11:library-version=1", "\"library-version\""), ("pkcs11:?module-name=x", "\"module-name\""),
            ("pkcs11:?pin-source=|cat", "names a file"),
        ])
    func refusals(text: String, reason: String) {
        let error = #expect(throws: PKCS11Error.self) { try PKCS11URI(text) }
        #expect(error?.code == .invalidURI)
        #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    }

    @Test("a PIN in the URI is refused, and not repeated")
    func pinValue() {
        let error = #expect(throws: PKCS11Error.self) { try PKCS11URI("pkcs11:token=a?pin-value=31415") }
        #expect(error?.code == .invalidURI)
        #expect(error.map { !"\($0) \($0.hint ?? "")".contains("31415") } == true)
    }
}
