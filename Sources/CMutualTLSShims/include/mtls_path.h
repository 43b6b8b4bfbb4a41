#ifndef MTLS_PATH_H
#define MTLS_PATH_H

#include <openssl/x509_vfy.h>
#include <stdint.h>

/// One thing wrong with a path: OpenSSL's X509_V_ERR_ and the certificate's index, 0 being the end-entity.
typedef struct {
    int error;
    int depth;
} mtls_path_fault;

/// An empty store for mtls_path_validate. X509_STORE_free frees it.
X509_STORE *mtls_path_store_new(void);

/// Builds the path from `leaf` to a certificate of `store`, self-signed or not, and notes every fault on the way
/// instead of stopping at the first one; the same fault is noted once.
/// `seconds`: the date of the validation, since 1970. Up to `capacity` faults are written; `*count` tells how many.
/// `*chain`: the path, or as much of it as was found, leaf first; the caller's to free.
/// 1, or 0 with the reason in OpenSSL's queue when no validation took place.
int mtls_path_validate(X509_STORE *store, X509 *leaf, STACK_OF(X509) * untrusted, int64_t seconds,
                       mtls_path_fault *faults, int capacity, int *count, STACK_OF(X509) * *chain);

#endif
