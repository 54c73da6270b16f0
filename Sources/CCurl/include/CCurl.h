// libcurl, for the room Downloads alone. Its options are set by a function with open arguments, which Swift cannot call.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#define CC_NULLABLE _Nullable
#else
#define CC_NULLABLE
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// What a download ended with.
typedef enum cc_outcome {
    /// The server answered; see the status.
    CC_ANSWERED = 0,
    /// The bytes were more than allowed.
    CC_TOO_LARGE = 1,
    /// Nothing came in time.
    CC_TIMED_OUT = 2,
    /// More redirects than allowed.
    CC_TOO_MANY_REDIRECTS = 3,
    /// Neither http nor https, at the start or after a redirect.
    CC_PROTOCOL = 4,
    /// No such host, refused, broken off …: `message` says it.
    CC_FAILED = 5,
} cc_outcome;

/// What is asked for; borrowed for the call.
typedef struct cc_request {
    const char* url;
    /// A line such as "If-None-Match: x", or null.
    const char* CC_NULLABLE condition;
    size_t most_bytes;
    int64_t connect_milliseconds;
    int64_t total_milliseconds;
    int64_t most_redirects;
} cc_request;

/// What came.
typedef struct cc_response {
    cc_outcome outcome;
    /// Of HTTP: 200, 404 …
    int64_t status;
    /// The body; freed by `cc_response_free`.
    uint8_t* CC_NULLABLE bytes;
    size_t count;
    /// Where it came from after redirects.
    char url[2048];
    char type[256];
    char etag[512];
    char modified[128];
    char message[256];
} cc_response;

/// Fetches a URL with GET, http and https only. Any thread.
void cc_fetch(const cc_request* request, cc_response* response);
/// Frees the bytes of a response.
void cc_response_free(cc_response* response);

#ifdef __cplusplus
}
#endif

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
