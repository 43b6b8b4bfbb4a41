#include "mtls_path.h"

#include <openssl/x509v3.h>

struct notes {
    mtls_path_fault *faults;
    int capacity;
    int count;
    time_t date;
};

static void note(struct notes *notes, mtls_path_fault fault) {
    for (int index = 0; index < notes->count; index++) {
        if (notes->faults[index].error == fault.error && notes->faults[index].depth == fault.depth) return;
    }
    if (notes->count < notes->capacity) notes->faults[notes->count++] = fault;
}

/// RFC 5280, 4.1.2.5: the validity includes notAfter. To OpenSSL it is over by then.
static int is_last_second(X509_STORE_CTX *context, time_t date) {
    X509 *certificate = X509_STORE_CTX_get_current_cert(context);
    if (!certificate) return 0;
    time_t before = date - 1;
    return X509_cmp_time(X509_get0_notAfter(certificate), &before) > 0;
}

static int note_and_go_on(int ok, X509_STORE_CTX *context) {
    if (ok) return 1;
    struct notes *notes = X509_STORE_CTX_get_app_data(context);
    mtls_path_fault fault = {X509_STORE_CTX_get_error(context), X509_STORE_CTX_get_error_depth(context)};
    if (fault.error == X509_V_ERR_CERT_HAS_EXPIRED && is_last_second(context, notes->date)) return 1;
    note(notes, fault);
    return 1;
}

/// Whether `issuer` may be the parent of `certificate` in the path. OpenSSL goes by names and key identifiers; where
/// there is no identifier, two CAs of one name can only be told apart by the signature.
static int may_issue(X509_STORE_CTX *context, X509 *certificate, X509 *issuer) {
    int reason = X509_check_issued(issuer, certificate);
    // A CA that must not sign certificates is still the parent; that it must not is noted later.
    if (reason != X509_V_OK && reason != X509_V_ERR_KEYUSAGE_NO_CERTSIGN) return 0;
    if (X509_get0_authority_key_id(certificate) || X509_cmp(certificate, issuer) == 0) return 1;
    EVP_PKEY *key = X509_get0_pubkey(issuer);
    return key && X509_verify(certificate, key) == 1;
}

X509_STORE *mtls_path_store_new(void) {
    X509_STORE *store = X509_STORE_new();
    if (store) X509_STORE_set_check_issued(store, may_issue);
    return store;
}

int mtls_path_validate(X509_STORE *store, X509 *leaf, STACK_OF(X509) * untrusted, int64_t seconds,
                       mtls_path_fault *faults, int capacity, int *count, STACK_OF(X509) * *chain) {
    struct notes notes = {faults, capacity, 0, (time_t)seconds};
    *chain = NULL;
    *count = 0;
    X509_STORE_CTX *context = X509_STORE_CTX_new();
    if (!context) return 0;
    int done = 0;
    if (!X509_STORE_CTX_init(context, store, leaf, untrusted)) goto end;
    // App data is slot 0, which belongs to libssl only in contexts that libssl makes.
    if (!X509_STORE_CTX_set_app_data(context, &notes)) goto end;
    X509_STORE_CTX_set_verify_cb(context, note_and_go_on);
    X509_VERIFY_PARAM *parameters = X509_STORE_CTX_get0_param(context);
    // OpenSSL can't compare with the year 10000. What ends with the year 9999 is over by then all the same: by `notes.date`.
    const int64_t last = 253402300799;
    X509_VERIFY_PARAM_set_time(parameters, (time_t)(seconds > last ? last : seconds));
    X509_VERIFY_PARAM_set_flags(parameters, X509_V_FLAG_PARTIAL_CHAIN | X509_V_FLAG_TRUSTED_FIRST);
    // The common name is no host name, so name constraints don't look at it either.
    X509_VERIFY_PARAM_set_hostflags(parameters, X509_CHECK_FLAG_NEVER_CHECK_SUBJECT);
    if (X509_verify_cert(context) != 1) {
        // It gave up without asking the callback. That must never pass for a path without faults.
        int error = X509_STORE_CTX_get_error(context);
        mtls_path_fault fault = {error == X509_V_OK ? X509_V_ERR_UNSPECIFIED : error,
                                 X509_STORE_CTX_get_error_depth(context)};
        note(&notes, fault);
    }
    *chain = X509_STORE_CTX_get1_chain(context);
    *count = notes.count;
    done = *chain != NULL;
end:
    X509_STORE_CTX_free(context);
    return done;
}
