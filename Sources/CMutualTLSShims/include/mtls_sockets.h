#ifndef MTLS_SOCKETS_H
#define MTLS_SOCKETS_H

#include <stddef.h>
#include <sys/socket.h>
#include <sys/types.h>

// Where Linux and Darwin spell the same thing differently, or Swift can't see it. Every descriptor is non-blocking, and
// not inherited by child processes, which would keep connections open after we closed them. -1 with errno for failure.

int mtls_tcp_socket(int family);
int mtls_accept(int listener, struct sockaddr *address, socklen_t *length);
/// `ends`: the one to read from, the one to write to.
int mtls_pipe(int ends[2]);
/// Raises no SIGPIPE.
ssize_t mtls_send(int descriptor, const void *bytes, size_t count);

#endif
