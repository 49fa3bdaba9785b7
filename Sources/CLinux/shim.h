// What the kernel and the C library offer and Swift's Glibc module does not show (it hides _GNU_SOURCE).
#ifndef SSADMIN_CLINUX_H
#define SSADMIN_CLINUX_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/types.h>

extern int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);

// A connection that closes on exec and never blocks, or -1 and errno.
static inline int ssadmin_accept(int listener) {
    return accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

// The user at the other end of a Unix socket as the kernel names it (SO_PEERCRED, unix(7)): 0, or -1 and errno.
struct ssadmin_credentials {
    pid_t pid;
    uid_t uid;
    gid_t gid;
};

static inline int ssadmin_peer_credentials(int socket, struct ssadmin_credentials *out) {
    socklen_t length = sizeof(*out);
    return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, out, &length);
}

#endif
