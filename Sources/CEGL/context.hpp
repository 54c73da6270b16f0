// A context of OpenGL ES 3 on Mesa's software driver, without a window.
#pragma once

#include <EGL/egl.h>
#include <string>

namespace airdraw {

/// A context that is current in at most one thread.
class Context {
public:
    /// Opens the driver; throws Failure with `noDriver` where there is none.
    Context();
    ~Context();
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    /// Makes the context this thread's.
    void enter();
    /// Lets the context go; the thread has the one that it had before.
    void leave() noexcept;

private:
    EGLDisplay display;
    EGLContext context;
};

} // namespace airdraw
