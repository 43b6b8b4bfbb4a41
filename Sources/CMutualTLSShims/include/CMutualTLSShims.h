// What Swift can't import: OpenSSL's macros and typed stacks, the callbacks that run inside a TLS handshake, sockets and epoll.
#ifndef CMUTUALTLSSHIMS_H
#define CMUTUALTLSSHIMS_H

#include "mtls_handshake.h"
#include "mtls_keys.h"
#include "mtls_macros.h"
#include "mtls_path.h"
#include "mtls_pkcs11.h"
#include "mtls_poll.h"
#include "mtls_server.h"
#include "mtls_signer.h"
#include "mtls_sockets.h"

#endif
