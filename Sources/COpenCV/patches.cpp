// Patches of a picture described for comparison with those of another one: SIFT at places, directions and sizes that are given.
#include "handles.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <opencv2/features2d.hpp>
#include <opencv2/imgproc.hpp>
#include <vector>

using airdraw::Failure;
using airdraw::filled;
using airdraw::guarded;

namespace {

/// OpenCV's SIFT looks at a square of about six times this, pixels of the small picture.
constexpr double side = 6;
constexpr size_t mostPatches = 1 << 15;

} // namespace

struct ad_patches {
    std::vector<ad_patch> patches;
    /// A row a patch, of length 1.
    cv::Mat rows;
};

extern "C" {

ad_patches* ad_patches_create(const ad_picture* picture, int32_t longest_side, const ad_patch* patches, size_t count,
                              ad_error* error) {
    return guarded<ad_patches*>(error, nullptr, [&] {
        const cv::Mat& full = filled(picture);
        if (longest_side < 64 || longest_side > 4096 || count > mostPatches)
            throw Failure(AD_CODE_ARGUMENT, "the longest side is not between 64 and 4096 pixels, or there are too many patches");
        const int shrink = std::max(1, (std::max(full.cols, full.rows) + longest_side - 1) / longest_side);
        cv::Mat small = full, grey;
        if (shrink > 1)
            cv::resize(full, small, cv::Size(full.cols / shrink, full.rows / shrink), 0, 0, cv::INTER_AREA);
        cv::cvtColor(small, grey, cv::COLOR_BGR2GRAY);
        std::vector<cv::KeyPoint> places;
        places.reserve(count);
        for (size_t i = 0; i < count; ++i) {
            const ad_patch& p = patches[i];
            if (!(std::abs(p.place.x) < 1e6 && std::abs(p.place.y) < 1e6 && std::isfinite(p.angle) && p.scale > 0.1 && p.scale < 10))
                throw Failure(AD_CODE_ARGUMENT, "a patch is not finite, or its scale is not between 0.1 and 10");
            const double degrees = p.angle * 180 / CV_PI;
            places.emplace_back(static_cast<float>((p.place.x + 0.5) * grey.cols / full.cols - 0.5),
                                static_cast<float>((p.place.y + 0.5) * grey.rows / full.rows - 0.5),
                                static_cast<float>(side * p.scale), static_cast<float>(degrees - 360 * std::floor(degrees / 360)));
            places.back().class_id = static_cast<int>(i);
        }
        auto result = std::make_unique<ad_patches>();
        if (!places.empty())
            cv::SIFT::create()->compute(grey, places, result->rows);
        result->patches.reserve(places.size());
        for (const cv::KeyPoint& place : places)
            result->patches.push_back(patches[place.class_id]);
        // The square root makes the distance that of Hellinger; the rows are of length 1 after it.
        for (int i = 0; i < result->rows.rows; ++i) {
            cv::Mat row = result->rows.row(i);
            const double sum = std::max(cv::norm(row, cv::NORM_L1), 1e-6);
            row /= sum;
            cv::sqrt(row, row);
        }
        return result.release();
    });
}

void ad_patches_destroy(ad_patches* patches) {
    delete patches;
}

int64_t ad_patches_match(const ad_patches* a, const ad_patches* b, double ratio, ad_point_pair* pairs, size_t most,
                         ad_error* error) {
    return guarded<int64_t>(error, -1, [&] {
        if (!(ratio > 0 && ratio <= 1))
            throw Failure(AD_CODE_ARGUMENT, "the ratio is not between 0 and 1");
        const int rows = a->rows.rows, columns = b->rows.rows;
        if (rows == 0 || columns == 0)
            return int64_t(0);
        cv::Mat alike;
        cv::gemm(a->rows, b->rows, 1, cv::noArray(), 0, alike, cv::GEMM_2_T);
        // Which of a is most like each of b, so that only those are pairs that choose each other.
        std::vector<int> chosen(columns, 0);
        for (int i = 1; i < rows; ++i)
            for (int j = 0; j < columns; ++j)
                if (alike.at<float>(i, j) > alike.at<float>(chosen[j], j))
                    chosen[j] = i;
        size_t count = 0;
        for (int i = 0; i < rows && count < most; ++i) {
            const float* row = alike.ptr<float>(i);
            const int best = static_cast<int>(std::max_element(row, row + columns) - row);
            const ad_point place = b->patches[best].place;
            float second = -1;
            // The same place at another scale is no rival.
            for (int j = 0; j < columns; ++j) {
                const ad_point other = b->patches[j].place;
                if (row[j] > second && std::hypot(other.x - place.x, other.y - place.y) > 4)
                    second = row[j];
            }
            const auto distance = [](float product) { return std::sqrt(std::max(0.0, 2 - 2 * static_cast<double>(product))); };
            const ad_point own = a->patches[i].place, back = a->patches[chosen[best]].place;
            const bool isMutual = own.x == back.x && own.y == back.y;
            if (isMutual && (second < 0 || distance(row[best]) < ratio * distance(second)))
                pairs[count++] = {own, place};
        }
        return static_cast<int64_t>(count);
    });
}

} // extern "C"
