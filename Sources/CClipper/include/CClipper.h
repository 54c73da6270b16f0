// The one door to Clipper: what a round pen covers, and outlines moved inward, on a grid of whole numbers.
//
// - Ownership: what is returned belongs to the caller, who gives it to `ac_rings_destroy`, which accepts null. All else is borrowed for
//   the one call.
// - Units: steps of the caller's grid. Outlines run counter-clockwise round an area and clockwise round a hole (y up).
// - Errors: null is returned, and `ac_error` says why. No C++ exception leaves this library.
// - Threads: no state is kept between calls.
#pragma once

#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#define AC_NULLABLE _Nullable
#else
#define AC_NULLABLE
#endif

#ifdef __cplusplus
#define AC_NOEXCEPT noexcept
extern "C" {
#else
#define AC_NOEXCEPT
#endif

/// What went wrong, in words that end with a zero byte.
typedef struct ac_error {
    char message[200];
} ac_error;

/// Closed outlines; those of one connected area have one number.
typedef struct ac_rings ac_rings;

/// What a round pen covers along lines.
///
/// `xy` holds the corners of all lines one after the other, `counts` how many each line has (one is a dot). `radii` holds the pen's radius
/// at each corner, or is null for `radius` everywhere; between corners it changes evenly. A circle is a polygon inside of it that misses it by
/// at most `tolerance`. Gaps narrower than about twice `closing` are filled, so that no two outlines touch.
ac_rings* AC_NULLABLE ac_swept(
    const int64_t* xy, const size_t* counts, size_t lines, const double* AC_NULLABLE radii, double radius, double tolerance,
    double closing, ac_error* error) AC_NOEXCEPT;

/// The area that is at least `inset` from the outlines of an area; necks narrower than about twice `opening` are left out.
ac_rings* AC_NULLABLE ac_shrunk(
    const int64_t* xy, const size_t* counts, size_t rings, double inset, double tolerance, double opening, ac_error* error)
    AC_NOEXCEPT;

/// How many outlines there are.
size_t ac_rings_count(const ac_rings* rings) AC_NOEXCEPT;
/// How many corners an outline has.
size_t ac_ring_size(const ac_rings* rings, size_t ring) AC_NOEXCEPT;
/// The number of the connected area that an outline belongs to, from 0; the outer outline of an area comes before its holes.
size_t ac_ring_area(const ac_rings* rings, size_t ring) AC_NOEXCEPT;
/// Writes the corners of an outline, x and y in turn, `2 * ac_ring_size` numbers.
void ac_ring_copy(const ac_rings* rings, size_t ring, int64_t* xy) AC_NOEXCEPT;

void ac_rings_destroy(ac_rings* AC_NULLABLE rings) AC_NOEXCEPT;

#ifdef __cplusplus
}
#endif
#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
