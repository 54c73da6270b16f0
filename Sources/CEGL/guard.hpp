// The one place where C++ exceptions end: every exported function runs its body inside `guarded`.
#pragma once

#include "CEGL.h"

#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <utility>

namespace airdraw {

/// A failure that this library found itself.
struct Failure : std::exception {
    bool noDriver;
    std::string text;
    explicit Failure(std::string text, bool noDriver = false) : noDriver(noDriver), text(std::move(text)) {}
    const char* what() const noexcept override { return text.c_str(); }
};

inline void fill(ag_error* error, bool noDriver, const char* text) noexcept {
    error->no_driver = noDriver;
    std::snprintf(error->message, sizeof error->message, "%s", text);
}

/// Runs `body`; when it throws, fills the error and returns `failed`.
template <typename Result, typename Body> Result guarded(ag_error* error, Result failed, Body&& body) noexcept {
    try {
        return body();
    } catch (const Failure& failure) {
        fill(error, failure.noDriver, failure.what());
    } catch (const std::bad_alloc&) {
        fill(error, false, "not enough memory");
    } catch (const std::exception& exception) {
        fill(error, false, exception.what());
    } catch (...) {
        fill(error, false, "an unknown C++ exception");
    }
    return failed;
}

} // namespace airdraw
