// The one door to the GLU tessellator: triangles inside outlines.
//
// - Ownership: what is returned belongs to the caller, who gives it to `at_triangles_destroy`, which accepts null. All else is borrowed
//   for the one call.
// - Errors: null without memory, or when the tessellator gives up.
// - Threads: no state is kept between calls.
#pragma once

#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#define AT_NULLABLE _Nullable
#else
#define AT_NULLABLE
#endif

#ifdef __cplusplus
#define AT_NOEXCEPT noexcept
extern "C" {
#else
#define AT_NOEXCEPT
#endif

/// Triangles, and how often outlines touched or crossed.
typedef struct at_triangles at_triangles;

/// Fills what lies inside an odd number of outlines with triangles, counter-clockwise, whose corners are those of the outlines.
///
/// `xy` holds the corners of all outlines one after the other; `counts` how many each outline has.
at_triangles* AT_NULLABLE at_fill(const double* xy, const size_t* counts, size_t outlines) AT_NOEXCEPT;

/// How many triangles there are.
size_t at_count(const at_triangles* triangles) AT_NOEXCEPT;
/// The corners of the triangles, three each, as numbers of corners in `xy`.
const int32_t* at_corners(const at_triangles* triangles) AT_NOEXCEPT;
/// How often outlines touched or crossed, where the tessellator would need a corner that nobody gave; such triangles are of no use.
size_t at_crossings(const at_triangles* triangles) AT_NOEXCEPT;

void at_triangles_destroy(at_triangles* AT_NULLABLE triangles) AT_NOEXCEPT;

#ifdef __cplusplus
}
#endif
#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
