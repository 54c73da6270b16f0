// Looking at a target: how much a box shows what was seeded, and where exactly in the box it is.
#include "appearance.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <opencv2/imgproc.hpp>

using airdraw::bin;
using airdraw::cropSide;
using airdraw::Failure;
using airdraw::filled;
using airdraw::guarded;
using airdraw::Histogram;
using airdraw::patchSide;
using airdraw::slack;

namespace {

/// Radius of the middle of the box and of where the surroundings begin, in boxes.
constexpr double middleRadius = 0.22;
constexpr double ringRadius = 0.7;
/// Part of what is seen in a frame that goes into what is learned.
constexpr double learningRate = 0.05;
/// How far learned chroma may lie from the seed's, in units of a and b.
constexpr double chromaLimit = 6;
/// A patch and a box that are less like all that is kept than this are kept too.
constexpr double newPatch = 0.85;
constexpr double newBox = 0.8;

/// Which cells of the crop lie in the middle, and which in the surroundings.
struct Zones {
    std::vector<cv::Point> middle, ring;
    Zones() {
        for (int y = 0; y < cropSide; ++y)
            for (int x = 0; x < cropSide; ++x) {
                const double r = std::hypot(x + 0.5 - patchSide, y + 0.5 - patchSide) / patchSide;
                if (r < middleRadius)
                    middle.emplace_back(x, y);
                if (r > ringRadius)
                    ring.emplace_back(x, y);
            }
    }
};

const Zones& zones() {
    static const Zones zones;
    return zones;
}

/// Turns counts into shares that spread to the neighbours in a and b.
Histogram shares(const Histogram& counts) {
    Histogram spread{};
    float sum = 0;
    constexpr float side = 0.24f;
    for (int light = 0; light < 6; ++light)
        for (int a = 0; a < 16; ++a)
            for (int b = 0; b < 16; ++b) {
                const float count = counts[(light * 16 + a) * 16 + b];
                if (count == 0)
                    continue;
                sum += count;
                for (int i = -1; i <= 1; ++i)
                    for (int j = -1; j <= 1; ++j) {
                        const float weight = (i == 0 ? 1 - 2 * side : side) * (j == 0 ? 1 - 2 * side : side);
                        spread[(light * 16 + std::clamp(a + i, 0, 15)) * 16 + std::clamp(b + j, 0, 15)] +=
                            weight * count;
                    }
            }
    if (sum > 0)
        for (float& value : spread)
            value /= sum;
    return spread;
}

Histogram histogram(const cv::Mat& lab, const std::vector<cv::Point>& cells) {
    Histogram counts{};
    for (const cv::Point& cell : cells)
        counts[bin(lab.at<cv::Vec3b>(cell))] += 1;
    return shares(counts);
}

Histogram boxHistogram(const cv::Mat& lab) {
    Histogram counts{};
    constexpr int from = (cropSide - patchSide) / 2;
    for (int y = from; y < from + patchSide; ++y)
        for (int x = from; x < from + patchSide; ++x)
            counts[bin(lab.at<cv::Vec3b>(y, x))] += 1;
    return shares(counts);
}

cv::Mat middlePatch(const cv::Mat& grey) {
    constexpr int from = (cropSide - patchSide) / 2;
    return grey(cv::Rect(from, from, patchSide, patchSide)).clone();
}

void refreshPosterior(ad_appearance& appearance) {
    for (size_t i = 0; i < appearance.posterior.size(); ++i) {
        const float target = 0.5f * (appearance.seedMiddle[i] + appearance.learnedMiddle[i]);
        appearance.posterior[i] = target / (target + appearance.surroundings[i] + 1e-4f);
    }
}

double middlePosterior(const ad_appearance& appearance) {
    double sum = 0;
    for (const cv::Point& cell : zones().middle)
        sum += appearance.posterior[bin(appearance.lab.at<cv::Vec3b>(cell))];
    return sum / zones().middle.size();
}

/// Takes the crop at a box in.
void take(ad_appearance& appearance, const cv::Mat& picture, ad_box box) {
    if (!std::isfinite(box.x) || !std::isfinite(box.y) || !(box.width >= 1 && box.width < 1e6) ||
        !(box.height >= 1 && box.height < 1e6))
        throw Failure(AD_CODE_ARGUMENT, "a box to look at is finite and at least a pixel wide and high");
    appearance.side = std::sqrt(box.width * box.height);
    const cv::Mat cells = airdraw::crop(picture, box.x + box.width / 2, box.y + box.height / 2, appearance.side);
    cv::cvtColor(cells, appearance.grey, cv::COLOR_BGR2GRAY);
    cv::cvtColor(cells, appearance.lab, cv::COLOR_BGR2Lab);
    cv::Vec2d sum;
    for (const cv::Point& cell : zones().middle) {
        const cv::Vec3b& lab = appearance.lab.at<cv::Vec3b>(cell);
        sum += cv::Vec2d(lab[1], lab[2]);
    }
    appearance.chroma = sum / static_cast<double>(zones().middle.size());
}

/// The patch about a place of the crop, in cells from its middle, with a rim of one cell.
cv::Mat_<float> sampled(const cv::Mat& grey, cv::Point2d offset) {
    constexpr int side = patchSide + 2;
    cv::Mat_<float> patch(side, side);
    const double startX = cropSide / 2.0 - side / 2.0 + offset.x;
    const double startY = cropSide / 2.0 - side / 2.0 + offset.y;
    for (int row = 0; row < side; ++row) {
        const double y = std::clamp(startY + row, 0.0, cropSide - 1.001);
        const int y0 = static_cast<int>(y);
        const float v = static_cast<float>(y - y0);
        for (int column = 0; column < side; ++column) {
            const double x = std::clamp(startX + column, 0.0, cropSide - 1.001);
            const int x0 = static_cast<int>(x);
            const float u = static_cast<float>(x - x0);
            const uchar* top = grey.ptr<uchar>(y0) + x0;
            const uchar* bottom = grey.ptr<uchar>(y0 + 1) + x0;
            patch(row, column) = (1 - v) * ((1 - u) * top[0] + u * top[1]) + v * ((1 - u) * bottom[0] + u * bottom[1]);
        }
    }
    return patch;
}

/// Where in the crop a patch fits best, by Gauss and Newton with gain and offset of brightness left free
/// (Baker and Matthews, Lucas-Kanade 20 Years On, IJCV 2004); `offset` is where to start and what is found, cells.
/// Returns the correlation there, 0 when there is too little texture to tell.
double align(const cv::Mat& grey, const cv::Mat& target, cv::Point2d& offset) {
    static const cv::Mat_<float> weights = [] {
        cv::Mat_<float> weights(patchSide, patchSide);
        for (int y = 0; y < patchSide; ++y)
            for (int x = 0; x < patchSide; ++x) {
                const double r = std::hypot(x + 0.5 - patchSide / 2.0, y + 0.5 - patchSide / 2.0) / patchSide / 0.45;
                weights(y, x) = static_cast<float>(std::exp(-r * r));
            }
        return weights;
    }();
    constexpr int cells = patchSide * patchSide;
    double targetMean = cv::mean(target)[0];
    double targetNorm = 0;
    for (int i = 0; i < cells; ++i)
        targetNorm += std::pow(target.ptr<float>()[i] - targetMean, 2);
    targetNorm = std::sqrt(targetNorm);
    if (targetNorm < patchSide)
        return 0;
    double agreement = 0;
    for (int iteration = 0; iteration < 5; ++iteration) {
        const cv::Mat_<float> patch = sampled(grey, offset);
        const cv::Mat inner = patch(cv::Rect(1, 1, patchSide, patchSide));
        const double mean = cv::mean(inner)[0];
        double norm = 0;
        double product = 0;
        for (int y = 0; y < patchSide; ++y)
            for (int x = 0; x < patchSide; ++x) {
                const double value = patch(y + 1, x + 1) - mean;
                norm += value * value;
                product += value * (target.at<float>(y, x) - targetMean);
            }
        norm = std::sqrt(norm);
        if (norm < patchSide)
            return 0;
        agreement = product / (norm * targetNorm);
        if (iteration == 4)
            break;
        const double gain = norm / targetNorm;
        double xx = 0, xy = 0, yy = 0, xr = 0, yr = 0;
        for (int y = 0; y < patchSide; ++y)
            for (int x = 0; x < patchSide; ++x) {
                const double gx = (patch(y + 1, x + 2) - patch(y + 1, x)) / 2;
                const double gy = (patch(y + 2, x + 1) - patch(y, x + 1)) / 2;
                const double r = (target.at<float>(y, x) - targetMean) * gain - (patch(y + 1, x + 1) - mean);
                const double w = weights(y, x);
                xx += w * gx * gx;
                xy += w * gx * gy;
                yy += w * gy * gy;
                xr += w * gx * r;
                yr += w * gy * r;
            }
        const double determinant = xx * yy - xy * xy;
        // The aperture problem: along an edge nothing tells where.
        if (determinant < 1e-3 * (xx + yy) * (xx + yy))
            return 0;
        const double dx = std::clamp((yy * xr - xy * yr) / determinant, -1.0, 1.0);
        const double dy = std::clamp((xx * yr - xy * xr) / determinant, -1.0, 1.0);
        offset.x += dx;
        offset.y += dy;
        if (std::hypot(offset.x, offset.y) > patchSide / 4.0)
            return 0;
        if (std::abs(dx) < 0.01 && std::abs(dy) < 0.01)
            iteration = std::max(iteration, 3);
    }
    return agreement;
}

} // namespace

namespace airdraw {

cv::Mat crop(const cv::Mat& picture, double centerX, double centerY, double side) {
    // Two samples a cell each way, averaged; a large box is shrunk first, so that the cost does not grow with it.
    cv::Mat from = picture;
    double step = side / cropSide;
    double x = centerX;
    double y = centerY;
    const int shrink = static_cast<int>(step / 1.5);
    if (shrink > 1) {
        const cv::Rect whole(0, 0, picture.cols, picture.rows);
        cv::Rect part(static_cast<int>(std::floor(x - side)) - 2 * shrink,
                      static_cast<int>(std::floor(y - side)) - 2 * shrink, static_cast<int>(2 * side) + 5 * shrink,
                      static_cast<int>(2 * side) + 5 * shrink);
        part &= whole;
        part.width -= part.width % shrink;
        part.height -= part.height % shrink;
        if (part.width >= 2 * shrink && part.height >= 2 * shrink) {
            cv::Mat small;
            cv::resize(picture(part), small, cv::Size(part.width / shrink, part.height / shrink), 0, 0, cv::INTER_AREA);
            from = small;
            x = (x - part.x) / shrink;
            y = (y - part.y) / shrink;
            step /= shrink;
        }
    }
    const cv::Matx23d map(step, 0, x + (0.5 - cropSide) * step - 0.5, 0, step, y + (0.5 - cropSide) * step - 0.5);
    cv::Mat fine, cells;
    cv::warpAffine(from, fine, map, cv::Size(2 * cropSide, 2 * cropSide), cv::INTER_LINEAR | cv::WARP_INVERSE_MAP,
                   cv::BORDER_REPLICATE);
    cv::resize(fine, cells, cv::Size(cropSide, cropSide), 0, 0, cv::INTER_AREA);
    return cells;
}

double correlation(const cv::Mat& crop, const cv::Mat& patch) {
    constexpr int cells = patchSide * patchSide;
    constexpr int first = (cropSide - patchSide) / 2 - slack;
    int patchSum = 0, patchSquares = 0;
    for (int y = 0; y < patchSide; ++y) {
        const uchar* row = patch.ptr<uchar>(y);
        for (int x = 0; x < patchSide; ++x) {
            patchSum += row[x];
            patchSquares += row[x] * row[x];
        }
    }
    const double patchVariance = static_cast<double>(patchSquares) * cells - static_cast<double>(patchSum) * patchSum;
    double best = 0;
    for (int dy = 0; dy <= 2 * slack; ++dy)
        for (int dx = 0; dx <= 2 * slack; ++dx) {
            int sum = 0, squares = 0, products = 0;
            for (int y = 0; y < patchSide; ++y) {
                const uchar* a = crop.ptr<uchar>(first + dy + y) + first + dx;
                const uchar* b = patch.ptr<uchar>(y);
                for (int x = 0; x < patchSide; ++x) {
                    sum += a[x];
                    squares += a[x] * a[x];
                    products += a[x] * b[x];
                }
            }
            const double variance = static_cast<double>(squares) * cells - static_cast<double>(sum) * sum;
            // Less than one grey level of deviation shows nothing.
            if (variance < double(cells) * cells || patchVariance < double(cells) * cells)
                continue;
            const double covariance = static_cast<double>(products) * cells - static_cast<double>(sum) * patchSum;
            best = std::max(best, covariance / std::sqrt(variance * patchVariance));
        }
    return best;
}

double likeness(const Histogram& a, const Histogram& b) {
    float sum = 0;
    for (size_t i = 0; i < a.size(); ++i)
        sum += std::sqrt(a[i] * b[i]);
    return std::min(1.f, sum);
}

} // namespace airdraw

extern "C" {

ad_appearance* ad_appearance_create(const ad_picture* picture, ad_box box, ad_error* error) {
    return guarded<ad_appearance*>(error, nullptr, [&] {
        const cv::Mat& mat = filled(picture);
        auto appearance = std::make_unique<ad_appearance>();
        appearance->picture = mat.size();
        take(*appearance, mat, box);
        appearance->patches.push_back(middlePatch(appearance->grey));
        appearance->patches.front().convertTo(appearance->seedPatch, CV_32F);
        appearance->boxes.push_back(boxHistogram(appearance->lab));
        appearance->seedMiddle = appearance->learnedMiddle = histogram(appearance->lab, zones().middle);
        appearance->surroundings = histogram(appearance->lab, zones().ring);
        appearance->seedChroma = appearance->learnedChroma = appearance->chroma;
        refreshPosterior(*appearance);
        appearance->seedPosterior = std::max(0.2, middlePosterior(*appearance));
        ad_appearance_follow(appearance.get(), {0, 0});
        return appearance.release();
    });
}

void ad_appearance_destroy(ad_appearance* appearance) {
    delete appearance;
}

bool ad_appearance_look(ad_appearance* appearance, const ad_picture* picture, ad_box box, ad_point start, ad_look* look,
                        ad_error* error) {
    return guarded(error, false, [&] {
        const cv::Mat& mat = filled(picture);
        if (mat.size() != appearance->picture)
            throw Failure(AD_CODE_SIZE_CHANGED, "the picture has another size than the one with the seed");
        take(*appearance, mat, box);
        look->seed = airdraw::correlation(appearance->grey, appearance->patches.front());
        look->previous = airdraw::correlation(appearance->grey, appearance->previous);
        look->chroma = cv::norm(appearance->chroma - appearance->learnedChroma);
        look->posterior = std::min(1.0, middlePosterior(*appearance) / appearance->seedPosterior);
        const double cell = appearance->side / patchSide;
        cv::Point2d offset(start.x / cell, start.y / cell);
        look->agreement = align(appearance->grey, appearance->aligned, offset);
        look->offset = {offset.x * cell, offset.y * cell};
        look->seed_agreement = align(appearance->grey, appearance->seedPatch, offset);
        look->seed_offset = {offset.x * cell, offset.y * cell};
        return true;
    });
}

void ad_appearance_follow(ad_appearance* appearance, ad_point offset) {
    const double cell = appearance->side / patchSide;
    appearance->previous = middlePatch(appearance->grey);
    appearance->aligned =
        sampled(appearance->grey, {offset.x / cell, offset.y / cell})(cv::Rect(1, 1, patchSide, patchSide)).clone();
}

void ad_appearance_recall(const ad_appearance* appearance, double* patch, double* colors) {
    *patch = 0;
    for (const cv::Mat& kept : appearance->patches)
        *patch = std::max(*patch, airdraw::correlation(appearance->grey, kept));
    const Histogram box = boxHistogram(appearance->lab);
    *colors = 0;
    for (const Histogram& kept : appearance->boxes)
        *colors = std::max(*colors, airdraw::likeness(box, kept));
}

void ad_appearance_learn(ad_appearance* appearance) {
    double patch = 0;
    double colors = 0;
    ad_appearance_recall(appearance, &patch, &colors);
    // The oldest goes, but never the seed.
    if (patch < newPatch) {
        appearance->patches.push_back(middlePatch(appearance->grey));
        if (appearance->patches.size() > airdraw::memoryLimit)
            appearance->patches.erase(appearance->patches.begin() + 1);
    }
    if (colors < newBox) {
        appearance->boxes.push_back(boxHistogram(appearance->lab));
        if (appearance->boxes.size() > airdraw::memoryLimit)
            appearance->boxes.erase(appearance->boxes.begin() + 1);
    }
    const Histogram middle = histogram(appearance->lab, zones().middle);
    for (size_t i = 0; i < middle.size(); ++i)
        appearance->learnedMiddle[i] += learningRate * (middle[i] - appearance->learnedMiddle[i]);
    appearance->learnedChroma += learningRate * (appearance->chroma - appearance->learnedChroma);
    const cv::Vec2d moved = appearance->learnedChroma - appearance->seedChroma;
    const double length = cv::norm(moved);
    if (length > chromaLimit)
        appearance->learnedChroma = appearance->seedChroma + moved * (chromaLimit / length);
    refreshPosterior(*appearance);
}

} // extern "C"
