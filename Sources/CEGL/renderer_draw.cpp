// Meshes, lines and dots drawn into the picture that is open.
#include "renderer.hpp"

#include <cstddef>

using airdraw::Failure;
using airdraw::guarded;
using airdraw::open;
using airdraw::Program;

namespace {

/// Uniforms that say how the camera sees.
void setCamera(const ag_renderer& r, const Program& program, float bias) {
    program.use();
    glUniform4fv(program["matrix"], 1, r.camera.matrix);
    glUniform2fv(program["shift"], 1, r.camera.shift);
    glUniform1fv(program["distortion"], 5, r.camera.distortion);
    glUniform1f(program["reach"], r.camera.distortion_reach);
    glUniform1f(program["near"], r.camera.near);
    glUniform2f(program["size"], static_cast<float>(r.width), static_cast<float>(r.height));
    glUniform1f(program["bias"], bias);
}

/// An attribute out of the bound buffer.
void attribute(GLuint index, GLint count, GLenum type, bool isShare, size_t stride, size_t offset, GLuint divisor) {
    glEnableVertexAttribArray(index);
    glVertexAttribPointer(index, count, type, isShare, static_cast<GLsizei>(stride),
                          reinterpret_cast<const void*>(offset));
    glVertexAttribDivisor(index, divisor);
}

void depth(bool tests, bool writes) {
    if (tests || writes) {
        glEnable(GL_DEPTH_TEST);
        glDepthFunc(tests ? GL_LEQUAL : GL_ALWAYS);
        glDepthMask(writes);
    } else {
        glDisable(GL_DEPTH_TEST);
    }
}

} // namespace

extern "C" {

bool ag_draw_mesh(ag_renderer* r, const ag_mesh* mesh, const ag_instance* instances, size_t count,
                  const ag_texture* texture, const ag_draw* draw, ag_error* error) {
    return guarded(error, false, [&] {
        open(*r);
        const auto all = static_cast<size_t>(mesh->count);
        const auto corners = static_cast<GLsizei>(draw->triangle_count < all / 3 ? draw->triangle_count * 3 : all);
        if (corners == 0)
            return true;
        const Program& program = draw->is_timed ? r->programs->timedMesh : r->programs->mesh;
        setCamera(*r, program, draw->bias);
        const float* m = draw->camera_from_mesh;
        glUniformMatrix3fv(program["turn"], 1, GL_FALSE, m);
        glUniform3fv(program["move"], 1, m + 9);
        glUniform1i(program["usesPlaceColour"], draw->uses_instance_colours);
        glUniform1f(program["until"], draw->until);
        glUniform1i(program["isShadow"], draw->is_shadow);
        glUniform4fv(program["shadowPlane"], 1, draw->shadow_plane);
        glUniform3fv(program["toLight"], 1, r->camera.to_light);
        glUniform3fv(program["up"], 1, r->camera.up);
        glUniform1i(program["hasPicture"], texture != nullptr);
        glUniform3fv(program["tint"], 1, draw->colour);
        glUniform1f(program["opacity"], draw->opacity);
        glUniform3fv(program["light"], 1, draw->light);
        glUniform1f(program["roughness"], draw->roughness);
        glUniform1i(program["isUnlit"], draw->is_unlit);
        if (texture) {
            glActiveTexture(GL_TEXTURE0);
            glBindTexture(GL_TEXTURE_2D, texture->name);
            glUniform1i(program["picture"], 0);
        }
        depth(draw->tests_depth, draw->writes_depth);
        if (draw->culls)
            glEnable(GL_CULL_FACE);
        else
            glDisable(GL_CULL_FACE);
        if (draw->is_shadow) {
            // The overlay begins without colour, so that black needs opacity alone; the greatest counts, and counts once.
            glDepthFunc(GL_LESS);
            glBlendEquation(GL_MAX);
            glBlendFunc(GL_ONE, GL_ONE);
        } else {
            glBlendEquation(GL_FUNC_ADD);
            glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
        }
        // What lets nothing shine through need not be mixed with what is there, which costs a processor much.
        if (!draw->is_shadow && draw->opacity >= 1)
            glDisable(GL_BLEND);
        else
            glEnable(GL_BLEND);
        glBindBuffer(GL_ARRAY_BUFFER, mesh->vertices);
        const size_t size = sizeof(ag_vertex);
        attribute(0, 3, GL_FLOAT, false, size, offsetof(ag_vertex, position), 0);
        attribute(1, 3, GL_FLOAT, false, size, offsetof(ag_vertex, normal), 0);
        attribute(2, 2, GL_FLOAT, false, size, offsetof(ag_vertex, uv), 0);
        attribute(3, 4, GL_UNSIGNED_BYTE, true, size, offsetof(ag_vertex, colour), 0);
        attribute(7, 1, GL_FLOAT, false, size, offsetof(ag_vertex, time), 0);
        glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, mesh->indices);
        if (instances) {
            if (count > INT32_MAX / sizeof(ag_instance))
                throw Failure("too many places of one mesh");
            glBindBuffer(GL_ARRAY_BUFFER, r->stream);
            glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(count * sizeof(ag_instance)), instances,
                         GL_STREAM_DRAW);
            const size_t stride = sizeof(ag_instance);
            attribute(4, 3, GL_FLOAT, false, stride, offsetof(ag_instance, offset), 1);
            attribute(5, 2, GL_FLOAT, false, stride, offsetof(ag_instance, uv), 1);
            attribute(6, 4, GL_UNSIGNED_BYTE, true, stride, offsetof(ag_instance, colour), 1);
            glDrawElementsInstanced(GL_TRIANGLES, corners, GL_UNSIGNED_INT, nullptr, static_cast<GLsizei>(count));
        } else {
            for (GLuint index : {4u, 5u, 6u})
                glDisableVertexAttribArray(index);
            glVertexAttrib3f(4, 0, 0, 0);
            glVertexAttrib2f(5, 0, 0);
            glVertexAttrib4f(6, 1, 1, 1, 1);
            glDrawElements(GL_TRIANGLES, corners, GL_UNSIGNED_INT, nullptr);
        }
        return true;
    });
}

void ag_forget_depth(ag_renderer* r) {
    if (!r->isOpen)
        return;
    glDepthMask(GL_TRUE);
    glClear(GL_DEPTH_BUFFER_BIT);
}

bool ag_draw_capsules(ag_renderer* r, const ag_capsule* capsules, size_t count, bool testsDepth, float bias,
                      ag_error* error) {
    return guarded(error, false, [&] {
        open(*r);
        if (count == 0)
            return true;
        if (count > INT32_MAX / sizeof(ag_capsule))
            throw Failure("too many lines and dots");
        const Program& program = r->programs->capsule;
        setCamera(*r, program, bias);
        glUniform1f(program["pixelsPerUnit"], r->camera.pixels_per_unit);
        depth(testsDepth, false);
        glDisable(GL_CULL_FACE);
        glEnable(GL_BLEND);
        glBlendEquation(GL_FUNC_ADD);
        glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
        glBindBuffer(GL_ARRAY_BUFFER, r->stream);
        glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(count * sizeof(ag_capsule)), capsules, GL_STREAM_DRAW);
        const size_t stride = sizeof(ag_capsule);
        for (GLuint index = 4; index < 8; ++index)
            glDisableVertexAttribArray(index);
        attribute(0, 3, GL_FLOAT, false, stride, offsetof(ag_capsule, a), 1);
        attribute(1, 3, GL_FLOAT, false, stride, offsetof(ag_capsule, b), 1);
        attribute(2, 1, GL_FLOAT, false, stride, offsetof(ag_capsule, radius), 1);
        attribute(3, 4, GL_UNSIGNED_BYTE, true, stride, offsetof(ag_capsule, colour), 1);
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(count));
        return true;
    });
}

} // extern "C"
