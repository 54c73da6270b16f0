// The one place where C++ exceptions end: every exported function runs its body inside `guarded`.
#pragma once

#include "COpenCV.h"

#include <cstdio>
#include <exception>
#include <new>
#include <opencv2/core.hpp>
#include <string>
#include <utility>

namespace airdraw {

/// A failure that this library found itself, with its code.
struct Failure : std::exception {
    ad_code code;
    std::string text;
    Failure(ad_code code, std::string text) : code(code), text(std::move(text)) {}
    const char* what() const noexcept override { return text.c_str(); }
};

inline void fill(ad_error* error, ad_code code, const char* text) noexcept {
    error->code = code;
    std::snprintf(error->message, sizeof error->message, "%s", text);
}

/// Runs `body`; when it throws, fills the error and returns `failed`.
template <typename Result, typename Body> Result guarded(ad_error* error, Result failed, Body&& body) noexcept {
    try {
        return body();
    } catch (const Failure& failure) {
        fill(error, failure.code, failure.what());
    } catch (const cv::Exception& exception) {
        // err has the reason alone; what() adds the version and the line of the library's source.
        fill(error, AD_CODE_OPENCV, exception.err.empty() ? exception.what() : exception.err.c_str());
    } catch (const std::bad_alloc&) {
        fill(error, AD_CODE_MEMORY, "not enough memory");
    } catch (const std::exception& exception) {
        fill(error, AD_CODE_OTHER, exception.what());
    } catch (...) {
        fill(error, AD_CODE_OTHER, "an unknown C++ exception");
    }
    return failed;
}

} // namespace airdraw
