// Films and cameras in.
#include "handles.hpp"

#include <cmath>
#include <dlfcn.h>
#include <memory>
#include <mutex>
#include <opencv2/videoio.hpp>

using airdraw::Failure;
using airdraw::guarded;

struct ad_video {
    cv::VideoCapture capture;
};

namespace airdraw {

/// Silences FFmpeg, which is loaded with OpenCV's video module; its level is set anew by the first film that OpenCV
/// opens.
void silenceFFmpeg() {
    using SetCallback = void (*)(void (*)(void*, int, const char*, va_list));
    static std::once_flag once;
    std::call_once(once, [] {
        if (const auto set = reinterpret_cast<SetCallback>(dlsym(RTLD_DEFAULT, "av_log_set_callback")))
            set([](void*, int, const char*, va_list) {});
    });
}

} // namespace airdraw

extern "C" {

ad_video* ad_video_open_file(const char* path, ad_error* error) {
    return guarded<ad_video*>(error, nullptr, [&] {
        airdraw::silenceFFmpeg();
        auto video = std::make_unique<ad_video>();
        if (!video->capture.open(path, cv::CAP_FFMPEG))
            throw Failure(AD_CODE_UNREADABLE, "FFmpeg finds no film in it");
        // A film turned by its tag no longer fits the intrinsics of the camera that took it.
        video->capture.set(cv::CAP_PROP_ORIENTATION_AUTO, 0);
        return video.release();
    });
}

ad_video* ad_video_open_camera(int32_t number, ad_error* error) {
    return guarded<ad_video*>(error, nullptr, [&] {
        auto video = std::make_unique<ad_video>();
        if (!video->capture.open(number, cv::CAP_V4L2))
            throw Failure(AD_CODE_UNREADABLE, "there is no such camera, or it is in use");
        return video.release();
    });
}

void ad_video_destroy(ad_video* video) {
    delete video;
}

double ad_video_rate(const ad_video* video) {
    ad_error ignored; // A rate that cannot be asked for is one that is not known.
    return guarded(&ignored, 0.0, [&] {
        const double rate = video->capture.get(cv::CAP_PROP_FPS);
        return std::isfinite(rate) && rate > 0 && rate <= 1000 ? rate : 0.0;
    });
}

ad_read_status ad_video_next(ad_video* video, ad_picture* picture, double* seconds, ad_error* error) {
    return guarded(error, AD_READ_FAILED, [&] {
        if (!video->capture.grab())
            return AD_READ_END;
        const double time = video->capture.get(cv::CAP_PROP_POS_MSEC) / 1000;
        *seconds = std::isfinite(time) ? time : -1;
        if (!video->capture.retrieve(picture->mat) || picture->mat.empty())
            throw Failure(AD_CODE_UNREADABLE, "a frame cannot be decoded");
        if (picture->mat.type() != CV_8UC3)
            throw Failure(AD_CODE_UNREADABLE, "the frames are not 8-bit colour");
        return AD_READ_PICTURE;
    });
}

ad_read_status ad_video_skip(ad_video* video, ad_error* error) {
    return guarded(error, AD_READ_FAILED, [&] { return video->capture.grab() ? AD_READ_PICTURE : AD_READ_END; });
}

} // extern "C"
