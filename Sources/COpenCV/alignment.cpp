// A reference picture laid on a picture so that both agree, block by block: inverse compositional Gauss-Newton on normalised
// blocks over a pyramid, of a homography or of a pose. Blocks that are covered, or shine, count little or not at all.
//
// Sources: S. Baker and I. Matthews, "Lucas-Kanade 20 years on: a unifying framework", IJCV 56, 2004; G. Evangelidis and
// E. Psarakis, "Parametric image alignment using enhanced correlation coefficient maximization", PAMI 30, 2008 (normalised
// values instead of grey levels).
#include "alignment.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <opencv2/calib3d.hpp>
#include <opencv2/imgproc.hpp>

using airdraw::Failure;
using airdraw::filled;
using airdraw::Fit;
using airdraw::guarded;
using airdraw::Lens;
using airdraw::Level;
using airdraw::State;

namespace {

constexpr int viewLevels = 5;
/// Least blocks that fix a place.
constexpr int leastBlocks = 6;

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
