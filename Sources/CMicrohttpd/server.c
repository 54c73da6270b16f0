#include "CMicrohttpd.h"

#include <errno.h>
#include <fcntl.h>
#include <microhttpd.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct am_server {
    struct MHD_Daemon* daemon;
    am_events events;
    atomic_ullong connections;
    unsigned idle_seconds;
};

/// What belongs to one connection.
struct link {
    uint64_t id;
    // A second descriptor: the library closes its own before it says so, and the number may then be another's.
    int socket;
};

struct am_request {
    struct MHD_Connection* connection;
    uint64_t link;
    char* target;
    const char* method;
    void* owner;
    bool has_begun, is_dropped;
};

const char* am_error_message(const am_error* error) {
    return error->message;
}

static void connection_changed(
    void* context, struct MHD_Connection* connection, void** socket_context, enum MHD_ConnectionNotificationCode what) {
    am_server* server = context;
    if (what == MHD_CONNECTION_NOTIFY_CLOSED) {
        struct link* link = *socket_context;
        if (link) {
            server->events.disconnected(server->events.context, link->id);
            if (link->socket >= 0)
                close(link->socket);
        }
        free(link);
        *socket_context = NULL;
        return;
    }
    struct link* link = malloc(sizeof *link);
    *socket_context = link;
    if (!link)
        return;
    link->id = atomic_fetch_add(&server->connections, 1) + 1;
    const union MHD_ConnectionInfo* info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    link->socket = info ? fcntl(info->connect_fd, F_DUPFD_CLOEXEC, 0) : -1;
    server->events.connected(server->events.context, link->id, link->socket);
}

/// Makes the request when its first line is there, since the target is changed by the library after this.
static void* line_read(void* context, const char* target, struct MHD_Connection* connection) {
    (void)context;
    am_request* request = calloc(1, sizeof *request);
    if (!request)
        return NULL;
    request->connection = connection;
    request->target = strdup(target);
    const union MHD_ConnectionInfo* info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    const struct link* link = info ? info->socket_context : NULL;
    request->link = link ? link->id : 0;
    return request;
}

static enum MHD_Result handle(
    void* context, struct MHD_Connection* connection, const char* path, const char* method, const char* version,
    const char* bytes, size_t* count, void** request_context) {
    (void)connection, (void)path, (void)version;
    am_server* server = context;
    am_request* request = *request_context;
    if (!request || !request->target)
        return MHD_NO;
    request->method = method;
    // The time that an answer takes to be made is not the client's; set from none, the clock starts anew.
    MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, 0U);
    if (!request->has_begun) {
        request->has_begun = true;
        server->events.head(server->events.context, request);
    } else if (*count) {
        server->events.body(server->events.context, request, (const uint8_t*)bytes, *count);
        *count = 0;
    } else {
        server->events.complete(server->events.context, request);
    }
    MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, server->idle_seconds);
    return request->is_dropped ? MHD_NO : MHD_YES;
}

static void request_ended(
    void* context, struct MHD_Connection* connection, void** request_context, enum MHD_RequestTerminationCode how) {
    (void)connection, (void)how;
    am_server* server = context;
    am_request* request = *request_context;
    if (!request)
        return;
    server->events.ended(server->events.context, request);
    free(request->target);
    free(request);
    *request_context = NULL;
}

/// The target is decoded from what was sent, where an error in it can be told.
static size_t leave_escaped(void* context, struct MHD_Connection* connection, char* text) {
    (void)context, (void)connection;
    return strlen(text);
}

am_server* am_start(int socket, const am_events* events, const am_limits* limits, am_error* error) {
    am_server* server = calloc(1, sizeof *server);
    if (!server) {
        close(socket);
        snprintf(error->message, sizeof error->message, "not enough memory");
        return NULL;
    }
    server->events = *events;
    server->idle_seconds = limits->idle_seconds;
    server->daemon = MHD_start_daemon(
        MHD_USE_THREAD_PER_CONNECTION | MHD_USE_POLL_INTERNAL_THREAD, 0, NULL, NULL, handle, server,
        MHD_OPTION_LISTEN_SOCKET, socket, MHD_OPTION_NOTIFY_CONNECTION, connection_changed, server, MHD_OPTION_URI_LOG_CALLBACK,
        line_read, server, MHD_OPTION_NOTIFY_COMPLETED, request_ended, server, MHD_OPTION_UNESCAPE_CALLBACK, leave_escaped, NULL,
        MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_CONNECTION_LIMIT, limits->connections, MHD_OPTION_PER_IP_CONNECTION_LIMIT,
        limits->connections_each, MHD_OPTION_CONNECTION_TIMEOUT, limits->idle_seconds, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        limits->memory, MHD_OPTION_THREAD_STACK_SIZE, limits->stack, MHD_OPTION_END);
    if (!server->daemon) {
        error->code = errno;
        snprintf(error->message, sizeof error->message, "the server cannot start: %s", strerror(errno));
        close(socket);
        free(server);
        return NULL;
    }
    return server;
}

void am_stop(am_server* server) {
    MHD_stop_daemon(server->daemon);
    free(server);
}

void am_break(int socket) {
    shutdown(socket, SHUT_RDWR);
}

uint64_t am_request_connection(const am_request* request) {
    return request->link;
}

const char* am_request_method(const am_request* request) {
    return request->method ? request->method : "";
}

const char* am_request_target(const am_request* request) {
    return request->target;
}

struct taking {
    void* context;
    void (*take)(void*, const char*, size_t, const char*, size_t);
};

static enum MHD_Result take_header(
    void* context, enum MHD_ValueKind kind, const char* name, size_t name_size, const char* value, size_t value_size) {
    (void)kind;
    const struct taking* taking = context;
    taking->take(taking->context, name, name_size, value ? value : "", value ? value_size : 0);
    return MHD_YES;
}

void am_request_headers(
    const am_request* request, void* context, void (*take)(void*, const char*, size_t, const char*, size_t)) {
    struct taking taking = {context, take};
    MHD_get_connection_values_n(request->connection, MHD_HEADER_KIND, take_header, &taking);
}

void* am_request_owner(const am_request* request) {
    return request->owner;
}

void am_request_set_owner(am_request* request, void* owner) {
    request->owner = owner;
}

void am_request_drop(am_request* request) {
    request->is_dropped = true;
}

bool am_answer(am_request* request, unsigned status, am_response* response) {
    struct MHD_Response* inner = (struct MHD_Response*)response;
    const bool is_queued = MHD_queue_response(request->connection, status, inner) == MHD_YES;
    MHD_destroy_response(inner);
    return is_queued;
}
