// What Swift can't import of OpenSSL: macros, typed stacks, and the callbacks that run inside a TLS handshake.
#ifndef CMUTUALTLSSHIMS_H
#define CMUTUALTLSSHIMS_H

#include "mtls_handshake.h"
#include "mtls_keys.h"
#include "mtls_macros.h"
#include "mtls_path.h"

#endif
