#ifndef MTLS_SIGNER_H
#define MTLS_SIGNER_H

#include <openssl/evp.h>
#include <stdint.h>

/// Makes a signature elsewhere.
/// `scheme`: how, a code of RFC 8446, 4.2.3. `message`: what, not hashed yet; borrowed for the call.
/// `length`: how many bytes `signature` has room for; becomes how many there are.
/// 1 for success.
typedef int (*mtls_signer_sign)(void *context, uint16_t scheme, const unsigned char *message, size_t message_length,
                                unsigned char *signature, size_t *length);

/// A private key without its private half: `public_key` (RSA, EC or Ed25519; a reference is taken), and somebody who
/// signs. The key is one of a provider of our own, in a library context of our own; the default one stays as it is.
///
/// `release` is called with `context` when the key goes; NULL where there is nothing to release.
/// `only`: the one scheme that the key makes; TLS then chooses no other. 0 for whatever is asked.
/// The caller's to free; NULL with the reason in OpenSSL's queue, and `context` still the caller's.
EVP_PKEY *mtls_signer_key(EVP_PKEY *public_key, mtls_signer_sign sign, void (*release)(void *), void *context,
                          uint16_t only);

#endif
