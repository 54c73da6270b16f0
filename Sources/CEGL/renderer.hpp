// What a renderer, its meshes and its textures hold.
#pragma once

#include "context.hpp"
#include "guard.hpp"
#include "programs.hpp"

#include <GLES3/gl3.h>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace airdraw {

/// Names that are to be deleted when the context is next current: meshes go whenever their owners do.
struct Leftovers {
    std::mutex lock;
    std::vector<GLuint> buffers, textures;
};

/// Throws when OpenGL found something wrong, such as no memory.
void check(const char* doing);

/// Throws when no picture is being drawn.
void open(const ag_renderer& renderer);

} // namespace airdraw

struct ag_mesh {
    std::shared_ptr<airdraw::Leftovers> leftovers;
    GLuint vertices = 0, indices = 0;
    GLsizei count = 0;
};

struct ag_texture {
    std::shared_ptr<airdraw::Leftovers> leftovers;
    GLuint name = 0;
};

struct ag_renderer {
    airdraw::Context context;
    std::shared_ptr<airdraw::Leftovers> leftovers = std::make_shared<airdraw::Leftovers>();
    std::unique_ptr<airdraw::Programs> programs;
    std::string driver;
    GLuint many = 0, one = 0, colours = 0, depths = 0, resolved = 0, stream = 0, array = 0;
    int32_t width = 0, height = 0;
    ag_rect part{};
    ag_camera camera{};
    bool isOpen = false;
    bool isSmooth = true;
};
