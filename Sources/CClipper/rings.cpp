// Clipper 6.4 (Angus Johnson) behind a C header: offsets of lines, unions in a tree, and outlines moved inward.

#include "CClipper.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <polyclipping/clipper.hpp>
#include <vector>

using namespace ClipperLib;

struct ac_rings {
    Paths paths;
    std::vector<size_t> areas;
};

namespace {

/// Corners closer than this to their neighbours, or to the line between them, are left out: grid steps.
constexpr double cleanDistance = 2;
/// Segments of a line that are offset at once: small, so that a union meets little that lies side by side.
constexpr size_t pieceLength = 32;
constexpr double pi = 3.14159265358979323846;

/// Runs a body; whatever it throws becomes words.
template <class Body> ac_rings* guarded(ac_error* error, Body body) noexcept {
    const char* words = "unknown";
    try {
        return body();
    } catch (const std::exception& e) {
        words = e.what();
        std::snprintf(error->message, sizeof error->message, "%s", words);
    } catch (...) { std::snprintf(error->message, sizeof error->message, "%s", words); }
    return nullptr;
}

Paths pathsOf(const int64_t* xy, const size_t* counts, size_t count) {
    Paths paths(count);
    for (size_t i = 0; i < count; ++i) {
        paths[i].reserve(counts[i]);
        for (size_t k = 0; k < counts[i]; ++k, xy += 2) paths[i].emplace_back(xy[0], xy[1]);
    }
    return paths;
}

Paths united(const std::vector<Paths>& areas, size_t from, size_t to) {
    Clipper clipper;
    for (size_t i = from; i < to; ++i) clipper.AddPaths(areas[i], ptSubject, true);
    Paths result;
    clipper.Execute(ctUnion, result, pftNonZero, pftNonZero);
    return result;
}

/// The union of many areas, neighbours first: what is hidden inside is gone before areas grow large.
Paths united(std::vector<Paths> areas) {
    if (areas.empty()) return {};
    do {
        std::vector<Paths> next;
        for (size_t i = 0; i < areas.size(); i += 4) next.push_back(united(areas, i, std::min(i + 4, areas.size())));
        areas.swap(next);
    } while (areas.size() > 1);
    return areas[0];
}

/// Adds an arc to an outline, counter-clockwise.
void addArc(Path& outline, const IntPoint& centre, double radius, double from, double to, double tolerance) {
    const double step = 2 * std::acos(1 - std::min(tolerance / radius, 0.5));
    const int pieces = std::max(1, static_cast<int>(std::ceil((to - from) / step)));
    for (int i = 0; i <= pieces; ++i) {
        const double angle = from + (to - from) * i / pieces;
        outline.emplace_back(
            centre.X + static_cast<cInt>(std::llround(radius * std::cos(angle))),
            centre.Y + static_cast<cInt>(std::llround(radius * std::sin(angle))));
    }
}

/// The convex hull of two circles.
Path hull(const IntPoint& a, double ra, const IntPoint& b, double rb, double tolerance) {
    const double dx = static_cast<double>(b.X - a.X), dy = static_cast<double>(b.Y - a.Y);
    const double distance = std::hypot(dx, dy);
    Path outline;
    if (distance <= std::abs(ra - rb) + 1e-9) {
        addArc(outline, ra > rb ? a : b, std::max(ra, rb), 0, 2 * pi, tolerance);
        return outline;
    }
    // Where the common tangents touch: at this angle from the line between the centres.
    const double tangent = std::acos((ra - rb) / distance), along = std::atan2(dy, dx);
    addArc(outline, b, rb, along - tangent, along + tangent, tolerance);
    addArc(outline, a, ra, along + tangent, along + 2 * pi - tangent, tolerance);
    return outline;
}

/// The areas that a pen of changing radius covers between each two corners, all radii `more` larger.
void addHulls(std::vector<Paths>& areas, const Path& line, const double* radii, double more, double tolerance) {
    for (size_t i = 0; i + 1 < std::max<size_t>(line.size(), 2); ++i) {
        const size_t j = std::min(i + 1, line.size() - 1);
        areas.push_back({hull(line[i], radii[i] + more, line[j], radii[j] + more, tolerance)});
    }
}

/// The areas that a pen of one radius covers along pieces of a line.
void addPieces(std::vector<Paths>& areas, const Path& line, double radius, double tolerance) {
    for (size_t i = 0; i == 0 || i + 1 < line.size(); i += pieceLength) {
        const auto end = line.begin() + static_cast<std::ptrdiff_t>(std::min(i + pieceLength + 1, line.size()));
        ClipperOffset offset(2, tolerance);
        offset.AddPath(Path(line.begin() + static_cast<std::ptrdiff_t>(i), end), jtRound, etOpenRound);
        areas.emplace_back();
        offset.Execute(areas.back(), radius);
    }
}

/// Moves outlines, corners staying corners, and tells what belongs together.
ac_rings* moved(Paths paths, double distance, double tolerance) {
    CleanPolygons(paths, cleanDistance);
    ClipperOffset back(2, tolerance);
    back.AddPaths(paths, jtMiter, etClosedPolygon);
    PolyTree tree;
    back.Execute(tree, distance);
    auto rings = new ac_rings;
    size_t area = 0;
    for (const PolyNode* node = tree.GetFirst(); node; node = node->GetNext()) {
        if (node->IsHole()) continue;
        const auto add = [&](Path path) {
            CleanPolygon(path, cleanDistance);
            if (path.size() < 3) return false;
            rings->paths.push_back(std::move(path));
            rings->areas.push_back(area);
            return true;
        };
        if (!add(node->Contour)) continue;
        for (const PolyNode* hole : node->Childs) add(hole->Contour);
        ++area;
    }
    return rings;
}

} // namespace

ac_rings* ac_swept(
    const int64_t* xy, const size_t* counts, size_t lines, const double* radii, double radius, double tolerance, double closing,
    ac_error* error) noexcept {
    return guarded(error, [&] {
        std::vector<Paths> areas;
        for (const Path& line : pathsOf(xy, counts, lines)) {
            if (line.empty()) continue;
            if (radii) {
                addHulls(areas, line, radii, closing, tolerance);
                radii += line.size();
            } else {
                addPieces(areas, line, radius + closing, tolerance);
            }
        }
        // A larger pen first, and back: what was nearly closed stays closed.
        return moved(united(std::move(areas)), -closing, tolerance);
    });
}

ac_rings* ac_shrunk(
    const int64_t* xy, const size_t* counts, size_t rings, double inset, double tolerance, double opening,
    ac_error* error) noexcept {
    return guarded(error, [&] {
        ClipperOffset there(2, tolerance);
        there.AddPaths(pathsOf(xy, counts, rings), jtRound, etClosedPolygon);
        Paths inner;
        there.Execute(inner, -(inset + opening));
        return moved(std::move(inner), opening, tolerance);
    });
}

size_t ac_rings_count(const ac_rings* rings) noexcept { return rings->paths.size(); }
size_t ac_ring_size(const ac_rings* rings, size_t ring) noexcept { return rings->paths[ring].size(); }
size_t ac_ring_area(const ac_rings* rings, size_t ring) noexcept { return rings->areas[ring]; }

void ac_ring_copy(const ac_rings* rings, size_t ring, int64_t* xy) noexcept {
    for (const IntPoint& p : rings->paths[ring]) {
        *xy++ = p.X;
        *xy++ = p.Y;
    }
}

void ac_rings_destroy(ac_rings* rings) noexcept { delete rings; }
