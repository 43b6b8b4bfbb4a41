internal import CMutualTLSOpenSSL

/// A private OpenSSL library context that knows the old algorithms of PKCS#12 (RC2-40 above all) besides today's.
///
/// Private, so that nothing else in the process can negotiate or accept them. What it makes (a key, say) refers to it:
/// encode such an object and parse it again before the context goes.
// @unchecked: an OSSL_LIB_CTX is safe to use from several threads; the pointers are set once.
package final class LegacyLibraryContext: @unchecked Sendable {
    /// Owned.
    let pointer: OpaquePointer
    /// Owned: the default provider, then the legacy one.
    private let providers: [OpaquePointer]

    /// Loads the providers.
    /// - Throws: `OpenSSLError`; `isMissingModule(_:)` tells the case where the legacy module is not installed.
    package init() throws {
        let context = try check(OSSL_LIB_CTX_new(), "make an OpenSSL context for old algorithms")
        var loaded: [OpaquePointer] = []
        do {
            loaded.append(try check(OSSL_PROVIDER_load(context, "default"), "load OpenSSL's default provider"))
            loaded.append(try check(OSSL_PROVIDER_load(context, "legacy"), Self.missingModule))
        } catch {
            for provider in loaded { OSSL_PROVIDER_unload(provider) }
            OSSL_LIB_CTX_free(context)
            throw error
        }
        pointer = context
        providers = loaded
    }

    deinit {
        for provider in providers.reversed() { OSSL_PROVIDER_unload(provider) }
        OSSL_LIB_CTX_free(pointer)
    }

    private static let missingModule =
        "load OpenSSL's legacy provider, which has the old algorithms (its file legacy.so comes with Debian's libssl3,"
        + " from Debian 13 on with openssl-provider-legacy; OPENSSL_MODULES may point elsewhere)"

    /// Whether `error` says that the legacy provider could not be loaded.
    package static func isMissingModule(_ error: OpenSSLError) -> Bool { error.operation == missingModule }
}
