#ifndef MTLS_POLL_H
#define MTLS_POLL_H

#ifdef __linux__

#include <stdint.h>

// epoll and eventfd, which Swift's Glibc module leaves out. Descriptors are not inherited by child processes. -1 with
// errno for failure.

/// What a descriptor is ready for, or is watched for.
enum { MTLS_POLL_IN = 1, MTLS_POLL_OUT = 2, MTLS_POLL_ERROR = 4 };

typedef struct {
    int descriptor;
    uint32_t mask;
} mtls_poll_event;

int mtls_poll_new(void);
/// Watches a descriptor, whether or not it was watched before.
int mtls_poll_set(int poll, int descriptor, uint32_t mask);
int mtls_poll_remove(int poll, int descriptor);
/// Waits for at most `milliseconds`, for ever where that is negative. Returns the number of events; 0 also when a signal
/// interrupted it.
int mtls_poll_wait(int poll, mtls_poll_event *events, int capacity, int milliseconds);

/// The local port of a TCP socket; 0 for anything else.
int mtls_local_port(int descriptor);

/// An eventfd: readable from the first `mtls_event_signal` until `mtls_event_clear`.
int mtls_event_new(void);
void mtls_event_signal(int event);
void mtls_event_clear(int event);

#endif
#endif
