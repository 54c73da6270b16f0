// Which of many reference pictures are to be seen, and where: features against one index over all of them.
//
// Sources: D. G. Lowe, "Distinctive image features from scale-invariant keypoints", IJCV 60, 2004; M. Muja and D. Lowe,
// "Fast approximate nearest neighbors with automatic algorithm configuration", VISAPP 2009.
#include "reference.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <opencv2/calib3d.hpp>
#include <opencv2/flann.hpp>
#include <opencv2/imgproc.hpp>

using airdraw::Failure;
using airdraw::guarded;

namespace {

/// Features of a picture that are looked at, and the longest side in which they are looked for.
constexpr int mostFeatures = 900, longestSide = 960;
/// How much nearer the nearest is than the next of another place.
constexpr float ratio = 0.82f;
/// Matches and inliers that a find needs, and how many references are tried in one picture.
constexpr size_t leastMatches = 8;
constexpr int leastInliers = 9;
constexpr size_t mostTried = 4;

} // namespace

struct ad_finder {
    std::vector<const ad_reference*> references;
    /// For each row of the index: which reference, and where in it.
    std::vector<std::pair<int, cv::Point2f>> places;
    cv::Mat descriptors;
    std::unique_ptr<cv::flann::Index> index;
};

extern "C" {

ad_finder* ad_finder_create(const ad_reference* const* references, size_t count, ad_error* error) {
    return guarded<ad_finder*>(error, nullptr, [&] {
        auto finder = std::make_unique<ad_finder>();
        for (size_t i = 0; i < count; ++i) {
            finder->references.push_back(references[i]);
            const airdraw::Features& features = references[i]->all;
            if (features.descriptors.empty())
                continue;
            for (const auto& point : features.points)
                finder->places.emplace_back(static_cast<int>(i), point.pt);
            finder->descriptors.push_back(features.descriptors);
        }
        if (finder->places.size() >= 2) {
            // The trees are random; the same references give the same trees.
            cv::theRNG().state = 0x9E3779B9;
            finder->index = std::make_unique<cv::flann::Index>(finder->descriptors, cv::flann::KDTreeIndexParams(4));
        }
        return finder.release();
    });
}

void ad_finder_destroy(ad_finder* finder) {
    delete finder;
}

int32_t ad_finder_look(ad_finder* finder, const ad_view* view, ad_camera camera, const bool* passed_over, ad_find* finds,
                       int32_t most, ad_error* error) {
    return guarded<int32_t>(error, -1, [&]() -> int32_t {
        if (view->pyramid.empty())
            throw Failure(AD_CODE_ARGUMENT, "there is no picture yet");
        if (!finder->index)
            return 0;
        size_t shrink = 0;
        while (std::max(view->pyramid[shrink].cols, view->pyramid[shrink].rows) > longestSide && shrink + 1 < view->pyramid.size())
            ++shrink;
        const float factor = static_cast<float>(1 << shrink);
        std::vector<cv::KeyPoint> points;
        cv::Mat descriptors;
        cv::SIFT::create(mostFeatures, 3, 0.03)->detectAndCompute(view->pyramid[shrink], cv::noArray(), points, descriptors);
        if (points.size() < leastMatches)
            return 0;
        std::vector<cv::Point2f> seen;
        for (const auto& p : points)
            seen.push_back(p.pt * factor);
        std::vector<cv::Point2f> straight = seen;
        if (camera.fx > 0 && (camera.k1 != 0 || camera.k2 != 0 || camera.p1 != 0 || camera.p2 != 0 || camera.k3 != 0)) {
            const cv::Matx33d matrix(camera.fx, 0, camera.cx, 0, camera.fy, camera.cy, 0, 0, 1);
            const cv::Vec<double, 5> lens(camera.k1, camera.k2, camera.p1, camera.p2, camera.k3);
            cv::undistortPoints(seen, straight, matrix, lens, cv::noArray(), matrix);
        }
        constexpr int near = 4;
        const int count = std::min<int>(near, static_cast<int>(finder->places.size()));
        cv::Mat indices, distances;
        finder->index->knnSearch(descriptors, indices, distances, count, cv::flann::SearchParams(48));
        struct Match {
            cv::Point2f from, to;
            float distance;
        };
        std::map<int, std::vector<Match>> votes;
        for (int i = 0; i < indices.rows; ++i) {
            const int* row = indices.ptr<int>(i);
            const float* d = distances.ptr<float>(i);
            const auto& [reference, place] = finder->places[row[0]];
            if (passed_over[reference])
                continue;
            // The next one of another place; the same place seen from aside is none.
            float other = -1;
            for (int k = 1; k < count && other < 0; ++k) {
                const auto& [r, p] = finder->places[row[k]];
                if (r != reference || cv::norm(p - place) > 0.02 * finder->references[reference]->size.width)
                    other = d[k];
            }
            if (other < 0)
                other = d[count - 1];
            // Squared distances.
            if (d[0] < ratio * ratio * other || other == 0)
                votes[reference].push_back({place, straight[i], d[0]});
        }
        std::vector<std::pair<size_t, int>> order;
        for (const auto& [reference, list] : votes)
            if (list.size() >= leastMatches)
                order.emplace_back(list.size(), reference);
        std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first != b.first ? a.first > b.first : a.second < b.second; });
        std::vector<ad_find> found;
        for (size_t n = 0; n < std::min(order.size(), mostTried); ++n) {
            const int reference = order[n].second;
            auto& list = votes[reference];
            std::vector<cv::Point2f> from, to;
            for (const Match& m : list) {
                from.push_back(m.from);
                to.push_back(m.to);
            }
            std::vector<uchar> inliers;
            const cv::Mat h = cv::findHomography(from, to, cv::RANSAC, 3.0 * factor, inliers, 1500, 0.995);
            if (h.empty() || !cv::checkRange(h))
                continue;
            const int agreed = static_cast<int>(std::count(inliers.begin(), inliers.end(), 1));
            if (agreed < leastInliers)
                continue;
            // The corners must stay in order and before the camera: the face of the picture is seen.
            const cv::Size size = finder->references[reference]->size;
            const cv::Matx33d m(h.ptr<double>());
            bool isFace = true;
            std::vector<cv::Point2d> corners;
            for (int k = 0; k < 4; ++k) {
                const cv::Vec3d p = m * cv::Vec3d(k == 1 || k == 2 ? size.width - 0.5 : -0.5, k >= 2 ? size.height - 0.5 : -0.5, 1);
                isFace = isFace && p[2] * m(2, 2) > 1e-9;
                corners.emplace_back(p[0] / p[2], p[1] / p[2]);
            }
            double area = 0;
            for (int k = 0; k < 4 && isFace; ++k) {
                const cv::Point2d a = corners[(k + 1) % 4] - corners[k], b = corners[(k + 2) % 4] - corners[(k + 1) % 4];
                isFace = a.cross(b) > 0;
                area += corners[k].cross(corners[(k + 1) % 4]) / 2;
            }
            if (!isFace || area < 200)
                continue;
            ad_find find{};
            find.reference = reference;
            find.inliers = agreed;
            find.matches = static_cast<int32_t>(list.size());
            for (int i = 0; i < 9; ++i)
                find.homography[i] = m.val[i] / m(2, 2);
            found.push_back(find);
        }
        std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.inliers != b.inliers ? a.inliers > b.inliers : a.reference < b.reference; });
        const auto kept = std::min<size_t>(found.size(), static_cast<size_t>(std::max(most, 0)));
        std::copy(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(kept), finds);
        return static_cast<int32_t>(kept);
    });
}

} // extern "C"
