// OpenSSL's own import of a PKCS#12 file, to compare with.
#ifndef OPENSSL_IMPORT_H
#define OPENSSL_IMPORT_H

/// Loads the legacy provider, which old files need, into the default context. Returns 1, or 0 where it is not installed.
int openssl_load_legacy(void);

/// A PKCS#12 file with the same key and certificates as `file`, in OpenSSL 3's default format or, with `old`, in
/// OpenSSL 1.1's. Returns its length and puts its bytes into `written`, the caller's to free; or returns 0.
int openssl_rewrite(const unsigned char *file, long length, const char *password, int old, int iterations,
                    unsigned char **written);
void openssl_free(unsigned char *written);

/// Parses the file `count` times with d2i_PKCS12 and PKCS12_parse, and frees what they give. Returns 1, or 0 when it
/// does not open.
int openssl_import(const unsigned char *file, long length, const char *password, int count);

#endif
