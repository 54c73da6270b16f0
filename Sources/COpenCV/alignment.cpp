// A reference picture laid on a picture so that both agree, block by block: inverse compositional Gauss-Newton on normalised
// blocks over a pyramid, of a homography or of a pose. Blocks that are covered, or shine, count little or not at all.
//
// Sources: S. Baker and I. Matthews, "Lucas-Kanade 20 years on: a unifying framework", IJCV 56, 2004; G. Evangelidis and
// E. Psarakis, "Parametric image alignment using enhanced correlation coefficient maximization", PAMI 30, 2008 (normalised
// values instead of grey levels).
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
using airdraw::filled;
using airdraw::guarded;
using airdraw::Level;

namespace {

constexpr int viewLevels = 5;
/// Correlation from which a block counts, and from which it is said to agree.
constexpr double leastCorrelation = 0.2, agreeing = 0.5;
/// Least blocks that fix a place.
constexpr int leastBlocks = 6;

using Vector8 = airdraw::Vector8;

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
    airdraw::Normal8 normal{};
    Vector8 side{};
};

/// Looks at all blocks. The normal equations are filled too.
Fit look(const Level& level, const ad_view& view, const State& state, const Lens& lens, int shrink) {
    Fit fit;
    const airdraw::Unit unit = airdraw::unit(level.grey.size());
    const cv::Mat& grey = view.pyramid[shrink];
    const double factor = 1.0 / (1 << shrink);
    // pyrDown keeps the first pixel where it is: a pixel p of the picture is p / 2 of the next level.
    const double right = grey.cols - 1.001, down = grey.rows - 1.001;
    const cv::Matx33d m = state.map * cv::Matx33d(1 / unit.size, 0, -unit.centerX / unit.size, 0, 1 / unit.size,
                                                  -unit.centerY / unit.size, 0, 0, 1);
    double all = 0, inside = 0, agreed = 0, cost = 0, correlation = 0;
    std::array<float, blockArea> seen;
    for (const Block& block : level.blocks) {
        all += block.weight;
        // A block counts where its four corners are in the picture.
        bool isIn = true;
        for (int k = 0; k < 4 && isIn; ++k) {
            const double x = block.x + (k & 1 ? blockSide - 1 : 0), y = block.y + (k & 2 ? blockSide - 1 : 0);
            const double w = m(2, 0) * x + m(2, 1) * y + m(2, 2);
            double u = (m(0, 0) * x + m(0, 1) * y + m(0, 2)) / w, v = (m(1, 0) * x + m(1, 1) * y + m(1, 2)) / w;
            isIn = w > 1e-9 && std::abs(u) < 1e5 && std::abs(v) < 1e5;
            if (!isIn)
                break;
            if (!lens.isStraight)
                lens.bend(u, v);
            // A pixel is left at the edge, for the bend of a lens within the block.
            isIn = u * factor >= 1 && v * factor >= 1 && u * factor <= right - 1 && v * factor <= down - 1;
        }
        if (!isIn)
            continue;
        inside += block.weight;
        float sum = 0;
        for (int r = 0; r < blockSide; ++r) {
            double a = m(0, 0) * block.x + m(0, 1) * (block.y + r) + m(0, 2);
            double b = m(1, 0) * block.x + m(1, 1) * (block.y + r) + m(1, 2);
            double w = m(2, 0) * block.x + m(2, 1) * (block.y + r) + m(2, 2);
            for (int c = 0; c < blockSide; ++c, a += m(0, 0), b += m(1, 0), w += m(2, 0)) {
                double u = a / w, v = b / w;
                if (!lens.isStraight)
                    lens.bend(u, v);
                u = std::min(std::max(u * factor, 0.0), right);
                v = std::min(std::max(v * factor, 0.0), down);
                const int iu = static_cast<int>(u), iv = static_cast<int>(v);
                const float fu = static_cast<float>(u - iu), fv = static_cast<float>(v - iv);
                const uchar* p = grey.ptr<uchar>(iv) + iu;
                const uchar* q = p + grey.step;
                const float top = p[0] + fu * (p[1] - p[0]), bottom = q[0] + fu * (q[1] - q[0]);
                const float value = top + fv * (bottom - top);
                seen[r * blockSide + c] = value;
                sum += value;
            }
        }
        const float mean = sum / blockArea;
        float square = 0, product = 0;
        for (int i = 0; i < blockArea; ++i) {
            seen[i] -= mean;
            square += seen[i] * seen[i];
            product += seen[i] * block.value[i];
        }
        const double deviation = std::sqrt(static_cast<double>(square) / blockArea);
        // Where nothing is seen in the picture, nothing agrees.
        const double z = deviation < 1 ? 0 : product / (deviation * blockArea);
        cost += block.weight * (1 - std::max(z, 0.0));
        correlation += block.weight * z;
        if (z > agreeing) {
            agreed += block.weight;
            ++fit.blocks;
        }
        if (z <= leastCorrelation)
            continue;
        const double share = (z - leastCorrelation) / (1 - leastCorrelation);
        const double weight = block.weight * share * share;
        // Sums of slope × residual: the slopes are polynomials of place, times the gradients.
        const float over = static_cast<float>(1 / deviation);
        double s[12] = {};
        for (int r = 0; r < blockSide; ++r) {
            const float uy = static_cast<float>(unit.y(block.y + r));
            float gx = 0, gxx = 0, gxxx = 0, gy = 0, gyx = 0;
            for (int c = 0; c < blockSide; ++c) {
                const int i = r * blockSide + c;
                const float ux = static_cast<float>(unit.x(block.x + c));
                const float residual = seen[i] * over - block.value[i];
                const float x = block.gradientX[i] * residual, y = block.gradientY[i] * residual;
                gx += x;
                gxx += x * ux;
                gxxx += x * ux * ux;
                gy += y;
                gyx += y * ux;
            }
            s[0] += gxx;
            s[1] += gx * uy;
            s[2] += gx;
            s[3] += gyx;
            s[4] += gy * uy;
            s[5] += gy;
            s[6] -= gxxx + gyx * uy;
            s[7] -= gxx * uy + gy * uy * uy;
        }
        for (int k = 0; k < 8; ++k)
            // What a change of contrast could do is taken out.
            fit.side[k] += weight * (s[k] - block.along[k] * (z - 1));
        for (size_t k = 0; k < fit.normal.size(); ++k)
            fit.normal[k] += weight * block.normal[k];
    }
    if (inside > 0) {
        fit.cost = cost / inside;
        fit.agreement = agreed / inside;
        fit.correlation = correlation / inside;
    }
    fit.visible = all > 0 ? inside / all : 0;
    return fit;
}

/// The largest number of pixels of the picture in a pixel of a level, at the middle of the reference.
double scaleOf(const Level& level, const State& state) {
    const double size = airdraw::unit(level.grey.size()).size;
    const cv::Matx33d& m = state.map;
    const double w = m(2, 2), u = m(0, 2) / w, v = m(1, 2) / w;
    const double a = (m(0, 0) - u * m(2, 0)) / w / size, b = (m(0, 1) - u * m(2, 1)) / w / size;
    const double c = (m(1, 0) - v * m(2, 0)) / w / size, d = (m(1, 1) - v * m(2, 1)) / w / size;
    const double half = (a * a + b * b + c * c + d * d) / 2, determinant = a * d - b * c;
    return std::sqrt(half + std::sqrt(std::max(0.0, half * half - determinant * determinant)));
}

/// The change of unit coordinates for each of the six parameters of a pose: a turn about the camera's axes about the middle
/// of the plane, and a move.
cv::Matx<double, 8, 6> slopesOf(const State& state) {
    cv::Matx<double, 8, 6> slopes;
    const cv::Matx33d inverse = state.map.inv();
    for (int i = 0; i < 6; ++i) {
        cv::Matx33d columns = cv::Matx33d::zeros();
        if (i < 3) {
            cv::Vec3d axis(0, 0, 0);
            axis[i] = 1;
            for (int c = 0; c < 2; ++c) {
                const cv::Vec3d moved = axis.cross(cv::Vec3d(state.rotation(0, c), state.rotation(1, c), state.rotation(2, c)));
                for (int r = 0; r < 3; ++r)
                    columns(r, c) = moved[r];
            }
        } else {
            columns(i - 3, 2) = 1;
        }
        const cv::Matx33d d = inverse * state.camera * columns * state.plane;
        const double values[8] = {d(0, 0) - d(2, 2), d(0, 1), d(0, 2), d(1, 0), d(1, 1) - d(2, 2), d(1, 2), d(2, 0), d(2, 1)};
        for (int k = 0; k < 8; ++k)
            slopes(k, i) = values[k];
    }
    return slopes;
}

/// Goes one step; returns how far the corners of the reference moved, in pixels; negative when it could not.
double step(State& state, const Fit& fit, double aspectX, double aspectY) {
    cv::Matx<double, 8, 8> normal;
    cv::Vec<double, 8> side;
    int n = 0;
    for (int a = 0; a < 8; ++a) {
        side[a] = fit.side[a];
        for (int b = a; b < 8; ++b)
            normal(a, b) = normal(b, a) = fit.normal[n++];
    }
    const State before = state;
    if (state.isPose) {
        const auto slopes = slopesOf(state);
        cv::Matx66d small = slopes.t() * normal * slopes;
        for (int i = 0; i < 6; ++i)
            small(i, i) *= 1 + 1e-6;
        cv::Vec<double, 6> change;
        if (!cv::solve(small, -(slopes.t() * side), change, cv::DECOMP_CHOLESKY))
            return -1;
        cv::Matx33d turn;
        cv::Rodrigues(cv::Vec3d(change[0], change[1], change[2]), turn);
        state.rotation = turn * state.rotation;
        state.place += cv::Vec3d(change[3], change[4], change[5]);
        state.join();
    } else {
        for (int i = 0; i < 8; ++i)
            normal(i, i) *= 1 + 1e-6;
        cv::Vec<double, 8> d;
        if (!cv::solve(normal, side, d, cv::DECOMP_CHOLESKY))
            return -1;
        state.map = state.map * cv::Matx33d(1 + d[0], d[1], d[2], d[3], 1 + d[4], d[5], d[6], d[7], 1).inv();
        state.map *= 1 / state.map(2, 2);
    }
    double most = 0;
    for (int k = 0; k < 4; ++k) {
        const cv::Vec3d corner(k & 1 ? aspectX : -aspectX, k & 2 ? aspectY : -aspectY, 1);
        const cv::Vec3d a = before.map * corner, b = state.map * corner;
        if (!(b[2] > 1e-9 && a[2] > 1e-9))
            return -1;
        most = std::max(most, std::hypot(a[0] / a[2] - b[0] / b[2], a[1] / a[2] - b[1] / b[2]));
    }
    return std::isfinite(most) ? most : -1;
}

/// From coarse to fine. Keeps the finest level at which the picture agrees.
Fit align(const ad_reference& reference, const ad_view& view, State& state, const Lens& lens, double* pixels) {
    Fit best;
    const airdraw::Unit whole = airdraw::unit(reference.size);
    const double aspectX = reference.size.width / 2.0 / whole.size, aspectY = reference.size.height / 2.0 / whole.size;
    bool isFirst = true;
    for (int i = static_cast<int>(reference.levels.size()) - 1; i >= 0; --i) {
        const Level& level = reference.levels[i];
        const double scale = scaleOf(level, state);
        // A template that is much finer than the picture says nothing that the one before did not.
        if (!(scale > 0) || (scale < 0.6 && !isFirst) || static_cast<int>(level.blocks.size()) < leastBlocks)
            continue;
        const int shrink = std::clamp(cvRound(std::log2(scale)), 0, static_cast<int>(view.pyramid.size()) - 1);
        State now = state;
        Fit fit = look(level, view, now, lens, shrink);
        for (int iteration = 0; iteration < 12 && fit.blocks >= 1; ++iteration) {
            State next = now;
            const double moved = step(next, fit, aspectX, aspectY);
            if (moved < 0 || moved > 100)
                break;
            const Fit there = look(level, view, next, lens, shrink);
            // A step that makes it clearly worse is the last.
            if (there.cost > fit.cost * 1.05 + 0.002)
                break;
            now = next;
            fit = there;
            if (moved < 0.015 * (1 << shrink))
                break;
        }
        // The coarse place holds where the fine one does not agree, as in a blurred picture.
        const bool agrees = fit.blocks >= leastBlocks && fit.agreement > 0.25;
        if (isFirst || agrees || best.blocks < leastBlocks) {
            state = now;
            best = fit;
            *pixels = scale;
        }
        isFirst = false;
    }
    return best;
}

cv::Matx33d toUnit(const ad_reference& reference) {
    const airdraw::Unit unit = airdraw::unit(reference.size);
    return {1 / unit.size, 0, -unit.centerX / unit.size, 0, 1 / unit.size, -unit.centerY / unit.size, 0, 0, 1};
}

/// The picture at coarse size, moved by whole pixels to where it correlates best within `radius` pixels about the guess.
bool search(const ad_reference& reference, const ad_view& view, const State& state, const Lens& lens, double radius, cv::Point2d& move) {
    // The reference about 48 pixels long.
    const double across = scaleOf(reference.levels.front(), state) * std::max(reference.levels.front().grey.cols, reference.levels.front().grey.rows);
    if (!(across > 8))
        return false;
    const int shrink = std::clamp(cvRound(std::log2(across / 48)), 0, static_cast<int>(view.pyramid.size()) - 1);
    const cv::Mat& grey = view.pyramid[shrink];
    const double factor = 1.0 / (1 << shrink);
    // Corners, and the box about them.
    const airdraw::Unit whole = airdraw::unit(reference.size);
    double left = 1e9, top = 1e9, right = -1e9, bottom = -1e9;
    for (int k = 0; k < 4; ++k) {
        const double hx = reference.size.width / 2.0 / whole.size, hy = reference.size.height / 2.0 / whole.size;
        const cv::Vec3d p = state.map * cv::Vec3d(k & 1 ? hx : -hx, k & 2 ? hy : -hy, 1);
        if (!(p[2] > 1e-9))
            return false;
        double u = p[0] / p[2], v = p[1] / p[2];
        if (!lens.isStraight)
            lens.bend(u, v);
        left = std::min(left, u * factor);
        right = std::max(right, u * factor);
        top = std::min(top, v * factor);
        bottom = std::max(bottom, v * factor);
    }
    const cv::Rect box(cvFloor(left), cvFloor(top), cvCeil(right) - cvFloor(left) + 1, cvCeil(bottom) - cvFloor(top) + 1);
    if (box.width < 6 || box.height < 6 || box.width > 400 || box.height > 400)
        return false;
    const int reach = std::clamp(cvCeil(radius * factor), 2, 160);
    // The template as the guess shows it, from the level of the reference nearest in size.
    size_t index = 0;
    while (index + 1 < reference.levels.size() && scaleOf(reference.levels[index], state) * factor < 0.75)
        ++index;
    const Level& level = reference.levels[index];
    const airdraw::Unit unit = airdraw::unit(level.grey.size());
    const cv::Matx33d toLevel(unit.size, 0, unit.centerX, 0, unit.size, unit.centerY, 0, 0, 1);
    const cv::Matx33d down(factor, 0, -box.x, 0, factor, -box.y, 0, 0, 1);
    const cv::Matx33d shown = down * state.map * toLevel.inv();
    cv::Mat seen, mask;
    cv::warpPerspective(level.grey, seen, shown, box.size(), cv::INTER_LINEAR, cv::BORDER_REPLICATE);
    cv::warpPerspective(cv::Mat(level.grey.size(), CV_8U, cv::Scalar(255)), mask, shown, box.size(), cv::INTER_NEAREST);
    if (cv::countNonZero(mask) < 40)
        return false;
    cv::Mat area;
    const cv::Rect wanted(box.x - reach, box.y - reach, box.width + 2 * reach, box.height + 2 * reach);
    const cv::Rect held = wanted & cv::Rect(0, 0, grey.cols, grey.rows);
    if (held.width < box.width / 3 || held.height < box.height / 3)
        return false;
    cv::copyMakeBorder(grey(held), area, held.y - wanted.y, wanted.br().y - held.br().y, held.x - wanted.x,
                       wanted.br().x - held.br().x, cv::BORDER_REPLICATE);
    cv::Mat scores;
    cv::matchTemplate(area, seen, scores, cv::TM_CCOEFF_NORMED, mask);
    cv::patchNaNs(scores, -1);
    double most = -1;
    cv::Point at;
    for (int y = 0; y < scores.rows; ++y)
        for (int x = 0; x < scores.cols; ++x) {
            const float score = scores.at<float>(y, x);
            if (std::isfinite(score) && score <= 1.01f && score > most) {
                most = score;
                at = {x, y};
            }
        }
    move = cv::Point2d(at.x - reach, at.y - reach) / factor;
    return most > 0.2;
}

void shift(State& state, const cv::Point2d& move) {
    if (state.isPose) {
        state.place[0] += move.x / state.camera(0, 0) * state.place[2];
        state.place[1] += move.y / state.camera(1, 1) * state.place[2];
        state.join();
    } else {
        state.map = cv::Matx33d(1, 0, move.x, 0, 1, move.y, 0, 0, 1) * state.map;
    }
}

/// Aligns from a guess and, where that does not do, from the places where the picture correlates.
Fit find(const ad_reference& reference, const ad_view& view, State& state, const Lens& lens, double radius, double* pixels) {
    const State guess = state;
    Fit fit = align(reference, view, state, lens, pixels);
    if (radius <= 0 || (fit.agreement > 0.45 && fit.blocks >= 2 * leastBlocks))
        return fit;
    cv::Point2d move;
    State other = guess;
    if (!search(reference, view, other, lens, radius, move))
        return fit;
    shift(other, move);
    double otherPixels = 0;
    const Fit there = align(reference, view, other, lens, &otherPixels);
    if (there.agreement * there.visible > fit.agreement * fit.visible) {
        state = other;
        *pixels = otherPixels;
        return there;
    }
    return fit;
}

void report(const ad_reference& reference, const State& state, const Fit& fit, double pixels, ad_alignment* result) {
    const cv::Matx33d map = state.map * toUnit(reference);
    for (int i = 0; i < 9; ++i)
        result->homography[i] = map.val[i] / map(2, 2);
    result->agreement = fit.agreement;
    result->correlation = fit.correlation;
    result->visible = fit.visible;
    result->blocks = fit.blocks;
    result->scale = pixels;
}

void check(const ad_reference* reference, const ad_view* view) {
    if (view->pyramid.empty())
        throw Failure(AD_CODE_ARGUMENT, "there is no picture yet");
    if (reference->levels.empty())
        throw Failure(AD_CODE_ARGUMENT, "the reference picture is too small to align");
}

} // namespace

extern "C" {

ad_view* ad_view_create(ad_error* error) {
    return guarded<ad_view*>(error, nullptr, [&] { return std::make_unique<ad_view>().release(); });
}

void ad_view_destroy(ad_view* view) {
    delete view;
}

bool ad_view_next(ad_view* view, const ad_picture* picture, ad_error* error) {
    return guarded(error, false, [&] {
        const cv::Mat& full = filled(picture);
        view->size = full.size();
        view->pyramid.resize(1);
        cv::cvtColor(full, view->pyramid[0], cv::COLOR_BGR2GRAY);
        while (static_cast<int>(view->pyramid.size()) < viewLevels && std::min(view->pyramid.back().cols, view->pyramid.back().rows) >= 32) {
            cv::Mat half;
            cv::pyrDown(view->pyramid.back(), half);
            view->pyramid.push_back(half);
        }
        return true;
    });
}

bool ad_align_homography(const ad_reference* reference, const ad_view* view, const double* guess, double radius,
                         ad_alignment* result, ad_error* error) {
    return guarded(error, false, [&] {
        check(reference, view);
        const ad_camera none{};
        const Lens lens(none);
        State state;
        state.map = cv::Matx33d(guess) * toUnit(*reference).inv();
        state.map *= 1 / state.map(2, 2);
        if (!cv::checkRange(cv::Mat(state.map)))
            throw Failure(AD_CODE_ARGUMENT, "the homography is not finite");
        double pixels = 0;
        const Fit fit = find(*reference, *view, state, lens, radius, &pixels);
        report(*reference, state, fit, pixels, result);
        return true;
    });
}

bool ad_align_pose(const ad_reference* reference, const ad_view* view, ad_camera camera, double width,
                   ad_plane_pose* pose, double radius, ad_alignment* result, ad_error* error) {
    return guarded(error, false, [&] {
        check(reference, view);
        if (!(camera.fx > 0 && camera.fy > 0 && width > 0))
            throw Failure(AD_CODE_ARGUMENT, "a pose needs focal lengths and a width above 0");
        const Lens lens(camera);
        State state;
        state.isPose = true;
        state.camera = {camera.fx, 0, camera.cx, 0, camera.fy, camera.cy, 0, 0, 1};
        // Unit coordinates: half of the longer side is 1 − 1/side; the width of the picture is `width`.
        const airdraw::Unit unit = airdraw::unit(reference->size);
        const double metres = width * unit.size / reference->size.width;
        state.plane = {metres, 0, 0, 0, metres, 0, 0, 0, 1};
        state.rotation = cv::Matx33d(pose->rotation);
        state.place = cv::Vec3d(pose->translation);
        if (!cv::checkRange(cv::Mat(state.rotation)) || !cv::checkRange(cv::Mat(state.place)) || !(state.place[2] > 0))
            throw Failure(AD_CODE_ARGUMENT, "the pose is not finite, or behind the camera");
        // Poses that are carried on from frame to frame would grow askew: each turn of the error doubles it.
        cv::Matx33d u, vt;
        cv::Matx31d w;
        cv::SVD::compute(state.rotation, w, u, vt);
        state.rotation = u * vt;
        if (cv::determinant(state.rotation) < 0)
            throw Failure(AD_CODE_ARGUMENT, "the pose is not right-handed");
        state.join();
        double pixels = 0;
        const Fit fit = find(*reference, *view, state, lens, radius, &pixels);
        std::copy(state.rotation.val, state.rotation.val + 9, pose->rotation);
        std::copy(state.place.val, state.place.val + 3, pose->translation);
        report(*reference, state, fit, pixels, result);
        return true;
    });
}

} // extern "C"
