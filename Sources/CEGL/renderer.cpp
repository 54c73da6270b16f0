// What a renderer holds, and how a picture is drawn and read back.
#include "context.hpp"
#include "guard.hpp"
#include "shaders.hpp"

#include <GLES3/gl3.h>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

using airdraw::Failure;
using airdraw::guarded;

namespace {

/// Names that are to be deleted when the context is next current: meshes go whenever their owners do.
struct Leftovers {
    std::mutex lock;
    std::vector<GLuint> buffers, textures;
};

/// A program of a corner and a pixel part.
class Program {
public:
    Program(const std::string& vertex, const std::string& fragment) : name(glCreateProgram()) {
        for (const auto& [kind, source] : {std::pair<GLenum, const std::string&>{GL_VERTEX_SHADER, vertex},
                                           std::pair<GLenum, const std::string&>{GL_FRAGMENT_SHADER, fragment}}) {
            const GLuint shader = glCreateShader(kind);
            const char* text = source.c_str();
            glShaderSource(shader, 1, &text, nullptr);
            glCompileShader(shader);
            GLint worked = 0;
            glGetShaderiv(shader, GL_COMPILE_STATUS, &worked);
            if (!worked) {
                char log[400] = "";
                glGetShaderInfoLog(shader, sizeof log, nullptr, log);
                glDeleteShader(shader);
                throw Failure(std::string("the driver does not take a program: ") + log, true);
            }
            glAttachShader(name, shader);
            glDeleteShader(shader);
        }
        glLinkProgram(name);
        GLint worked = 0;
        glGetProgramiv(name, GL_LINK_STATUS, &worked);
        if (!worked)
            throw Failure("the driver does not take a program", true);
    }

    GLint operator[](const char* uniform) const { return glGetUniformLocation(name, uniform); }
    void use() const { glUseProgram(name); }

private:
    GLuint name;
};

struct Programs {
    Program mesh = triangles("#version 300 es\n");
    Program timedMesh = triangles("#version 300 es\n#define TIMED\n");
    Program capsule{std::string(airdraw::cameraSource) + airdraw::capsuleVertexSource, airdraw::capsuleFragmentSource};

    static Program triangles(const char* head) {
        return {std::string(airdraw::cameraSource) + airdraw::meshVertexSource,
                std::string(head) + airdraw::meshFragmentSource};
    }
};

constexpr GLint mostSamples = 4;

} // namespace

struct ag_mesh {
    std::shared_ptr<Leftovers> leftovers;
    GLuint vertices = 0, indices = 0;
    GLsizei count = 0;
};

struct ag_texture {
    std::shared_ptr<Leftovers> leftovers;
    GLuint name = 0;
};

struct ag_renderer {
    airdraw::Context context;
    std::shared_ptr<Leftovers> leftovers = std::make_shared<Leftovers>();
    std::unique_ptr<Programs> programs;
    std::string driver;
    GLuint many = 0, one = 0, colours = 0, depths = 0, resolved = 0, stream = 0, array = 0;
    int32_t width = 0, height = 0;
    ag_rect part{};
    ag_camera camera{};
    bool isOpen = false;
    bool isSmooth = true;
};

namespace {

void open(const ag_renderer& renderer) {
    if (!renderer.isOpen)
        throw Failure("nothing is drawn between pictures");
}

/// Throws when OpenGL found something wrong, such as no memory.
void check(const char* doing) {
    const GLenum code = glGetError();
    if (code == GL_OUT_OF_MEMORY)
        throw Failure(std::string("not enough memory ") + doing);
    if (code != GL_NO_ERROR)
        throw Failure(std::string("OpenGL error ") + std::to_string(code) + " " + doing);
}

void sweep(Leftovers& leftovers) {
    const std::lock_guard<std::mutex> guard(leftovers.lock);
    if (!leftovers.buffers.empty())
        glDeleteBuffers(static_cast<GLsizei>(leftovers.buffers.size()), leftovers.buffers.data());
    if (!leftovers.textures.empty())
        glDeleteTextures(static_cast<GLsizei>(leftovers.textures.size()), leftovers.textures.data());
    leftovers.buffers.clear();
    leftovers.textures.clear();
}

void resize(ag_renderer& r, int32_t width, int32_t height) {
    if (r.width == width && r.height == height)
        return;
    GLint most = 0;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &most);
    if (width < 1 || height < 1 || width > most || height > most)
        throw Failure("the picture has 1 to " + std::to_string(most) + " pixels a side");
    // Until all of it has the new size, none of it has a size that may be drawn on.
    r.width = r.height = 0;
    GLint samples = 0;
    glGetIntegerv(GL_MAX_SAMPLES, &samples);
    samples = samples < mostSamples ? samples : mostSamples;
    glBindRenderbuffer(GL_RENDERBUFFER, r.colours);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_RGBA8, width, height);
    glBindRenderbuffer(GL_RENDERBUFFER, r.depths);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_DEPTH_COMPONENT24, width, height);
    glBindRenderbuffer(GL_RENDERBUFFER, r.resolved);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
    glBindFramebuffer(GL_FRAMEBUFFER, r.many);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, r.colours);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, r.depths);
    const GLenum first = glCheckFramebufferStatus(GL_FRAMEBUFFER);
    glBindFramebuffer(GL_FRAMEBUFFER, r.one);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, r.resolved);
    check("for the picture");
    if (first != GL_FRAMEBUFFER_COMPLETE || glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        throw Failure("the driver cannot draw into a picture of this size");
    r.width = width;
    r.height = height;
}

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

const char* ag_error_message(const ag_error* error) {
    return error->message;
}

ag_renderer* ag_renderer_create(ag_error* error) {
    return guarded<ag_renderer*>(error, nullptr, [&] {
        auto r = std::make_unique<ag_renderer>();
        r->context.enter();
        try {
            r->driver = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
            r->programs = std::make_unique<Programs>();
            glGenFramebuffers(1, &r->many);
            glGenFramebuffers(1, &r->one);
            glGenRenderbuffers(1, &r->colours);
            glGenRenderbuffers(1, &r->depths);
            glGenRenderbuffers(1, &r->resolved);
            glGenBuffers(1, &r->stream);
            glGenVertexArrays(1, &r->array);
            check("at the start");
        } catch (...) {
            r->context.leave();
            throw;
        }
        r->context.leave();
        return r.release();
    });
}

void ag_renderer_destroy(ag_renderer* renderer) {
    // All that it holds goes with its context.
    delete renderer;
}

const char* ag_renderer_name(const ag_renderer* renderer) {
    return renderer->driver.c_str();
}

bool ag_begin(ag_renderer* r, int32_t width, int32_t height, ag_rect part, bool isSmooth, const ag_camera* camera,
              ag_error* error) {
    return guarded(error, false, [&] {
        if (r->isOpen)
            throw Failure("a picture is drawn already");
        if (part.x < 0 || part.y < 0 || part.width < 1 || part.height < 1 || part.width > width - part.x ||
            part.height > height - part.y)
            throw Failure("the part does not lie in the picture");
        r->context.enter();
        try {
            sweep(*r->leftovers);
            resize(*r, width, height);
            r->part = part;
            r->camera = *camera;
            r->isSmooth = isSmooth;
            glBindFramebuffer(GL_FRAMEBUFFER, isSmooth ? r->many : r->one);
            glViewport(0, 0, width, height);
            glEnable(GL_SCISSOR_TEST);
            glScissor(part.x, part.y, part.width, part.height);
            glDepthMask(GL_TRUE);
            glClearColor(0, 0, 0, 0);
            glClear(isSmooth ? GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT : GL_COLOR_BUFFER_BIT);
            glEnable(GL_BLEND);
            glBindVertexArray(r->array);
            // Rows go down here, which turns all windings round.
            glFrontFace(GL_CW);
            glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
            glPixelStorei(GL_PACK_ALIGNMENT, 1);
        } catch (...) {
            r->context.leave();
            throw;
        }
        r->isOpen = true;
        return true;
    });
}

void ag_flush(ag_renderer* r) {
    if (r->isOpen)
        glFlush();
}

bool ag_end(ag_renderer* r, uint8_t* pixels, size_t count, ag_error* error) {
    if (!r->isOpen)
        return true;
    const bool worked = guarded(error, false, [&] {
        if (!pixels)
            return true;
        const ag_rect p = r->part;
        if (count != static_cast<size_t>(p.width) * static_cast<size_t>(p.height) * 4)
            throw Failure("the memory for the picture has another size");
        if (r->isSmooth) {
            glBindFramebuffer(GL_READ_FRAMEBUFFER, r->many);
            glBindFramebuffer(GL_DRAW_FRAMEBUFFER, r->one);
            glBlitFramebuffer(p.x, p.y, p.x + p.width, p.y + p.height, p.x, p.y, p.x + p.width, p.y + p.height,
                              GL_COLOR_BUFFER_BIT, GL_NEAREST);
        }
        glBindFramebuffer(GL_FRAMEBUFFER, r->one);
        glReadPixels(p.x, p.y, p.width, p.height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
        check("while drawing");
        return true;
    });
    r->isOpen = false;
    r->context.leave();
    return worked;
}

ag_mesh* ag_mesh_create(ag_renderer* r, const ag_vertex* vertices, size_t vertexCount, const uint32_t* indices,
                        size_t indexCount, ag_error* error) {
    return guarded<ag_mesh*>(error, nullptr, [&] {
        open(*r);
        if (vertexCount > UINT32_MAX || indexCount > INT32_MAX)
            throw Failure("a mesh has at most 700 million triangles");
        for (size_t i = 0; i < indexCount; ++i)
            if (indices[i] >= vertexCount)
                throw Failure("a triangle leads to no corner");
        auto mesh = std::make_unique<ag_mesh>();
        mesh->leftovers = r->leftovers;
        glGenBuffers(1, &mesh->vertices);
        glGenBuffers(1, &mesh->indices);
        glBindBuffer(GL_ARRAY_BUFFER, mesh->vertices);
        glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(vertexCount * sizeof(ag_vertex)), vertices,
                     GL_STATIC_DRAW);
        glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, mesh->indices);
        glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(indexCount * sizeof(uint32_t)), indices,
                     GL_STATIC_DRAW);
        mesh->count = static_cast<GLsizei>(indexCount);
        try {
            check("for a mesh");
        } catch (...) {
            ag_mesh_destroy(mesh.release());
            throw;
        }
        return mesh.release();
    });
}

void ag_mesh_destroy(ag_mesh* mesh) {
    if (!mesh)
        return;
    {
        const std::lock_guard<std::mutex> guard(mesh->leftovers->lock);
        mesh->leftovers->buffers.insert(mesh->leftovers->buffers.end(), {mesh->vertices, mesh->indices});
    }
    delete mesh;
}

ag_texture* ag_texture_create(ag_renderer* r, const uint8_t* bytes, size_t count, size_t stride, int32_t width,
                              int32_t height, bool repeats, ag_error* error) {
    return guarded<ag_texture*>(error, nullptr, [&] {
        open(*r);
        GLint most = 0;
        glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
        if (width < 1 || height < 1 || width > most || height > most)
            throw Failure("a picture on a surface has 1 to " + std::to_string(most) + " pixels a side");
        if (stride < static_cast<size_t>(width) * 3 || count < stride * static_cast<size_t>(height))
            throw Failure("the rows of a picture do not fit its bytes");
        auto texture = std::make_unique<ag_texture>();
        texture->leftovers = r->leftovers;
        glGenTextures(1, &texture->name);
        glActiveTexture(GL_TEXTURE0);
        glBindTexture(GL_TEXTURE_2D, texture->name);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, width, height, 0, GL_RGB, GL_UNSIGNED_BYTE, nullptr);
        for (int32_t row = 0; row < height; ++row)
            glTexSubImage2D(GL_TEXTURE_2D, 0, 0, row, width, 1, GL_RGB, GL_UNSIGNED_BYTE,
                            bytes + stride * static_cast<size_t>(row));
        // The bytes are blue, green, red.
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_R, GL_BLUE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_B, GL_RED);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, repeats ? GL_REPEAT : GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, repeats ? GL_REPEAT : GL_CLAMP_TO_EDGE);
        glGenerateMipmap(GL_TEXTURE_2D);
        try {
            check("for a picture on a surface");
        } catch (...) {
            ag_texture_destroy(texture.release());
            throw;
        }
        return texture.release();
    });
}

void ag_texture_destroy(ag_texture* texture) {
    if (!texture)
        return;
    {
        const std::lock_guard<std::mutex> guard(texture->leftovers->lock);
        texture->leftovers->textures.push_back(texture->name);
    }
    delete texture;
}

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
