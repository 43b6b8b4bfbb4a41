// The module is Apple's own elsewhere.
#if canImport(FoundationNetworking)
    import Foundation
    import MutualTLSOpenSSL
    import MutualTLSPKCS12
    import Testing

    @testable import PortableSecurity

    /// The table that tells people who opens a file, against the importer that opens it.
    @Suite struct ImporterAgreementTests {
        /// Files with the right password, so that the table has something to say; but those that only the parser of
        /// certificates or this library's own limit refuses.
        static let rows =
            (PKCS12ImportTests.macs + PKCS12ImportTests.contents + PKCS12ImportTests.passedOver
            + PKCS12ImportTests.joins).filter {
                $0.options == [kSecImportExportPassphrase: "password"] && $0.status != errSecInternal
                    && !$0.testDescription.contains("serial number")
            }

        @Test(
            "where a file can be read, the table foretells its status and whether it gives an identity", arguments: rows
        )
        func opened(row: PKCS12ImportTests.Row) throws {
            let data = try row.make(try ImportedFile())
            guard let file = try? PKCS12File(data) else {
                // No more than the frame can be read, and the importer says no.
                #expect(row.status != errSecSuccess)
                return
            }
            let outside = ImporterVerdict.all(for: PKCS12Traits(file))[1]
            guard let contents = try? PKCS12Reader.read(file, password: SecretBytes(utf8: "password")) else {
                #expect(row.status != errSecSuccess)
                #expect(outside.status == 0 || outside.status == row.status)
                return
            }
            let verdict = ImporterVerdict.all(for: PKCS12Traits(contents))[1]
            #expect(verdict.status == row.status, "\(verdict.why)")
            #expect(verdict.opens == ((row.count ?? 0) > 0), "\(verdict.why)")
            // From the outside less is seen, and nothing else.
            #expect(outside.status == 0 || outside.status == row.status, "\(outside.why)")
        }
    }
#endif
