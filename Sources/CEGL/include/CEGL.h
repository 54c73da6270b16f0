// The one door to EGL and OpenGL ES 3: meshes, lines and dots over a picture, drawn by Mesa on the processor, without a display.
//
// - Errors: a function that can fail takes `ag_error *error`, owned by the caller, and fills it when it fails. A create function then
//   returns null, the others `false`. No C++ exception leaves this library.
// - Ownership: what a create function returns belongs to the caller, who gives it to the destroy function of that kind, which accepts
//   null. A mesh or texture may outlive its renderer and then does nothing. Everything else is borrowed for the one call.
// - Threads: a renderer is used by one thread at a time. Its context is current between `ag_begin` and `ag_end` alone, so that the
//   thread may be another one in the next frame. Different renderers are independent.
// - Space: the camera's, metres, x right, y up, z toward the viewer. The picture's rows go from its top down. Colours and opacity are
//   0…1, colours as sRGB shows them.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#define AG_NULLABLE _Nullable
#else
#define AG_NULLABLE
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// A failure: filled by the callee, owned by the caller; starts as all zero.
typedef struct ag_error {
    /// Whether what is missing is EGL or its driver, rather than memory or anything else.
    bool no_driver;
    char message[512];
} ag_error;

/// The words of an error, valid as long as the error is.
const char* ag_error_message(const ag_error* error);

/// A context and a picture to draw into.
typedef struct ag_renderer ag_renderer;
/// Triangles in the memory of a renderer.
typedef struct ag_mesh ag_mesh;
/// A picture in the memory of a renderer.
typedef struct ag_texture ag_texture;

/// A corner of triangles.
typedef struct ag_vertex {
    float position[3];
    /// Of length 1.
    float normal[3];
    /// (0, 0) is the upper left corner of the texture.
    float uv[2];
    /// Seconds; of a timed draw what is later than `until` is left out, pixel by pixel.
    float time;
    uint8_t colour[4];
} ag_vertex;

/// One place of a mesh that is drawn at many.
typedef struct ag_instance {
    float offset[3];
    /// Added to the places of its corners on the texture.
    float uv[2];
    uint8_t colour[4];
} ag_instance;

/// A piece of a line with round ends; a dot where both ends are one place.
typedef struct ag_capsule {
    /// Camera space.
    float a[3];
    float b[3];
    /// Half the width: pixels where above zero, and minus metres where below.
    float radius;
    /// Premultiplied by nothing; the last is the opacity.
    uint8_t colour[4];
} ag_capsule;

/// Pixels, from the picture's upper left corner.
typedef struct ag_rect {
    int32_t x, y, width, height;
} ag_rect;

/// How the camera sees: pixel = matrix · distorted (x/−z, −y/−z) + shift, from the corner of the picture.
typedef struct ag_camera {
    /// Rows: pixel x and y by the distorted x and y.
    float matrix[4];
    float shift[2];
    /// k1 k2 p1 p2 k3, all zero for a straight lens.
    float distortion[5];
    /// Beyond this distance from the axis (at z = −1) the lens model does not hold; it goes on straight.
    float distortion_reach;
    /// Nothing nearer is drawn, metres.
    float near;
    /// Pixels of one metre at a distance of one.
    float pixels_per_unit;
    /// Direction to the light, length 1.
    float to_light[3];
    /// Upward direction, length 1.
    float up[3];
} ag_camera;

/// How triangles are drawn.
typedef struct ag_draw {
    /// How many of the mesh's, from the first on; all where it has fewer.
    size_t triangle_count;
    /// Columns of the way from the mesh to the camera, scale included, and then the translation.
    float camera_from_mesh[12];
    /// Multiplied with the colours of the vertices.
    float colour[3];
    /// Multiplied with that of the vertices or instances, which does not count where this is 1.
    float opacity;
    /// Linear red, green and blue of the light; neutral is 1.
    float light[3];
    /// 0 as a mirror … 1 as chalk.
    float roughness;
    bool is_unlit;
    /// Whether the instances' colours count, and not the vertices'.
    bool uses_instance_colours;
    /// Whether what has a later time than `until` is left out.
    bool is_timed;
    float until;
    bool tests_depth;
    bool writes_depth;
    /// Whether back sides are left out.
    bool culls;
    /// Drawn as a shadow: every corner is moved along the light on to the plane, and darkens what is there once.
    ///
    /// With tests and writes of depth; `ag_forget_depth` comes after the last shadow of a plane.
    bool is_shadow;
    /// The plane of a shadow: normal and distance from the origin, camera space.
    float shadow_plane[4];
    /// Twice the share of its distance by which it counts as nearer to the camera.
    float bias;
} ag_draw;

/// Opens the software driver and makes a context.
ag_renderer* AG_NULLABLE ag_renderer_create(ag_error* error);
void ag_renderer_destroy(ag_renderer* AG_NULLABLE renderer);
/// The name of the driver, valid as long as the renderer.
const char* ag_renderer_name(const ag_renderer* renderer);

/// Begins a picture of a size, empty within a part of it; nothing is drawn outside of the part.
///
/// With `is_smooth` there are four samples a pixel, and depth; else one and none, which is enough for lines and areas and takes a quarter
/// of the time.
bool ag_begin(ag_renderer* renderer, int32_t width, int32_t height, ag_rect part, bool is_smooth, const ag_camera* camera,
              ag_error* error);
/// Gives the work to the driver, which goes on while the caller does something else.
void ag_flush(ag_renderer* renderer);
/// Ends the picture; `pixels` gets part.width × part.height × 4 bytes of red, green, blue and opacity, colours premultiplied.
///
/// Null for pixels drops the picture.
bool ag_end(ag_renderer* renderer, uint8_t* AG_NULLABLE pixels, size_t count, ag_error* error);

/// Copies triangles; between begin and end.
ag_mesh* AG_NULLABLE ag_mesh_create(ag_renderer* renderer, const ag_vertex* vertices, size_t vertex_count,
                                    const uint32_t* indices, size_t index_count, ag_error* error);
void ag_mesh_destroy(ag_mesh* AG_NULLABLE mesh);
/// Copies a picture of blue, green, red; between begin and end. Beyond its edges it repeats, or goes on with the colour of the edge.
ag_texture* AG_NULLABLE ag_texture_create(ag_renderer* renderer, const uint8_t* bytes, size_t count, size_t stride,
                                          int32_t width, int32_t height, bool repeats, ag_error* error);
void ag_texture_destroy(ag_texture* AG_NULLABLE texture);

/// Draws a mesh at places; without instances at its own.
bool ag_draw_mesh(ag_renderer* renderer, const ag_mesh* mesh, const ag_instance* AG_NULLABLE instances, size_t count,
                  const ag_texture* AG_NULLABLE texture, const ag_draw* draw, ag_error* error);
/// Takes the depth of everything back, so that what comes is before all that was drawn.
void ag_forget_depth(ag_renderer* renderer);
/// Draws lines and dots, in their order.
bool ag_draw_capsules(ag_renderer* renderer, const ag_capsule* capsules, size_t count, bool tests_depth, float bias,
                      ag_error* error);

#ifdef __cplusplus
}
#endif

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
