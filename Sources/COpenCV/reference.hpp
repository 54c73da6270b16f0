// What is prepared of a reference picture, and of the picture that is looked at.
#pragma once

#include "handles.hpp"

#include <array>
#include <opencv2/features2d.hpp>
#include <vector>

namespace airdraw {

/// Side of a block of a template, pixels of its level.
constexpr int blockSide = 8;
constexpr int blockArea = blockSide * blockSide;

/// The products of eight numbers with each other, the upper triangle row by row.
using Normal8 = std::array<double, 36>;
using Vector8 = std::array<double, 8>;

/// A part of a template: grey levels less their mean and over their deviation, and their gradients in the same unit.
struct Block {
    int x, y;
    float weight;
    std::array<float, blockArea> value, gradientX, gradientY;
    /// The sum of value × slope for the eight parameters of a homography.
    Vector8 along;
    /// The normal equations of the block, without what a change of mean and of contrast could do.
    Normal8 normal;
};

/// A template at one size.
struct Level {
    cv::Mat grey;
    /// Pixels of the reference in one of this level.
    double scaleX = 1, scaleY = 1;
    std::vector<Block> blocks;
};

/// The map of pixels of a level to the coordinates in which homographies change: about −1…1.
struct Unit {
    double centerX, centerY, size;
    double x(double column) const { return (column - centerX) / size; }
    double y(double row) const { return (row - centerY) / size; }
};

inline Unit unit(const cv::Size& size) {
    return {(size.width - 1) / 2.0, (size.height - 1) / 2.0, std::max(size.width, size.height) / 2.0};
}

/// Features of a picture: where (pixels of the picture in full size), how large, what they look like.
struct Features {
    std::vector<cv::KeyPoint> points;
    cv::Mat descriptors;
};

} // namespace airdraw

struct ad_reference {
    cv::Size size;
    std::vector<airdraw::Level> levels; // the finest first
    /// As seen from the front, then from aside.
    airdraw::Features front, all;
};

struct ad_view {
    cv::Size size;
    std::vector<cv::Mat> pyramid;
};
