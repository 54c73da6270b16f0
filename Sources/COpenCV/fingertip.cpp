// Looking for a fingertip: where in a picture the hand's region looks as it did about the tap.
#include "fingertip.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <opencv2/imgproc.hpp>
#include <tuple>

using namespace airdraw::fingertip;
using airdraw::Failure;
using airdraw::filled;
using airdraw::guarded;

namespace {

/// What a difference of rings costs against a correlation of outlines, in the whole picture and when a place is
/// refined.
constexpr double ringCost = 2, refinedRingCost = 10;
/// What a way as long as the picture, a turn by one direction, and a change of size by a fifth cost.
constexpr double wayCost = 0.1, turnCost = 0.02, sizeCost = 0.02;
/// In so many directions at least a finger goes on from its end, and in so many it does not.
constexpr int fewestOnward = 2;
/// How far a finger may turn and grow between two pictures.
constexpr int mostTurn = 3;
constexpr double sizes[] = {0.8, 1, 1.25};
/// Places that are compared, of which so many are looked at more closely.
constexpr int placeCount = 24, closeCount = 4;
/// A region of less than this share of the hand's area is not the hand.
constexpr double leastArea = 0.3;
/// How fast the memory of the outline and the area follow.
constexpr float memoryRate = 0.05f;
constexpr double areaRate = 0.2;
/// A picture of fewer pixels a side is no picture of a hand.
constexpr int leastSide = 16;

Rings ringsAt(const RingMaps& maps, cv::Point2d place) {
    Rings rings;
    for (size_t i = 0; i < rings.size(); ++i)
        rings[i] = at(maps[i], place);
    return rings;
}

/// A place with the turn and size at which it fits best.
struct Fit {
    cv::Point place;
    double score = -1e9, scale = 1;
    int turn = 0;
};

Fit fit(const ad_fingertip& tip, cv::Point place, double cost) {
    Fit best{place};
    for (const double scale : sizes) {
        const Outline seen = outline(tip.map, place, tip.box, scale);
        for (int turn = -mostTurn; turn <= mostTurn; ++turn) {
            const double likeness = 0.5 * (correlation(tip.previous, seen, turn) + correlation(tip.memory, seen, turn));
            const double score =
                likeness - cost - turnCost * std::abs(turn) - sizeCost * std::abs(std::log(scale)) / 0.2;
            if (score > best.score) {
                best.score = score;
                best.scale = scale;
                best.turn = turn;
            }
        }
    }
    return best;
}

void checkSize(const ad_fingertip& tip, const cv::Mat& picture) {
    if (picture.size() != tip.picture)
        throw Failure(AD_CODE_SIZE_CHANGED, "the picture has another size than the one with the seed");
}

/// The place between pixels where a parabola through a peak and its neighbours is highest.
double between(float before, float here, float after) {
    const float bend = before - 2 * here + after;
    return bend < 0 ? std::clamp(0.5f * (before - after) / bend, -0.5f, 0.5f) : 0;
}

} // namespace

extern "C" {

ad_fingertip* ad_fingertip_create(const ad_picture* picture, ad_point tap, double side, ad_error* error) {
    return guarded<ad_fingertip*>(error, nullptr, [&] {
        const cv::Mat& mat = filled(picture);
        if (!std::isfinite(tap.x) || !std::isfinite(tap.y) || !(side >= AD_TRACKER_SHORTEST_SIDE && side < 1e6))
            throw Failure(AD_CODE_ARGUMENT, "a tap has a place, and a box of at least 8 pixels a side");
        auto tip = std::make_unique<ad_fingertip>();
        tip->picture = mat.size();
        tip->scale = std::min(cellsPerBox / side, widestMap / std::max(mat.cols, mat.rows));
        tip->box = side * tip->scale;
        const cv::Point2d place = toMap(*tip, {tap.x, tap.y});
        if (std::min(mat.cols, mat.rows) < leastSide || tip->box < 2)
            return tip.release();
        const cv::Mat small = shrunk(*tip, mat);
        const cv::Mat hand = handMask(small, place, tip->box);
        if (hand.empty())
            return tip.release();
        tip->colors.learn(small, hand);
        tip->map = tip->colors.map(small);
        clean(*tip, 0);
        tip->area = areaAt(*tip, place);
        if (tip->area == 0)
            tip->area = cv::countNonZero(hand);
        clean(*tip, leastArea * tip->area);
        tip->seed = nearestEnd(tip->map, place, tip->box);
        tip->previous = tip->memory = tip->seedOutline = outline(tip->map, tip->seed, tip->box, 1);
        // The end of a finger goes on in some directions and ends in the others.
        const auto onward = std::count_if(tip->previous.begin(), tip->previous.begin() + directions,
                                          [](float value) { return value > 0; });
        tip->found = onward >= fewestOnward && onward <= directions - fewestOnward;
        const cv::Mat_<float> about = window(*tip, mat, tip->seed);
        const double middle = windowRadius(*tip);
        tip->seedAxis = axis(about, {middle, middle}, tip->box * finer);
        tip->rings = ringsAt(ringMaps(about, tip->box * finer), {middle, middle});
        tip->previousPatch = patch(about, {middle, middle}, patchRadius(*tip));
        tip->memoryPatch = tip->previousPatch.clone();
        return tip.release();
    });
}

void ad_fingertip_destroy(ad_fingertip* tip) {
    delete tip;
}

bool ad_fingertip_seed(const ad_fingertip* tip, ad_point* place, ad_point* direction) {
    *place = toPicture(*tip, tip->seed);
    *direction = {tip->seedAxis.x, tip->seedAxis.y};
    return tip->found;
}

int32_t ad_fingertip_search(ad_fingertip* tip, const ad_picture* picture, ad_point last, double pull, ad_place* places,
                            int32_t most, ad_error* error) {
    return guarded(error, -1, [&]() -> int32_t {
        const cv::Mat& mat = filled(picture);
        checkSize(*tip, mat);
        if (!tip->found || !std::isfinite(last.x + last.y + pull))
            throw Failure(AD_CODE_ARGUMENT, "there is no fingertip to look for");
        tip->map = tip->colors.map(shrunk(*tip, mat));
        cv::Mat kept = clean(*tip, leastArea * tip->area);
        cv::dilate(kept, kept, cv::getStructuringElement(cv::MORPH_ELLIPSE, {5, 5}));
        const RingMaps rings = ringMaps(tip->map, tip->box);
        const cv::Point2d from = toMap(*tip, {last.x, last.y});
        const double way = wayCost * pull / std::max(tip->map.cols, tip->map.rows);
        cv::Mat_<float> cost(tip->map.size());
        for (int y = 0; y < cost.rows; ++y)
            for (int x = 0; x < cost.cols; ++x) {
                Rings here;
                for (size_t i = 0; i < here.size(); ++i)
                    here[i] = rings[i](y, x);
                cost(y, x) = static_cast<float>(ringCost * difference(here, tip->rings) +
                                                way * std::hypot(x - from.x, y - from.y));
            }
        constexpr double taken = 1e9;
        cv::Mat left = cost.clone();
        left.setTo(taken, kept == 0);
        std::vector<Fit> fits;
        while (static_cast<int>(fits.size()) < placeCount) {
            double value = 0;
            cv::Point place;
            cv::minMaxLoc(left, &value, nullptr, &place);
            if (value >= taken)
                break;
            cv::circle(left, place, std::max(1, static_cast<int>(0.4 * tip->box)), cv::Scalar(taken), cv::FILLED);
            fits.push_back(fit(*tip, place, cost(place)));
        }
        const auto better = [](const Fit& a, const Fit& b) {
            return std::tie(b.score, a.place.y, a.place.x) < std::tie(a.score, b.place.y, b.place.x);
        };
        std::sort(fits.begin(), fits.end(), better);
        for (size_t i = 0; i < std::min<size_t>(closeCount, fits.size()); ++i) {
            const cv::Point middle = fits[i].place;
            for (int dy = -1; dy <= 1; ++dy)
                for (int dx = -1; dx <= 1; ++dx) {
                    const cv::Point place = middle + cv::Point(dx, dy);
                    if (place == middle || !place.inside(cv::Rect(cv::Point(), cost.size())))
                        continue;
                    if (const Fit near = fit(*tip, place, cost(place)); near.score > fits[i].score)
                        fits[i] = near;
                }
        }
        std::sort(fits.begin(), fits.end(), better);
        const int32_t count = std::min<int32_t>(most, static_cast<int32_t>(fits.size()));
        for (int32_t i = 0; i < count; ++i)
            places[i] = {toPicture(*tip, fits[i].place), fits[i].score, fits[i].scale, fits[i].turn};
        return count;
    });
}

bool ad_fingertip_refine(ad_fingertip* tip, const ad_picture* picture, ad_place place, ad_point* refined,
                         ad_point* direction, ad_error* error) {
    return guarded(error, false, [&] {
        const cv::Mat& mat = filled(picture);
        checkSize(*tip, mat);
        if (!tip->found || !std::isfinite(place.center.x + place.center.y) || !(place.scale > 0.1 && place.scale < 10))
            throw Failure(AD_CODE_ARGUMENT, "there is no place to refine");
        const cv::Point2d coarse = toMap(*tip, {place.center.x, place.center.y});
        const cv::Mat_<float> about = window(*tip, mat, coarse);
        const RingMaps rings = ringMaps(about, tip->box * finer);
        const int middle = windowRadius(*tip), radius = patchRadius(*tip);
        const double degrees = -360.0 * place.turn / directions;
        const int reach = radius + refineReach;
        const cv::Mat field = about(cv::Rect(middle - reach, middle - reach, 2 * reach + 1, 2 * reach + 1));
        cv::Mat_<float> score;
        for (const cv::Mat* known : {&tip->previousPatch, &tip->memoryPatch}) {
            const cv::Mat turned = patch(*known, {double(radius), double(radius)}, radius, degrees, place.scale);
            cv::Mat one;
            cv::matchTemplate(field, turned, one, cv::TM_CCOEFF_NORMED);
            score = score.empty() ? cv::Mat_<float>(0.5 * one) : cv::Mat_<float>(score + 0.5 * one);
        }
        for (int y = 0; y < score.rows; ++y)
            for (int x = 0; x < score.cols; ++x) {
                const cv::Point2d there(x + middle - refineReach, y + middle - refineReach);
                score(y, x) -= static_cast<float>(refinedRingCost * difference(ringsAt(rings, there), tip->rings));
                if (!std::isfinite(score(y, x)))
                    score(y, x) = -100;
            }
        cv::Point peak;
        cv::minMaxLoc(score, nullptr, nullptr, nullptr, &peak);
        cv::Point2d fine = peak;
        if (peak.x > 0 && peak.x < score.cols - 1)
            fine.x += between(score(peak.y, peak.x - 1), score(peak), score(peak.y, peak.x + 1));
        if (peak.y > 0 && peak.y < score.rows - 1)
            fine.y += between(score(peak.y - 1, peak.x), score(peak), score(peak.y + 1, peak.x));
        fine -= cv::Point2d(refineReach, refineReach);
        tip->latest.place = coarse + fine / finer;
        tip->latest.patch = patch(about, fine + cv::Point2d(middle, middle), radius);
        tip->latest.degrees = degrees;
        tip->latest.scale = place.scale;
        tip->latest.turn = place.turn;
        tip->latest.rings = difference(ringsAt(rings, fine + cv::Point2d(middle, middle)), tip->rings);
        const cv::Point2d pointing = axis(about, fine + cv::Point2d(middle, middle), tip->box * finer);
        *direction = {pointing.x, pointing.y};
        *refined = toPicture(*tip, tip->latest.place);
        return true;
    });
}

bool ad_fingertip_follow(ad_fingertip* tip, ad_error* error) {
    return guarded(error, false, [&] {
        if (tip->latest.patch.empty())
            throw Failure(AD_CODE_ARGUMENT, "no place was refined that could be followed");
        const double radius = patchRadius(*tip);
        const cv::Mat turned =
            patch(tip->memoryPatch, {radius, radius}, patchRadius(*tip), tip->latest.degrees, tip->latest.scale);
        tip->memoryPatch = (1 - memoryRate) * turned + memoryRate * tip->latest.patch;
        tip->previousPatch = tip->latest.patch;
        tip->previous = outline(tip->map, tip->latest.place, tip->box, 1);
        const Outline before = tip->memory;
        for (size_t circle = 0; circle < circles.size(); ++circle)
            for (int i = 0; i < directions; ++i) {
                const size_t to = circle * directions + (i + tip->latest.turn + directions) % directions;
                tip->memory[to] = (1 - memoryRate) * before[circle * directions + i] + memoryRate * tip->previous[to];
            }
        if (const double area = areaAt(*tip, tip->latest.place); area > 0)
            tip->area += areaRate * (area - tip->area);
        return true;
    });
}

} // extern "C"
