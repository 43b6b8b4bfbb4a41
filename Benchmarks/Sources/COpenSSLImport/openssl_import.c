#include "openssl_import.h"

#include <openssl/pkcs12.h>
#include <openssl/provider.h>

int openssl_load_legacy(void) {
    return OSSL_PROVIDER_load(NULL, "default") && OSSL_PROVIDER_load(NULL, "legacy");
}

static int parse(const unsigned char *file, long length, const char *password, EVP_PKEY **key, X509 **certificate,
                 STACK_OF(X509) * *others) {
    PKCS12 *p12 = d2i_PKCS12(NULL, &file, length);
    int opened = p12 && PKCS12_parse(p12, password, key, certificate, others);
    PKCS12_free(p12);
    return opened;
}

int openssl_import(const unsigned char *file, long length, const char *password, int count) {
    for (int i = 0; i < count; i++) {
        EVP_PKEY *key = NULL;
        X509 *certificate = NULL;
        STACK_OF(X509) *others = NULL;
        if (!parse(file, length, password, &key, &certificate, &others)) return 0;
        EVP_PKEY_free(key);
        X509_free(certificate);
        sk_X509_pop_free(others, X509_free);
    }
    return 1;
}

int openssl_rewrite(const unsigned char *file, long length, const char *password, int old, int iterations,
                    unsigned char **written) {
    EVP_PKEY *key = NULL;
    X509 *certificate = NULL;
    STACK_OF(X509) *others = NULL;
    int size = 0;
    if (parse(file, length, password, &key, &certificate, &others)) {
        PKCS12 *p12 = PKCS12_create(password, "it", key, certificate, others,
                                    old ? NID_pbe_WithSHA1And3_Key_TripleDES_CBC : NID_aes_256_cbc,
                                    old ? NID_pbe_WithSHA1And40BitRC2_CBC : NID_aes_256_cbc, iterations, -1, 0);
        *written = NULL;
        if (p12 && PKCS12_set_mac(p12, password, -1, NULL, 0, iterations, old ? EVP_sha1() : EVP_sha256()))
            size = i2d_PKCS12(p12, written);
        PKCS12_free(p12);
    }
    EVP_PKEY_free(key);
    X509_free(certificate);
    sk_X509_pop_free(others, X509_free);
    return size > 0 ? size : 0;
}

void openssl_free(unsigned char *written) { OPENSSL_free(written); }
