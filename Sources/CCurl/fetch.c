#include "CCurl.h"

#include <curl/curl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void start(void) {
    curl_global_init(CURL_GLOBAL_DEFAULT);
}

struct body {
    cc_response* response;
    size_t most, room;
    bool is_too_large;
};

static size_t take(char* data, size_t size, size_t count, void* context) {
    struct body* body = context;
    cc_response* response = body->response;
    const size_t more = size * count;
    if (more > body->most - response->count) {
        body->is_too_large = true;
        return 0;
    }
    if (response->count + more > body->room) {
        size_t room = body->room ? body->room : 1 << 16;
        while (room < response->count + more)
            room *= 2;
        uint8_t* bytes = realloc(response->bytes, room);
        if (!bytes)
            return 0;
        response->bytes = bytes;
        body->room = room;
    }
    memcpy(response->bytes + response->count, data, more);
    response->count += more;
    return more;
}

/// Keeps the value of a header line; a new answer, after a redirect, forgets those before.
static void keep(char* target, size_t room, const char* name, const char* line, size_t length) {
    const size_t n = strlen(name);
    if (length <= n || strncasecmp(line, name, n) != 0)
        return;
    const char *from = line + n, *to = line + length;
    while (from < to && (*from == ' ' || *from == '\t'))
        ++from;
    while (to > from && (to[-1] == '\r' || to[-1] == '\n' || to[-1] == ' '))
        --to;
    const size_t kept = (size_t)(to - from);
    if (kept >= room)
        return;
    memcpy(target, from, kept);
    target[kept] = 0;
}

static size_t header(char* line, size_t size, size_t count, void* context) {
    cc_response* response = ((struct body*)context)->response;
    const size_t length = size * count;
    if (length > 5 && strncmp(line, "HTTP/", 5) == 0)
        response->etag[0] = response->modified[0] = 0;
    keep(response->etag, sizeof response->etag, "etag:", line, length);
    keep(response->modified, sizeof response->modified, "last-modified:", line, length);
    return length;
}

void cc_fetch(const cc_request* request, cc_response* response) {
    memset(response, 0, sizeof *response);
    response->outcome = CC_FAILED;
    pthread_once(&once, start);
    CURL* curl = curl_easy_init();
    if (!curl) {
        snprintf(response->message, sizeof response->message, "not enough memory");
        return;
    }
    struct body body = {response, request->most_bytes, 0, false};
    struct curl_slist* headers = request->condition ? curl_slist_append(NULL, request->condition) : NULL;
    char words[CURL_ERROR_SIZE] = "";
    curl_easy_setopt(curl, CURLOPT_URL, request->url);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 1L);
    curl_easy_setopt(curl, CURLOPT_MAXREDIRS, (long)request->most_redirects);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, (long)request->connect_milliseconds);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)request->total_milliseconds);
    // Refused at once where the server says how long it is; counted in any case.
    curl_easy_setopt(curl, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)request->most_bytes);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_USERAGENT, "airdraw");
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, &body);
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, header);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, &body);
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, words);
    const CURLcode code = curl_easy_perform(curl);
    long status = 0;
    const char *url = NULL, *type = NULL;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_getinfo(curl, CURLINFO_EFFECTIVE_URL, &url);
    curl_easy_getinfo(curl, CURLINFO_CONTENT_TYPE, &type);
    response->status = status;
    snprintf(response->url, sizeof response->url, "%s", url ? url : request->url);
    snprintf(response->type, sizeof response->type, "%s", type ? type : "");
    snprintf(response->message, sizeof response->message, "%s", words[0] ? words : curl_easy_strerror(code));
    switch (code) {
    case CURLE_OK: response->outcome = CC_ANSWERED; break;
    case CURLE_FILESIZE_EXCEEDED: response->outcome = CC_TOO_LARGE; break;
    case CURLE_OPERATION_TIMEDOUT: response->outcome = CC_TIMED_OUT; break;
    case CURLE_TOO_MANY_REDIRECTS: response->outcome = CC_TOO_MANY_REDIRECTS; break;
    case CURLE_UNSUPPORTED_PROTOCOL: response->outcome = CC_PROTOCOL; break;
    default: response->outcome = body.is_too_large ? CC_TOO_LARGE : CC_FAILED; break;
    }
    curl_slist_free_all(headers);
    curl_easy_cleanup(curl);
}

void cc_response_free(cc_response* response) {
    free(response->bytes);
    response->bytes = NULL;
    response->count = 0;
}
