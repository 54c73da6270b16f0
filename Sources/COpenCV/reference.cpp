// Reference pictures: features to find them by, from the front and from aside, and templates to align.
//
// Sources: D. G. Lowe, "Distinctive image features from scale-invariant keypoints", IJCV 60, 2004; J.-M. Morel and G. Yu,
// "ASIFT", SIAM Journal on Imaging Sciences 2, 2009 (views from aside are simulated).
#include "reference.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <opencv2/calib3d.hpp>
#include <opencv2/imgproc.hpp>

using airdraw::Block;
using airdraw::blockArea;
using airdraw::blockSide;
using airdraw::Failure;
using airdraw::Features;
using airdraw::filled;
using airdraw::guarded;
using airdraw::Level;

namespace {

/// Longest side of the finest template, and of the picture in which features are looked for.
constexpr int finest = 512, featureSide = 640;
/// A template has at least so many pixels on its shorter side, and so many blocks at most.
constexpr int leastTemplate = 24;
constexpr size_t mostBlocks = 520;
/// Deviation of the grey levels of a block from which it says something; noise of a grey level; what shines, blurs and is
/// interpolated as a share of the contrast.
constexpr double leastDeviation = 4, noise = 4, modelError = 0.2;
/// Views from aside: how much narrower the picture is.
constexpr double tilt = 0.45;

cv::Mat shrunk(const cv::Mat& grey, int longest) {
    const int side = std::max(grey.cols, grey.rows);
    if (side <= longest)
        return grey;
    const double factor = static_cast<double>(longest) / side;
    cv::Mat small;
    cv::resize(grey, small, cv::Size(std::max(1, cvRound(grey.cols * factor)), std::max(1, cvRound(grey.rows * factor))), 0, 0,
               cv::INTER_AREA);
    return small;
}

/// Fills a block of a level; false where there is nothing to be seen.
bool fill(Block& block, const cv::Mat& grey, int x, int y) {
    const airdraw::Unit unit = airdraw::unit(grey.size());
    block.x = x;
    block.y = y;
    double sum = 0, square = 0;
    for (int r = 0; r < blockSide; ++r)
        for (int c = 0; c < blockSide; ++c) {
            const double v = grey.at<uchar>(y + r, x + c);
            sum += v;
            square += v * v;
        }
    const double mean = sum / blockArea;
    const double deviation = std::sqrt(std::max(0.0, square / blockArea - mean * mean));
    if (deviation < leastDeviation)
        return false;
    block.weight = static_cast<float>(deviation * deviation /
                                      (noise * noise + modelError * modelError * deviation * deviation));
    std::array<std::array<double, 8>, blockArea> slopes;
    std::array<double, 8> means{};
    block.along = {};
    for (int r = 0; r < blockSide; ++r)
        for (int c = 0; c < blockSide; ++c) {
            const int i = r * blockSide + c, px = x + c, py = y + r;
            const int left = std::max(px - 1, 0), right = std::min(px + 1, grey.cols - 1);
            const int up = std::max(py - 1, 0), down = std::min(py + 1, grey.rows - 1);
            const double v = (grey.at<uchar>(py, px) - mean) / deviation;
            // By unit coordinates, not by pixels.
            const double gx = (grey.at<uchar>(py, right) - grey.at<uchar>(py, left)) / deviation / (right - left) * unit.size;
            const double gy = (grey.at<uchar>(down, px) - grey.at<uchar>(up, px)) / deviation / (down - up) * unit.size;
            block.value[i] = static_cast<float>(v);
            block.gradientX[i] = static_cast<float>(gx);
            block.gradientY[i] = static_cast<float>(gy);
            const double ux = unit.x(px), uy = unit.y(py), both = gx * ux + gy * uy;
            slopes[i] = {gx * ux, gx * uy, gx, gy * ux, gy * uy, gy, -both * ux, -both * uy};
            for (int k = 0; k < 8; ++k) {
                means[k] += slopes[i][k] / blockArea;
                block.along[k] += slopes[i][k] * v;
            }
        }
    block.normal = {};
    for (int i = 0; i < blockArea; ++i) {
        std::array<double, 8> j;
        for (int k = 0; k < 8; ++k)
            j[k] = slopes[i][k] - means[k] - block.value[i] * block.along[k] / blockArea;
        int n = 0;
        for (int a = 0; a < 8; ++a)
            for (int b = a; b < 8; ++b)
                block.normal[n++] += j[a] * j[b];
    }
    return true;
}

/// The blocks of a level: all that show something, or the better of each pair of columns and rows until they are few.
void fill(Level& level) {
    const int columns = level.grey.cols / blockSide, rows = level.grey.rows / blockSide;
    // What is left at the edges is shared by both sides.
    const int left = (level.grey.cols - columns * blockSide) / 2, top = (level.grey.rows - rows * blockSide) / 2;
    std::vector<Block> found;
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c) {
            Block block;
            if (fill(block, level.grey, left + c * blockSide, top + r * blockSide))
                found.push_back(block);
        }
    // How well a block holds the picture in x and in y: parameters 2 and 5.
    const auto worth = [](const Block& b) { return b.weight * std::min(b.normal[15], b.normal[30]); };
    for (int cell = 2 * blockSide; found.size() > mostBlocks && cell < 64 * blockSide; cell += blockSide) {
        const int across = level.grey.cols / cell + 1;
        std::vector<int> best(static_cast<size_t>(across) * (level.grey.rows / cell + 1), -1);
        for (size_t i = 0; i < found.size(); ++i) {
            int& held = best[static_cast<size_t>(found[i].y / cell) * across + found[i].x / cell];
            if (held < 0 || worth(found[i]) > worth(found[held]))
                held = static_cast<int>(i);
        }
        std::vector<Block> kept;
        for (int i : best)
            if (i >= 0)
                kept.push_back(found[i]);
        if (kept.size() <= mostBlocks)
            found.swap(kept);
    }
    level.blocks.swap(found);
}

/// Adds the features of a picture seen through a map; places are carried back.
void add(Features& features, const cv::Mat& grey, const cv::Matx23d& map, cv::Size size, int most, double scaleX, double scaleY) {
    cv::Mat seen, mask;
    const bool isTurned = map(0, 0) != 1 || map(1, 1) != 1;
    if (isTurned) {
        cv::Mat smooth;
        // The way along which the picture gets narrower is smoothed as a camera would.
        cv::GaussianBlur(grey, smooth, cv::Size(0, 0), map(0, 0) < 1 ? 0.8 / map(0, 0) : 0.01, map(1, 1) < 1 ? 0.8 / map(1, 1) : 0.01);
        cv::warpAffine(smooth, seen, map, size, cv::INTER_LINEAR, cv::BORDER_REPLICATE);
    } else {
        seen = grey;
    }
    if (std::min(seen.cols, seen.rows) < 8)
        return;
    const auto sift = cv::SIFT::create(most, 3, 0.03);
    std::vector<cv::KeyPoint> points;
    cv::Mat descriptors;
    sift->detectAndCompute(seen, mask, points, descriptors);
    for (auto& p : points) {
        p.pt.x = static_cast<float>(((p.pt.x - map(0, 2)) / map(0, 0) + 0.5) * scaleX - 0.5);
        p.pt.y = static_cast<float>(((p.pt.y - map(1, 2)) / map(1, 1) + 0.5) * scaleY - 0.5);
        p.size = static_cast<float>(p.size * scaleX);
        features.points.push_back(p);
    }
    if (!descriptors.empty())
        features.descriptors.push_back(descriptors);
}

} // namespace

extern "C" {

ad_reference* ad_reference_create(const ad_picture* picture, ad_error* error) {
    return guarded<ad_reference*>(error, nullptr, [&] {
        const cv::Mat& full = filled(picture);
        auto reference = std::make_unique<ad_reference>();
        reference->size = full.size();
        cv::Mat grey;
        cv::cvtColor(full, grey, cv::COLOR_BGR2GRAY);
        Level level;
        level.grey = shrunk(grey, finest);
        while (std::min(level.grey.cols, level.grey.rows) >= leastTemplate) {
            level.scaleX = static_cast<double>(full.cols) / level.grey.cols;
            level.scaleY = static_cast<double>(full.rows) / level.grey.rows;
            fill(level);
            reference->levels.push_back(level);
            cv::Mat half;
            cv::resize(level.grey, half, cv::Size((level.grey.cols + 1) / 2, (level.grey.rows + 1) / 2), 0, 0, cv::INTER_AREA);
            level = Level();
            level.grey = half;
        }
        const cv::Mat small = shrunk(grey, featureSide);
        const double sx = static_cast<double>(full.cols) / small.cols, sy = static_cast<double>(full.rows) / small.rows;
        add(reference->front, small, {1, 0, 0, 0, 1, 0}, small.size(), 600, sx, sy);
        reference->all = {reference->front.points, reference->front.descriptors.clone()};
        const cv::Size narrow(std::max(1, cvRound(small.cols * tilt)), small.rows);
        const cv::Size low(small.cols, std::max(1, cvRound(small.rows * tilt)));
        add(reference->all, small, {tilt, 0, tilt / 2 - 0.5, 0, 1, 0}, narrow, 250, sx, sy);
        add(reference->all, small, {1, 0, 0, 0, tilt, tilt / 2 - 0.5}, low, 250, sx, sy);
        return reference.release();
    });
}

void ad_reference_destroy(ad_reference* reference) {
    delete reference;
}

int32_t ad_reference_features(const ad_reference* reference, ad_feature* features, int32_t most, ad_error* error) {
    return guarded<int32_t>(error, -1, [&] {
        const auto& points = reference->front.points;
        const int32_t count = std::min<int32_t>(most, static_cast<int32_t>(points.size()));
        for (int32_t i = 0; i < count; ++i)
            features[i] = {{points[i].pt.x, points[i].pt.y}, points[i].size, points[i].response};
        return count;
    });
}

bool ad_reference_repeats(const ad_reference* reference, double* share, ad_error* error) {
    return guarded(error, false, [&] {
        const Features& own = reference->front;
        *share = 0;
        if (own.points.size() < 2)
            return true;
        std::vector<std::vector<cv::DMatch>> matches;
        const int near = std::min<int>(8, static_cast<int>(own.points.size()));
        cv::BFMatcher(cv::NORM_L2).knnMatch(own.descriptors, own.descriptors, matches, near);
        size_t confused = 0;
        for (size_t i = 0; i < matches.size(); ++i)
            for (const auto& match : matches[i]) {
                const auto& a = own.points[i];
                const auto& b = own.points[match.trainIdx];
                // The same place seen at another size or direction is no other place.
                if (cv::norm(a.pt - b.pt) < 2 * std::max(a.size, b.size))
                    continue;
                // Descriptors have a length of 512; the distance up to which the next frame could take one for the other.
                if (match.distance < 200) {
                    ++confused;
                    break;
                }
            }
        *share = static_cast<double>(confused) / static_cast<double>(own.points.size());
        return true;
    });
}

bool ad_reference_likeness(const ad_reference* reference, const ad_reference* other, double* share, ad_error* error) {
    return guarded(error, false, [&] {
        *share = 0;
        const Features &a = reference->front, &b = other->front;
        if (a.points.size() < 8 || b.points.size() < 8)
            return true;
        std::vector<std::vector<cv::DMatch>> matches;
        cv::BFMatcher(cv::NORM_L2).knnMatch(a.descriptors, b.descriptors, matches, 2);
        std::vector<cv::Point2f> from, to;
        for (const auto& pair : matches)
            if (pair.size() == 2 && pair[0].distance < 0.8f * pair[1].distance) {
                from.push_back(a.points[pair[0].queryIdx].pt);
                to.push_back(b.points[pair[0].trainIdx].pt);
            }
        if (from.size() < 8)
            return true;
        std::vector<uchar> inliers;
        cv::findHomography(from, to, cv::RANSAC, 4, inliers, 500, 0.99);
        const auto count = std::count(inliers.begin(), inliers.end(), 1);
        *share = count < 8 ? 0 : static_cast<double>(count) / static_cast<double>(std::min(a.points.size(), b.points.size()));
        return true;
    });
}

} // extern "C"
