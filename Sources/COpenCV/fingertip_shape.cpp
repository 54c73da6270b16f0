// Describing the shape of a region about a place.
#include "fingertip.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace airdraw::fingertip {

namespace {

/// Sums of a map over discs about each pixel, from running sums of its rows, and their pixels.
class DiscSums {
  public:
    DiscSums(const cv::Mat_<float>& map, double largest)
        : size(map.size()), border(static_cast<int>(std::ceil(largest))) {
        cv::Mat_<float> wide;
        cv::copyMakeBorder(map, wide, border, border, border, border, cv::BORDER_REPLICATE);
        sums.create(wide.rows, wide.cols + 1);
        for (int y = 0; y < wide.rows; ++y) {
            const float* value = wide.ptr<float>(y);
            float* sum = sums.ptr<float>(y);
            sum[0] = 0;
            for (int x = 0; x < wide.cols; ++x)
                sum[x + 1] = sum[x] + value[x];
        }
    }

    std::pair<cv::Mat_<float>, double> disc(double radius) const {
        cv::Mat_<float> total = cv::Mat_<float>::zeros(size);
        double count = 0;
        const int rows = static_cast<int>(radius);
        for (int dy = -rows; dy <= rows; ++dy) {
            const int half = static_cast<int>(std::sqrt(std::max(0.0, radius * radius - dy * dy)));
            count += 2 * half + 1;
            for (int y = 0; y < size.height; ++y) {
                const float* sum = sums.ptr<float>(y + border + dy) + border;
                float* value = total.ptr<float>(y);
                for (int x = 0; x < size.width; ++x)
                    value[x] += sum[x + half + 1] - sum[x - half];
            }
        }
        return {total, count};
    }

  private:
    cv::Size size;
    int border;
    cv::Mat_<float> sums;
};

/// Directions as steps.
const std::array<cv::Point2d, directions>& compass() {
    static const std::array<cv::Point2d, directions> compass = [] {
        std::array<cv::Point2d, directions> compass;
        for (int i = 0; i < directions; ++i)
            compass[i] = {std::cos(i * 2 * CV_PI / directions), std::sin(i * 2 * CV_PI / directions)};
        return compass;
    }();
    return compass;
}

} // namespace

RingMaps ringMaps(const cv::Mat_<float>& map, double box) {
    const DiscSums sums(map, ringEdges.back() * box);
    RingMaps rings;
    cv::Mat_<float> inner = cv::Mat_<float>::zeros(map.size());
    double innerCount = 0;
    for (size_t i = 0; i < rings.size(); ++i) {
        auto [outer, count] = sums.disc(ringEdges[i + 1] * box);
        // A box of few pixels has rings without any.
        rings[i] = count > innerCount ? cv::Mat_<float>((outer - inner) / (count - innerCount)) : rings[i - 1];
        inner = outer;
        innerCount = count;
    }
    return rings;
}

std::array<cv::Mat_<float>, 2> discMaps(const cv::Mat_<float>& map, double box, double inner, double outer) {
    const DiscSums sums(map, outer * box);
    const auto [small, smallCount] = sums.disc(inner * box);
    const auto [large, largeCount] = sums.disc(outer * box);
    return {cv::Mat_<float>(small / smallCount), cv::Mat_<float>(large / largeCount)};
}

double difference(const Rings& a, const Rings& b) {
    double sum = 0, weights = 0;
    for (size_t i = 0; i < a.size(); ++i) {
        const double apart = (a[i] - b[i]) / 2;
        sum += ringWeights[i] * apart * apart;
        weights += ringWeights[i];
    }
    return sum / weights;
}

float at(const cv::Mat_<float>& map, cv::Point2d place) {
    const double x = std::clamp(place.x, 0.0, map.cols - 1.001);
    const double y = std::clamp(place.y, 0.0, map.rows - 1.001);
    const int column = static_cast<int>(x), row = static_cast<int>(y);
    const float u = static_cast<float>(x - column), v = static_cast<float>(y - row);
    const float* top = map.ptr<float>(row) + column;
    const float* bottom = map.ptr<float>(row + 1) + column;
    return (1 - v) * ((1 - u) * top[0] + u * top[1]) + v * ((1 - u) * bottom[0] + u * bottom[1]);
}

cv::Point2d axis(const cv::Mat_<float>& map, cv::Point2d place, double box) {
    // The hand's pixels near the end of a finger lie on its other side.
    constexpr double reach = 1.2;
    const int radius = static_cast<int>(reach * box);
    cv::Point2d sum;
    for (int dy = -radius; dy <= radius; ++dy)
        for (int dx = -radius; dx <= radius; ++dx)
            if (dx * dx + dy * dy <= radius * radius)
                sum += cv::Point2d(dx, dy) * (0.5 + 0.5 * at(map, place + cv::Point2d(dx, dy)));
    const double length = std::hypot(sum.x, sum.y);
    return length > 1e-6 ? sum / -length : cv::Point2d();
}

Outline outline(const cv::Mat_<float>& map, cv::Point2d place, double box, double scale) {
    Outline outline;
    size_t i = 0;
    for (const double radius : circles)
        for (const cv::Point2d& step : compass())
            outline[i++] = at(map, place + step * (radius * scale * box));
    return outline;
}

double correlation(const Outline& a, const Outline& b, int turn) {
    float sumA = 0, sumB = 0, squaresA = 0, squaresB = 0, products = 0;
    for (size_t circle = 0; circle < circles.size(); ++circle)
        for (int i = 0; i < directions; ++i) {
            const float valueA = a[circle * directions + i];
            const float valueB = b[circle * directions + (i + turn + directions) % directions];
            sumA += valueA;
            sumB += valueB;
            squaresA += valueA * valueA;
            squaresB += valueB * valueB;
            products += valueA * valueB;
        }
    const double n = static_cast<double>(a.size());
    const double varianceA = squaresA / n - sumA / n * (sumA / n), varianceB = squaresB / n - sumB / n * (sumB / n);
    return (products / n - sumA / n * (sumB / n)) / std::sqrt(std::max(varianceA * varianceB, 1e-3));
}

cv::Mat patch(const cv::Mat& map, cv::Point2d place, int reach, double degrees, double scale) {
    cv::Mat turn = cv::getRotationMatrix2D(cv::Point2f(place), degrees, scale);
    turn.at<double>(0, 2) += reach - place.x;
    turn.at<double>(1, 2) += reach - place.y;
    cv::Mat patch;
    cv::warpAffine(map, patch, turn, cv::Size(2 * reach + 1, 2 * reach + 1), cv::INTER_LINEAR, cv::BORDER_REPLICATE);
    return patch;
}

} // namespace airdraw::fingertip
