#include "loops.hpp"

#include <cstdio>
#include <ctime>
#include <opencv2/core/utility.hpp>
#include <opencv2/tracking.hpp>
#include <opencv2/tracking/tracking_legacy.hpp>
#include <opencv2/videoio.hpp>
#include <stdexcept>
#include <vector>

namespace {

/// A film as AirDraw opens it: by FFmpeg, not turned by the container's tag.
cv::VideoCapture opened(const char* film) {
    cv::setNumThreads(1);
    cv::VideoCapture capture(film, cv::CAP_FFMPEG);
    if (!capture.isOpened())
        throw std::runtime_error(std::string(film) + ": FFmpeg finds no film in it");
    capture.set(cv::CAP_PROP_ORIENTATION_AUTO, 0);
    return capture;
}

double seconds(clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// CSRT on one target, and how often it found it.
class Follower {
  public:
    explicit Follower(cv::Rect2d box) : tracker(cv::legacy::TrackerCSRT::create()), box(box) {}

    void take(const cv::Mat& picture) {
        if (frames++ == 0) {
            if (!tracker->init(picture, box))
                throw std::runtime_error("the tracker does not accept the box");
        } else if (!tracker->update(picture, box)) {
            ++lost;
        }
    }

    void print() const { std::printf("frames %d\nlost %d\n", frames, lost); }

  private:
    cv::Ptr<cv::legacy::TrackerCSRT> tracker;
    cv::Rect2d box;
    int frames = 0;
    int lost = 0;
};

} // namespace

int baseline::decode(const char* film) {
    cv::VideoCapture capture = opened(film);
    cv::Mat picture;
    int frames = 0;
    while (capture.read(picture))
        ++frames;
    std::printf("frames %d\n", frames);
    return 0;
}

int baseline::track(const char* film, cv::Rect2d box) {
    cv::VideoCapture capture = opened(film);
    Follower follower(box);
    // A whole film does not fit in memory: decode some, then follow in those, and time the latter alone.
    std::vector<cv::Mat> pictures(64);
    double wall = 0;
    double cpu = 0;
    for (bool more = true; more;) {
        size_t count = 0;
        while (count < pictures.size() && (more = capture.read(pictures[count])))
            ++count;
        const double wallBefore = seconds(CLOCK_MONOTONIC);
        const double cpuBefore = seconds(CLOCK_THREAD_CPUTIME_ID);
        for (size_t i = 0; i < count; ++i)
            follower.take(pictures[i]);
        wall += seconds(CLOCK_MONOTONIC) - wallBefore;
        cpu += seconds(CLOCK_THREAD_CPUTIME_ID) - cpuBefore;
    }
    follower.print();
    std::printf("wall %.6f\ncpu %.6f\n", wall, cpu);
    return 0;
}

int baseline::both(const char* film, cv::Rect2d box) {
    cv::VideoCapture capture = opened(film);
    Follower follower(box);
    cv::Mat picture;
    while (capture.read(picture))
        follower.take(picture);
    follower.print();
    return 0;
}
