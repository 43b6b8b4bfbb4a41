#ifndef MTLS_KEYS_H
#define MTLS_KEYS_H

#include <openssl/evp.h>

/// An elliptic curve key on the curve of this name. `scalar` is the private key, big-endian, or NULL for a public one.
/// The caller's to free; NULL with the reason in OpenSSL's queue when the point is not on the curve.
EVP_PKEY *mtls_elliptic_key(const char *curve, const unsigned char *point, size_t point_length,
                            const unsigned char *scalar, int scalar_length);

#endif
