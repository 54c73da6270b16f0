// Correlation trackers, each behind the checks that keep OpenCV from throwing, hanging or crashing.
#include "handles.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <opencv2/tracking.hpp>
#include <opencv2/tracking/tracking_legacy.hpp>

using airdraw::Failure;
using airdraw::filled;
using airdraw::guarded;

struct ad_tracker {
    ad_tracker_kind kind;
    cv::Ptr<cv::legacy::Tracker> tracker;
    /// Of the picture that seeded it, and so of all that follow.
    cv::Size picture;
    /// Of the box that seeded it.
    cv::Size2d seed;
    /// Stands in for the random numbers of the thread, which depend on what the thread did before.
    cv::RNG random;
    /// CSRT cannot find again: its next updates would look at places that do not exist.
    bool dead = false;
};

namespace {

cv::Ptr<cv::legacy::Tracker> make(ad_tracker_kind kind) {
    switch (kind) {
    case AD_TRACKER_CSRT:
        return cv::legacy::TrackerCSRT::create();
    case AD_TRACKER_KCF:
        return cv::legacy::TrackerKCF::create();
    case AD_TRACKER_MOSSE:
        return cv::legacy::TrackerMOSSE::create();
    case AD_TRACKER_MEDIANFLOW:
        return cv::legacy::TrackerMedianFlow::create();
    case AD_TRACKER_MIL:
        return cv::legacy::TrackerMIL::create();
    }
    throw Failure(AD_CODE_ARGUMENT, "there is no such tracker");
}

std::string text(const char* format, double a, double b, double c = 0, double d = 0) {
    char line[200];
    std::snprintf(line, sizeof line, format, a, b, c, d);
    return line;
}

/// The part of a box that lies in the picture, when a tracker can take it.
cv::Rect2d accepted(ad_tracker_kind kind, ad_box box, cv::Size picture) {
    if (!std::isfinite(box.x) || !std::isfinite(box.y) || !std::isfinite(box.width) || !std::isfinite(box.height))
        throw Failure(AD_CODE_ARGUMENT, "the box has a number that is not finite");
    if (box.width <= 0 || box.height <= 0)
        throw Failure(AD_CODE_ARGUMENT,
                      text("the box is %g x %g: width and height must be above zero", box.width, box.height));
    const double x0 = std::max(box.x, 0.0);
    const double y0 = std::max(box.y, 0.0);
    const double x1 = std::min(box.x + box.width, static_cast<double>(picture.width));
    const double y1 = std::min(box.y + box.height, static_cast<double>(picture.height));
    if (x1 <= x0 || y1 <= y0)
        throw Failure(AD_CODE_ARGUMENT,
                      text("the box lies outside the picture of %g x %g pixels", picture.width, picture.height));
    const double width = x1 - x0;
    const double height = y1 - y0;
    if (width < AD_TRACKER_SHORTEST_SIDE || height < AD_TRACKER_SHORTEST_SIDE)
        throw Failure(AD_CODE_ARGUMENT,
                      text("the box is %g x %g pixels inside the picture: each side must have at least %g", width,
                           height, AD_TRACKER_SHORTEST_SIDE));
    if (std::max(width, height) > AD_TRACKER_LARGEST_ASPECT * std::min(width, height))
        throw Failure(
            AD_CODE_ARGUMENT,
            text("the box is %g x %g pixels inside the picture: its long side must be at most %g times the short one",
                 width, height, AD_TRACKER_LARGEST_ASPECT));
    // MIL learns from places beside the target, up and down as well as left and right, and cannot do with none.
    const double room = std::hypot(std::max(x0, picture.width - x1), std::max(y0, picture.height - y1));
    const double least = std::min(picture.width - width, picture.height - height);
    if (kind == AD_TRACKER_MIL && (room < AD_TRACKER_MIL_ROOM || least < 2))
        throw Failure(AD_CODE_ARGUMENT,
                      text("the box is %g x %g pixels inside the picture: it must leave at least %g pixels of "
                           "the picture beside it, and 2 in width and in height",
                           width, height, AD_TRACKER_MIL_ROOM));
    return {x0, y0, width, height};
}

/// While it lives, OpenCV draws the tracker's random numbers instead of the thread's.
class OwnRandomness {
  public:
    explicit OwnRandomness(cv::RNG& own) : own(own), threads(cv::theRNG()) { cv::theRNG() = own; }
    ~OwnRandomness() {
        own = cv::theRNG();
        cv::theRNG() = threads;
    }
    OwnRandomness(const OwnRandomness&) = delete;
    OwnRandomness& operator=(const OwnRandomness&) = delete;

  private:
    cv::RNG& own;
    const cv::RNG threads;
};

/// MIL draws its features with the process-wide rand(): seeded and drawn under one lock, every MIL tracker is the same. Its
/// updates are made under the same lock.
std::mutex randomness;

void seed(ad_tracker& tracker, const cv::Mat& mat, const cv::Rect2d& box) {
    const bool random = tracker.kind == AD_TRACKER_MIL;
    std::unique_lock<std::mutex> lock(randomness, std::defer_lock);
    if (random) {
        lock.lock();
        std::srand(1);
    }
    if (!tracker.tracker->init(mat, box))
        throw Failure(AD_CODE_OTHER, "the tracker does not accept the box");
    if (tracker.kind == AD_TRACKER_KCF) {
        // KCF learns in its first update, wherever the target is by then: let that be where it is now.
        cv::Rect2d same = box;
        tracker.tracker->update(mat, same);
    }
}

} // namespace

extern "C" {

ad_tracker* ad_tracker_create(ad_tracker_kind kind, const ad_picture* picture, ad_box box, ad_error* error) {
    return guarded<ad_tracker*>(error, nullptr, [&] {
        const cv::Mat& mat = filled(picture);
        const cv::Rect2d inside = accepted(kind, box, mat.size());
        auto tracker = std::make_unique<ad_tracker>();
        const OwnRandomness own(tracker->random);
        tracker->kind = kind;
        tracker->tracker = make(kind);
        tracker->picture = mat.size();
        tracker->seed = inside.size();
        seed(*tracker, mat, inside);
        return tracker.release();
    });
}

void ad_tracker_destroy(ad_tracker* tracker) {
    delete tracker;
}

ad_track_status ad_tracker_update(ad_tracker* tracker, const ad_picture* picture, ad_box* box, ad_error* error) {
    return guarded(error, AD_TRACK_FAILED, [&] {
        const cv::Mat& mat = filled(picture);
        if (mat.size() != tracker->picture)
            throw Failure(AD_CODE_SIZE_CHANGED,
                          text("the picture is %g x %g pixels, the tracker was seeded on one of %g x %g", mat.cols,
                               mat.rows, tracker->picture.width, tracker->picture.height));
        if (tracker->dead)
            return AD_TRACK_LOST;
        // MIL trackers share state in their updates (OpenCV 4.6): two at the same time find other places than one by one.
        std::unique_lock<std::mutex> lock(randomness, std::defer_lock);
        if (tracker->kind == AD_TRACKER_MIL)
            lock.lock();
        const OwnRandomness own(tracker->random);
        cv::Rect2d found;
        if (!tracker->tracker->update(mat, found)) {
            tracker->dead = tracker->kind == AD_TRACKER_CSRT;
            return AD_TRACK_LOST;
        }
        // MOSSE reports the size of its Fourier transform, 30 for 28: keep the centre and the size that was asked for.
        if (tracker->kind == AD_TRACKER_MOSSE) {
            found.x += (found.width - tracker->seed.width) / 2;
            found.y += (found.height - tracker->seed.height) / 2;
            found.width = tracker->seed.width;
            found.height = tracker->seed.height;
        }
        // A box larger than the picture is what flow makes of noise.
        const bool real = std::isfinite(found.x) && std::isfinite(found.y) && found.width >= 1 && found.height >= 1 &&
                          found.width <= mat.cols && found.height <= mat.rows && found.x < mat.cols &&
                          found.y < mat.rows && found.x + found.width > 0 && found.y + found.height > 0;
        if (!real)
            return AD_TRACK_LOST;
        *box = {found.x, found.y, found.width, found.height};
        return AD_TRACK_FOUND;
    });
}

} // extern "C"
