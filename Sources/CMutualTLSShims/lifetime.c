#include <openssl/crypto.h>

/// OpenSSL would free all that it has while the process exits, under the hands of threads that still move transfers. The
/// system takes it all back anyway. Only the first initialisation can say so, hence before anything else runs.
__attribute__((constructor)) static void keep_until_the_end(void) {
    (void)OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
}
