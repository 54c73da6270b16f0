// Where exactly a fingertip is, by what the finger itself shows: its picture, aligned with that of the tap and with the
// one before.
#include "appearance.hpp"
#include "fingertip.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

using airdraw::Failure;
using airdraw::filled;
using airdraw::guarded;

namespace airdraw::fingertip {

namespace {

constexpr int side = patchSide;
/// How far the weight of a cell falls to 1/e, in boxes.
constexpr double weightReach = 0.45;
/// Most steps of an alignment, and the step under which it is done, cells.
constexpr int mostSteps = 8;
constexpr double leastStep = 0.02;
/// How stiffly turn and size are held, in shares of what the picture says about them when it is full of texture.
constexpr double stiffness = 0.02;
/// Less deviation than this, grey levels, tells no place.
constexpr double leastDeviation = 2;

float sampled(const cv::Mat& grey, double x, double y) {
    x = std::clamp(x, 0.0, grey.cols - 1.001);
    y = std::clamp(y, 0.0, grey.rows - 1.001);
    const int x0 = static_cast<int>(x), y0 = static_cast<int>(y);
    const float u = static_cast<float>(x - x0), v = static_cast<float>(y - y0);
    const uchar* top = grey.ptr<uchar>(y0) + x0;
    const uchar* bottom = grey.ptr<uchar>(y0 + 1) + x0;
    return (1 - v) * ((1 - u) * top[0] + u * top[1]) + v * ((1 - u) * bottom[0] + u * bottom[1]);
}

/// The cells about a pose, row by row, with a rim of `rim` cells.
std::vector<float> cells(const View& view, const Pose& pose, int rim) {
    const int n = side + 2 * rim;
    std::vector<float> values(n * n);
    const cv::Point2d middle = (pose.place - view.middle) / view.cell;
    const double c = std::cos(pose.angle) * pose.scale, s = std::sin(pose.angle) * pose.scale;
    for (int row = 0; row < n; ++row)
        for (int column = 0; column < n; ++column) {
            const double u = column - (n - 1) / 2.0, v = row - (n - 1) / 2.0;
            values[row * n + column] = sampled(view.grey, (cropSide - 1) / 2.0 + middle.x + c * u - s * v,
                                               (cropSide - 1) / 2.0 + middle.y + s * u + c * v);
        }
    return values;
}

/// Takes the weighted mean out and gives the weighted deviation.
double centered(std::vector<float>& values, const std::vector<float>& weights) {
    double sum = 0, total = 0;
    for (size_t i = 0; i < values.size(); ++i) {
        sum += weights[i] * values[i];
        total += weights[i];
    }
    const float mean = static_cast<float>(sum / total);
    double squares = 0;
    for (size_t i = 0; i < values.size(); ++i) {
        values[i] -= mean;
        squares += weights[i] * values[i] * values[i];
    }
    return std::sqrt(squares / total);
}

} // namespace

View view(const cv::Mat& picture, cv::Point2d middle, double box) {
    View view;
    view.middle = middle;
    view.cell = box / side;
    cv::cvtColor(crop(picture, middle.x + 0.5, middle.y + 0.5, box), view.grey, cv::COLOR_BGR2GRAY);
    return view;
}

void Reference::learn(const View& view, const Pose& pose, const std::function<double(cv::Point2d)>& hand) {
    values.resize(side * side);
    weights.resize(side * side);
    slopes.resize(side * side);
    const std::vector<float> wide = cells(view, pose, 1);
    constexpr int stride = side + 2;
    const double c = std::cos(pose.angle) * pose.scale * view.cell, s = std::sin(pose.angle) * pose.scale * view.cell;
    for (int row = 0; row < side; ++row)
        for (int column = 0; column < side; ++column) {
            const int from = (row + 1) * stride + column + 1, to = row * side + column;
            const double u = column - (side - 1) / 2.0, v = row - (side - 1) / 2.0;
            const double r = std::hypot(u, v) / side / weightReach;
            values[to] = wide[from];
            weights[to] = static_cast<float>(std::exp(-r * r) * hand(pose.place + cv::Point2d(c * u - s * v, s * u + c * v)));
            const float gx = (wide[from + 1] - wide[from - 1]) / 2, gy = (wide[from + stride] - wide[from - stride]) / 2;
            // How the cell changes when the finger moves right and down, turns, and grows.
            slopes[to] = {gx, gy, static_cast<float>((gy * u - gx * v) / side), static_cast<float>((gx * u + gy * v) / side)};
        }
    deviation = centered(values, weights);
    normal = cv::Matx44d::zeros();
    for (int i = 0; i < side * side; ++i)
        for (int j = 0; j < 4; ++j)
            for (int k = 0; k < 4; ++k)
                normal(j, k) += weights[i] * slopes[i][j] * slopes[i][k];
    const double full = normal(0, 0) + normal(1, 1);
    const double determinant = normal(0, 0) * normal(1, 1) - normal(0, 1) * normal(0, 1);
    // The aperture problem: along an edge nothing tells where.
    tells = deviation >= leastDeviation && determinant > 1e-3 * full * full;
    for (int j = 0; j < 4; ++j)
        normal(j, j) += (j < 2 ? 1e-4 : stiffness) * full;
}

double Reference::align(const View& view, Pose& pose) const {
    if (!tells)
        return 0;
    const cv::Point2d start = pose.place;
    const cv::Matx44d inverse = normal.inv();
    double agreement = 0;
    for (int step = 0;; ++step) {
        std::vector<float> seen = cells(view, pose, 0);
        const double seenDeviation = centered(seen, weights);
        if (seenDeviation < leastDeviation)
            return 0;
        const float gain = static_cast<float>(deviation / seenDeviation);
        double products = 0, total = 0;
        cv::Vec4d sum;
        for (int i = 0; i < side * side; ++i) {
            products += weights[i] * seen[i] * values[i];
            total += weights[i];
            const double rest = weights[i] * (seen[i] * gain - values[i]);
            for (int j = 0; j < 4; ++j)
                sum[j] += rest * slopes[i][j];
        }
        agreement = products / total / (deviation * seenDeviation);
        if (step == mostSteps)
            break;
        const cv::Vec4d change = inverse * sum;
        const double dx = std::clamp(change[0], -1.5, 1.5), dy = std::clamp(change[1], -1.5, 1.5);
        const double c = std::cos(pose.angle) * pose.scale * view.cell, s = std::sin(pose.angle) * pose.scale * view.cell;
        pose.place -= cv::Point2d(c * dx - s * dy, s * dx + c * dy);
        pose.angle -= std::clamp(change[2] / side, -0.1, 0.1);
        pose.scale /= 1 + std::clamp(change[3] / side, -0.1, 0.1);
        if (cv::norm(pose.place - start) > side * view.cell / 3 || pose.scale < 0.5 || pose.scale > 2)
            return 0;
        if (std::hypot(dx, dy) < leastStep && step < mostSteps - 1)
            step = mostSteps - 1;
    }
    return agreement;
}

} // namespace airdraw::fingertip

using namespace airdraw::fingertip;

namespace {

/// Sizes and turns, in directions, at which the outline is compared with that of the tap.
constexpr double sizes[] = {0.8, 1, 1.25};
constexpr int turns = 2;
/// Agreement from which on what was kept last says where what was tapped is to be looked for.
constexpr double leastAgreement = 0.7;

/// How much a place of the picture is hand, 0…1: what is behind the finger moves otherwise.
std::function<double(cv::Point2d)> hand(const ad_fingertip& tip) {
    return [&tip](cv::Point2d place) { return 0.5 + 0.5 * at(tip.map, toMap(tip, place)); };
}

double seedLikeness(const ad_fingertip& tip, double turn) {
    double best = -1;
    const int middle = static_cast<int>(std::lround(turn * directions / (2 * CV_PI)));
    for (const double scale : sizes) {
        const Outline seen = outline(tip.map, tip.latest.place, tip.box, scale);
        for (int i = middle - turns; i <= middle + turns; ++i)
            best = std::max(best, correlation(tip.seedOutline, seen, (i % directions + directions) % directions));
    }
    return best;
}

} // namespace

extern "C" {

bool ad_fingertip_begin(ad_fingertip* tip, const ad_picture* picture, ad_point place, ad_error* error) {
    return guarded(error, false, [&] {
        if (!tip->found || !std::isfinite(place.x + place.y))
            throw Failure(AD_CODE_ARGUMENT, "there is no fingertip to look at");
        const cv::Point2d middle(place.x, place.y);
        tip->view = view(filled(picture), middle, tip->box / tip->scale);
        tip->seedReference.learn(tip->view, {middle}, hand(*tip));
        tip->previousReference = tip->seedReference;
        return true;
    });
}

bool ad_fingertip_look(ad_fingertip* tip, const ad_picture* picture, ad_point guess, double turn, double angle,
                       bool moves, ad_tip_look* look, ad_error* error) {
    return guarded(error, false, [&] {
        const cv::Mat& mat = filled(picture);
        if (mat.size() != tip->picture)
            throw Failure(AD_CODE_SIZE_CHANGED, "the picture has another size than the one with the seed");
        if (tip->seedReference.empty() || tip->latest.patch.empty() || !std::isfinite(guess.x + guess.y + turn + angle) ||
            std::abs(turn) > 10)
            throw Failure(AD_CODE_ARGUMENT, "no place was refined that could be looked at");
        const cv::Point2d place(guess.x, guess.y);
        tip->view = view(mat, place, tip->box / tip->scale);
        Pose moved{place};
        look->previous_agreement = moves ? tip->previousReference.align(tip->view, moved) : 0;
        look->previous = {moved.place.x, moved.place.y};
        Pose seen{look->previous_agreement > leastAgreement ? moved.place : place, angle};
        look->seed_agreement = tip->seedReference.align(tip->view, seen);
        look->seed = {seen.place.x, seen.place.y};
        look->seed_angle = seen.angle;
        look->outline = seedLikeness(*tip, turn);
        look->rings = tip->latest.rings;
        return true;
    });
}

bool ad_fingertip_keep(ad_fingertip* tip, ad_point place, ad_error* error) {
    return guarded(error, false, [&] {
        if (tip->view.grey.empty() || !std::isfinite(place.x + place.y))
            throw Failure(AD_CODE_ARGUMENT, "nothing was looked at that could be kept");
        tip->previousReference.learn(tip->view, {{place.x, place.y}}, hand(*tip));
        return true;
    });
}

} // extern "C"
