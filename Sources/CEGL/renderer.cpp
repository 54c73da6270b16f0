// A renderer from its start to its end, and how a picture is begun and read back.
#include "renderer.hpp"

#include <memory>
#include <mutex>
#include <string>

using airdraw::check;
using airdraw::Failure;
using airdraw::guarded;
using airdraw::Leftovers;
using airdraw::Programs;

namespace airdraw {

void open(const ag_renderer& renderer) {
    if (!renderer.isOpen)
        throw Failure("nothing is drawn between pictures");
}

void check(const char* doing) {
    const GLenum code = glGetError();
    if (code == GL_OUT_OF_MEMORY)
        throw Failure(std::string("not enough memory ") + doing);
    if (code != GL_NO_ERROR)
        throw Failure(std::string("OpenGL error ") + std::to_string(code) + " " + doing);
}

} // namespace airdraw

namespace {

constexpr GLint mostSamples = 4;

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

} // extern "C"
