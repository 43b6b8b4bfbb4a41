internal import CMutualTLSOpenSSL

/// A private OpenSSL library context that knows the old algorithms of PKCS#12 (RC2-40 above all) besides today's.
///
/// Private, so that nothing else in the process can negotiate or accept them. There is one, made when it is first needed
/// and kept as long as the process: to load its providers takes longer than to import a file.
// @unchecked: an OSSL_LIB_CTX is safe to use from several threads; the pointer is set once.
package final class LegacyLibraryContext: @unchecked Sendable {
    /// Valid as long as the process: what is made with it may refer to it.
    let pointer: OpaquePointer

    private static let loaded = LockedBox<LegacyLibraryContext?>(nil)

    /// The one of this process.
    /// - Throws: `OpenSSLError` where the legacy module is not installed. The next call tries again.
    package static func shared() throws -> LegacyLibraryContext {
        try loaded.withLock { loaded in
            if let loaded { return loaded }
            let made = try LegacyLibraryContext()
            loaded = made
            return made
        }
    }

    /// Loads the providers, the context's to free.
    private init() throws {
        let context = try check(OSSL_LIB_CTX_new(), "make an OpenSSL context for old algorithms")
        do {
            _ = try check(OSSL_PROVIDER_load(context, "default"), "load OpenSSL's default provider")
            _ = try check(OSSL_PROVIDER_load(context, "legacy"), Self.missingModule)
        } catch {
            OSSL_LIB_CTX_free(context)
            throw error
        }
        pointer = context
    }

    private static let missingModule =
        "load OpenSSL's legacy provider, which has the old algorithms (its file legacy.so comes with Debian's libssl3,"
        + " from Debian 13 on with openssl-provider-legacy; OPENSSL_MODULES may point elsewhere)"
}
