// Pictures seen through a map, and patches of them.
#include "handles.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

using airdraw::Failure;
using airdraw::filled;
using airdraw::guarded;

namespace {

/// Grey (BT.601) at a place in centre coordinates, bilinear; outside, the nearest pixel counts.
double grey(const cv::Mat& mat, double x, double y) {
    x = std::clamp(x, 0.0, mat.cols - 1.0);
    y = std::clamp(y, 0.0, mat.rows - 1.0);
    const int x0 = static_cast<int>(x);
    const int y0 = static_cast<int>(y);
    const int x1 = std::min(x0 + 1, mat.cols - 1);
    const int y1 = std::min(y0 + 1, mat.rows - 1);
    const auto at = [&](int column, int row) {
        const uchar* p = mat.ptr<uchar>(row) + 3 * column;
        return 0.114 * p[0] + 0.587 * p[1] + 0.299 * p[2];
    };
    const double u = x - x0;
    const double v = y - y0;
    return (1 - v) * ((1 - u) * at(x0, y0) + u * at(x1, y0)) + v * ((1 - u) * at(x0, y1) + u * at(x1, y1));
}

} // namespace

extern "C" {

bool ad_picture_warp(ad_picture* target, const ad_picture* source, ad_affine map, int32_t width, int32_t height,
                     ad_error* error) {
    return guarded(error, false, [&] {
        if (width < 1 || height < 1 || static_cast<int64_t>(width) * height > (int64_t(1) << 26))
            throw Failure(AD_CODE_ARGUMENT, "the size of the target is not between 1 pixel and 64 megapixels");
        const double scale = std::sqrt(std::abs(map.a * map.d - map.b * map.c));
        if (!std::isfinite(scale) || scale <= 0 || !std::isfinite(map.tx) || !std::isfinite(map.ty))
            throw Failure(AD_CODE_ARGUMENT, "the map is not finite or cannot be inverted");
        cv::Mat from = filled(source);
        // warpAffine looks at four pixels only: average first what would fall between them.
        const int shrink = std::min({static_cast<int>(1 / scale), from.cols, from.rows});
        if (shrink > 1) {
            cv::Mat small;
            cv::resize(from, small, cv::Size(from.cols / shrink, from.rows / shrink), 0, 0, cv::INTER_AREA);
            const double kx = static_cast<double>(from.cols) / small.cols;
            const double ky = static_cast<double>(from.rows) / small.rows;
            // A centre u of the small picture lies at (u + ½) k − ½ of the large one.
            map.tx += map.a * (kx - 1) / 2 + map.c * (ky - 1) / 2;
            map.ty += map.b * (kx - 1) / 2 + map.d * (ky - 1) / 2;
            map.a *= kx;
            map.b *= kx;
            map.c *= ky;
            map.d *= ky;
            from = small;
        }
        const cv::Matx23d matrix(map.a, map.c, map.tx, map.b, map.d, map.ty);
        cv::warpAffine(from, target->mat, matrix, cv::Size(width, height), cv::INTER_LINEAR, cv::BORDER_CONSTANT);
        return true;
    });
}

bool ad_picture_grey_patch(const ad_picture* picture, ad_box box, int32_t width, int32_t height, float* values,
                           ad_error* error) {
    return guarded(error, false, [&] {
        const cv::Mat& mat = filled(picture);
        if (width < 1 || height < 1)
            throw Failure(AD_CODE_ARGUMENT, "a patch has at least one value");
        if (!std::isfinite(box.x) || !std::isfinite(box.y) || !(box.width > 0 && box.width < 1e6) ||
            !(box.height > 0 && box.height < 1e6))
            throw Failure(AD_CODE_ARGUMENT, "the box of a patch is finite and has a size above zero");
        const double stepX = box.width / width;
        const double stepY = box.height / height;
        // Cells wider than a pixel are the mean of several samples at most a pixel apart.
        const int nx = std::clamp(static_cast<int>(std::ceil(stepX - 1e-9)), 1, 16);
        const int ny = std::clamp(static_cast<int>(std::ceil(stepY - 1e-9)), 1, 16);
        for (int row = 0; row < height; ++row) {
            for (int column = 0; column < width; ++column) {
                double sum = 0;
                for (int j = 0; j < ny; ++j)
                    for (int i = 0; i < nx; ++i)
                        sum += grey(mat, box.x + (column + (i + 0.5) / nx) * stepX - 0.5,
                                    box.y + (row + (j + 0.5) / ny) * stepY - 0.5);
                values[static_cast<size_t>(row) * width + column] = static_cast<float>(sum / (nx * ny));
            }
        }
        return true;
    });
}

} // extern "C"
