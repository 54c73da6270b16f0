// What is behind the handles that more than one file looks into.
#pragma once

#include "guard.hpp"

#include <opencv2/core.hpp>

/// 8-bit BGR, or empty.
struct ad_picture {
    cv::Mat mat;
};

namespace airdraw {

/// The pixels of a picture that must not be empty.
inline const cv::Mat& filled(const ad_picture* picture) {
    if (picture->mat.empty() || picture->mat.type() != CV_8UC3)
        throw Failure(AD_CODE_ARGUMENT, "the picture is empty");
    return picture->mat;
}

inline cv::Mat& filled(ad_picture* picture) {
    return const_cast<cv::Mat&>(filled(static_cast<const ad_picture*>(picture)));
}

inline cv::Scalar scalar(ad_color color) {
    return cv::Scalar(color.blue, color.green, color.red);
}

} // namespace airdraw
