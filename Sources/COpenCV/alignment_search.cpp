// Where a reference picture may be when the guess is far off: a coarse search by correlation.
#include "alignment.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace airdraw {

double scaleOf(const Level& level, const State& state) {
    const double size = unit(level.grey.size()).size;
    const cv::Matx33d& m = state.map;
    const double w = m(2, 2), u = m(0, 2) / w, v = m(1, 2) / w;
    const double a = (m(0, 0) - u * m(2, 0)) / w / size, b = (m(0, 1) - u * m(2, 1)) / w / size;
    const double c = (m(1, 0) - v * m(2, 0)) / w / size, d = (m(1, 1) - v * m(2, 1)) / w / size;
    const double half = (a * a + b * b + c * c + d * d) / 2, determinant = a * d - b * c;
    return std::sqrt(half + std::sqrt(std::max(0.0, half * half - determinant * determinant)));
}

bool search(const ad_reference& reference, const ad_view& view, const State& state, const Lens& lens, double radius, cv::Point2d& move) {
    // The reference about 48 pixels long.
    const double across = scaleOf(reference.levels.front(), state) * std::max(reference.levels.front().grey.cols, reference.levels.front().grey.rows);
    if (!(across > 8))
        return false;
    const int shrink = std::clamp(cvRound(std::log2(across / 48)), 0, static_cast<int>(view.pyramid.size()) - 1);
    const cv::Mat& grey = view.pyramid[shrink];
    const double factor = 1.0 / (1 << shrink);
    // Corners, and the box about them.
    const Unit whole = airdraw::unit(reference.size);
    double left = 1e9, top = 1e9, right = -1e9, bottom = -1e9;
    for (int k = 0; k < 4; ++k) {
        const double hx = reference.size.width / 2.0 / whole.size, hy = reference.size.height / 2.0 / whole.size;
        const cv::Vec3d p = state.map * cv::Vec3d(k & 1 ? hx : -hx, k & 2 ? hy : -hy, 1);
        if (!(p[2] > 1e-9))
            return false;
        double u = p[0] / p[2], v = p[1] / p[2];
        if (!lens.isStraight)
            lens.bend(u, v);
        left = std::min(left, u * factor);
        right = std::max(right, u * factor);
        top = std::min(top, v * factor);
        bottom = std::max(bottom, v * factor);
    }
    const cv::Rect box(cvFloor(left), cvFloor(top), cvCeil(right) - cvFloor(left) + 1, cvCeil(bottom) - cvFloor(top) + 1);
    if (box.width < 6 || box.height < 6 || box.width > 400 || box.height > 400)
        return false;
    const int reach = std::clamp(cvCeil(radius * factor), 2, 160);
    // The template as the guess shows it, from the level of the reference nearest in size.
    size_t index = 0;
    while (index + 1 < reference.levels.size() && scaleOf(reference.levels[index], state) * factor < 0.75)
        ++index;
    const Level& level = reference.levels[index];
    const Unit unit = airdraw::unit(level.grey.size());
    const cv::Matx33d toLevel(unit.size, 0, unit.centerX, 0, unit.size, unit.centerY, 0, 0, 1);
    const cv::Matx33d down(factor, 0, -box.x, 0, factor, -box.y, 0, 0, 1);
    const cv::Matx33d shown = down * state.map * toLevel.inv();
    cv::Mat seen, mask;
    cv::warpPerspective(level.grey, seen, shown, box.size(), cv::INTER_LINEAR, cv::BORDER_REPLICATE);
    cv::warpPerspective(cv::Mat(level.grey.size(), CV_8U, cv::Scalar(255)), mask, shown, box.size(), cv::INTER_NEAREST);
    if (cv::countNonZero(mask) < 40)
        return false;
    cv::Mat area;
    const cv::Rect wanted(box.x - reach, box.y - reach, box.width + 2 * reach, box.height + 2 * reach);
    const cv::Rect held = wanted & cv::Rect(0, 0, grey.cols, grey.rows);
    if (held.width < box.width / 3 || held.height < box.height / 3)
        return false;
    cv::copyMakeBorder(grey(held), area, held.y - wanted.y, wanted.br().y - held.br().y, held.x - wanted.x,
                       wanted.br().x - held.br().x, cv::BORDER_REPLICATE);
    cv::Mat scores;
    cv::matchTemplate(area, seen, scores, cv::TM_CCOEFF_NORMED, mask);
    cv::patchNaNs(scores, -1);
    double most = -1;
    cv::Point at;
    for (int y = 0; y < scores.rows; ++y)
        for (int x = 0; x < scores.cols; ++x) {
            const float score = scores.at<float>(y, x);
            if (std::isfinite(score) && score <= 1.01f && score > most) {
                most = score;
                at = {x, y};
            }
        }
    move = cv::Point2d(at.x - reach, at.y - reach) / factor;
    return most > 0.2;
}

} // namespace airdraw
