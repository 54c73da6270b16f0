// The pose of a plane from points of it: both solutions of IPPE, refined.
//
// Sources: T. Collins and A. Bartoli, "Infinitesimal plane-based pose estimation", IJCV 109, 2014.
#include "guard.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/calib3d.hpp>
#include <vector>

using airdraw::Failure;
using airdraw::guarded;

namespace {

/// The ratio of the smaller to the larger spread of points that make no line, squared.
constexpr double leastSpread = 1e-8;

/// Refuses points that lie on a line: they fix no plane.
void check(const std::vector<cv::Point2d>& points, const char* text) {
    cv::Point2d mean(0, 0);
    for (const auto& p : points)
        mean += p;
    mean *= 1.0 / static_cast<double>(points.size());
    double xx = 0, xy = 0, yy = 0;
    for (const auto& p : points) {
        const cv::Point2d d = p - mean;
        xx += d.x * d.x;
        xy += d.x * d.y;
        yy += d.y * d.y;
    }
    const double half = (xx + yy) / 2;
    const double root = std::sqrt((xx - yy) * (xx - yy) / 4 + xy * xy);
    if (!(half - root > leastSpread * (half + root)))
        throw Failure(AD_CODE_ARGUMENT, text);
}

/// The vector product as a matrix.
cv::Matx33d crossed(const cv::Vec3d& v) {
    return {0, -v[2], v[1], v[2], 0, -v[0], -v[1], v[0], 0};
}

/// Fills the error, and the covariance of a small turn about the camera's axes and of the translation.
void measure(const std::vector<cv::Point3d>& object, const std::vector<cv::Point2d>& image, const cv::Matx33d& camera,
             const cv::Vec<double, 5>& lens, const cv::Vec3d& turn, const cv::Vec3d& place, ad_plane_pose& pose) {
    cv::Matx33d rotation;
    cv::Rodrigues(turn, rotation);
    std::vector<cv::Point2d> seen;
    cv::projectPoints(object, turn, place, camera, lens, seen);
    double sum = 0;
    for (size_t i = 0; i < image.size(); ++i)
        sum += (seen[i] - image[i]).dot(seen[i] - image[i]);
    pose.error = std::sqrt(sum / static_cast<double>(image.size()));
    std::copy(rotation.val, rotation.val + 9, pose.rotation);
    std::copy(place.val, place.val + 3, pose.translation);
    // With the points already in the camera, the turn about its axes starts at none: dp = d × (R X).
    std::vector<cv::Point3d> there;
    for (const auto& p : object) {
        const cv::Vec3d q = rotation * cv::Vec3d(p.x, p.y, p.z);
        there.emplace_back(q + place);
    }
    cv::Mat slopes;
    cv::projectPoints(there, cv::Vec3d(0, 0, 0), cv::Vec3d(0, 0, 0), camera, lens, seen, slopes);
    cv::Matx66d normal = cv::Matx66d::zeros();
    for (size_t i = 0; i < there.size(); ++i) {
        const cv::Vec3d q = cv::Vec3d(there[i].x, there[i].y, there[i].z) - place;
        const cv::Matx33d across = crossed(q);
        for (int row = 0; row < 2; ++row) {
            const double* slope = slopes.ptr<double>(static_cast<int>(2 * i) + row) + 3;
            cv::Vec<double, 6> j;
            for (int k = 0; k < 3; ++k) {
                // d × q = −[q]× d
                j[k] = -(slope[0] * across(0, k) + slope[1] * across(1, k) + slope[2] * across(2, k));
                j[3 + k] = slope[k];
            }
            for (int a = 0; a < 6; ++a)
                for (int b = 0; b < 6; ++b)
                    normal(a, b) += j[a] * j[b];
        }
    }
    bool inverts = false;
    const cv::Matx66d covariance = normal.inv(cv::DECOMP_CHOLESKY, &inverts);
    pose.has_covariance = inverts && cv::checkRange(cv::Mat(covariance));
    if (pose.has_covariance)
        std::copy(covariance.val, covariance.val + 36, pose.covariance);
}

} // namespace

extern "C" int32_t ad_plane_poses(const ad_point* plane, const ad_point* pixels, size_t count, ad_camera camera,
                                  ad_plane_pose* poses, ad_error* error) {
    return guarded<int32_t>(error, -1, [&]() -> int32_t {
        if (count < 4)
            throw Failure(AD_CODE_ARGUMENT, "a pose needs at least 4 points");
        std::vector<cv::Point3d> object;
        std::vector<cv::Point2d> flat, image;
        for (size_t i = 0; i < count; ++i) {
            if (!std::isfinite(plane[i].x + plane[i].y + pixels[i].x + pixels[i].y))
                throw Failure(AD_CODE_ARGUMENT, "a point is not finite");
            object.emplace_back(plane[i].x, plane[i].y, 0);
            flat.emplace_back(plane[i].x, plane[i].y);
            image.emplace_back(pixels[i].x, pixels[i].y);
        }
        check(flat, "the points of the plane lie on a line, or are one point");
        check(image, "the points in the picture lie on a line, or are one point");
        const cv::Matx33d matrix(camera.fx, 0, camera.cx, 0, camera.fy, camera.cy, 0, 0, 1);
        const cv::Vec<double, 5> lens(camera.k1, camera.k2, camera.p1, camera.p2, camera.k3);
        std::vector<cv::Mat> turns, places;
        cv::solvePnPGeneric(object, image, matrix, lens, turns, places, false, cv::SOLVEPNP_IPPE);
        std::vector<ad_plane_pose> found;
        for (size_t i = 0; i < turns.size(); ++i) {
            cv::Vec3d turn = turns[i], place = places[i];
            if (!cv::checkRange(cv::Mat(turn)) || !cv::checkRange(cv::Mat(place)))
                continue;
            const cv::Vec3d first = turn, from = place;
            cv::solvePnPRefineLM(object, image, matrix, lens, turn, place);
            if (!cv::checkRange(cv::Mat(turn)) || !cv::checkRange(cv::Mat(place)) || place[2] <= 0) {
                turn = first;
                place = from;
            }
            ad_plane_pose pose{};
            measure(object, image, matrix, lens, turn, place, pose);
            // A solution that has a point of the plane behind the camera is none.
            bool isSeen = std::isfinite(pose.error);
            for (const auto& p : object) {
                const double* r = pose.rotation;
                isSeen = isSeen && r[6] * p.x + r[7] * p.y + place[2] > 0;
            }
            if (isSeen)
                found.push_back(pose);
        }
        std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.error < b.error; });
        const size_t kept = std::min<size_t>(found.size(), 2);
        std::copy(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(kept), poses);
        return static_cast<int32_t>(kept);
    });
}
