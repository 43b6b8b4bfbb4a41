#include "mtls_keys.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/param_build.h>

// In C because OSSL_PARAM_BLD keeps the pointers it is given, names included: Swift's strings would not live that long.
EVP_PKEY *mtls_elliptic_key(const char *curve, const unsigned char *point, size_t point_length,
                            const unsigned char *scalar, int scalar_length) {
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = NULL;
    OSSL_PARAM *parameters = NULL;
    BIGNUM *number = NULL;
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    if (!builder) return NULL;
    if (!OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, curve, 0)) goto end;
    if (!OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, point, point_length)) goto end;
    if (scalar) {
        // A secure number makes the builder wipe its copy.
        number = BN_secure_new();
        if (!number || !BN_bin2bn(scalar, scalar_length, number)) goto end;
        if (!OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, number)) goto end;
    }
    parameters = OSSL_PARAM_BLD_to_param(builder);
    context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    if (!parameters || !context || EVP_PKEY_fromdata_init(context) <= 0) goto end;
    if (EVP_PKEY_fromdata(context, &key, scalar ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, parameters) <= 0) key = NULL;
end:
    EVP_PKEY_CTX_free(context);
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(builder);
    BN_clear_free(number);
    return key;
}
