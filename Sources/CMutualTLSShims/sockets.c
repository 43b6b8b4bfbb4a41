#define _GNU_SOURCE
#include "mtls_sockets.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <unistd.h>

#ifdef __linux__

int mtls_tcp_socket(int family) { return socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, IPPROTO_TCP); }
int mtls_accept(int listener, struct sockaddr *address, socklen_t *length) {
    return accept4(listener, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}
int mtls_pipe(int ends[2]) { return pipe2(ends, O_NONBLOCK | O_CLOEXEC); }
ssize_t mtls_send(int descriptor, const void *bytes, size_t count) {
    return send(descriptor, bytes, count, MSG_NOSIGNAL);
}

#else

static int prepare(int descriptor) {
    if (descriptor < 0) return descriptor;
    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    return descriptor;
}

static int without_signal(int descriptor) {
    int yes = 1;
    if (descriptor >= 0) setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
    return descriptor;
}

int mtls_tcp_socket(int family) { return without_signal(prepare(socket(family, SOCK_STREAM, IPPROTO_TCP))); }
int mtls_accept(int listener, struct sockaddr *address, socklen_t *length) {
    return without_signal(prepare(accept(listener, address, length)));
}
int mtls_pipe(int ends[2]) {
    if (pipe(ends) != 0) return -1;
    prepare(ends[0]);
    prepare(ends[1]);
    return 0;
}
ssize_t mtls_send(int descriptor, const void *bytes, size_t count) { return send(descriptor, bytes, count, 0); }

#endif
