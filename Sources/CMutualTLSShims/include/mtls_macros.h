#ifndef MTLS_MACROS_H
#define MTLS_MACROS_H

#include <openssl/pkcs12.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// Typed stacks. OpenSSL's own accessors are macros.
STACK_OF(X509) * mtls_sk_X509_new(void);
int mtls_sk_X509_num(const STACK_OF(X509) * stack);
/// Borrowed: owned by the stack.
X509 *mtls_sk_X509_value(const STACK_OF(X509) * stack, int index);
/// Adds a reference of its own to `certificate`.
int mtls_sk_X509_push_retained(STACK_OF(X509) * stack, X509 *certificate);
void mtls_sk_X509_pop_free(STACK_OF(X509) * stack);

int mtls_sk_X509_NAME_num(const STACK_OF(X509_NAME) * stack);
X509_NAME *mtls_sk_X509_NAME_value(const STACK_OF(X509_NAME) * stack, int index);

int mtls_sk_GENERAL_NAME_num(const STACK_OF(GENERAL_NAME) * stack);
GENERAL_NAME *mtls_sk_GENERAL_NAME_value(const STACK_OF(GENERAL_NAME) * stack, int index);
STACK_OF(GENERAL_NAME) * mtls_sk_GENERAL_NAME_new(void);
/// Appends a name of `kind` (GEN_DNS, GEN_EMAIL, GEN_URI, GEN_IPADD); owns `value` if it returns 1.
int mtls_sk_GENERAL_NAME_push(STACK_OF(GENERAL_NAME) * stack, int kind, ASN1_STRING *value);
void mtls_sk_GENERAL_NAME_pop_free(STACK_OF(GENERAL_NAME) * stack);

int mtls_sk_ASN1_OBJECT_num(const STACK_OF(ASN1_OBJECT) * stack);
ASN1_OBJECT *mtls_sk_ASN1_OBJECT_value(const STACK_OF(ASN1_OBJECT) * stack, int index);
void mtls_sk_ASN1_OBJECT_pop_free(STACK_OF(ASN1_OBJECT) * stack);

void mtls_sk_PKCS12_SAFEBAG_pop_free(STACK_OF(PKCS12_SAFEBAG) * stack);
void mtls_sk_PKCS7_pop_free(STACK_OF(PKCS7) * stack);

/// Prints a name as RFC 4514 does, in UTF-8, control characters escaped. 1 for success.
int mtls_X509_NAME_print(BIO *bio, const X509_NAME *name);

/// The bytes that a memory BIO holds; borrowed until the BIO is written, read or freed.
long mtls_BIO_mem_data(BIO *bio, const unsigned char **data);

/// The names of the CAs whose certificates a server asks for. Borrowed until the connection ends.
const STACK_OF(X509_NAME) * mtls_SSL_peer_ca_names(const SSL *ssl);

/// The kinds of client certificate that a server of TLS 1.2 asks for, a byte each. Borrowed until the connection ends.
size_t mtls_SSL_certificate_types(SSL *ssl, const unsigned char **types);

long mtls_SSL_CTX_set_min_proto_version(SSL_CTX *context, int version);
long mtls_SSL_CTX_set_max_proto_version(SSL_CTX *context, int version);
long mtls_SSL_CTX_set_mode(SSL_CTX *context, long mode);

/// Checks the built chain of a server's TLS connection; borrowed (OpenSSL frees it with the connection).
STACK_OF(X509) * mtls_SSL_peer_chain(const SSL *ssl);

#endif
