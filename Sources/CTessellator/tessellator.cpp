// The tessellator of libGLU behind a C header. It is asked for triangles alone, and corners are known by their numbers.

#include "CTessellator.h"

#include <GL/glu.h>
#include <new>
#include <vector>

struct at_triangles {
    std::vector<int32_t> corners;
    size_t crossings = 0;
    bool failed = false;
};

namespace {

// A number stands for a corner; the tessellator hands it back as it was given. Null would mean that there is none.
void* pointer(size_t number) { return reinterpret_cast<void*>(static_cast<uintptr_t>(number + 1)); }

void vertex(void* data, void* result) noexcept {
    auto* triangles = static_cast<at_triangles*>(result);
    try {
        triangles->corners.push_back(static_cast<int32_t>(reinterpret_cast<uintptr_t>(data) - 1));
    } catch (...) { triangles->failed = true; }
}

// The mere presence of this callback makes it give triangles rather than fans and strips.
void edgeFlag(GLboolean, void*) noexcept {}

void combine(GLdouble[3], void* data[4], GLfloat[4], void** made, void* result) noexcept {
    ++static_cast<at_triangles*>(result)->crossings;
    *made = data[0];
}

void failed(GLenum, void* result) noexcept { static_cast<at_triangles*>(result)->failed = true; }

using Callback = void (*)();

} // namespace

at_triangles* at_fill(const double* xy, const size_t* counts, size_t outlines) noexcept {
    auto* triangles = new (std::nothrow) at_triangles;
    GLUtesselator* tessellator = gluNewTess();
    if (!triangles || !tessellator) {
        delete triangles;
        if (tessellator) gluDeleteTess(tessellator);
        return nullptr;
    }
    gluTessCallback(tessellator, GLU_TESS_VERTEX_DATA, reinterpret_cast<Callback>(vertex));
    gluTessCallback(tessellator, GLU_TESS_EDGE_FLAG_DATA, reinterpret_cast<Callback>(edgeFlag));
    gluTessCallback(tessellator, GLU_TESS_COMBINE_DATA, reinterpret_cast<Callback>(combine));
    gluTessCallback(tessellator, GLU_TESS_ERROR_DATA, reinterpret_cast<Callback>(failed));
    gluTessProperty(tessellator, GLU_TESS_WINDING_RULE, GLU_TESS_WINDING_ODD);
    gluTessNormal(tessellator, 0, 0, 1);
    gluTessBeginPolygon(tessellator, triangles);
    size_t corner = 0;
    for (size_t i = 0; i < outlines; ++i) {
        gluTessBeginContour(tessellator);
        for (size_t k = 0; k < counts[i]; ++k, ++corner) {
            GLdouble place[3] = {xy[2 * corner], xy[2 * corner + 1], 0};
            gluTessVertex(tessellator, place, pointer(corner));
        }
        gluTessEndContour(tessellator);
    }
    gluTessEndPolygon(tessellator);
    gluDeleteTess(tessellator);
    if (triangles->failed) {
        delete triangles;
        return nullptr;
    }
    return triangles;
}

size_t at_count(const at_triangles* triangles) noexcept { return triangles->corners.size() / 3; }
const int32_t* at_corners(const at_triangles* triangles) noexcept { return triangles->corners.data(); }
size_t at_crossings(const at_triangles* triangles) noexcept { return triangles->crossings; }
void at_triangles_destroy(at_triangles* triangles) noexcept { delete triangles; }
