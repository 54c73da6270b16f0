// The programs of the driver.
#pragma once

#include "guard.hpp"
#include "shaders.hpp"

#include <GLES3/gl3.h>
#include <string>
#include <utility>

namespace airdraw {

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
    Program capsule{std::string(cameraSource) + capsuleVertexSource, capsuleFragmentSource};

    static Program triangles(const char* head) {
        return {std::string(cameraSource) + meshVertexSource,
                std::string(head) + meshFragmentSource};
    }
};

} // namespace airdraw
