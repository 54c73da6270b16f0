// The one door to FFmpeg's libraries: films out. OpenCV reads films, and could write them, but hands x264 no options: at its own choice
// x264 takes three times as long.
//
// - Errors: a function that can fail takes `af_error *error`, owned by the caller, and fills it when it fails. Create then returns null,
//   the others `false`. No C++ exception leaves this library.
// - Ownership: what create returns belongs to the caller, who gives it to destroy, which accepts null. Pixels are borrowed for the call.
// - Threads: a film is used by one thread at a time. Different films are independent.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#define AF_NULLABLE _Nullable
#else
#define AF_NULLABLE
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// A failure: filled by the callee, owned by the caller; starts as all zero.
typedef struct af_error {
    /// Whether an argument was none that the function takes.
    bool is_argument;
    char message[512];
} af_error;

/// The words of an error, valid as long as the error is.
const char* af_error_message(const af_error* error);

/// A film that is being written.
typedef struct af_film af_film;

/// Begins a film of H.264, or of MPEG-4 where FFmpeg has no encoder of H.264, in the container of the name's ending.
///
/// One thread codes it, whatever the machine has, so that the same pictures give the same bytes.
af_film* AF_NULLABLE af_film_create(const char* path, double rate, int32_t width, int32_t height, af_error* error);
/// Appends a picture of blue, green, red; `stride` bytes from row to row.
bool af_film_append(af_film* film, const uint8_t* bytes, size_t count, size_t stride, af_error* error);
/// Codes what waits, and writes the index.
bool af_film_finish(af_film* film, af_error* error);
void af_film_destroy(af_film* AF_NULLABLE film);

#ifdef __cplusplus
}
#endif

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
