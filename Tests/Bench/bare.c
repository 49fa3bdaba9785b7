// The yardstick of deploy/bench for policy streams: the least that a program can do for many listeners. One epoll loop
// answers whoever says something with the bytes of one file, and sends the bytes of another to everybody when a byte comes
// on a control connection.
//
// Usage: bare ANSWER EVENT. Serves on loopback, prints the ports for listeners and for control, ends with its standard input.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

enum { DESCRIPTORS_MAX = 1 << 20, EVENTS_MAX = 256 };

struct bytes {
    char data[1 << 16];
    size_t count;
};

static struct bytes answer, event;
static int poller, listener, control_listener, control = -1;
static int listening[DESCRIPTORS_MAX], listening_count;

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static void load(struct bytes *into, const char *path) {
    FILE *file = fopen(path, "r");
    if (!file) fail(path);
    into->count = fread(into->data, 1, sizeof into->data, file);
    fclose(file);
}

static void watch(int descriptor) {
    struct epoll_event wanted = {.events = EPOLLIN, .data.fd = descriptor};
    if (epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &wanted)) fail("epoll_ctl");
}

static int open_port(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    int on = 1, descriptor = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (bind(descriptor, (struct sockaddr *)&address, length) || listen(descriptor, 4096)) fail("listen");
    getsockname(descriptor, (struct sockaddr *)&address, &length);
    printf("%d\n", ntohs(address.sin_port));
    watch(descriptor);
    return descriptor;
}

// What does not fit into a socket's buffer at once is no fair race any more.
static void transmit(int descriptor, const struct bytes *bytes) {
    if (send(descriptor, bytes->data, bytes->count, MSG_NOSIGNAL) != (ssize_t)bytes->count) fail("send");
}

static void accept_all(int from) {
    int descriptor;
    while ((descriptor = accept4(from, NULL, NULL, SOCK_NONBLOCK)) >= 0) {
        watch(descriptor);
        if (from == control_listener) control = descriptor;
    }
}

static void hear(int descriptor) {
    static char buffer[1 << 14];
    ssize_t count = read(descriptor, buffer, sizeof buffer);
    if (descriptor == STDIN_FILENO) exit(0);
    if (count <= 0) {
        // Whoever listened is not to be forgotten within a measurement.
        if (descriptor != control) exit(1);
        close(descriptor);
    } else if (descriptor == control) {
        for (int index = 0; index < listening_count; index++) transmit(listening[index], &event);
    } else {
        transmit(descriptor, &answer);
        listening[listening_count++] = descriptor;
    }
}

int main(int count, char **words) {
    if (count != 3) return 2;
    load(&answer, words[1]);
    load(&event, words[2]);
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    poller = epoll_create1(0);
    listener = open_port();
    control_listener = open_port();
    watch(STDIN_FILENO);
    fflush(stdout);
    for (;;) {
        struct epoll_event events[EVENTS_MAX];
        int ready = epoll_wait(poller, events, EVENTS_MAX, -1);
        for (int index = 0; index < ready; index++) {
            int descriptor = events[index].data.fd;
            if (descriptor == listener || descriptor == control_listener) accept_all(descriptor);
            else hear(descriptor);
        }
    }
}
