internal import CMutualTLSOpenSSL
internal import CMutualTLSShims
import Foundation

/// The certificates at which a path may end.
// @unchecked: an X509_STORE locks itself, and nothing is added to it after `init` but what its own folder look-up caches.
package final class TrustStore: @unchecked Sendable {
    /// Owned.
    let pointer: OpaquePointer

    /// Every one of `anchors` ends a path, self-signed or not.
    /// - Throws: `OpenSSLError` when memory runs out.
    package init(anchors: [X509Certificate]) throws {
        pointer = try check(mtls_path_store_new(), "make a trust store")
        for anchor in anchors {
            // Throwing frees the store by `deinit`: every property is set.
            try check(X509_STORE_add_cert(pointer, anchor.pointer), "add an anchor")
        }
    }

    private init(systemFile: String?, systemFolder: String?) throws {
        pointer = try check(mtls_path_store_new(), "make a trust store")
        // A folder is looked up by hash when a name is asked for; a file is parsed whole, here.
        if let systemFile { X509_STORE_load_file(pointer, systemFile) }
        if let systemFolder { X509_STORE_load_path(pointer, systemFolder) }
        ERR_clear_error()
    }

    deinit { X509_STORE_free(pointer) }

    /// The machine's roots: `SSL_CERT_FILE` and `SSL_CERT_DIR` where set, else OpenSSL's own places, else the usual bundles.
    /// Opened once per process, when first wanted; empty when there is none of them.
    /// - Throws: `OpenSSLError` when memory ran out.
    package static func system() throws -> TrustStore { try opened.get() }

    private static let opened = Result { () throws -> TrustStore in
        let environment = ProcessInfo.processInfo.environment
        let fileVariable = String(cString: X509_get_default_cert_file_env())
        let folderVariable = String(cString: X509_get_default_cert_dir_env())
        if environment[fileVariable] != nil || environment[folderVariable] != nil {
            return try TrustStore(systemFile: environment[fileVariable], systemFolder: environment[folderVariable])
        }
        let files = FileManager.default
        let folder = String(cString: X509_get_default_cert_dir())
        let usable = (try? files.contentsOfDirectory(atPath: folder))?.contains { $0.hasSuffix(".0") } ?? false
        let bundles = [
            String(cString: X509_get_default_cert_file()), "/etc/ssl/certs/ca-certificates.crt",
            "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
        ]
        let file = usable ? nil : bundles.first { files.fileExists(atPath: $0) }
        return try TrustStore(systemFile: file, systemFolder: usable ? folder : nil)
    }
}
