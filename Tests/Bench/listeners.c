// Many listeners to one event stream, for deploy/bench: says when the last of them has read an event whole.
//
// Usage: listeners PORT COUNT REQUEST. Sends the bytes of the file REQUEST on each of COUNT connections to loopback, reads
// the first event of each, and prints "connected". Then, whenever everybody has read one more event: its number, and the
// time in nanoseconds of CLOCK_MONOTONIC. Comments of the stream (heartbeats) are no events. Ends with its standard input.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { EVENTS_MAX = 256, CONNECTING_MAX = 256 };

struct listener {
    int descriptor;
    // Of the line that is being read: its first byte, and how many there are.
    char first;
    unsigned length;
    // Whether the event that is being read has data.
    bool has_data;
    unsigned events;
};

static struct listener *listeners;
static unsigned expected, behind;
static int poller;

static void fail(const char *what) {
    perror(what);
    exit(1);
}

// Lines of the response's head end in CR LF, so none of them is empty.
static void take(struct listener *self, const char *at, const char *end) {
    while (at < end) {
        if (self->length == 0) self->first = *at;
        const char *line_end = memchr(at, '\n', end - at);
        if (!line_end) {
            self->length += end - at;
            return;
        }
        self->length += line_end - at;
        if (self->length > 0) {
            self->has_data |= self->first == 'd';
        } else if (self->has_data) {
            self->has_data = false;
            if (++self->events == expected) behind--;
        }
        self->length = 0;
        at = line_end + 1;
    }
}

static void hear(struct listener *self) {
    static char buffer[1 << 16];
    ssize_t count = recv(self->descriptor, buffer, sizeof buffer, 0);
    if (count <= 0) {
        fprintf(stderr, "a stream ended\n");
        exit(1);
    }
    take(self, buffer, buffer + count);
}

// Until everybody who is there has the expected event.
static void wait_for_all(void) {
    while (behind > 0) {
        struct epoll_event events[EVENTS_MAX];
        int ready = epoll_wait(poller, events, EVENTS_MAX, -1);
        for (int index = 0; index < ready; index++) {
            if (!events[index].data.ptr) exit(0);
            hear(events[index].data.ptr);
        }
    }
}

static void watch(int descriptor, struct listener *listener) {
    struct epoll_event wanted = {.events = EPOLLIN, .data.ptr = listener};
    if (epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &wanted)) fail("epoll_ctl");
}

int main(int words_count, char **words) {
    if (words_count != 4) return 2;
    unsigned count = atoi(words[2]);
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    char request[1 << 14];
    FILE *file = fopen(words[3], "r");
    if (!file) fail(words[3]);
    size_t request_count = fread(request, 1, sizeof request, file);
    fclose(file);

    listeners = calloc(count, sizeof *listeners);
    poller = epoll_create1(0);
    watch(STDIN_FILENO, NULL);
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(atoi(words[1])), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    expected = 1;
    for (unsigned index = 0; index < count; index++) {
        struct listener *self = &listeners[index];
        self->descriptor = socket(AF_INET, SOCK_STREAM, 0);
        if (self->descriptor < 0) fail("socket");
        if (connect(self->descriptor, (struct sockaddr *)&address, sizeof address)) fail("connect");
        if (send(self->descriptor, request, request_count, MSG_NOSIGNAL) < 0) fail("send");
        watch(self->descriptor, self);
        // No more at once than any queue of the kernel holds.
        if (++behind == CONNECTING_MAX) wait_for_all();
    }
    wait_for_all();
    printf("connected\n");
    fflush(stdout);
    for (;;) {
        expected++;
        behind = 0;
        for (unsigned index = 0; index < count; index++) behind += listeners[index].events < expected;
        wait_for_all();
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        printf("%u %lld\n", expected - 1, now.tv_sec * 1000000000LL + now.tv_nsec);
        fflush(stdout);
    }
}
