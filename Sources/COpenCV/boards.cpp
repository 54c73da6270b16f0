// Boards of markers and chessboards: where their known points are in a picture, and how they look when printed.
#include "handles.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <opencv2/aruco.hpp>
#include <opencv2/aruco/charuco.hpp>
#include <opencv2/calib3d.hpp>
#include <opencv2/imgproc.hpp>
#include <vector>

using airdraw::Failure;
using airdraw::filled;
using airdraw::guarded;

struct ad_board {
    ad_board_kind kind = AD_BOARD_CHESSBOARD;
    int columns = 0, rows = 0;
    double size = 0, second = 0;
    cv::Ptr<cv::aruco::Dictionary> dictionary;
    cv::Ptr<cv::aruco::CharucoBoard> charuco;
    /// A grid of markers, or the markers of the ChArUco board.
    cv::Ptr<cv::aruco::Board> markers;
    cv::Ptr<cv::aruco::DetectorParameters> parameters;
    double width = 0, height = 0;
    /// AprilTags are found by their own way, whose corners are where lines along the edges meet.
    bool isAprilTag = false;

    /// OpenCV counts from the upper left corner of the board, y down; we count from its middle.
    ad_point plane(double x, double y) const { return {x - width / 2, y - height / 2}; }
};

namespace {

/// Half the side of the window that a corner is refined in, pixels: about one field of a marker, so that no other edge is in it.
int refinementWindow(double apart) {
    return std::clamp(static_cast<int>(apart / 8), 2, 5);
}

/// The least distance of neighbouring corners of a marker, pixels.
double shortestSide(const std::vector<cv::Point2f>& corners) {
    double least = 1e9;
    for (size_t i = 0; i < corners.size(); ++i)
        least = std::min(least, cv::norm(corners[i] - corners[(i + 1) % corners.size()]));
    return least;
}

void refine(const cv::Mat& grey, std::vector<cv::Point2f>& corners, double apart) {
    const int half = refinementWindow(apart);
    cv::cornerSubPix(grey, corners, cv::Size(half, half), cv::Size(-1, -1),
                     cv::TermCriteria(cv::TermCriteria::COUNT + cv::TermCriteria::EPS, 30, 0.005));
}

/// The inner corners of a chessboard, all or none of them, row by row as they are in the picture.
std::vector<ad_board_point> findChessboard(const ad_board& board, const cv::Mat& grey) {
    const cv::Size inner(board.columns, board.rows);
    std::vector<cv::Point2f> corners;
    // The fast look says no in a few milliseconds where there is no board, and the other method takes its time then.
    bool found = cv::findChessboardCorners(grey, inner, corners,
                                           cv::CALIB_CB_ADAPTIVE_THRESH | cv::CALIB_CB_NORMALIZE_IMAGE | cv::CALIB_CB_FAST_CHECK);
    if (!found || corners.size() != static_cast<size_t>(inner.area()))
        return {};
    double apart = 1e9;
    for (int r = 0; r < inner.height; ++r)
        for (int c = 0; c < inner.width; ++c) {
            const cv::Point2f p = corners[r * inner.width + c];
            if (c + 1 < inner.width)
                apart = std::min(apart, cv::norm(p - corners[r * inner.width + c + 1]));
            if (r + 1 < inner.height)
                apart = std::min(apart, cv::norm(p - corners[(r + 1) * inner.width + c]));
        }
    // The window may be wider than for markers: round a corner of a chessboard there are four fields and nothing else.
    const int half = std::clamp(static_cast<int>(apart / 2.5), 2, 11);
    cv::cornerSubPix(grey, corners, cv::Size(half, half), cv::Size(-1, -1),
                     cv::TermCriteria(cv::TermCriteria::COUNT + cv::TermCriteria::EPS, 40, 0.002));
    std::vector<ad_board_point> points;
    for (int r = 0; r < inner.height; ++r)
        for (int c = 0; c < inner.width; ++c) {
            const cv::Point2f p = corners[r * inner.width + c];
            points.push_back({r * inner.width + c,
                              {(c - (inner.width - 1) / 2.0) * board.size, (r - (inner.height - 1) / 2.0) * board.size},
                              {p.x, p.y}});
        }
    return points;
}

std::vector<ad_board_point> findMarkers(const ad_board& board, const cv::Mat& grey) {
    std::vector<std::vector<cv::Point2f>> corners, rejected;
    std::vector<int> ids;
    cv::aruco::detectMarkers(grey, board.dictionary, corners, ids, board.parameters, rejected);
    if (ids.empty())
        return {};
    std::vector<ad_board_point> points;
    if (board.charuco) {
        std::vector<cv::Point2f> found;
        std::vector<int> foundIds;
        cv::aruco::interpolateCornersCharuco(corners, ids, grey, board.charuco, found, foundIds);
        if (found.size() >= 4) {
            for (size_t i = 0; i < found.size(); ++i) {
                const cv::Point3f& p = board.charuco->chessboardCorners[foundIds[i]];
                // OpenCV's ChArUco corners count from the corner of the first pixel, unlike those of its markers.
                points.push_back({foundIds[i], board.plane(p.x, p.y), {found[i].x - 0.5, found[i].y - 0.5}});
            }
            return points;
        }
    }
    for (size_t i = 0; i < ids.size(); ++i) {
        const auto place = std::find(board.markers->ids.begin(), board.markers->ids.end(), ids[i]);
        if (place == board.markers->ids.end())
            continue;
        const auto& object = board.markers->objPoints[static_cast<size_t>(place - board.markers->ids.begin())];
        if (board.isAprilTag) {
            // These count from the corner of the first pixel.
            for (cv::Point2f& corner : corners[i])
                corner -= cv::Point2f(0.5f, 0.5f);
        } else {
            refine(grey, corners[i], shortestSide(corners[i]));
        }
        for (size_t k = 0; k < 4; ++k)
            points.push_back({static_cast<int32_t>(4 * ids[i] + static_cast<int>(k)), board.plane(object[k].x, object[k].y),
                              {corners[i][k].x, corners[i][k].y}});
    }
    return points;
}

} // namespace

extern "C" {

ad_board* ad_board_create(ad_board_kind kind, int32_t columns, int32_t rows, double size, double second,
                          int32_t dictionary, int32_t first, ad_error* error) {
    return guarded<ad_board*>(error, nullptr, [&] {
        if (columns < 1 || rows < 1 || columns > 100 || rows > 100 || !(size > 0) || !(size < 100) || !(second >= 0) || first < 0)
            throw Failure(AD_CODE_ARGUMENT, "the numbers of the board are out of range");
        auto board = std::make_unique<ad_board>();
        board->kind = kind;
        board->columns = columns;
        board->rows = rows;
        board->size = size;
        board->second = second;
        if (kind == AD_BOARD_CHESSBOARD) {
            if (columns < 3 || rows < 3)
                throw Failure(AD_CODE_ARGUMENT, "a chessboard has at least 3 x 3 inner corners");
            board->width = (columns + 1) * size;
            board->height = (rows + 1) * size;
            return board.release();
        }
        board->dictionary = cv::aruco::getPredefinedDictionary(dictionary);
        board->parameters = cv::aruco::DetectorParameters::create();
        board->isAprilTag = dictionary >= cv::aruco::DICT_APRILTAG_16h5 && dictionary <= cv::aruco::DICT_APRILTAG_36h11;
        if (board->isAprilTag)
            board->parameters->cornerRefinementMethod = cv::aruco::CORNER_REFINE_APRILTAG;
        const int available = board->dictionary->bytesList.rows;
        if (kind == AD_BOARD_CHARUCO) {
            if (columns < 3 || rows < 3 || !(second > 0) || !(second < size))
                throw Failure(AD_CODE_ARGUMENT, "a ChArUco board has 3 x 3 squares or more, and markers smaller than squares");
            if (columns * rows / 2 > available)
                throw Failure(AD_CODE_ARGUMENT, "the dictionary has only " + std::to_string(available) + " markers");
            board->charuco = cv::aruco::CharucoBoard::create(columns, rows, static_cast<float>(size),
                                                             static_cast<float>(second), board->dictionary);
            board->markers = board->charuco;
            board->width = columns * size;
            board->height = rows * size;
            return board.release();
        }
        if (first + columns * rows > available)
            throw Failure(AD_CODE_ARGUMENT, "the dictionary has only " + std::to_string(available) + " markers");
        // OpenCV wants a gap; a single marker has none.
        const double gap = second > 0 ? second : size;
        if (columns * rows > 1 && !(second > 0))
            throw Failure(AD_CODE_ARGUMENT, "there must be a gap between markers");
        board->markers = cv::aruco::GridBoard::create(columns, rows, static_cast<float>(size), static_cast<float>(gap),
                                                      board->dictionary, first);
        board->width = columns * size + (columns - 1) * gap;
        board->height = rows * size + (rows - 1) * gap;
        return board.release();
    });
}

void ad_board_destroy(ad_board* board) {
    delete board;
}

int32_t ad_board_markers_in(int32_t dictionary) {
    ad_error ignored{};
    return guarded<int32_t>(&ignored, 0, [&] { return cv::aruco::getPredefinedDictionary(dictionary)->bytesList.rows; });
}

int32_t ad_board_find(const ad_board* board, const ad_picture* picture, ad_board_point* points, int32_t most,
                      ad_error* error) {
    return guarded<int32_t>(error, -1, [&] {
        cv::Mat grey;
        cv::cvtColor(filled(picture), grey, cv::COLOR_BGR2GRAY);
        if (std::min(grey.rows, grey.cols) < 32)
            throw Failure(AD_CODE_ARGUMENT, "the picture is smaller than 32 pixels");
        const auto found = board->kind == AD_BOARD_CHESSBOARD ? findChessboard(*board, grey) : findMarkers(*board, grey);
        const int32_t count = std::min(most, static_cast<int32_t>(found.size()));
        std::copy_n(found.begin(), count, points);
        return count;
    });
}

bool ad_board_draw(const ad_board* board, ad_picture* picture, int32_t unit, int32_t margin, ad_error* error) {
    return guarded(error, false, [&] {
        const double wide = board->width * unit, high = board->height * unit;
        if (unit < 1 || margin < 0 || margin > 4000 || wide < 16 || high < 16 || wide + 2 * margin > 16000 || high + 2 * margin > 16000)
            throw Failure(AD_CODE_ARGUMENT, "the picture would be smaller than 16 or larger than 16000 pixels");
        const cv::Size size(static_cast<int>(std::lround(wide)), static_cast<int>(std::lround(high)));
        cv::Mat face(size, CV_8U, cv::Scalar(255));
        // Everything is drawn by its place in metres, so that rounding does not add up over a board.
        const auto pixel = [&](double metres) { return static_cast<int>(std::lround(metres * unit)); };
        const auto part = [&](double x, double y, double w, double h) {
            return cv::Rect(pixel(x), pixel(y), pixel(x + w) - pixel(x), pixel(y + h) - pixel(y)) & cv::Rect(cv::Point(), size);
        };
        if (board->kind != AD_BOARD_GRID) {
            const int across = board->columns + (board->kind == AD_BOARD_CHESSBOARD ? 1 : 0);
            const int down = board->rows + (board->kind == AD_BOARD_CHESSBOARD ? 1 : 0);
            for (int r = 0; r < down; ++r)
                for (int c = 0; c < across; ++c)
                    // OpenCV begins with black at the upper left.
                    if ((c + r) % 2 == 0)
                        face(part(c * board->size, r * board->size, board->size, board->size)).setTo(0);
        }
        if (board->markers) {
            const double side = board->kind == AD_BOARD_CHARUCO ? board->second : board->size;
            for (size_t i = 0; i < board->markers->ids.size(); ++i) {
                const cv::Point3f corner = board->markers->objPoints[i][0]; // the upper left one
                const cv::Rect place = part(corner.x, corner.y, side, side);
                const int bits = board->dictionary->markerSize + 2;
                cv::Mat marker;
                cv::aruco::drawMarker(board->dictionary, board->markers->ids[i], bits, marker);
                cv::resize(marker, face(place), place.size(), 0, 0, cv::INTER_NEAREST);
            }
        }
        cv::Mat whole;
        cv::copyMakeBorder(face, whole, margin, margin, margin, margin, cv::BORDER_CONSTANT, cv::Scalar(255));
        cv::cvtColor(whole, picture->mat, cv::COLOR_GRAY2BGR);
        return true;
    });
}

bool ad_calibrate(const ad_board_point* points, const int32_t* counts, int32_t views, int32_t width, int32_t height,
                  ad_calibration_model model, double* parameters, double* deviations, double* view_errors, double* poses,
                  double* rms, ad_error* error) {
    return guarded(error, false, [&] {
        if (views < 1 || width < 16 || height < 16)
            throw Failure(AD_CODE_ARGUMENT, "there is no view to calibrate from");
        std::vector<std::vector<cv::Point3f>> object(views);
        std::vector<std::vector<cv::Point2f>> image(views);
        for (int32_t v = 0; v < views; ++v) {
            if (counts[v] < 4)
                throw Failure(AD_CODE_ARGUMENT, "a view has fewer than 4 points");
            for (int32_t i = 0; i < counts[v]; ++i, ++points) {
                // z down becomes y: right, down, and away from the viewer.
                object[v].emplace_back(static_cast<float>(points->plane.x), static_cast<float>(points->plane.y), 0.0f);
                image[v].emplace_back(static_cast<float>(points->pixel.x), static_cast<float>(points->pixel.y));
            }
        }
        cv::Mat camera = cv::Mat::eye(3, 3, CV_64F), lens = cv::Mat::zeros(5, 1, CV_64F);
        int flags = 0;
        if (model == AD_CALIBRATE_FOCAL) {
            // The rest is what most cameras are near to: square pixels, the axis in the middle, a straight lens.
            camera.at<double>(0, 0) = camera.at<double>(1, 1) = parameters[0] > 0 ? parameters[0] : 0.9 * std::max(width, height);
            camera.at<double>(0, 2) = (width - 1) / 2.0;
            camera.at<double>(1, 2) = (height - 1) / 2.0;
            flags = cv::CALIB_USE_INTRINSIC_GUESS | cv::CALIB_FIX_ASPECT_RATIO | cv::CALIB_FIX_PRINCIPAL_POINT |
                    cv::CALIB_ZERO_TANGENT_DIST | cv::CALIB_FIX_K1 | cv::CALIB_FIX_K2 | cv::CALIB_FIX_K3;
        }
        std::vector<cv::Mat> turns, shifts;
        cv::Mat inner, outer, each;
        *rms = cv::calibrateCamera(object, image, cv::Size(width, height), camera, lens, turns, shifts, inner, outer, each, flags,
                                   cv::TermCriteria(cv::TermCriteria::COUNT + cv::TermCriteria::EPS, 100, 1e-10));
        lens.convertTo(lens, CV_64F);
        inner.convertTo(inner, CV_64F);
        each.convertTo(each, CV_64F);
        const double values[9] = {camera.at<double>(0, 0), camera.at<double>(1, 1), camera.at<double>(0, 2),
                                  camera.at<double>(1, 2), lens.at<double>(0),      lens.at<double>(1),
                                  lens.at<double>(2),      lens.at<double>(3),      lens.at<double>(4)};
        for (int i = 0; i < 9; ++i) {
            parameters[i] = values[i];
            deviations[i] = inner.at<double>(i);
        }
        for (int32_t v = 0; v < views; ++v) {
            view_errors[v] = each.at<double>(v);
            for (int k = 0; k < 3; ++k) {
                poses[6 * v + k] = turns[static_cast<size_t>(v)].at<double>(k);
                poses[6 * v + 3 + k] = shifts[static_cast<size_t>(v)].at<double>(k);
            }
        }
        return true;
    });
}

} // extern "C"
