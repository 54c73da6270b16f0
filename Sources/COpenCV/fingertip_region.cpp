// Finding the hand that was tapped, and its colours.
#include "fingertip.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace airdraw::fingertip {

namespace {

/// Bins of Lab: 16 of lightness, 24 × 24 of a and b about grey, 4 units each.
constexpr int lightBins = 16, chromaBins = 24;
constexpr int binCount = lightBins * chromaBins * chromaBins;
/// Steps of blue, green and red.
constexpr int steps = 64;
/// The logarithm of the likelihoods' ratio is cut here: a colour never seen says no more than this.
constexpr float mostEvidence = 2;
constexpr float rare = 1e-4f;

int binOf(const cv::Vec3b& lab) {
    const auto chroma = [](int value) { return std::clamp(value - 128 + 48, 0, 4 * chromaBins - 1) / 4; };
    return (lab[0] / 16 * chromaBins + chroma(lab[1])) * chromaBins + chroma(lab[2]);
}

int cellOf(const uchar* pixel) {
    return (pixel[0] >> 2) << 12 | (pixel[1] >> 2) << 6 | pixel[2] >> 2;
}

/// The bin of each step of colour.
const std::vector<uint16_t>& binsOfCells() {
    static const std::vector<uint16_t> bins = [] {
        cv::Mat_<cv::Vec3b> colors(steps * steps, steps), lab;
        for (int i = 0; i < steps * steps * steps; ++i)
            colors(i / steps, i % steps) = {static_cast<uchar>((i >> 12) * 4 + 2),
                                            static_cast<uchar>((i >> 6) % steps * 4 + 2),
                                            static_cast<uchar>(i % steps * 4 + 2)};
        cv::cvtColor(colors, lab, cv::COLOR_BGR2Lab);
        std::vector<uint16_t> bins(steps * steps * steps);
        for (int i = 0; i < steps * steps * steps; ++i)
            bins[i] = static_cast<uint16_t>(binOf(lab(i / steps, i % steps)));
        return bins;
    }();
    return bins;
}

/// Shares of the colours where a mask is set, or where it is not, spread to neighbouring bins.
std::vector<float> shares(const cv::Mat& picture, const cv::Mat& mask, bool set) {
    std::vector<float> shares(binCount, 0), spread(binCount);
    const std::vector<uint16_t>& bins = binsOfCells();
    float sum = 0;
    for (int y = 0; y < picture.rows; ++y) {
        const uchar* pixel = picture.ptr(y);
        const uchar* in = mask.ptr(y);
        for (int x = 0; x < picture.cols; ++x, pixel += 3)
            if ((in[x] != 0) == set) {
                shares[bins[cellOf(pixel)]] += 1;
                sum += 1;
            }
    }
    const int strides[] = {chromaBins * chromaBins, chromaBins, 1};
    const int counts[] = {lightBins, chromaBins, chromaBins};
    for (int axis = 0; axis < 3; ++axis) {
        const int stride = strides[axis];
        for (int i = 0; i < binCount; ++i) {
            const int place = i / stride % counts[axis];
            spread[i] = 0.5f * shares[i] + 0.25f * shares[place > 0 ? i - stride : i] +
                        0.25f * shares[place < counts[axis] - 1 ? i + stride : i];
        }
        shares.swap(spread);
    }
    for (float& share : shares)
        share /= std::max(sum, 1.f);
    return shares;
}

/// Otsu's threshold between the 0.5th and the 99.5th percentile, and the share of the variance that it explains.
std::pair<float, double> threshold(const cv::Mat_<float>& values) {
    std::vector<float> sorted(values.begin(), values.end());
    std::sort(sorted.begin(), sorted.end());
    const float low = sorted[static_cast<size_t>(0.005 * sorted.size())];
    const float high = sorted[static_cast<size_t>(0.995 * sorted.size())];
    if (high - low < 1e-6f)
        return {high, 0};
    std::array<double, 256> counts{};
    double total = 0, squares = 0;
    for (const float value : sorted) {
        const int step = std::clamp(static_cast<int>((value - low) / (high - low) * 255), 0, 255);
        counts[step] += 1;
        total += step;
        squares += step * step;
    }
    const double n = static_cast<double>(sorted.size());
    double weight = 0, sum = 0, best = 0;
    int place = 0;
    for (int i = 0; i < 256; ++i) {
        weight += counts[i];
        sum += i * counts[i];
        if (weight <= 0 || weight >= n)
            continue;
        const double apart = (total - sum) / (n - weight) - sum / weight;
        const double between = weight / n * (1 - weight / n) * apart * apart;
        if (between > best) {
            best = between;
            place = i;
        }
    }
    const double variance = squares / n - total / n * (total / n);
    return {low + place / 255.f * (high - low), variance > 0 ? best / variance : 0};
}

/// A way to tell a hand from the rest: redder than blue as skin is, brighter, or darker.
enum class Cue { red, bright, dark };

cv::Mat_<float> values(const cv::Mat& picture, Cue cue) {
    cv::Mat_<float> values(picture.size());
    for (int y = 0; y < picture.rows; ++y) {
        const cv::Vec3b* pixel = picture.ptr<cv::Vec3b>(y);
        for (int x = 0; x < picture.cols; ++x) {
            const float blue = pixel[x][0] + 8.f, green = pixel[x][1] + 8.f, red = pixel[x][2] + 8.f;
            const float light = std::log((red + green + blue) / 3);
            values(y, x) = cue == Cue::red ? std::log(red / blue) : cue == Cue::bright ? light : -light;
        }
    }
    cv::GaussianBlur(values, values, cv::Size(), 0.8);
    return values;
}

cv::Rect squareAbout(cv::Point2d place, double reach, const cv::Mat& picture) {
    const int n = static_cast<int>(reach);
    return cv::Rect(static_cast<int>(place.x) - n, static_cast<int>(place.y) - n, 2 * n + 1, 2 * n + 1) &
           cv::Rect(0, 0, picture.cols, picture.rows);
}

/// What a cue tells apart from the rest about a tap, and how well it does.
std::pair<cv::Mat, double> told(const cv::Mat& picture, Cue cue, cv::Point2d tap, double box) {
    constexpr double about = 6, near = 1.5, sure = 0.7;
    const cv::Mat_<float> value = values(picture, cue);
    const auto [limit, separation] = threshold(value(squareAbout(tap, about * box, picture)).clone());
    cv::Mat on = value > limit;
    // The end of a finger may be darker than the hand, or blurred: near the tap it is told from what is there.
    const cv::Rect end = squareAbout(tap, near * box, picture);
    const auto [own, ownSeparation] = threshold(value(end).clone());
    if (ownSeparation > sure && own < limit)
        on(end) |= value(end) > own;
    cv::morphologyEx(on, on, cv::MORPH_OPEN, cv::getStructuringElement(cv::MORPH_ELLIPSE, {3, 3}));
    return {on, separation};
}

/// Share of a picture's edge that a mask touches.
double edgeShare(const cv::Mat& mask) {
    const int on = cv::countNonZero(mask.row(0)) + cv::countNonZero(mask.row(mask.rows - 1)) +
                   cv::countNonZero(mask.col(0)) + cv::countNonZero(mask.col(mask.cols - 1));
    return on / (2.0 * (mask.rows + mask.cols));
}

} // namespace

void ColorModel::learn(const cv::Mat& picture, const cv::Mat& hand) {
    cv::Mat about;
    cv::dilate(hand, about, cv::Mat::ones(3, 3, CV_8U));
    const std::vector<float> in = shares(picture, hand, true);
    const std::vector<float> out = shares(picture, about, false);
    const std::vector<uint16_t>& bins = binsOfCells();
    table.resize(bins.size());
    for (size_t i = 0; i < bins.size(); ++i) {
        const float evidence = std::log((in[bins[i]] + rare) / (out[bins[i]] + rare));
        table[i] = std::clamp(evidence, -mostEvidence, mostEvidence) / mostEvidence;
    }
}

cv::Mat_<float> ColorModel::map(const cv::Mat& picture) const {
    cv::Mat_<float> map(picture.size());
    for (int y = 0; y < picture.rows; ++y) {
        const uchar* pixel = picture.ptr(y);
        float* value = map.ptr<float>(y);
        for (int x = 0; x < picture.cols; ++x, pixel += 3)
            value[x] = table[cellOf(pixel)];
    }
    return map;
}

cv::Mat handMask(const cv::Mat& picture, cv::Point2d tap, double box) {
    if (squareAbout(tap, box, picture).empty())
        return {};
    cv::Mat best;
    double most = 0;
    for (const Cue cue : {Cue::red, Cue::bright, Cue::dark}) {
        const auto [on, separation] = told(picture, cue, tap, box);
        cv::Mat labels;
        cv::connectedComponents(on, labels, 8, CV_32S);
        double nearest = 0.75 * box;
        int label = 0;
        double inside = 0, insideCount = 0, ring = 0, ringCount = 0;
        for (int y = 0; y < picture.rows; ++y)
            for (int x = 0; x < picture.cols; ++x) {
                const double distance = std::hypot(x - tap.x, y - tap.y);
                const bool isOn = on.at<uchar>(y, x) != 0;
                if (isOn && distance < nearest) {
                    nearest = distance;
                    label = labels.at<int>(y, x);
                }
                if (distance < 0.25 * box) {
                    insideCount += 1;
                    inside += isOn;
                }
                if (distance > 0.6 * box && distance < 1.5 * box) {
                    ringCount += 1;
                    ring += isOn;
                }
            }
        if (label == 0 || insideCount == 0 || ringCount == 0)
            continue;
        const cv::Mat mask = labels == label;
        const double area = cv::countNonZero(mask);
        // A hand is larger than the box and not the room, and comes in from one side; round the end of a finger is more
        // of the rest than of the hand.
        if (area <= box * box || area >= 0.4 * picture.total() || edgeShare(mask) >= 0.25 || ring >= 0.6 * ringCount)
            continue;
        const double score =
            separation + 0.1 * inside / insideCount - 0.3 * ring / ringCount + (cue == Cue::red ? 0.15 : 0);
        if (score > most) {
            most = score;
            best = mask;
        }
    }
    return best;
}

cv::Point2d nearestEnd(const cv::Mat_<float>& map, cv::Point2d tap, double box) {
    // The end of a finger is hand in the middle and little hand round it.
    constexpr double inner = 0.25, outer = 0.6, reach = 0.7, pull = 0.2, least = 0.15;
    const auto discs = discMaps(map, box, inner, outer);
    const auto value = [&](cv::Point2d place) {
        const cv::Point2d away = (place - tap) / box;
        return at(discs[0], place) - at(discs[1], place) - pull * away.dot(away);
    };
    cv::Point2d best = tap;
    double most = value(tap);
    const double own = most;
    const int n = static_cast<int>(reach * box);
    for (int dy = -n; dy <= n; ++dy)
        for (int dx = -n; dx <= n; ++dx) {
            const cv::Point2d place(std::round(tap.x) + dx, std::round(tap.y) + dy);
            if (std::hypot(place.x - tap.x, place.y - tap.y) > reach * box || place.x < 0 || place.y < 0 ||
                place.x >= map.cols || place.y >= map.rows)
                continue;
            const double here = value(place);
            if (here > most) {
                most = here;
                best = place;
            }
        }
    return most - own > least ? best : tap;
}

} // namespace airdraw::fingertip
