#ifndef MTLS_PKCS11_H
#define MTLS_PKCS11_H

#include <stdbool.h>
#include <stddef.h>

// What is needed of PKCS #11 2.40 (Cryptoki): find a private key and sign with it. Numbers are those of the standard;
// functions return its CKR_ codes, 0 for success.

enum {
    MTLS_CKR_BUFFER_TOO_SMALL = 0x150,
    MTLS_CKR_USER_ALREADY_LOGGED_IN = 0x100,
    MTLS_CKR_PIN_INCORRECT = 0xA0,
    MTLS_CKR_PIN_LEN_RANGE = 0xA2,
    MTLS_CKR_PIN_LOCKED = 0xA4,
    MTLS_CKR_ATTRIBUTE_TYPE_INVALID = 0x12,
    MTLS_CKR_FUNCTION_NOT_SUPPORTED = 0x54,
};

enum { MTLS_CKO_CERTIFICATE = 1, MTLS_CKO_PRIVATE_KEY = 3 };
enum { MTLS_CKK_RSA = 0, MTLS_CKK_EC = 3, MTLS_CKK_EC_EDWARDS = 0x40 };
enum {
    MTLS_CKA_LABEL = 3,
    MTLS_CKA_VALUE = 0x11,
    MTLS_CKA_KEY_TYPE = 0x100,
    MTLS_CKA_ID = 0x102,
    MTLS_CKA_MODULUS = 0x120,
    MTLS_CKA_ALWAYS_AUTHENTICATE = 0x202,
};
enum {
    MTLS_CKM_RSA_PKCS = 1,
    MTLS_CKM_RSA_X_509 = 3,
    MTLS_CKM_RSA_PKCS_PSS = 0xD,
    MTLS_CKM_ECDSA = 0x1041,
    MTLS_CKM_EDDSA = 0x1057,
    MTLS_CKM_SHA256 = 0x250,
    MTLS_CKM_SHA384 = 0x260,
    MTLS_CKM_SHA512 = 0x270,
};
enum { MTLS_CKU_USER = 1, MTLS_CKU_CONTEXT_SPECIFIC = 2 };

/// A module: a shared library that speaks PKCS #11.
typedef struct mtls_pkcs11 mtls_pkcs11;

/// Loads and initialises it, for several threads. It stays loaded until the process ends.
/// `problem`: receives text of the system's, or NULL; `code`: a CKR_ code, or 0. NULL for failure.
mtls_pkcs11 *mtls_pkcs11_load(const char *path, const char **problem, unsigned long *code);

/// What a token says of itself, without the blanks behind.
typedef struct {
    char label[33], manufacturer[33], model[17], serial[17];
    bool is_initialised;
    bool needs_login;
    bool has_own_keypad; ///< asks for the PIN itself
    bool is_low_on_tries;
    bool is_final_try;
    bool is_locked;
} mtls_pkcs11_token;

/// The slots that hold tokens; `count`: room for how many, becomes how many there are.
unsigned long mtls_pkcs11_slots(mtls_pkcs11 *module, unsigned long *slots, unsigned long *count);
unsigned long mtls_pkcs11_token_info(mtls_pkcs11 *module, unsigned long slot, mtls_pkcs11_token *token);
/// Whether the token has a mechanism. Some modules carry it out all the same where it is switched off.
bool mtls_pkcs11_has_mechanism(mtls_pkcs11 *module, unsigned long slot, unsigned long mechanism);
/// A session that only reads.
unsigned long mtls_pkcs11_open(mtls_pkcs11 *module, unsigned long slot, unsigned long *session);
unsigned long mtls_pkcs11_close(mtls_pkcs11 *module, unsigned long session);
/// `pin` NULL: the token asks for it itself.
unsigned long mtls_pkcs11_login(mtls_pkcs11 *module, unsigned long session, unsigned long user, const void *pin,
                                unsigned long length);
/// The objects of a class; with an identifier and a label where these are not NULL.
/// `count`: room for how many, becomes how many there are, at most that.
unsigned long mtls_pkcs11_find(mtls_pkcs11 *module, unsigned long session, unsigned long object_class, const void *identifier,
                               unsigned long identifier_length, const void *label, unsigned long label_length,
                               unsigned long *objects, unsigned long *count);
/// The value of an object's attribute. `value` NULL asks for the length alone.
unsigned long mtls_pkcs11_attribute(mtls_pkcs11 *module, unsigned long session, unsigned long object, unsigned long type,
                                    void *value, unsigned long *length);
/// Begins a signature. `hash`, for CKM_RSA_PKCS_PSS alone: CKM_SHA256 and so on; mask and salt go with it.
unsigned long mtls_pkcs11_sign_begin(mtls_pkcs11 *module, unsigned long session, unsigned long mechanism, unsigned long hash,
                                     unsigned long key);
unsigned long mtls_pkcs11_sign(mtls_pkcs11 *module, unsigned long session, const void *data, unsigned long data_length,
                               void *signature, unsigned long *length);

#endif
