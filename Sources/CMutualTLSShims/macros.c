#include "mtls_macros.h"

STACK_OF(X509) * mtls_sk_X509_new(void) { return sk_X509_new_null(); }
int mtls_sk_X509_num(const STACK_OF(X509) * stack) { return stack ? sk_X509_num(stack) : 0; }
X509 *mtls_sk_X509_value(const STACK_OF(X509) * stack, int index) { return sk_X509_value(stack, index); }
int mtls_sk_X509_push_retained(STACK_OF(X509) * stack, X509 *certificate) {
    if (!X509_up_ref(certificate)) return 0;
    if (sk_X509_push(stack, certificate) > 0) return 1;
    X509_free(certificate);
    return 0;
}
void mtls_sk_X509_pop_free(STACK_OF(X509) * stack) { sk_X509_pop_free(stack, X509_free); }

int mtls_sk_X509_NAME_num(const STACK_OF(X509_NAME) * stack) { return stack ? sk_X509_NAME_num(stack) : 0; }
X509_NAME *mtls_sk_X509_NAME_value(const STACK_OF(X509_NAME) * stack, int index) {
    return sk_X509_NAME_value(stack, index);
}

int mtls_sk_GENERAL_NAME_num(const STACK_OF(GENERAL_NAME) * stack) { return stack ? sk_GENERAL_NAME_num(stack) : 0; }
GENERAL_NAME *mtls_sk_GENERAL_NAME_value(const STACK_OF(GENERAL_NAME) * stack, int index) {
    return sk_GENERAL_NAME_value(stack, index);
}
STACK_OF(GENERAL_NAME) * mtls_sk_GENERAL_NAME_new(void) { return sk_GENERAL_NAME_new_null(); }
int mtls_sk_GENERAL_NAME_push(STACK_OF(GENERAL_NAME) * stack, int kind, ASN1_STRING *value) {
    GENERAL_NAME *name = GENERAL_NAME_new();
    if (!name) return 0;
    if (sk_GENERAL_NAME_push(stack, name) <= 0) {
        GENERAL_NAME_free(name);
        return 0;
    }
    GENERAL_NAME_set0_value(name, kind, value);
    return 1;
}
void mtls_sk_GENERAL_NAME_pop_free(STACK_OF(GENERAL_NAME) * stack) {
    sk_GENERAL_NAME_pop_free(stack, GENERAL_NAME_free);
}

int mtls_sk_ASN1_OBJECT_num(const STACK_OF(ASN1_OBJECT) * stack) { return stack ? sk_ASN1_OBJECT_num(stack) : 0; }
ASN1_OBJECT *mtls_sk_ASN1_OBJECT_value(const STACK_OF(ASN1_OBJECT) * stack, int index) {
    return sk_ASN1_OBJECT_value(stack, index);
}
void mtls_sk_ASN1_OBJECT_pop_free(STACK_OF(ASN1_OBJECT) * stack) { sk_ASN1_OBJECT_pop_free(stack, ASN1_OBJECT_free); }

int mtls_X509_NAME_print(BIO *bio, const X509_NAME *name) {
    return X509_NAME_print_ex(bio, name, 0, XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB) >= 0;
}

long mtls_BIO_mem_data(BIO *bio, const unsigned char **data) { return BIO_get_mem_data(bio, (char **)data); }

const STACK_OF(X509_NAME) * mtls_SSL_peer_ca_names(const SSL *ssl) { return SSL_get0_peer_CA_list(ssl); }

size_t mtls_SSL_certificate_types(SSL *ssl, const unsigned char **types) {
    long count = SSL_get0_certificate_types(ssl, types);
    return count > 0 ? (size_t)count : 0;
}

long mtls_SSL_CTX_set_min_proto_version(SSL_CTX *context, int version) {
    return SSL_CTX_set_min_proto_version(context, version);
}
long mtls_SSL_CTX_set_max_proto_version(SSL_CTX *context, int version) {
    return SSL_CTX_set_max_proto_version(context, version);
}
long mtls_SSL_CTX_set_mode(SSL_CTX *context, long mode) { return SSL_CTX_set_mode(context, mode); }

STACK_OF(X509) * mtls_SSL_peer_chain(const SSL *ssl) { return SSL_get_peer_cert_chain(ssl); }

void mtls_sk_PKCS12_SAFEBAG_pop_free(STACK_OF(PKCS12_SAFEBAG) * stack) {
    sk_PKCS12_SAFEBAG_pop_free(stack, PKCS12_SAFEBAG_free);
}
void mtls_sk_PKCS7_pop_free(STACK_OF(PKCS7) * stack) { sk_PKCS7_pop_free(stack, PKCS7_free); }
