#include "CMicrohttpd.h"

#include <malloc.h>
#include <microhttpd.h>
#include <stdlib.h>
#include <unistd.h>

// A response is the library's own under another name, so that who includes the header needs nothing of it.

am_response* am_response_bytes(const uint8_t* bytes, size_t count) {
    static char nothing;
    return (am_response*)MHD_create_response_from_buffer(count, bytes ? (void*)bytes : &nothing, MHD_RESPMEM_MUST_COPY);
}

am_response* am_response_file(int file, uint64_t offset, uint64_t count) {
    struct MHD_Response* response = MHD_create_response_from_fd_at_offset64(count, file, offset);
    if (!response)
        close(file);
    return (am_response*)response;
}

struct stream {
    void* context;
    int64_t (*read)(void*, uint8_t*, size_t);
    void (*ended)(void*);
};

static ssize_t read_stream(void* context, uint64_t position, char* bytes, size_t room) {
    (void)position;
    const struct stream* stream = context;
    const int64_t count = stream->read(stream->context, (uint8_t*)bytes, room);
    if (count > 0)
        return (ssize_t)count;
    return count == -1 ? MHD_CONTENT_READER_END_OF_STREAM : MHD_CONTENT_READER_END_WITH_ERROR;
}

static void end_stream(void* context) {
    struct stream* stream = context;
    stream->ended(stream->context);
    free(stream);
}

am_response* am_response_stream(void* context, int64_t (*read)(void*, uint8_t*, size_t), void (*ended)(void*)) {
    struct stream* stream = malloc(sizeof *stream);
    struct MHD_Response* response = NULL;
    if (stream) {
        *stream = (struct stream){context, read, ended};
        response = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 1 << 14, read_stream, stream, end_stream);
    }
    if (!response) {
        free(stream);
        ended(context);
    }
    return (am_response*)response;
}

bool am_response_header(am_response* response, const char* name, const char* value) {
    return MHD_add_response_header((struct MHD_Response*)response, name, value) == MHD_YES;
}

void am_response_free(am_response* response) {
    MHD_destroy_response((struct MHD_Response*)response);
}

void am_give_memory_back(void) { malloc_trim(0); }
