#include "mtls_server.h"

#include <openssl/bio.h>

void mtls_SSL_CTX_configure_server(SSL_CTX *context, int resumption) {
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION);
    SSL_CTX_set_mode(context, SSL_MODE_NO_AUTO_CHAIN | SSL_MODE_RELEASE_BUFFERS);
    if (resumption) return;
    SSL_CTX_set_options(context, SSL_OP_NO_TICKET);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_num_tickets(context, 0);
}

void mtls_BIO_mem_end_input(BIO *bio) { BIO_set_mem_eof_return(bio, 0); }
