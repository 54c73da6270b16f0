// The one door to nanoflann: a k-d tree over points of the world, asked by rays.
//
// - Ownership: what `an_index_create` returns belongs to the caller, who gives it to `an_index_destroy`, which accepts null. All else
//   is borrowed for the one call.
// - Units: metres. A direction has length 1. An angle is given by its tangent.
// - Errors: none. Without memory the program ends, as it does where an array of Swift finds none; no C++ exception leaves this library.
// - Threads: an index does not change; many may ask it at one time.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#define AN_NULLABLE _Nullable
#else
#define AN_NULLABLE
#endif

#ifdef __cplusplus
#define AN_NOEXCEPT noexcept
#else
#define AN_NOEXCEPT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// A k-d tree and the points in it.
typedef struct an_index an_index;

/// A half line from `origin` along `direction`, between two distances, opened to a cone.
typedef struct an_cone {
    double origin[3];
    double direction[3];
    /// Tangent of the angle between the line and the cone's side.
    double tangent;
    /// Distances along the line between which points count.
    double nearest, farthest;
} an_cone;

/// Builds an index; the points are copied.
///
/// `xyz` holds `count` times x, y, z, all finite.
an_index* an_index_create(const double* xyz, size_t count) AN_NOEXCEPT;
void an_index_destroy(an_index* AN_NULLABLE index);

/// The point of a cone that is at the smallest angle to its line; of equal ones the first given. False when the cone is empty.
bool an_index_smallest_angle(const an_index* index, const an_cone* cone, size_t* found);

/// The point of a cone that is at the smallest perpendicular distance to its line; of equal ones the first given.
bool an_index_smallest_distance(const an_index* index, const an_cone* cone, size_t* found);

/// The points of a cone, in the order of their numbers.
///
/// At most `capacity` are written, `found` in length; returns how many there are.
size_t an_index_inside(const an_index* index, const an_cone* cone, size_t* found, size_t capacity);

#ifdef __cplusplus
}
#endif
#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
