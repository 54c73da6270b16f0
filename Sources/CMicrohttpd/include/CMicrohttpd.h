// The one door to GNU libmicrohttpd: a web server with a thread for each connection. Its options are set by a function with open
// arguments, which Swift cannot call, and its unions are read here.
//
// - Errors: a function that can fail takes `am_error *error`, owned by the caller, and fills it when it fails.
// - Ownership: a server belongs to who started it, who stops it. A response belongs to its maker until `am_answer` or
//   `am_response_free`. A request, and all text and bytes that are handed out, is borrowed: the request until `ended`, the rest for the
//   one call.
// - Threads: `connected` comes on the thread that accepts, all else of a connection on its own thread; connections run at the same time.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#define AM_NULLABLE _Nullable
#else
#define AM_NULLABLE
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// A failure: filled by the callee, owned by the caller; starts as all zero.
typedef struct am_error {
    /// The system's error number; 0 where there is none.
    int code;
    char message[256];
} am_error;

/// The words of an error, valid as long as the error is.
const char* am_error_message(const am_error* error);

/// A socket that listens.
typedef struct am_listener {
    int socket;
    uint16_t port;
    /// Whether only this machine reaches it.
    bool is_loopback;
    /// Whether it listens on every address of this machine.
    bool is_any;
    /// The address as numbers.
    char address[64];
} am_listener;

/// The numeric address of a listener, valid as long as the listener is.
const char* am_listener_address(const am_listener* listener);

/// Listens on the first address of a host; port 0 is any that is free.
bool am_listen(const char* host, uint16_t port, am_listener* listener, am_error* error);
/// Whether a text is an IPv4 or IPv6 address in numbers, without brackets.
bool am_is_numeric(const char* text);
/// Writes an address of this machine that other machines reach, in numbers; false when there is none.
bool am_outward_address(char* text, size_t size);

/// A server.
typedef struct am_server am_server;
/// One request, from its first line to the end of its answer.
typedef struct am_request am_request;
/// What is sent back.
typedef struct am_response am_response;

/// What the server tells; all are called with `context`.
typedef struct am_events {
    void* AM_NULLABLE context;
    /// A connection is there; `id` is one that no other has.
    void (*connected)(void* AM_NULLABLE context, uint64_t id, int socket);
    /// A connection is about to be closed; its socket is valid until this returns.
    void (*disconnected)(void* AM_NULLABLE context, uint64_t id);
    /// The head of a request is there. Answered now, a body is not read, and the connection ends with the answer in any case.
    void (*head)(void* AM_NULLABLE context, am_request* request);
    /// A part of the body is there. It cannot be answered now.
    void (*body)(void* AM_NULLABLE context, am_request* request, const uint8_t* bytes, size_t count);
    /// All of the body, if any, is there: it is answered now, or the connection is closed.
    void (*complete)(void* AM_NULLABLE context, am_request* request);
    /// The answer is sent or can no longer be; the request is gone after this. Comes also without `head`, for a broken head.
    void (*ended)(void* AM_NULLABLE context, am_request* request);
} am_events;

/// What is accepted.
typedef struct am_limits {
    unsigned connections;
    /// Of one address; 0 for any number.
    unsigned connections_each;
    /// Without a byte in either direction, while nothing is asked of the caller.
    unsigned idle_seconds;
    /// For the head of a request, and for what is on its way in or out.
    size_t memory;
    size_t stack;
} am_limits;

/// Starts a server, which takes the listener's socket over, also when it fails.
am_server* AM_NULLABLE am_start(int socket, const am_events* events, const am_limits* limits, am_error* error);
/// Stops it: ends all connections and waits for their threads.
void am_stop(am_server* server);
/// Breaks a connection off; to be called before `disconnected` returns.
void am_break(int socket);

/// The connection of a request.
uint64_t am_request_connection(const am_request* request);
/// The method, such as GET.
const char* am_request_method(const am_request* request);
/// The target as it was sent, undecoded and with its query.
const char* am_request_target(const am_request* request);
/// Calls `take` for each header field, in order.
void am_request_headers(
    const am_request* request, void* context,
    void (*take)(void* context, const char* name, size_t name_size, const char* value, size_t value_size));
/// Something of the caller's that goes with the request; null at first.
void* AM_NULLABLE am_request_owner(const am_request* request);
void am_request_set_owner(am_request* request, void* AM_NULLABLE owner);
/// Closes the connection without an answer, as soon as the call that is running returns.
void am_request_drop(am_request* request);

/// Bytes, which are copied; null when there is no memory.
am_response* AM_NULLABLE am_response_bytes(const uint8_t* AM_NULLABLE bytes, size_t count);
/// A part of a file, which is closed afterwards, also when this fails.
am_response* AM_NULLABLE am_response_file(int file, uint64_t offset, uint64_t count);
/// What `read` gives: it fills `bytes` and returns how many, at least one; -1 at the end; -2 to break off. `ended` comes once.
am_response* AM_NULLABLE am_response_stream(
    void* context, int64_t (*read)(void* context, uint8_t* bytes, size_t room), void (*ended)(void* context));
/// Adds a header field.
bool am_response_header(am_response* response, const char* name, const char* value);
void am_response_free(am_response* response);
/// Gives memory that was freed back to the system; the C library keeps it for the next time.
void am_give_memory_back(void);
/// Answers a request; the response is taken in any case.
bool am_answer(am_request* request, unsigned status, am_response* response);

#ifdef __cplusplus
}
#endif

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
