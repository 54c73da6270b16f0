// A fingertip as a place of a region of colour: shared by the files that find the region, describe its shape and look
// for it.
#pragma once

#include "handles.hpp"

#include <array>
#include <functional>
#include <vector>

namespace airdraw::fingertip {

/// Pixels along a box in the map in which tips are looked for; the finer map round a tip has twice as many.
constexpr double cellsPerBox = 10;
/// The map's long side has at most so many pixels.
constexpr double widestMap = 240;
/// How far a place is refined, in pixels of the finer map.
constexpr int refineReach = 8;
/// How much finer the map round a tip is.
constexpr int finer = 2;

/// Radii between which the region's share is compared with that round the tap, in boxes, and how much each ring counts.
constexpr std::array<double, 6> ringEdges{0, 0.25, 0.5, 0.8, 1.2, 1.8};
constexpr std::array<double, 5> ringWeights{1, 1, 1, 0.6, 0.3};
using Rings = std::array<float, ringWeights.size()>;
using RingMaps = std::array<cv::Mat_<float>, ringWeights.size()>;

/// Where the outline round a place is sampled: circles, in boxes, and directions on each.
constexpr std::array<double, 7> circles{0.4, 0.8, 1.2, 1.6, 2.0, 2.4, 2.8};
constexpr int directions = 24;
using Outline = std::array<float, circles.size() * directions>;

/// How much likelier the hand is than the rest, by colour: −1…1 for each of 64³ steps of blue, green and red.
class ColorModel {
  public:
    /// Learns from a picture whose hand is known.
    void learn(const cv::Mat& picture, const cv::Mat& hand);
    /// The map of a picture.
    cv::Mat_<float> map(const cv::Mat& picture) const;

  private:
    std::vector<float> table;
};

/// The hand that a tap names; empty when there is none near it. `tap` and `box` are in pixels of the picture.
cv::Mat handMask(const cv::Mat& picture, cv::Point2d tap, double box);

/// The end of the finger near a tap: the tap itself when it is nearly as much of an end.
cv::Point2d nearestEnd(const cv::Mat_<float>& map, cv::Point2d tap, double box);

/// Means of a map over rings about each of its pixels; beyond the border its nearest pixel counts.
RingMaps ringMaps(const cv::Mat_<float>& map, double box);
/// Means over two discs about each pixel, radii in boxes.
std::array<cv::Mat_<float>, 2> discMaps(const cv::Mat_<float>& map, double box, double inner, double outer);
/// How much two sets of rings differ, 0…1.
double difference(const Rings& a, const Rings& b);

/// Grey of two boxes about a place, resampled to cells.
struct View {
    cv::Mat grey;
    cv::Point2d middle;
    /// Pixels of the picture.
    double cell = 1;
};
View view(const cv::Mat& picture, cv::Point2d middle, double box);

/// Where a finger is in a picture, and how it is turned and grown against the tap (radians, pixels).
struct Pose {
    cv::Point2d place;
    double angle = 0, scale = 1;
};

/// What a finger looked like once, to be found again to parts of a pixel.
class Reference {
  public:
    /// `hand` says how much a place of the picture counts, 0…1.
    void learn(const View& view, const Pose& pose, const std::function<double(cv::Point2d)>& hand);
    /// Moves, turns and sizes a pose until the view looks alike (Baker and Matthews, Lucas-Kanade 20 Years On, IJCV
    /// 2004: inverse compositional, gain and bias of brightness left free). Gives the correlation; 0 when nothing tells.
    double align(const View& view, Pose& pose) const;
    bool empty() const { return values.empty(); }

  private:
    std::vector<float> values, weights;
    std::vector<cv::Vec4f> slopes;
    cv::Matx44d normal;
    double deviation = 0;
    bool tells = false;
};

/// A map's value between pixels; beyond the border the nearest counts.
float at(const cv::Mat_<float>& map, cv::Point2d place);
/// Which way a finger points that ends at a place of a map: a unit vector away from the hand, or zero.
cv::Point2d axis(const cv::Mat_<float>& map, cv::Point2d place, double box);
/// The outline round a place, `scale` times as large as seeded.
Outline outline(const cv::Mat_<float>& map, cv::Point2d place, double box, double scale);
/// The correlation of an outline with another that is turned by so many directions.
double correlation(const Outline& a, const Outline& b, int turn);
/// A patch about a place of a map, 2 · `reach` + 1 pixels wide, turned by degrees and scaled.
cv::Mat patch(const cv::Mat& map, cv::Point2d place, int reach, double degrees = 0, double scale = 1);

} // namespace airdraw::fingertip

struct ad_fingertip {
    cv::Size picture;
    /// Pixels of the map for one of the picture, and pixels of the map for a box.
    double scale = 1, box = 1;
    airdraw::fingertip::ColorModel colors;
    /// Whether a hand was found at the tap.
    bool found = false;
    cv::Point2d seed, seedAxis;

    /// What was seeded, and what is followed: the rings never change, the others as they are seen.
    airdraw::fingertip::Rings rings{};
    airdraw::fingertip::Outline seedOutline{}, previous{}, memory{};
    cv::Mat previousPatch, memoryPatch;
    /// Pixels of the map that the hand has.
    double area = 0;

    /// The latest map, cleaned, and its regions.
    cv::Mat_<float> map;
    cv::Mat labels, statistics;
    /// The latest refined place.
    struct {
        cv::Point2d place;
        cv::Mat patch;
        double degrees = 0, scale = 1, rings = 0;
        int turn = 0;
    } latest;

    /// What the finger showed at the tap, when it was kept last, and in the latest look.
    airdraw::fingertip::Reference seedReference, previousReference;
    airdraw::fingertip::View view;
};

namespace airdraw::fingertip {

/// Half of the patch that is refined, pixels of the finer map.
int patchRadius(const ad_fingertip& tip);
/// Half of the finer map about a place, pixels of it.
int windowRadius(const ad_fingertip& tip);
/// Between pixels of the picture and pixels of the map.
cv::Point2d toMap(const ad_fingertip& tip, cv::Point2d pixel);
ad_point toPicture(const ad_fingertip& tip, cv::Point2d place);
/// The picture in the size of the map.
cv::Mat shrunk(const ad_fingertip& tip, const cv::Mat& picture);
/// Finds the regions of the latest map and takes those away that are smaller than a share of the hand; gives what is
/// left.
cv::Mat clean(ad_fingertip& tip, double least);
/// The area of the region nearest to a place, within half a box; 0 when there is none.
double areaAt(const ad_fingertip& tip, cv::Point2d place);
/// The finer map about a place of the map, the place in its middle.
cv::Mat_<float> window(const ad_fingertip& tip, const cv::Mat& picture, cv::Point2d place);

} // namespace airdraw::fingertip
