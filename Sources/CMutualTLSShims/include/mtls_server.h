#ifndef MTLS_SERVER_H
#define MTLS_SERVER_H

#include <openssl/ssl.h>

/// Options of every server context: no renegotiation, nothing sent besides the configured chain, and session resumption
/// only where `resumption` is not 0.
void mtls_SSL_CTX_configure_server(SSL_CTX *context, int resumption);

/// From now on an empty memory BIO reads as the end of the stream, not as "come back later".
void mtls_BIO_mem_end_input(BIO *bio);

#endif
