#include "context.hpp"

#include "guard.hpp"

#include <EGL/eglext.h>
#include <cstring>
#include <mutex>
#include <vector>

namespace airdraw {
namespace {

bool has(const char* extensions, const char* name) {
    return extensions && std::strstr(extensions, name);
}

/// The software driver: named as such, so that a graphics card that happens to be there does not change a picture.
EGLDisplay softwareDisplay() {
    const char* client = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    const auto platformDisplay =
        reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
    if (!platformDisplay)
        return EGL_NO_DISPLAY;
    if (has(client, "EGL_EXT_device_enumeration") && has(client, "EGL_EXT_platform_device")) {
        const auto queryDevices = reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"));
        const auto queryString =
            reinterpret_cast<PFNEGLQUERYDEVICESTRINGEXTPROC>(eglGetProcAddress("eglQueryDeviceStringEXT"));
        EGLint count = 0;
        if (queryDevices && queryString && queryDevices(0, nullptr, &count) && count > 0) {
            std::vector<EGLDeviceEXT> devices(static_cast<size_t>(count));
            queryDevices(count, devices.data(), &count);
            for (EGLint i = 0; i < count; ++i)
                if (has(queryString(devices[static_cast<size_t>(i)], EGL_EXTENSIONS), "EGL_MESA_device_software"))
                    return platformDisplay(EGL_PLATFORM_DEVICE_EXT, devices[static_cast<size_t>(i)], nullptr);
        }
    }
    if (has(client, "EGL_MESA_platform_surfaceless"))
        return platformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    return EGL_NO_DISPLAY;
}

/// The display of this process; EGL has one for all contexts, and closing it would close it for others.
EGLDisplay openDisplay() {
    static std::mutex lock;
    static EGLDisplay opened = EGL_NO_DISPLAY;
    const std::lock_guard<std::mutex> guard(lock);
    if (opened != EGL_NO_DISPLAY)
        return opened;
    const EGLDisplay display = softwareDisplay();
    if (display == EGL_NO_DISPLAY)
        throw Failure("EGL has no driver that draws without a display", true);
    if (!eglInitialize(display, nullptr, nullptr))
        throw Failure("EGL's driver cannot be opened", true);
    opened = display;
    return display;
}

} // namespace

Context::Context() : display(openDisplay()) {
    const char* extensions = eglQueryString(display, EGL_EXTENSIONS);
    if (!has(extensions, "EGL_KHR_surfaceless_context") || !has(extensions, "EGL_KHR_no_config_context"))
        throw Failure("EGL's driver wants a window", true);
    eglBindAPI(EGL_OPENGL_ES_API);
    const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE};
    context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, version);
    if (context == EGL_NO_CONTEXT)
        throw Failure("the driver has no OpenGL ES 3", true);
}

Context::~Context() {
    eglDestroyContext(display, context);
}

void Context::enter() {
    eglBindAPI(EGL_OPENGL_ES_API);
    if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
        throw Failure("the context is in use by another thread");
}

void Context::leave() noexcept {
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
}

} // namespace airdraw
