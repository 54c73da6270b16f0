// The map of a picture: how much likelier the hand is than the rest, and which regions it has.
#include "fingertip.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace airdraw::fingertip {

namespace {

/// Half of a refined patch, in boxes.
constexpr double patchReach = 0.9;

} // namespace

int patchRadius(const ad_fingertip& tip) {
    return std::max(2, static_cast<int>(std::lround(patchReach * tip.box * finer)));
}

int windowRadius(const ad_fingertip& tip) {
    const int rings = static_cast<int>(std::ceil(ringEdges.back() * tip.box * finer));
    return std::max(rings, patchRadius(tip)) + refineReach;
}

cv::Point2d toMap(const ad_fingertip& tip, cv::Point2d pixel) {
    return (pixel + cv::Point2d(0.5, 0.5)) * tip.scale - cv::Point2d(0.5, 0.5);
}

ad_point toPicture(const ad_fingertip& tip, cv::Point2d place) {
    return {(place.x + 0.5) / tip.scale - 0.5, (place.y + 0.5) / tip.scale - 0.5};
}

cv::Mat shrunk(const ad_fingertip& tip, const cv::Mat& picture) {
    const auto side = [&](int pixels) { return std::max(8, static_cast<int>(std::lround(pixels * tip.scale))); };
    cv::Mat small;
    cv::resize(picture, small, {side(picture.cols), side(picture.rows)}, 0, 0, cv::INTER_AREA);
    return small;
}

cv::Mat clean(ad_fingertip& tip, double least) {
    const cv::Mat on = tip.map > 0;
    cv::Mat centers;
    const int count = cv::connectedComponentsWithStats(on, tip.labels, tip.statistics, centers, 8, CV_32S);
    const auto area = [&](int label) { return tip.statistics.at<int>(label, cv::CC_STAT_AREA); };
    int largest = 0;
    for (int label = 1; label < count; ++label)
        largest = std::max(largest, area(label));
    const double limit = std::min(least, static_cast<double>(largest));
    cv::Mat kept = cv::Mat::zeros(tip.map.size(), CV_8U);
    for (int y = 0; y < tip.map.rows; ++y) {
        const int* label = tip.labels.ptr<int>(y);
        for (int x = 0; x < tip.map.cols; ++x) {
            if (label[x] == 0)
                continue;
            if (area(label[x]) >= limit)
                kept.at<uchar>(y, x) = 255;
            else
                tip.map(y, x) = -1;
        }
    }
    return kept;
}

double areaAt(const ad_fingertip& tip, cv::Point2d place) {
    const int reach = static_cast<int>(tip.box / 2);
    const cv::Point middle(cvRound(place.x), cvRound(place.y));
    int nearest = reach * reach + 1, area = 0;
    for (int dy = -reach; dy <= reach; ++dy)
        for (int dx = -reach; dx <= reach; ++dx) {
            const cv::Point there = middle + cv::Point(dx, dy);
            if (dx * dx + dy * dy >= nearest || !there.inside(cv::Rect(cv::Point(), tip.labels.size())))
                continue;
            if (const int label = tip.labels.at<int>(there); label > 0) {
                nearest = dx * dx + dy * dy;
                area = tip.statistics.at<int>(label, cv::CC_STAT_AREA);
            }
        }
    return area;
}

cv::Mat_<float> window(const ad_fingertip& tip, const cv::Mat& picture, cv::Point2d place) {
    const int radius = windowRadius(tip);
    const double scale = tip.scale * finer;
    const ad_point middle = toPicture(tip, place);
    const double half = (radius + 2) / scale;
    const cv::Rect wanted(cvFloor(middle.x - half), cvFloor(middle.y - half), cvCeil(2 * half) + 1,
                          cvCeil(2 * half) + 1);
    cv::Rect inside = wanted & cv::Rect(0, 0, picture.cols, picture.rows);
    if (inside.empty())
        inside = cv::Rect(std::clamp(wanted.x, 0, picture.cols - 1), std::clamp(wanted.y, 0, picture.rows - 1), 1, 1);
    cv::Mat part, small, centered;
    cv::copyMakeBorder(picture(inside), part, std::max(0, inside.y - wanted.y),
                       std::max(0, wanted.br().y - inside.br().y), std::max(0, inside.x - wanted.x),
                       std::max(0, wanted.br().x - inside.br().x), cv::BORDER_REPLICATE);
    cv::resize(part, small, {}, scale, scale, scale < 1 ? cv::INTER_AREA : cv::INTER_LINEAR);
    const double x = (middle.x - wanted.x + 0.5) * small.cols / part.cols - 0.5;
    const double y = (middle.y - wanted.y + 0.5) * small.rows / part.rows - 0.5;
    const cv::Mat shift = (cv::Mat_<double>(2, 3) << 1, 0, x - radius, 0, 1, y - radius);
    cv::warpAffine(small, centered, shift, {2 * radius + 1, 2 * radius + 1}, cv::INTER_LINEAR | cv::WARP_INVERSE_MAP,
                   cv::BORDER_REPLICATE);
    return tip.colors.map(centered);
}

} // namespace airdraw::fingertip
