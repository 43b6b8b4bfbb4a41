#include "mtls_handshake.h"
#include "mtls_signer.h"

#include <openssl/async.h>
#include <openssl/err.h>
#include <openssl/x509_vfy.h>
#include <stdlib.h>
#include <string.h>

struct mtls_handshake {
    int references; // one thread only, so a plain count
    mtls_challenge pending;
    bool answered;
    SSL *ssl; // borrowed, set only while a challenge is pending
    STACK_OF(X509) * peer_chain;

    bool trust_decided;
    int trust_error;

    bool identity_decided;
    X509 *certificate;
    EVP_PKEY *key;
    STACK_OF(X509) * intermediates;

    mtls_signing signing; // while a signature is pending
    unsigned char *signature;
    size_t signature_length;

    mtls_handshake_facts facts;
};

static CRYPTO_ONCE index_once = CRYPTO_ONCE_STATIC_INIT;
static int index_value = -1;

static void drop_with_context(void *parent, void *handshake, CRYPTO_EX_DATA *data, int index, long argl, void *argp) {
    if (handshake) mtls_handshake_release(handshake);
}

static void make_index(void) { index_value = SSL_CTX_get_ex_new_index(0, NULL, NULL, NULL, drop_with_context); }

static int context_index(void) {
    (void)CRYPTO_THREAD_run_once(&index_once, make_index);
    return index_value;
}

mtls_handshake *mtls_handshake_new(void) {
    if (!ASYNC_is_capable() || context_index() < 0) return NULL;
    mtls_handshake *handshake = calloc(1, sizeof *handshake);
    if (!handshake) return NULL;
    handshake->references = 1;
    handshake->facts.alert_received = -1;
    handshake->facts.alert_sent = -1;
    return handshake;
}

static void forget_identity(mtls_handshake *handshake) {
    X509_free(handshake->certificate);
    EVP_PKEY_free(handshake->key);
    sk_X509_pop_free(handshake->intermediates, X509_free);
    handshake->certificate = NULL;
    handshake->key = NULL;
    handshake->intermediates = NULL;
}

void mtls_handshake_release(mtls_handshake *handshake) {
    if (--handshake->references > 0) return;
    sk_X509_pop_free(handshake->peer_chain, X509_free);
    forget_identity(handshake);
    free(handshake->signature);
    free(handshake);
}

mtls_challenge mtls_handshake_pending(const mtls_handshake *handshake) {
    return handshake->answered ? MTLS_CHALLENGE_NONE : handshake->pending;
}
SSL *mtls_handshake_ssl(const mtls_handshake *handshake) { return handshake->pending ? handshake->ssl : NULL; }
STACK_OF(X509) * mtls_handshake_peer_chain(const mtls_handshake *handshake) { return handshake->peer_chain; }
mtls_handshake_facts mtls_handshake_get_facts(const mtls_handshake *handshake) { return handshake->facts; }

void mtls_handshake_answer_trust(mtls_handshake *handshake, int verify_error) {
    handshake->trust_decided = true;
    handshake->trust_error = verify_error;
    handshake->answered = true;
}

static int sign_in_handshake(void *context, uint16_t scheme, const unsigned char *message, size_t message_length,
                             unsigned char *signature, size_t *length);

int mtls_handshake_answer_identity(mtls_handshake *handshake, X509 *certificate, EVP_PKEY *key,
                                   STACK_OF(X509) * intermediates, uint16_t scheme) {
    forget_identity(handshake);
    if (certificate) {
        if (!X509_up_ref(certificate)) return 0;
        handshake->certificate = certificate;
        if (scheme) {
            // It borrows the handshake, which outlives the connection, and with it every use of the key.
            handshake->key = mtls_signer_key(key, sign_in_handshake, NULL, handshake, scheme);
            if (!handshake->key) return 0;
        } else {
            if (!EVP_PKEY_up_ref(key)) return 0;
            handshake->key = key;
        }
        handshake->intermediates = X509_chain_up_ref(intermediates);
        if (!handshake->intermediates) return 0;
    }
    handshake->identity_decided = true;
    handshake->answered = true;
    return 1;
}

mtls_signing mtls_handshake_get_signing(const mtls_handshake *handshake) { return handshake->signing; }

int mtls_handshake_answer_signature(mtls_handshake *handshake, const unsigned char *signature, size_t length) {
    free(handshake->signature);
    handshake->signature = malloc(length ? length : 1);
    if (!handshake->signature) return 0;
    memcpy(handshake->signature, signature, length);
    handshake->signature_length = length;
    handshake->answered = true;
    return 1;
}

void mtls_handshake_abort(mtls_handshake *handshake) { handshake->facts.aborted = true; }

/// Pauses the job until there is an answer. Runs on the job's own small stack: it only sets flags, and whoever drives
/// the connection looks at them.
static bool wait_for_answer(mtls_handshake *handshake, SSL *ssl, mtls_challenge challenge) {
    handshake->pending = challenge;
    handshake->answered = false;
    handshake->ssl = ssl;
    while (!handshake->answered && !handshake->facts.aborted) {
        if (!ASYNC_get_current_job()) {
            handshake->facts.unanswerable = challenge;
            break;
        }
        if (!ASYNC_pause_job()) break;
    }
    bool go_on = handshake->answered && !handshake->facts.aborted;
    handshake->pending = MTLS_CHALLENGE_NONE;
    handshake->answered = false;
    handshake->ssl = NULL;
    return go_on;
}

static int sign_in_handshake(void *context, uint16_t scheme, const unsigned char *message, size_t message_length,
                             unsigned char *signature, size_t *length) {
    mtls_handshake *handshake = context;
    handshake->signing = (mtls_signing){scheme, message, message_length};
    bool go_on = wait_for_answer(handshake, NULL, MTLS_CHALLENGE_SIGNATURE) && handshake->signature_length <= *length;
    handshake->signing = (mtls_signing){0, NULL, 0};
    if (!go_on) return 0;
    memcpy(signature, handshake->signature, handshake->signature_length);
    *length = handshake->signature_length;
    return 1;
}

static bool same_leaf(STACK_OF(X509) * first, STACK_OF(X509) * second) {
    return sk_X509_num(first) > 0 && sk_X509_num(second) > 0 &&
           X509_cmp(sk_X509_value(first, 0), sk_X509_value(second, 0)) == 0;
}

static int verify_callback(X509_STORE_CTX *store, void *argument) {
    mtls_handshake *handshake = argument;
    SSL *ssl = X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx());
    STACK_OF(X509) *sent = X509_STORE_CTX_get0_untrusted(store);
    if (handshake->trust_decided) {
        // A renegotiation. Nobody can be asked inside SSL_read; the same server keeps its answer, another gets none.
        if (!same_leaf(sent, handshake->peer_chain)) {
            handshake->facts.unanswerable = MTLS_CHALLENGE_SERVER_TRUST;
            X509_STORE_CTX_set_error(store, X509_V_ERR_APPLICATION_VERIFICATION);
            return 0;
        }
    } else {
        handshake->peer_chain = X509_chain_up_ref(sent);
        if (!handshake->peer_chain || !wait_for_answer(handshake, ssl, MTLS_CHALLENGE_SERVER_TRUST)) {
            X509_STORE_CTX_set_error(store, X509_V_ERR_APPLICATION_VERIFICATION);
            return 0;
        }
    }
    X509_STORE_CTX_set_error(store, handshake->trust_error);
    return handshake->trust_error == X509_V_OK;
}

static int certificate_callback(SSL *ssl, void *argument) {
    mtls_handshake *handshake = argument;
    if (!handshake->identity_decided && !wait_for_answer(handshake, ssl, MTLS_CHALLENGE_CLIENT_CERTIFICATE)) return 0;
    if (!handshake->certificate) return 1;
    if (SSL_use_cert_and_key(ssl, handshake->certificate, handshake->key, handshake->intermediates, 1)) return 1;
    handshake->facts.identity_error = ERR_peek_last_error();
    return 0;
}

static void see_message(int sent, int version, int type, const void *bytes, size_t length, SSL *ssl, void *argument) {
    mtls_handshake *handshake = argument;
    const unsigned char *message = bytes;
    if (type == SSL3_RT_HANDSHAKE && length >= 4) {
        if (!sent && message[0] == SSL3_MT_CERTIFICATE_REQUEST) handshake->facts.certificate_requested = true;
        // An empty Certificate message is 3 bytes in TLS 1.2 and 4 in TLS 1.3, after the 4 of its header.
        if (sent && message[0] == SSL3_MT_CERTIFICATE && length > 8) handshake->facts.certificate_sent = true;
    }
    // Where the type is encrypted, as in TLS 1.3, it is told apart from that of the record's header.
    bool names_type = type == SSL3_RT_INNER_CONTENT_TYPE || (type == SSL3_RT_HEADER && SSL_version(ssl) < TLS1_3_VERSION);
    if (!sent && names_type && length >= 1 && message[0] == SSL3_RT_APPLICATION_DATA) {
        handshake->facts.application_data = true;
    }
    if (type == SSL3_RT_ALERT && length == 2) {
        int description = message[1];
        if (!sent && description == SSL_AD_CLOSE_NOTIFY) handshake->facts.close_notify = true;
        if (description == SSL_AD_CLOSE_NOTIFY || description == SSL_AD_USER_CANCELLED) return;
        if (sent) {
            handshake->facts.alert_sent = description;
        } else {
            handshake->facts.alert_received = description;
            handshake->facts.alert_after_finished = handshake->facts.finished;
        }
    }
}

static void see_state(const SSL *ssl, int where, int value) {
    if (!(where & SSL_CB_HANDSHAKE_DONE)) return;
    mtls_handshake *handshake = SSL_CTX_get_ex_data(SSL_get_SSL_CTX(ssl), context_index());
    if (!handshake) return;
    handshake->facts.finished = true;
    handshake->facts.resumed = SSL_session_reused(ssl);
    handshake->facts.version = SSL_version(ssl);
    const unsigned char *protocol = NULL;
    unsigned length = 0;
    SSL_get0_alpn_selected(ssl, &protocol, &length);
    handshake->facts.http2 = length == 2 && memcmp(protocol, "h2", 2) == 0;
    handshake->facts.cipher = SSL_get_cipher_name(ssl);
    // Reads and writes of application data need no job of their own.
    SSL_clear_mode((SSL *)ssl, SSL_MODE_ASYNC);
}

int mtls_handshake_install(mtls_handshake *handshake, SSL_CTX *context) {
    if (!SSL_CTX_set_ex_data(context, context_index(), handshake)) return 0;
    handshake->references += 1;
    SSL_CTX_set_cert_cb(context, certificate_callback, handshake);
    SSL_CTX_set_cert_verify_callback(context, verify_callback, handshake);
    SSL_CTX_set_msg_callback(context, see_message);
    SSL_CTX_set_msg_callback_arg(context, handshake);
    SSL_CTX_set_info_callback(context, see_state);
    SSL_CTX_set_mode(context, SSL_MODE_ASYNC | SSL_MODE_NO_AUTO_CHAIN);
    // libcurl has the read buffer freed after each record and allocated anew for the next.
    SSL_CTX_clear_mode(context, SSL_MODE_RELEASE_BUFFERS);
    // libcurl takes a connection that is cut off for one that was closed. A body that ends with it would be cut short.
    SSL_CTX_clear_options(context, SSL_OP_IGNORE_UNEXPECTED_EOF);
    return 1;
}
