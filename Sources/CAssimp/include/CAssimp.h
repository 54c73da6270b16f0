// The one door to assimp: reads files of shapes of many formats as triangles.
//
// - Errors: `as_model_create` fills `as_error *error`, owned by the caller, and returns null when it fails. No C++ exception leaves this
//   library.
// - Ownership: what it returns belongs to the caller, who gives it to `as_model_destroy`, which accepts null. Everything that a model
//   hands out is borrowed, and valid as long as the model.
// - Units: the file's. Threads: different models are independent; one that does not change may be read by many.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#define AS_NULLABLE _Nullable
#else
#define AS_NULLABLE
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// A failure: filled by the callee, owned by the caller; starts as all zero.
typedef struct as_error {
    char message[512];
} as_error;

/// The words of an error, valid as long as the error is.
const char* as_error_message(const as_error* error);

/// What a file holds.
typedef struct as_model as_model;

/// Triangles of one material, in the axes of the file, counter-clockwise seen from outside.
typedef struct as_surface {
    const char* name;
    size_t material;
    size_t vertex_count;
    /// Three numbers a vertex.
    const float* positions;
    /// Three numbers a vertex.
    const float* normals;
    /// Three numbers a vertex, of which two count, from the texture's lower left corner; null for none.
    const float* AS_NULLABLE uvs;
    /// Four numbers a vertex; null for none.
    const float* AS_NULLABLE colours;
    size_t triangle_count;
    /// Three vertices a triangle.
    const uint32_t* triangles;
} as_surface;

/// A material.
typedef struct as_material {
    const char* name;
    float colour[3];
    /// 0…1; below zero where the file does not say.
    float roughness;
    bool is_unlit;
    /// The bytes of a picture file that lies in the model; null for none.
    const uint8_t* AS_NULLABLE texture;
    size_t texture_size;
    /// The name of a picture file beside the model; empty for none.
    const char* texture_name;
} as_material;

/// Reads a file; the format follows from its name and content.
as_model* AS_NULLABLE as_model_create(const char* path, as_error* error);
void as_model_destroy(as_model* AS_NULLABLE model);
size_t as_surface_count(const as_model* model);
as_surface as_surface_at(const as_model* model, size_t index);
size_t as_material_count(const as_model* model);
as_material as_material_at(const as_model* model, size_t index);

#ifdef __cplusplus
}
#endif

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
