#define _GNU_SOURCE
#include "CMicrohttpd.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

const char* am_listener_address(const am_listener* listener) {
    return listener->address;
}

static bool fail(am_error* error, int code, const char* message) {
    error->code = code;
    snprintf(error->message, sizeof error->message, "%s", message);
    return false;
}

/// What an address says about who reaches it.
static void describe(const struct sockaddr* address, socklen_t size, am_listener* listener) {
    getnameinfo(address, size, listener->address, sizeof listener->address, NULL, 0, NI_NUMERICHOST);
    if (address->sa_family == AF_INET) {
        const struct sockaddr_in* v4 = (const struct sockaddr_in*)address;
        const uint32_t number = ntohl(v4->sin_addr.s_addr);
        listener->port = ntohs(v4->sin_port);
        listener->is_loopback = number >> 24 == 127;
        listener->is_any = number == INADDR_ANY;
    } else {
        const struct sockaddr_in6* v6 = (const struct sockaddr_in6*)address;
        listener->port = ntohs(v6->sin6_port);
        listener->is_loopback = IN6_IS_ADDR_LOOPBACK(&v6->sin6_addr);
        listener->is_any = IN6_IS_ADDR_UNSPECIFIED(&v6->sin6_addr);
    }
}

bool am_listen(const char* host, uint16_t port, am_listener* listener, am_error* error) {
    memset(listener, 0, sizeof *listener);
    listener->socket = -1;
    char service[8];
    snprintf(service, sizeof service, "%u", port);
    const struct addrinfo hints = {
        .ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
    struct addrinfo* found = NULL;
    const int code = getaddrinfo(host, service, &hints, &found);
    if (code != 0)
        return fail(error, code == EAI_SYSTEM ? errno : 0, code == EAI_SYSTEM ? strerror(errno) : gai_strerror(code));
    const int descriptor = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) {
        const int reason = errno;
        freeaddrinfo(found);
        return fail(error, reason, strerror(reason));
    }
    // A port whose last connections are still ending is free; one that somebody listens on is not.
    const int yes = 1;
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    struct sockaddr_storage bound;
    socklen_t size = sizeof bound;
    const bool is_bound = bind(descriptor, found->ai_addr, found->ai_addrlen) == 0 && listen(descriptor, 256) == 0
                          && getsockname(descriptor, (struct sockaddr*)&bound, &size) == 0;
    const int reason = errno;
    freeaddrinfo(found);
    if (!is_bound) {
        close(descriptor);
        return fail(error, reason, strerror(reason));
    }
    describe((const struct sockaddr*)&bound, size, listener);
    listener->socket = descriptor;
    return true;
}

bool am_is_numeric(const char* text) {
    unsigned char room[sizeof(struct in6_addr)];
    return inet_pton(AF_INET, text, room) == 1 || inet_pton(AF_INET6, text, room) == 1;
}

bool am_outward_address(char* text, size_t size) {
    struct ifaddrs* all = NULL;
    if (getifaddrs(&all) != 0)
        return false;
    bool is_found = false;
    for (const struct ifaddrs* one = all; one && !is_found; one = one->ifa_next) {
        if (!one->ifa_addr || one->ifa_addr->sa_family != AF_INET || one->ifa_flags & IFF_LOOPBACK || !(one->ifa_flags & IFF_UP))
            continue;
        is_found = getnameinfo(one->ifa_addr, sizeof(struct sockaddr_in), text, (socklen_t)size, NULL, 0, NI_NUMERICHOST) == 0;
    }
    freeifaddrs(all);
    return is_found;
}
