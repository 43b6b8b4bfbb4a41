#ifdef __linux__

#include "mtls_poll.h"

#include <errno.h>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

int mtls_poll_new(void) { return epoll_create1(EPOLL_CLOEXEC); }

int mtls_poll_set(int poll, int descriptor, uint32_t mask) {
    struct epoll_event event = {.data.fd = descriptor};
    if (mask & MTLS_POLL_IN) event.events |= EPOLLIN;
    if (mask & MTLS_POLL_OUT) event.events |= EPOLLOUT;
    if (epoll_ctl(poll, EPOLL_CTL_MOD, descriptor, &event) == 0) return 0;
    return errno == ENOENT ? epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event) : -1;
}

int mtls_poll_remove(int poll, int descriptor) {
    struct epoll_event event = {0};
    return epoll_ctl(poll, EPOLL_CTL_DEL, descriptor, &event);
}

int mtls_poll_wait(int poll, mtls_poll_event *events, int capacity, int milliseconds) {
    struct epoll_event ready[64];
    int count = epoll_wait(poll, ready, capacity < 64 ? capacity : 64, milliseconds);
    if (count < 0) return errno == EINTR ? 0 : -1;
    for (int index = 0; index < count; index++) {
        uint32_t mask = 0;
        if (ready[index].events & EPOLLIN) mask |= MTLS_POLL_IN;
        if (ready[index].events & EPOLLOUT) mask |= MTLS_POLL_OUT;
        if (ready[index].events & (EPOLLERR | EPOLLHUP)) mask |= MTLS_POLL_ERROR;
        events[index].descriptor = ready[index].data.fd;
        events[index].mask = mask;
    }
    return count;
}

int mtls_local_port(int descriptor) {
    struct sockaddr_storage address = {0};
    socklen_t length = sizeof address;
    if (getsockname(descriptor, (struct sockaddr *)&address, &length) != 0) return 0;
    if (address.ss_family == AF_INET) return ntohs(((struct sockaddr_in *)&address)->sin_port);
    if (address.ss_family == AF_INET6) return ntohs(((struct sockaddr_in6 *)&address)->sin6_port);
    return 0;
}

int mtls_event_new(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void mtls_event_signal(int event) {
    uint64_t one = 1;
    (void)!write(event, &one, sizeof one);
}

void mtls_event_clear(int event) {
    uint64_t count;
    (void)!read(event, &count, sizeof count);
}

#endif
