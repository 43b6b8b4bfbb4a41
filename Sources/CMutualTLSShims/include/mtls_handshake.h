#ifndef MTLS_HANDSHAKE_H
#define MTLS_HANDSHAKE_H

#include <openssl/ssl.h>
#include <stdbool.h>
#include <stdint.h>

/// One client connection's TLS handshake: it pauses (as an OpenSSL ASYNC job) where the server's trust and the client
/// certificate are to be decided, and where a key that is elsewhere is to sign, and remembers what crossed the wire.
///
/// Confined to one thread, the one that drives the connection. Reference counted; the SSL_CTX it is installed on holds
/// a reference, so it outlives the connection.
typedef struct mtls_handshake mtls_handshake;

typedef enum {
    MTLS_CHALLENGE_NONE = 0,
    MTLS_CHALLENGE_SERVER_TRUST = 1,
    MTLS_CHALLENGE_CLIENT_CERTIFICATE = 2,
    MTLS_CHALLENGE_SIGNATURE = 3,
} mtls_challenge;

/// A signature that is wanted: how, a code of RFC 8446, 4.2.3, and what, not hashed yet.
typedef struct {
    uint16_t scheme;
    const unsigned char *message; ///< borrowed until the answer
    size_t message_length;
} mtls_signing;

/// What was seen, for diagnosis.
typedef struct {
    bool finished;               ///< the handshake completed on our side
    bool certificate_requested;  ///< a CertificateRequest arrived
    bool certificate_sent;       ///< our Certificate message held a certificate
    bool application_data;       ///< the server sent application data
    bool resumed;
    bool http2;                  ///< ALPN chose h2
    bool aborted;                ///< ended by mtls_handshake_abort
    int alert_received;          ///< fatal alert from the server, or -1
    bool alert_after_finished;   ///< it came after the handshake was finished
    bool close_notify;           ///< the server said that it has sent everything
    int alert_sent;              ///< fatal alert that we sent, or -1
    int version;                 ///< TLS1_2_VERSION, TLS1_3_VERSION, or 0
    mtls_challenge unanswerable; ///< a challenge that came where the handshake can't wait (renegotiation)
    unsigned long identity_error;///< OpenSSL's error code when the given identity could not be used, or 0
    const char *cipher;          ///< static text, or NULL
} mtls_handshake_facts;

/// NULL when memory is short, or OpenSSL can't run ASYNC jobs on this platform.
mtls_handshake *mtls_handshake_new(void);
void mtls_handshake_release(mtls_handshake *handshake);

/// Puts the callbacks on a context that serves exactly one connection. Returns 1, or 0 with the reason in the error
/// queue.
int mtls_handshake_install(mtls_handshake *handshake, SSL_CTX *context);

/// The challenge that the paused handshake waits for.
mtls_challenge mtls_handshake_pending(const mtls_handshake *handshake);

/// The connection, while a challenge is pending; NULL otherwise. Borrowed.
SSL *mtls_handshake_ssl(const mtls_handshake *handshake);

/// The certificates as the server sent them, leaf first. Borrowed; NULL before they arrived.
STACK_OF(X509) * mtls_handshake_peer_chain(const mtls_handshake *handshake);

mtls_handshake_facts mtls_handshake_get_facts(const mtls_handshake *handshake);

/// Answers: each is applied when the handshake is resumed (SSL_connect is called again).
/// `verify_error`: X509_V_OK, or the error whose alert goes to the server.
void mtls_handshake_answer_trust(mtls_handshake *handshake, int verify_error);
/// Takes references of its own. `certificate` NULL: go on without one.
/// `scheme`: 0 where `key` signs by itself. Else its public half is enough: the one signature that the handshake needs is
/// made by this scheme, and asked for as MTLS_CHALLENGE_SIGNATURE.
int mtls_handshake_answer_identity(mtls_handshake *handshake, X509 *certificate, EVP_PKEY *key,
                                   STACK_OF(X509) * intermediates, uint16_t scheme);
/// The signature that a pending MTLS_CHALLENGE_SIGNATURE wants.
mtls_signing mtls_handshake_get_signing(const mtls_handshake *handshake);
/// Copies the signature. 0 when memory is short.
int mtls_handshake_answer_signature(mtls_handshake *handshake, const unsigned char *signature, size_t length);
/// Ends the handshake at its next resumption. A paused handshake must be resumed after this, never dropped: its stack
/// would leak.
void mtls_handshake_abort(mtls_handshake *handshake);

#endif
