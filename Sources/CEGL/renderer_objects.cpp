// Meshes and pictures in the driver's memory.
#include "renderer.hpp"

#include <memory>
#include <mutex>
#include <string>

using airdraw::check;
using airdraw::Failure;
using airdraw::guarded;
using airdraw::open;

extern "C" {

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

} // extern "C"
