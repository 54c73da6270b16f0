// Searching a part of a picture for a target that was lost.
#include "appearance.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

using airdraw::bin;
using airdraw::Failure;
using airdraw::filled;
using airdraw::guarded;
using airdraw::patchSide;

namespace {

/// The searched part is at most this wide and high, pixels: more would cost more than the tracker itself.
constexpr double widest = 360;
/// A box is at least this wide in what is searched, pixels.
constexpr int smallest = 10;

} // namespace

extern "C" int32_t ad_appearance_search(const ad_appearance* appearance, const ad_picture* picture, ad_box part,
                                        double side, ad_peak* peaks, int32_t most, ad_error* error) {
    return guarded(error, -1, [&]() -> int32_t {
        const cv::Mat& mat = filled(picture);
        if (mat.size() != appearance->picture)
            throw Failure(AD_CODE_SIZE_CHANGED, "the picture has another size than the one with the seed");
        if (!(side >= 1 && side < 1e6) || !std::isfinite(part.x + part.y + part.width + part.height))
            throw Failure(AD_CODE_ARGUMENT, "what is searched for and where is finite and has a size");
        const auto clamped = [](double value, int limit) {
            return static_cast<int>(std::clamp(value, 0.0, double(limit)));
        };
        const int x0 = clamped(part.x, mat.cols);
        const int y0 = clamped(part.y, mat.rows);
        const cv::Rect rect(x0, y0, clamped(part.x + part.width, mat.cols) - x0,
                            clamped(part.y + part.height, mat.rows) - y0);
        if (rect.width < side || rect.height < side)
            return 0;
        const double longest = std::max(rect.width, rect.height);
        const int target = std::clamp(static_cast<int>(side * widest / longest), smallest, patchSide);
        const double scale = target / side;
        cv::Mat small, grey, lab;
        cv::resize(mat(rect), small, cv::Size(), scale, scale, scale < 1 ? cv::INTER_AREA : cv::INTER_LINEAR);
        if (small.cols <= target || small.rows <= target)
            return 0;
        cv::cvtColor(small, grey, cv::COLOR_BGR2GRAY);
        cv::cvtColor(small, lab, cv::COLOR_BGR2Lab);

        // Where the grey is like one of the patches that are remembered …
        cv::Mat best, one, patch;
        for (const cv::Mat& kept : appearance->patches) {
            cv::resize(kept, patch, cv::Size(target, target), 0, 0, cv::INTER_AREA);
            cv::matchTemplate(grey, patch, one, cv::TM_CCOEFF_NORMED);
            best.empty() ? one.copyTo(best) : cv::max(best, one, best);
        }
        // … and the colour in the middle is the target's.
        cv::Mat_<float> chance(lab.size());
        for (int y = 0; y < lab.rows; ++y)
            for (int x = 0; x < lab.cols; ++x)
                chance(y, x) = appearance->posterior[bin(lab.at<cv::Vec3b>(y, x))];
        const int blur = std::max(3, target * 7 / 20 | 1);
        cv::blur(chance, chance, cv::Size(blur, blur));
        for (int y = 0; y < best.rows; ++y)
            for (int x = 0; x < best.cols; ++x) {
                float& value = best.at<float>(y, x);
                const float color =
                    chance(y + target / 2, x + target / 2) / static_cast<float>(appearance->seedPosterior);
                value = std::isfinite(value) ? 0.5f * std::clamp(value, 0.f, 1.f) + 0.5f * std::min(1.f, color) : 0.f;
            }
        int32_t count = 0;
        for (; count < most; ++count) {
            double value = 0;
            cv::Point place;
            cv::minMaxLoc(best, nullptr, &value, nullptr, &place);
            if (value <= 0)
                break;
            // Back to corner coordinates of the picture.
            const double kx = static_cast<double>(rect.width) / small.cols;
            const double ky = static_cast<double>(rect.height) / small.rows;
            peaks[count] = {
                {rect.x + (place.x + target / 2.0) * kx - 0.5, rect.y + (place.y + target / 2.0) * ky - 0.5}, value};
            cv::circle(best, place, target / 2, cv::Scalar(-1), cv::FILLED);
        }
        return count;
    });
}
