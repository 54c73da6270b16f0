// Corners followed from picture to picture: pyramidal Lucas-Kanade from a reference picture, checked forward and back.
#include "handles.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <opencv2/imgproc.hpp>
#include <opencv2/video/tracking.hpp>
#include <vector>

using airdraw::Failure;
using airdraw::filled;
using airdraw::guarded;

namespace {

const cv::Size window(15, 15);
constexpr int levels = 2;
/// How far a corner may come back from where it started, pixels of the small picture.
constexpr float mostReturn = 0.4f;
/// Mean difference of grey levels up to which a patch still shows the same.
constexpr float mostDifference = 14;
/// Smaller eigenvalue of the mean gradient tensor from which a place is a corner, (grey levels per pixel)².
constexpr float leastEigenvalue = 3;

/// A small grey picture, and what following needs of it.
struct View {
    cv::Mat grey;
    std::vector<cv::Mat> pyramid;
    double mean = 0;
    bool isScaled = false;

    /// Builds the pyramid with the grey levels multiplied by `gain`: Lucas-Kanade takes brightness for motion.
    void build(double gain) {
        cv::Mat scaled = grey;
        isScaled = std::abs(gain - 1) > 0.002;
        if (isScaled)
            grey.convertTo(scaled, -1, gain);
        cv::buildOpticalFlowPyramid(scaled, pyramid, window, levels, true);
    }
};

/// The mean gradient tensor of the window round a pixel.
ad_tensor tensorAt(const cv::Mat& grey, cv::Point center) {
    ad_tensor tensor{0, 0, 0};
    int count = 0;
    const int half = window.width / 2;
    for (int y = std::max(1, center.y - half); y <= std::min(grey.rows - 2, center.y + half); ++y) {
        const uchar* row = grey.ptr<uchar>(y);
        const uchar* above = grey.ptr<uchar>(y - 1);
        const uchar* below = grey.ptr<uchar>(y + 1);
        for (int x = std::max(1, center.x - half); x <= std::min(grey.cols - 2, center.x + half); ++x) {
            const double dx = (row[x + 1] - row[x - 1]) / 2.0;
            const double dy = (below[x] - above[x]) / 2.0;
            tensor.xx += dx * dx;
            tensor.xy += dx * dy;
            tensor.yy += dy * dy;
            ++count;
        }
    }
    return {tensor.xx / count, tensor.xy / count, tensor.yy / count};
}

} // namespace

struct ad_flow {
    int longestSide = 0;
    cv::Size size;
    double scaleX = 1, scaleY = 1;
    View now, reference;
    cv::Mat small;

    cv::Point2f toSmall(ad_point p) const {
        return {static_cast<float>((p.x + 0.5) / scaleX - 0.5), static_cast<float>((p.y + 0.5) / scaleY - 0.5)};
    }
    ad_point toFull(cv::Point2f p) const { return {(p.x + 0.5) * scaleX - 0.5, (p.y + 0.5) * scaleY - 0.5}; }
};

extern "C" {

ad_flow* ad_flow_create(int32_t longest_side, ad_error* error) {
    return guarded<ad_flow*>(error, nullptr, [&] {
        if (longest_side < 64 || longest_side > 4096)
            throw Failure(AD_CODE_ARGUMENT, "the longest side is not between 64 and 4096 pixels");
        auto flow = std::make_unique<ad_flow>();
        flow->longestSide = longest_side;
        return flow.release();
    });
}

void ad_flow_destroy(ad_flow* flow) {
    delete flow;
}

bool ad_flow_next(ad_flow* flow, const ad_picture* picture, ad_quality* quality, ad_error* error) {
    return guarded(error, false, [&] {
        const cv::Mat& full = filled(picture);
        if (flow->size.empty()) {
            if (std::min(full.cols, full.rows) < 64 || std::max(full.cols, full.rows) > 16 * std::min(full.cols, full.rows))
                throw Failure(AD_CODE_ARGUMENT, "the picture is smaller than 64 pixels, or a strip");
            flow->size = full.size();
        } else if (flow->size != full.size()) {
            throw Failure(AD_CODE_SIZE_CHANGED, "the picture has another size than the first one");
        }
        View& now = flow->now;
        const int shrink = std::max(1, (std::max(full.cols, full.rows) + flow->longestSide - 1) / flow->longestSide);
        if (shrink > 1) {
            cv::resize(full, flow->small, cv::Size(full.cols / shrink, full.rows / shrink), 0, 0, cv::INTER_AREA);
            cv::cvtColor(flow->small, now.grey, cv::COLOR_BGR2GRAY);
        } else {
            cv::cvtColor(full, now.grey, cv::COLOR_BGR2GRAY);
        }
        flow->scaleX = static_cast<double>(full.cols) / now.grey.cols;
        flow->scaleY = static_cast<double>(full.rows) / now.grey.rows;
        cv::Scalar mean, deviation;
        cv::meanStdDev(now.grey, mean, deviation);
        now.mean = mean[0];
        const cv::Rect first(0, 0, now.grey.cols - 1, now.grey.rows - 1);
        const double across = cv::norm(now.grey(first), now.grey(first + cv::Point(1, 0)), cv::NORM_L1);
        const double along = cv::norm(now.grey(first), now.grey(first + cv::Point(0, 1)), cv::NORM_L1);
        *quality = {mean[0] / 255, deviation[0] / 255, (across + along) / 2 / first.area() / 255};
        const double before = flow->reference.mean;
        now.build(before > 1 && now.mean > 1 ? std::clamp(before / now.mean, 0.7, 1.4) : 1);
        return true;
    });
}

bool ad_flow_keep(ad_flow* flow, ad_error* error) {
    return guarded(error, false, [&] {
        if (flow->now.grey.empty())
            throw Failure(AD_CODE_ARGUMENT, "there is no picture yet");
        std::swap(flow->now, flow->reference);
        // What follows is compared with this picture as it was taken.
        if (flow->reference.isScaled)
            flow->reference.build(1);
        flow->reference.grey.copyTo(flow->now.grey);
        flow->now.mean = flow->reference.mean;
        flow->now.pyramid.clear();
        return true;
    });
}

bool ad_flow_follow(ad_flow* flow, const ad_point* from, ad_point* to, bool* found, size_t count, ad_error* error) {
    return guarded(error, false, [&] {
        if (flow->reference.pyramid.empty() || flow->now.pyramid.empty())
            throw Failure(AD_CODE_ARGUMENT, "there is no reference to follow from, or no picture to follow into");
        if (count == 0)
            return true;
        std::vector<cv::Point2f> start(count), end(count), back;
        for (size_t i = 0; i < count; ++i) {
            if (!(std::abs(from[i].x) < 1e6 && std::abs(from[i].y) < 1e6 && std::abs(to[i].x) < 1e6 && std::abs(to[i].y) < 1e6))
                throw Failure(AD_CODE_ARGUMENT, "a point is not finite");
            start[i] = flow->toSmall(from[i]);
            end[i] = flow->toSmall(to[i]);
        }
        back = start;
        std::vector<uchar> there, returned;
        std::vector<float> difference, none;
        const cv::TermCriteria enough(cv::TermCriteria::COUNT + cv::TermCriteria::EPS, 12, 0.01);
        cv::calcOpticalFlowPyrLK(flow->reference.pyramid, flow->now.pyramid, start, end, there, difference, window, levels,
                                 enough, cv::OPTFLOW_USE_INITIAL_FLOW);
        cv::calcOpticalFlowPyrLK(flow->now.pyramid, flow->reference.pyramid, end, back, returned, none, window, 0, enough,
                                 cv::OPTFLOW_USE_INITIAL_FLOW);
        const cv::Size size = flow->now.grey.size();
        for (size_t i = 0; i < count; ++i) {
            const cv::Point2f p = end[i];
            found[i] = there[i] && returned[i] && difference[i] < mostDifference && cv::norm(back[i] - start[i]) < mostReturn &&
                       p.x >= 2 && p.y >= 2 && p.x <= size.width - 3 && p.y <= size.height - 3;
            to[i] = flow->toFull(p);
        }
        return true;
    });
}

int32_t ad_flow_detect(ad_flow* flow, int32_t columns, const ad_point* taken, size_t taken_count, ad_corner* corners,
                       int32_t most, int32_t* shown, int32_t* places, ad_error* error) {
    return guarded<int32_t>(error, -1, [&] {
        const cv::Mat& grey = flow->now.grey;
        if (grey.empty() || columns < 1 || columns > 256 || most < 0)
            throw Failure(AD_CODE_ARGUMENT, "there is no picture yet, or the grid is not of 1 to 256 columns");
        constexpr int block = 5;
        cv::Mat strength;
        cv::cornerMinEigenVal(grey, strength, block, 3);
        // OpenCV sums over the block and divides gradients by 255 x block x 4, with a Sobel that weighs 8.
        const double unit = std::pow(255.0 * block * 4 / 8, 2) / (block * block);
        const float least = static_cast<float>(leastEigenvalue / unit);
        const double cell = static_cast<double>(grey.cols) / columns;
        const int rows = std::max(1, static_cast<int>(std::lround(grey.rows / cell)));
        const double height = static_cast<double>(grey.rows) / rows;
        const double apart = 0.6 * cell;
        const int border = std::min(6, std::min(grey.cols, grey.rows) / 4);
        // Points by the place they lie in, so that only neighbours are compared.
        std::vector<std::vector<cv::Point2f>> near(static_cast<size_t>(columns) * rows);
        const auto column = [&](double x) { return std::clamp(static_cast<int>((x + 0.5) / cell), 0, columns - 1); };
        const auto row = [&](double y) { return std::clamp(static_cast<int>((y + 0.5) / height), 0, rows - 1); };
        for (size_t i = 0; i < taken_count; ++i) {
            const cv::Point2f p = flow->toSmall(taken[i]);
            if (std::abs(p.x) < 1e6f && std::abs(p.y) < 1e6f)
                near[row(p.y) * columns + column(p.x)].push_back(p);
        }
        int32_t count = 0;
        *shown = 0;
        *places = columns * rows;
        for (int r = 0; r < rows; ++r) {
            for (int c = 0; c < columns; ++c) {
                const int left = std::max(border, static_cast<int>(c * cell));
                const int right = std::min(grey.cols - border, static_cast<int>((c + 1) * cell));
                const int top = std::max(border, static_cast<int>(r * height));
                const int bottom = std::min(grey.rows - border, static_cast<int>((r + 1) * height));
                if (left >= right || top >= bottom)
                    continue;
                double value = 0;
                cv::Point at;
                cv::minMaxLoc(strength(cv::Rect(left, top, right - left, bottom - top)), nullptr, &value, nullptr, &at);
                if (value < least)
                    continue;
                ++*shown;
                std::vector<cv::Point2f>& own = near[r * columns + c];
                if (!own.empty() || count >= most)
                    continue;
                const cv::Point2f corner(static_cast<float>(left + at.x), static_cast<float>(top + at.y));
                bool isFree = true;
                for (int i = std::max(0, r - 1); i <= std::min(rows - 1, r + 1); ++i)
                    for (int j = std::max(0, c - 1); j <= std::min(columns - 1, c + 1); ++j)
                        for (const cv::Point2f& other : near[i * columns + j])
                            isFree = isFree && cv::norm(other - corner) >= apart;
                if (!isFree)
                    continue;
                own.push_back(corner);
                corners[count++] = {flow->toFull(corner), tensorAt(grey, cv::Point(left, top) + at)};
            }
        }
        return count;
    });
}

} // extern "C"
