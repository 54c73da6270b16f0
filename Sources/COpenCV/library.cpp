// Settings of the whole process: threads, and silence.
//
// OpenCV and FFmpeg write to stderr by themselves. Here they do not: what goes wrong comes back as an error, once.
#include "guard.hpp"

#include <opencv2/core/utility.hpp>
#include <opencv2/core/utils/logger.hpp>

extern "C" const char* ad_error_message(const ad_error* error) {
    return error->message;
}

extern "C" void ad_set_threads(int32_t count) {
    // 0 would mean "as many as you like" for some of OpenCV's back ends and "none" for others.
    cv::setNumThreads(count < 1 ? 1 : count);
}

namespace {

/// Swallows what cv::error would print before it throws.
int silent(int, const char*, const char*, const char*, int, void*) {
    return 0;
}

struct Settings {
    Settings() {
        cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
        cv::redirectError(silent);
    }
};

/// Runs before main, so that no other thread exists yet.
const Settings settings;

} // namespace
