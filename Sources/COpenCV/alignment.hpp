// What the parts of an alignment share: what is looked for, and how it fits.
#pragma once

#include "reference.hpp"

#include <cmath>
#include <opencv2/core.hpp>

namespace airdraw {

/// A lens, or none.
struct Lens {
    const ad_camera& c;
    bool isStraight;
    explicit Lens(const ad_camera& camera)
        : c(camera), isStraight(!(camera.fx > 0) || (camera.k1 == 0 && camera.k2 == 0 && camera.p1 == 0 && camera.p2 == 0 && camera.k3 == 0)) {}
    /// Where a pixel of the straight picture is in the picture.
    void bend(double& u, double& v) const {
        const double x = (u - c.cx) / c.fx, y = (v - c.cy) / c.fy, s = x * x + y * y;
        const double radial = 1 + s * (c.k1 + s * (c.k2 + s * c.k3));
        u = (x * radial + 2 * c.p1 * x * y + c.p2 * (s + 2 * x * x)) * c.fx + c.cx;
        v = (y * radial + c.p1 * (s + 2 * y * y) + 2 * c.p2 * x * y) * c.fy + c.cy;
    }
};

/// What an alignment looks for: a homography from unit coordinates of the reference to straight pixels, and where a camera
/// is known the pose behind it.
struct State {
    cv::Matx33d map;
    bool isPose = false;
    cv::Matx33d rotation, camera, plane; // plane: unit coordinates to metres
    cv::Vec3d place;

    void join() {
        cv::Matx33d columns(rotation(0, 0), rotation(0, 1), place[0], rotation(1, 0), rotation(1, 1), place[1], rotation(2, 0),
                            rotation(2, 1), place[2]);
        map = camera * columns * plane;
    }
};

/// How a state fits at one level.
struct Fit {
    double cost = 0;      // mean of 1 − correlation, weighted, over the blocks in the picture
    double agreement = 0; // share of the weight of the blocks in the picture that agree
    double visible = 0;   // share of the weight of all blocks that is in the picture
    double correlation = 0;
    int blocks = 0; // that agree
    Normal8 normal{};
    Vector8 side{};
};

/// Looks at all blocks. The normal equations are filled too.
Fit look(const Level& level, const ad_view& view, const State& state, const Lens& lens, int shrink);

/// The largest number of pixels of the picture in a pixel of a level, at the middle of the reference.
double scaleOf(const Level& level, const State& state);

/// The picture at coarse size, moved by whole pixels to where it correlates best within `radius` pixels about the guess.
bool search(const ad_reference& reference, const ad_view& view, const State& state, const Lens& lens, double radius,
            cv::Point2d& move);

} // namespace airdraw
