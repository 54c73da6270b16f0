// A picture laid on another, as on a plane that is seen aslant.
#include "handles.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

using airdraw::Failure;
using airdraw::filled;
using airdraw::guarded;

extern "C" bool ad_mark_picture(ad_picture* picture, const ad_picture* laid, const ad_point* corners, double opacity,
                                ad_error* error) {
    return guarded(error, false, [&] {
        cv::Mat& target = filled(picture);
        cv::Mat source = filled(laid);
        cv::Point2f to[4];
        float left = 1e9f, top = 1e9f, right = -1e9f, bottom = -1e9f;
        for (int k = 0; k < 4; ++k) {
            if (!(std::abs(corners[k].x) < 1e5 && std::abs(corners[k].y) < 1e5))
                throw Failure(AD_CODE_ARGUMENT, "a corner is not finite, or far away");
            to[k] = {static_cast<float>(corners[k].x), static_cast<float>(corners[k].y)};
            left = std::min(left, to[k].x);
            right = std::max(right, to[k].x);
            top = std::min(top, to[k].y);
            bottom = std::max(bottom, to[k].y);
        }
        const cv::Rect box = cv::Rect(cv::Point(cvFloor(left) - 1, cvFloor(top) - 1), cv::Point(cvCeil(right) + 2, cvCeil(bottom) + 2)) &
                             cv::Rect(0, 0, target.cols, target.rows);
        if (box.empty() || opacity <= 0)
            return true;
        // Shrinking averages: the laid picture gets about as many pixels as it is seen with.
        const double across = std::max(cv::norm(to[1] - to[0]), cv::norm(to[2] - to[3]));
        const double along = std::max(cv::norm(to[3] - to[0]), cv::norm(to[2] - to[1]));
        const cv::Size size(std::clamp(cvCeil(across), 1, source.cols), std::clamp(cvCeil(along), 1, source.rows));
        if (size != source.size()) {
            cv::Mat small;
            cv::resize(source, small, size, 0, 0, cv::INTER_AREA);
            source = small;
        }
        const float w = source.cols - 0.5f, h = source.rows - 0.5f;
        const cv::Point2f from[4] = {{-0.5f, -0.5f}, {w, -0.5f}, {w, h}, {-0.5f, h}};
        for (auto& p : to)
            p -= cv::Point2f(static_cast<float>(box.x), static_cast<float>(box.y));
        const cv::Mat map = cv::getPerspectiveTransform(from, to);
        cv::Mat seen, mask(box.size(), CV_8U, cv::Scalar(0));
        cv::warpPerspective(source, seen, map, box.size(), cv::INTER_LINEAR, cv::BORDER_REPLICATE);
        std::vector<cv::Point> outline;
        for (const auto& p : to)
            outline.emplace_back(cvRound(p.x * 16), cvRound(p.y * 16));
        cv::fillConvexPoly(mask, outline, cv::Scalar(255), cv::LINE_AA, 4);
        cv::Mat part = target(box);
        const int share = static_cast<int>(std::lround(256 * std::min(opacity, 1.0)));
        for (int y = 0; y < box.height; ++y) {
            const uchar *m = mask.ptr<uchar>(y), *s = seen.ptr<uchar>(y);
            uchar* t = part.ptr<uchar>(y);
            for (int x = 0; x < 3 * box.width; ++x)
                t[x] = static_cast<uchar>(t[x] + (s[x] - t[x]) * m[x / 3] * share / (255 * 256));
        }
        return true;
    });
}
