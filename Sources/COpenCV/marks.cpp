// Marks on pictures: lines, circles, fills and text, for previews.
#include "handles.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/core/hal/intrin.hpp>
#include <opencv2/imgproc.hpp>
#include <vector>

using airdraw::Failure;
using airdraw::filled;
using airdraw::guarded;
using airdraw::scalar;

namespace {

/// OpenCV draws to 1/2^bits pixel.
constexpr int bits = 4;
constexpr int font = cv::FONT_HERSHEY_SIMPLEX;
/// Height of a capital letter of the font at scale 1, pixels.
constexpr double capital = 21;

/// A place in fixed point, kept near enough that OpenCV's arithmetic does not overflow.
cv::Point fixed(ad_point p) {
    if (!std::isfinite(p.x) || !std::isfinite(p.y))
        throw Failure(AD_CODE_ARGUMENT, "a place to mark is not finite");
    const auto one = [](double v) { return static_cast<int>(std::lround(std::clamp(v, -1e5, 1e5) * (1 << bits))); };
    return {one(p.x), one(p.y)};
}

int checked(int32_t thickness) {
    return std::clamp<int32_t>(thickness, 1, 255);
}

/// What is left of a colour under an opacity, rounded: colour · rest / 255.
inline unsigned under(unsigned colour, unsigned rest) {
    const unsigned t = colour * rest + 128u;
    return (t + (t >> 8)) >> 8;
}

/// Lays premultiplied red, green, blue, opacity over blue, green, red.
void blendRow(uchar* to, const uint8_t* from, int width) {
    int i = 0;
#if CV_SIMD128
    const cv::v_uint8x16 all = cv::v_setall_u8(255);
    const cv::v_uint16x8 half = cv::v_setall_u16(128);
    const auto sixteen = [&](const cv::v_uint8x16& colour, const cv::v_uint8x16& rest, const cv::v_uint8x16& over) {
        cv::v_uint16x8 low, high;
        cv::v_mul_expand(colour, rest, low, high);
        low = low + half;
        high = high + half;
        low = (low + (low >> 8)) >> 8;
        high = (high + (high >> 8)) >> 8;
        // The sum of bytes ends at 255.
        return cv::v_pack(low, high) + over;
    };
    for (; i + 16 <= width; i += 16) {
        cv::v_uint8x16 red, green, blue, opacity, b, g, r;
        cv::v_load_deinterleave(from + 4 * i, red, green, blue, opacity);
        cv::v_load_deinterleave(to + 3 * i, b, g, r);
        const cv::v_uint8x16 rest = all - opacity;
        cv::v_store_interleave(to + 3 * i, sixteen(b, rest, blue), sixteen(g, rest, green), sixteen(r, rest, red));
    }
#endif
    for (; i < width; ++i) {
        const uint8_t* over = from + 4 * i;
        for (int c = 0; c < 3; ++c)
            to[3 * i + c] = static_cast<uchar>(std::min(over[2 - c] + under(to[3 * i + c], 255u - over[3]), 255u));
    }
}

} // namespace

extern "C" {

bool ad_mark_lines(ad_picture* picture, const ad_point* points, size_t count, bool closed, ad_color color,
                   int32_t thickness, ad_error* error) {
    return guarded(error, false, [&] {
        std::vector<cv::Point> corners;
        corners.reserve(count);
        for (size_t i = 0; i < count; ++i)
            corners.push_back(fixed(points[i]));
        if (!corners.empty())
            cv::polylines(filled(picture), corners, closed, scalar(color), checked(thickness), cv::LINE_AA, bits);
        return true;
    });
}

bool ad_mark_circle(ad_picture* picture, ad_point center, double radius, ad_color color, int32_t thickness,
                    ad_error* error) {
    return guarded(error, false, [&] {
        if (!(radius >= 0))
            throw Failure(AD_CODE_ARGUMENT, "the radius of a circle is not below zero");
        const int length = static_cast<int>(std::lround(std::min(radius, 1e4) * (1 << bits)));
        cv::circle(filled(picture), fixed(center), length, scalar(color),
                   thickness < 0 ? cv::FILLED : checked(thickness), cv::LINE_AA, bits);
        return true;
    });
}

bool ad_mark_fill(ad_picture* picture, ad_box box, ad_color color, double opacity, ad_error* error) {
    return guarded(error, false, [&] {
        if (!std::isfinite(box.x + box.y + box.width + box.height) || !(opacity >= 0 && opacity <= 1))
            throw Failure(AD_CODE_ARGUMENT, "a box to fill is finite, and its opacity is between 0 and 1");
        cv::Mat& mat = filled(picture);
        const auto edge = [](double v, int limit) {
            return static_cast<int>(std::lround(std::clamp(v, 0.0, static_cast<double>(limit))));
        };
        const cv::Point from(edge(box.x, mat.cols), edge(box.y, mat.rows));
        const cv::Point to(edge(box.x + box.width, mat.cols), edge(box.y + box.height, mat.rows));
        if (to.x <= from.x || to.y <= from.y)
            return true;
        cv::Mat part = mat(cv::Rect(from, to));
        part.convertTo(part, -1, 1 - opacity);
        cv::add(part, scalar(color) * opacity, part);
        return true;
    });
}

bool ad_mark_blend(ad_picture* picture, const uint8_t* bytes, size_t count, int32_t x, int32_t y, int32_t width,
                   int32_t height, ad_error* error) {
    return guarded(error, false, [&] {
        cv::Mat& mat = filled(picture);
        if (x < 0 || y < 0 || width < 1 || height < 1 || width > mat.cols - x || height > mat.rows - y)
            throw Failure(AD_CODE_ARGUMENT, "what is laid over a picture lies within it");
        if (count != static_cast<size_t>(width) * static_cast<size_t>(height) * 4)
            throw Failure(AD_CODE_ARGUMENT, "the number of bytes is not width x height x 4");
        for (int32_t row = 0; row < height; ++row)
            blendRow(mat.ptr<uchar>(y + row) + 3 * x, bytes + static_cast<size_t>(row) * static_cast<size_t>(width) * 4,
                     width);
        return true;
    });
}

bool ad_mark_text(ad_picture* picture, const char* text, ad_point at, double height, ad_color color, int32_t thickness,
                  ad_error* error) {
    return guarded(error, false, [&] {
        if (!(height > 0 && height < 1e4) || !std::isfinite(at.x) || !std::isfinite(at.y))
            throw Failure(AD_CODE_ARGUMENT, "the height of text is above zero and its place finite");
        const auto whole = [](double v) { return static_cast<int>(std::lround(std::clamp(v, -1e5, 1e5))); };
        cv::putText(filled(picture), text, {whole(at.x), whole(at.y)}, font, height / capital, scalar(color),
                    checked(thickness), cv::LINE_AA);
        return true;
    });
}

double ad_mark_text_width(const char* text, double height, int32_t thickness) {
    ad_error ignored; // A width cannot be had only when memory is short; 0 then.
    return guarded(&ignored, 0.0, [&] {
        int baseline = 0;
        return static_cast<double>(cv::getTextSize(text, font, height / capital, checked(thickness), &baseline).width);
    });
}

} // extern "C"
