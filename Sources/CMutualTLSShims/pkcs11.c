#include "mtls_pkcs11.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

// The standard's types, on systems where its structures are not packed: all but Windows.
typedef unsigned long number;

struct attribute {
    number type;
    void *value;
    number length;
};

struct mechanism {
    number type;
    void *parameter;
    number length;
};

struct pss {
    number hash, mask, salt_length;
};

struct initialisation {
    void *create, *destroy, *lock, *unlock;
    number flags;
    void *reserved;
};

struct version {
    unsigned char major, minor;
};

struct token_info {
    unsigned char label[32], manufacturer[32], model[16], serial[16];
    number flags;
    number counts[10];
    struct version hardware, firmware;
    unsigned char time[16];
};

/// CK_FUNCTION_LIST as far as it is used, in the standard's order.
struct functions {
    struct version version;
    number (*initialise)(void *);
    number (*finalise)(void *);
    number (*get_info)(void *);
    number (*get_function_list)(struct functions **);
    number (*get_slot_list)(unsigned char, number *, number *);
    number (*get_slot_info)(number, void *);
    number (*get_token_info)(number, struct token_info *);
    number (*get_mechanism_list)(number, number *, number *);
    void (*mechanisms_and_tokens[4])(void);
    number (*open_session)(number, number, void *, void *, number *);
    number (*close_session)(number);
    void (*sessions[4])(void);
    number (*login)(number, number, unsigned char *, number);
    number (*logout)(number);
    void (*objects[4])(void);
    number (*get_attribute_value)(number, number, struct attribute *, number);
    number (*set_attribute_value)(number, number, struct attribute *, number);
    number (*find_objects_init)(number, struct attribute *, number);
    number (*find_objects)(number, number *, number, number *);
    number (*find_objects_final)(number);
    void (*ciphers_and_digests[13])(void);
    number (*sign_init)(number, struct mechanism *, number);
    number (*sign)(number, unsigned char *, number, unsigned char *, number *);
};

struct mtls_pkcs11 {
    struct functions *functions;
};

enum { already_initialised = 0x191, use_system_locks = 2, serial_session = 4 };
enum { attribute_class = 0 };
enum {
    flag_login_required = 0x4,
    flag_protected_path = 0x100,
    flag_initialised = 0x400,
    flag_low = 0x10000,
    flag_final_try = 0x20000,
    flag_locked = 0x40000,
};

mtls_pkcs11 *mtls_pkcs11_load(const char *path, const char **problem, unsigned long *code) {
    *problem = NULL;
    *code = 0;
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        *problem = dlerror();
        return NULL;
    }
    number (*get)(struct functions **) = NULL;
    *(void **)&get = dlsym(library, "C_GetFunctionList");
    struct functions *functions = NULL;
    if (!get) {
        *problem = "it is no PKCS #11 module: it has no function C_GetFunctionList";
    } else {
        *code = get(&functions);
    }
    if (!functions || *code) {
        dlclose(library);
        return NULL;
    }
    struct initialisation arguments = {NULL, NULL, NULL, NULL, use_system_locks, NULL};
    *code = functions->initialise(&arguments);
    // Somebody else in this process uses it too.
    if (*code == already_initialised) *code = 0;
    mtls_pkcs11 *module = *code ? NULL : malloc(sizeof *module);
    if (!module) {
        dlclose(library);
        return NULL;
    }
    module->functions = functions;
    return module;
}

unsigned long mtls_pkcs11_slots(mtls_pkcs11 *module, unsigned long *slots, unsigned long *count) {
    return module->functions->get_slot_list(1, slots, count);
}

static void copy_text(char *to, const unsigned char *from, size_t length) {
    while (length > 0 && (from[length - 1] == ' ' || from[length - 1] == 0)) length--;
    memcpy(to, from, length);
    to[length] = 0;
}

unsigned long mtls_pkcs11_token_info(mtls_pkcs11 *module, unsigned long slot, mtls_pkcs11_token *token) {
    struct token_info info;
    number code = module->functions->get_token_info(slot, &info);
    if (code) return code;
    copy_text(token->label, info.label, sizeof info.label);
    copy_text(token->manufacturer, info.manufacturer, sizeof info.manufacturer);
    copy_text(token->model, info.model, sizeof info.model);
    copy_text(token->serial, info.serial, sizeof info.serial);
    token->is_initialised = info.flags & flag_initialised;
    token->needs_login = info.flags & flag_login_required;
    token->has_own_keypad = info.flags & flag_protected_path;
    token->is_low_on_tries = info.flags & flag_low;
    token->is_final_try = info.flags & flag_final_try;
    token->is_locked = info.flags & flag_locked;
    return 0;
}

bool mtls_pkcs11_has_mechanism(mtls_pkcs11 *module, unsigned long slot, unsigned long mechanism) {
    number count = 0;
    if (module->functions->get_mechanism_list(slot, NULL, &count)) return false;
    number *list = calloc(count ? count : 1, sizeof *list);
    bool found = false;
    if (list && !module->functions->get_mechanism_list(slot, list, &count)) {
        for (number i = 0; i < count && !found; i++) found = list[i] == mechanism;
    }
    free(list);
    return found;
}

unsigned long mtls_pkcs11_open(mtls_pkcs11 *module, unsigned long slot, unsigned long *session) {
    return module->functions->open_session(slot, serial_session, NULL, NULL, session);
}

unsigned long mtls_pkcs11_close(mtls_pkcs11 *module, unsigned long session) {
    return module->functions->close_session(session);
}

unsigned long mtls_pkcs11_login(mtls_pkcs11 *module, unsigned long session, unsigned long user, const void *pin,
                                unsigned long length) {
    return module->functions->login(session, user, (unsigned char *)pin, length);
}

unsigned long mtls_pkcs11_find(mtls_pkcs11 *module, unsigned long session, unsigned long object_class, const void *identifier,
                               unsigned long identifier_length, const void *label, unsigned long label_length,
                               unsigned long *objects, unsigned long *count) {
    struct attribute wanted[3] = {{attribute_class, &object_class, sizeof object_class}};
    number wanted_count = 1;
    if (identifier) wanted[wanted_count++] = (struct attribute){MTLS_CKA_ID, (void *)identifier, identifier_length};
    if (label) wanted[wanted_count++] = (struct attribute){MTLS_CKA_LABEL, (void *)label, label_length};
    number code = module->functions->find_objects_init(session, wanted, wanted_count);
    if (code) return code;
    number room = *count, found = 0;
    *count = 0;
    // Some modules give fewer at a time than there are.
    do {
        code = module->functions->find_objects(session, objects + *count, room - *count, &found);
        if (!code) *count += found;
    } while (!code && found > 0 && *count < room);
    number end = module->functions->find_objects_final(session);
    return code ? code : end;
}

unsigned long mtls_pkcs11_attribute(mtls_pkcs11 *module, unsigned long session, unsigned long object, unsigned long type,
                                    void *value, unsigned long *length) {
    struct attribute wanted = {type, value, value ? *length : 0};
    number code = module->functions->get_attribute_value(session, object, &wanted, 1);
    // CK_UNAVAILABLE_INFORMATION, for what the token has not, or keeps to itself.
    if (!code && wanted.length == (number)-1) return MTLS_CKR_ATTRIBUTE_TYPE_INVALID;
    *length = wanted.length;
    return code;
}

unsigned long mtls_pkcs11_sign_begin(mtls_pkcs11 *module, unsigned long session, unsigned long mechanism, unsigned long hash,
                                     unsigned long key) {
    struct mechanism with = {mechanism, NULL, 0};
    struct pss pss = {hash, 0, 0};
    if (mechanism == MTLS_CKM_RSA_PKCS_PSS) {
        // CKG_MGF1_SHA256 to _SHA512 are 2 to 4.
        pss.mask = hash == MTLS_CKM_SHA256 ? 2 : hash == MTLS_CKM_SHA384 ? 3 : 4;
        pss.salt_length = hash == MTLS_CKM_SHA256 ? 32 : hash == MTLS_CKM_SHA384 ? 48 : 64;
        with.parameter = &pss;
        with.length = sizeof pss;
    }
    return module->functions->sign_init(session, &with, key);
}

unsigned long mtls_pkcs11_sign(mtls_pkcs11 *module, unsigned long session, const void *data, unsigned long data_length,
                               void *signature, unsigned long *length) {
    return module->functions->sign(session, (unsigned char *)data, data_length, signature, length);
}
