// What a target looks like: shared by the files that look at it, learn it and search for it.
#pragma once

#include "handles.hpp"

#include <array>
#include <vector>

namespace airdraw {

/// Cells along a box: what is compared is the box resampled to this many cells a side.
constexpr int patchSide = 20;
/// Cells along the crop, which is twice the box.
constexpr int cropSide = 2 * patchSide;
/// How far round its place a patch is looked for, cells.
constexpr int slack = 2;
/// Appearances that are kept, the seed among them.
constexpr size_t memoryLimit = 5;

/// Shares of colours: 6 steps of lightness, 16 × 16 of a and b about grey.
using Histogram = std::array<float, 6 * 16 * 16>;

/// Which bin a Lab pixel falls into. Chroma beyond ±40 falls into the outermost.
inline int bin(const cv::Vec3b& lab) {
    const auto chroma = [](int value) {
        const int step = (value - 128 + 40) / 5;
        return value < 128 - 40 ? 0 : step > 15 ? 15 : step;
    };
    return (lab[0] / 43 * 16 + chroma(lab[1])) * 16 + chroma(lab[2]);
}

/// The crop of two boxes about a centre, in corner coordinates of the picture: BGR, `cropSide` cells a side.
cv::Mat crop(const cv::Mat& picture, double centerX, double centerY, double side);

/// The best normalized correlation of a patch with what is within `slack` cells of the middle of a crop; 0 where either
/// is uniform. Both are 8-bit grey.
double correlation(const cv::Mat& crop, const cv::Mat& patch);

/// How alike two histograms are, 0…1 (Bhattacharyya).
double likeness(const Histogram& a, const Histogram& b);

} // namespace airdraw

struct ad_appearance {
    cv::Size picture;
    /// Grey patches; the first is the seed's and stays.
    std::vector<cv::Mat> patches;
    /// The seed's patch as numbers, to be aligned with.
    cv::Mat seedPatch;
    /// Colours of the box; the first is the seed's and stays.
    std::vector<airdraw::Histogram> boxes;
    /// Colours of the middle of the box, of the seed and as learned since.
    airdraw::Histogram seedMiddle, learnedMiddle;
    /// Colours round the seed.
    airdraw::Histogram surroundings;
    /// By colour, the chance to be target and not surroundings.
    airdraw::Histogram posterior;
    /// Mean chance of the seed's middle.
    double seedPosterior = 1;
    /// Mean a and b of the middle, of the seed and as learned since.
    cv::Vec2d seedChroma, learnedChroma;

    /// The latest look: grey and Lab of the crop.
    cv::Mat grey, lab;
    cv::Vec2d chroma;
    double side = 0;

    /// The look that was followed before: the patch in the middle, and the one about the aligned centre.
    cv::Mat previous, aligned;
    /// From the middle of the latest look to the aligned centre, cells.
    cv::Point2d offset;
};
