#include "mtls_signer.h"

#include <openssl/core_dispatch.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/objects.h>
#include <openssl/params.h>
#include <openssl/provider.h>
#include <openssl/rsa.h>
#include <string.h>

// A provider (provider(7)) with two operations: key management, which leaves all to the public key that it holds, and
// signatures, which leaves all to a callback.

/// What a private key is made of: the bytes of the one parameter that its import takes.
struct ingredients {
    EVP_PKEY *public_key;
    mtls_signer_sign sign;
    void (*release)(void *);
    void *context;
    uint16_t only;
};

#define INGREDIENTS "mtls-ingredients"

/// The data of a key. One that came from another provider, to be compared, has a public half alone.
struct signer_key {
    const char *type;
    EVP_PKEY *public_key;
    mtls_signer_sign sign;
    void (*release)(void *);
    void *context;
    uint16_t only;
};

// MARK: The schemes

struct scheme {
    uint16_t code;
    const char *type;
    int hash; // a digest's NID
    int padding;
};

static const struct scheme schemes[] = {
    {0x0201, "RSA", NID_sha1, RSA_PKCS1_PADDING},       {0x0301, "RSA", NID_sha224, RSA_PKCS1_PADDING},
    {0x0401, "RSA", NID_sha256, RSA_PKCS1_PADDING},     {0x0501, "RSA", NID_sha384, RSA_PKCS1_PADDING},
    {0x0601, "RSA", NID_sha512, RSA_PKCS1_PADDING},     {0x0804, "RSA", NID_sha256, RSA_PKCS1_PSS_PADDING},
    {0x0805, "RSA", NID_sha384, RSA_PKCS1_PSS_PADDING}, {0x0806, "RSA", NID_sha512, RSA_PKCS1_PSS_PADDING},
    {0x0203, "EC", NID_sha1, 0},                        {0x0303, "EC", NID_sha224, 0},
    {0x0403, "EC", NID_sha256, 0},                      {0x0503, "EC", NID_sha384, 0},
    {0x0603, "EC", NID_sha512, 0},                      {0x0807, "ED25519", NID_undef, 0},
};

static const struct scheme *scheme_of_code(uint16_t code) {
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
        if (schemes[i].code == code) return &schemes[i];
    }
    return NULL;
}

static const struct scheme *scheme_of(const char *type, int hash, int padding) {
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
        if (strcmp(schemes[i].type, type) == 0 && schemes[i].hash == hash && schemes[i].padding == padding) {
            return &schemes[i];
        }
    }
    return NULL;
}

// MARK: Key management

static void *new_key(const char *type) {
    struct signer_key *key = OPENSSL_zalloc(sizeof *key);
    if (key) key->type = type;
    return key;
}
static void *new_rsa(void *provider) { return new_key("RSA"); }
static void *new_ec(void *provider) { return new_key("EC"); }
static void *new_ed25519(void *provider) { return new_key("ED25519"); }

static void free_key(void *data) {
    struct signer_key *key = data;
    if (!key) return;
    EVP_PKEY_free(key->public_key);
    if (key->release) key->release(key->context);
    OPENSSL_free(key);
}

static int has_parts(const void *data, int selection) {
    const struct signer_key *key = data;
    if (!key || !key->public_key) return 0;
    return !(selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY) || key->sign != NULL;
}

static int match_keys(const void *one, const void *other, int selection) {
    const struct signer_key *left = one, *right = other;
    if (!left->public_key || !right->public_key) return 0;
    if (selection & OSSL_KEYMGMT_SELECT_KEYPAIR) return EVP_PKEY_eq(left->public_key, right->public_key) == 1;
    return EVP_PKEY_parameters_eq(left->public_key, right->public_key) == 1;
}

static int import_key(void *data, int selection, const OSSL_PARAM parameters[]) {
    struct signer_key *key = data;
    if (key->public_key) return 0;
    const OSSL_PARAM *parameter = OSSL_PARAM_locate_const(parameters, INGREDIENTS);
    if (parameter) {
        struct ingredients given;
        if (parameter->data_size != sizeof given) return 0;
        memcpy(&given, parameter->data, sizeof given);
        if (!EVP_PKEY_is_a(given.public_key, key->type) || !EVP_PKEY_up_ref(given.public_key)) return 0;
        key->public_key = given.public_key;
        key->sign = given.sign;
        key->release = given.release;
        key->context = given.context;
        key->only = given.only;
        return 1;
    }
    // From another provider, which has it compared with one of ours.
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, key->type, NULL);
    int done = context && EVP_PKEY_fromdata_init(context) > 0 &&
               EVP_PKEY_fromdata(context, &key->public_key, EVP_PKEY_PUBLIC_KEY, (OSSL_PARAM *)parameters) > 0;
    EVP_PKEY_CTX_free(context);
    return done;
}

static const OSSL_PARAM *importable(int selection) {
    static const OSSL_PARAM list[] = {OSSL_PARAM_octet_string(INGREDIENTS, NULL, 0), OSSL_PARAM_END};
    return list;
}

/// What libssl takes for too small a key for any RSA-PSS (RFC 8017, 9.1.1: twice the digest and two bytes more), so that it
/// chooses another scheme.
enum { too_small_for_pss = 64 };

static int get_key_parameters(void *data, OSSL_PARAM parameters[]) {
    const struct signer_key *key = data;
    if (!key->public_key || !EVP_PKEY_get_params(key->public_key, parameters)) return 0;
    const struct scheme *only = scheme_of_code(key->only);
    OSSL_PARAM *size = OSSL_PARAM_locate(parameters, OSSL_PKEY_PARAM_MAX_SIZE);
    if (size && only && only->padding == RSA_PKCS1_PADDING) return OSSL_PARAM_set_int(size, too_small_for_pss);
    return 1;
}

static const OSSL_PARAM *gettable_key_parameters(void *provider) {
    static const OSSL_PARAM list[] = {
        OSSL_PARAM_int(OSSL_PKEY_PARAM_BITS, NULL), OSSL_PARAM_int(OSSL_PKEY_PARAM_SECURITY_BITS, NULL),
        OSSL_PARAM_int(OSSL_PKEY_PARAM_MAX_SIZE, NULL), OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, NULL, 0),
        OSSL_PARAM_END};
    return list;
}

// Unlike every other provider's, so that OpenSSL doesn't look for another that could do it.
static const char *rsa_operation(int operation) { return "MTLS-SIGNER-RSA"; }
static const char *ec_operation(int operation) { return "MTLS-SIGNER-EC"; }
static const char *ed25519_operation(int operation) { return "MTLS-SIGNER-ED25519"; }

#define FUNCTION(number, function) {number, (void (*)(void))function}
#define KEY_MANAGEMENT(kind)                                                                       \
    static const OSSL_DISPATCH kind##_management[] = {                                             \
        FUNCTION(OSSL_FUNC_KEYMGMT_NEW, new_##kind),                                               \
        FUNCTION(OSSL_FUNC_KEYMGMT_FREE, free_key),                                                \
        FUNCTION(OSSL_FUNC_KEYMGMT_HAS, has_parts),                                                \
        FUNCTION(OSSL_FUNC_KEYMGMT_MATCH, match_keys),                                             \
        FUNCTION(OSSL_FUNC_KEYMGMT_IMPORT, import_key),                                            \
        FUNCTION(OSSL_FUNC_KEYMGMT_IMPORT_TYPES, importable),                                      \
        FUNCTION(OSSL_FUNC_KEYMGMT_GET_PARAMS, get_key_parameters),                                \
        FUNCTION(OSSL_FUNC_KEYMGMT_GETTABLE_PARAMS, gettable_key_parameters),                      \
        FUNCTION(OSSL_FUNC_KEYMGMT_QUERY_OPERATION_NAME, kind##_operation),                        \
        {0, NULL},                                                                                 \
    }

KEY_MANAGEMENT(rsa);
KEY_MANAGEMENT(ec);
KEY_MANAGEMENT(ed25519);

static const OSSL_ALGORITHM key_management[] = {
    {"RSA:rsaEncryption:1.2.840.113549.1.1.1", "provider=mtls-signer", rsa_management, NULL},
    {"EC:id-ecPublicKey:1.2.840.10045.2.1", "provider=mtls-signer", ec_management, NULL},
    {"ED25519:1.3.101.112", "provider=mtls-signer", ed25519_management, NULL},
    {NULL, NULL, NULL, NULL},
};

// MARK: Signatures

struct operation {
    const struct signer_key *key; // the EVP_PKEY_CTX around this keeps it alive
    int hash;
    int padding;
};

static void *new_operation(void *provider, const char *properties) { return OPENSSL_zalloc(sizeof(struct operation)); }
static void free_operation(void *operation) { OPENSSL_free(operation); }
static void *copy_operation(void *operation) { return OPENSSL_memdup(operation, sizeof(struct operation)); }

static int hash_of(const char *name) {
    EVP_MD *digest = EVP_MD_fetch(NULL, name, NULL);
    int hash = digest ? EVP_MD_get_type(digest) : NID_undef;
    EVP_MD_free(digest);
    return hash;
}

static int set_operation_parameters(void *data, const OSSL_PARAM parameters[]) {
    struct operation *operation = data;
    const OSSL_PARAM *parameter = OSSL_PARAM_locate_const(parameters, OSSL_SIGNATURE_PARAM_PAD_MODE);
    if (parameter) {
        int padding = 0;
        if (parameter->data_type == OSSL_PARAM_UTF8_STRING && parameter->data) {
            padding = strcmp(parameter->data, OSSL_PKEY_RSA_PAD_MODE_PSS) == 0      ? RSA_PKCS1_PSS_PADDING
                      : strcmp(parameter->data, OSSL_PKEY_RSA_PAD_MODE_PKCSV15) == 0 ? RSA_PKCS1_PADDING
                                                                                     : 0;
        } else if (!OSSL_PARAM_get_int(parameter, &padding)) {
            return 0;
        }
        if (strcmp(operation->key->type, "RSA") != 0) return 0;
        if (padding != RSA_PKCS1_PADDING && padding != RSA_PKCS1_PSS_PADDING) return 0;
        operation->padding = padding;
    }
    // TLS has one salt, as long as the digest, and one mask, of the same digest.
    parameter = OSSL_PARAM_locate_const(parameters, OSSL_SIGNATURE_PARAM_PSS_SALTLEN);
    if (parameter) {
        const char *text = parameter->data_type == OSSL_PARAM_UTF8_STRING ? parameter->data : NULL;
        int length = 0;
        if (text && strcmp(text, OSSL_PKEY_RSA_PSS_SALT_LEN_DIGEST) != 0) return 0;
        if (!text && (!OSSL_PARAM_get_int(parameter, &length) || length != RSA_PSS_SALTLEN_DIGEST)) return 0;
    }
    parameter = OSSL_PARAM_locate_const(parameters, OSSL_SIGNATURE_PARAM_MGF1_DIGEST);
    return !parameter || (parameter->data_type == OSSL_PARAM_UTF8_STRING && hash_of(parameter->data) == operation->hash);
}

static const OSSL_PARAM *settable_operation_parameters(void *operation, void *provider) {
    static const OSSL_PARAM list[] = {OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_PAD_MODE, NULL, 0),
                                      OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_PSS_SALTLEN, NULL, 0),
                                      OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_MGF1_DIGEST, NULL, 0), OSSL_PARAM_END};
    return list;
}

static int begin(void *data, const char *digest, void *key, const OSSL_PARAM parameters[]) {
    struct operation *operation = data;
    if (key) operation->key = key;
    if (!operation->key || !operation->key->sign) return 0;
    operation->hash = digest && *digest ? hash_of(digest) : NID_undef;
    operation->padding = strcmp(operation->key->type, "RSA") == 0 ? RSA_PKCS1_PADDING : 0;
    // libssl tries the digests of all schemes, to see which the key can.
    const struct scheme *only = scheme_of_code(operation->key->only);
    if (only && only->hash != operation->hash) return 0;
    if (!scheme_of(operation->key->type, operation->hash, operation->padding)) return 0;
    return set_operation_parameters(operation, parameters);
}

static int sign(void *data, unsigned char *signature, size_t *length, size_t room, const unsigned char *message,
                size_t message_length) {
    const struct operation *operation = data;
    const struct signer_key *key = operation->key;
    const struct scheme *scheme = scheme_of(key->type, operation->hash, operation->padding);
    if (!scheme) return 0;
    if (!signature) {
        *length = (size_t)EVP_PKEY_get_size(key->public_key);
        return 1;
    }
    *length = room;
    return key->sign(key->context, scheme->code, message, message_length, signature, length);
}

static const OSSL_DISPATCH signature_functions[] = {
    FUNCTION(OSSL_FUNC_SIGNATURE_NEWCTX, new_operation),
    FUNCTION(OSSL_FUNC_SIGNATURE_FREECTX, free_operation),
    FUNCTION(OSSL_FUNC_SIGNATURE_DUPCTX, copy_operation),
    FUNCTION(OSSL_FUNC_SIGNATURE_DIGEST_SIGN_INIT, begin),
    FUNCTION(OSSL_FUNC_SIGNATURE_DIGEST_SIGN, sign),
    FUNCTION(OSSL_FUNC_SIGNATURE_SET_CTX_PARAMS, set_operation_parameters),
    FUNCTION(OSSL_FUNC_SIGNATURE_SETTABLE_CTX_PARAMS, settable_operation_parameters),
    {0, NULL},
};

static const OSSL_ALGORITHM signatures[] = {
    {"MTLS-SIGNER-RSA", "provider=mtls-signer", signature_functions, NULL},
    {"MTLS-SIGNER-EC", "provider=mtls-signer", signature_functions, NULL},
    {"MTLS-SIGNER-ED25519", "provider=mtls-signer", signature_functions, NULL},
    {NULL, NULL, NULL, NULL},
};

// MARK: The provider

static const OSSL_ALGORITHM *query(void *provider, int operation, int *no_cache) {
    *no_cache = 0;
    switch (operation) {
    case OSSL_OP_KEYMGMT: return key_management;
    case OSSL_OP_SIGNATURE: return signatures;
    default: return NULL;
    }
}

static int begin_provider(const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *core, const OSSL_DISPATCH **functions,
                          void **provider) {
    static const OSSL_DISPATCH table[] = {FUNCTION(OSSL_FUNC_PROVIDER_QUERY_OPERATION, query), {0, NULL}};
    *functions = table;
    // OpenSSL wants one; nothing is kept in it.
    *provider = (void *)handle;
    return 1;
}

static CRYPTO_ONCE library_once = CRYPTO_ONCE_STATIC_INIT;
static OSSL_LIB_CTX *library = NULL;

/// Kept for ever.
static void make_library(void) {
    OSSL_LIB_CTX *made = OSSL_LIB_CTX_new();
    if (made && OSSL_PROVIDER_add_builtin(made, "mtls-signer", begin_provider) &&
        OSSL_PROVIDER_load(made, "mtls-signer")) {
        library = made;
    } else {
        OSSL_LIB_CTX_free(made);
    }
}

EVP_PKEY *mtls_signer_key(EVP_PKEY *public_key, mtls_signer_sign sign, void (*release)(void *), void *context,
                          uint16_t only) {
    if (!CRYPTO_THREAD_run_once(&library_once, make_library) || !library) return NULL;
    const char *type = EVP_PKEY_get0_type_name(public_key);
    struct ingredients given = {public_key, sign, release, context, only};
    OSSL_PARAM parameters[] = {OSSL_PARAM_octet_string(INGREDIENTS, &given, sizeof given), OSSL_PARAM_END};
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *making = type ? EVP_PKEY_CTX_new_from_name(library, type, NULL) : NULL;
    if (!making || EVP_PKEY_fromdata_init(making) <= 0 ||
        EVP_PKEY_fromdata(making, &key, EVP_PKEY_KEYPAIR, parameters) <= 0) {
        key = NULL;
    }
    EVP_PKEY_CTX_free(making);
    return key;
}
