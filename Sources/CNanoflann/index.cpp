// Rays against a k-d tree. nanoflann builds the tree and answers for points; for a line its nodes are walked here, nearer child first,
// and a node is left out as soon as the sphere round its box cannot hold a better point.

#include "CNanoflann.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nanoflann.hpp>
#include <vector>

namespace {

struct Points {
    std::vector<double> xyz;
    size_t kdtree_get_point_count() const { return xyz.size() / 3; }
    double kdtree_get_pt(size_t i, size_t axis) const { return xyz[3 * i + axis]; }
    template <class Box> bool kdtree_get_bbox(Box&) const { return false; }
};

using Tree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<double, Points>, Points, 3, size_t>;

/// What a ray sees of a point: how far along, and how far beside, squared.
struct Seen {
    double along;
    double beside2;
};

Seen look(const an_cone& cone, double x, double y, double z) {
    const double dx = x - cone.origin[0], dy = y - cone.origin[1], dz = z - cone.origin[2];
    const double along = dx * cone.direction[0] + dy * cone.direction[1] + dz * cone.direction[2];
    return {along, std::max(0.0, dx * dx + dy * dy + dz * dz - along * along)};
}

/// A ball round the points of a node, and what the ray sees of its centre.
struct Ball {
    double along, beside, radius;
};

struct Box {
    double low[3], high[3];

    Ball seen(const an_cone& cone) const {
        double half2 = 0;
        for (int i = 0; i < 3; ++i) half2 += (high[i] - low[i]) * (high[i] - low[i]) / 4;
        const Seen s = look(cone, (low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2);
        return {s.along, std::sqrt(s.beside2), std::sqrt(half2)};
    }
};

/// Whether a ball may reach into the cone; `tangent` may be smaller than the cone's own.
bool meets(const Ball& ball, const an_cone& cone, double tangent) {
    if (ball.along + ball.radius < cone.nearest || ball.along - ball.radius > cone.farthest) return false;
    // The distance of the centre from the cone's side, measured at a right angle to the side.
    return ball.beside - ball.along * tangent <= ball.radius * std::sqrt(1 + tangent * tangent);
}

} // namespace

struct an_index {
    Points points;
    Tree tree;

    an_index(const double* xyz, size_t count)
        : points{std::vector<double>(xyz, xyz + 3 * count)}, tree(3, points, nanoflann::KDTreeSingleIndexAdaptorParams(16)) {}

    /// Gives every point of the cone to `take`; asks `worthwhile` about balls before it goes into them.
    template <class Worthwhile, class Take> void walk(const an_cone& cone, Worthwhile worthwhile, Take take) const {
        if (!tree.root_node || points.xyz.empty()) return;
        Box box;
        for (int i = 0; i < 3; ++i) {
            box.low[i] = tree.root_bbox[i].low;
            box.high[i] = tree.root_bbox[i].high;
        }
        walk(tree.root_node, box, cone, worthwhile, take);
    }

  private:
    template <class Worthwhile, class Take>
    void walk(Tree::NodePtr node, const Box& box, const an_cone& cone, Worthwhile& worthwhile, Take& take) const {
        if (!node->child1 && !node->child2) {
            for (auto i = node->node_type.lr.left; i < node->node_type.lr.right; ++i) {
                const size_t number = tree.vAcc[i];
                const double* p = &points.xyz[3 * number];
                const Seen seen = look(cone, p[0], p[1], p[2]);
                if (seen.along < cone.nearest || seen.along > cone.farthest || seen.along <= 0) continue;
                const double side = seen.along * cone.tangent;
                if (seen.beside2 <= side * side) take(number, seen);
            }
            return;
        }
        const auto axis = node->node_type.sub.divfeat;
        Box first = box, second = box;
        first.high[axis] = node->node_type.sub.divlow;
        second.low[axis] = node->node_type.sub.divhigh;
        const Ball a = first.seen(cone), b = second.seen(cone);
        // The child whose middle lies at the smaller angle is likelier to hold the best point.
        const bool inOrder = a.beside * std::max(b.along, 1e-9) <= b.beside * std::max(a.along, 1e-9);
        const auto visit = [&](Tree::NodePtr child, const Box& part, const Ball& ball) {
            if (worthwhile(ball)) walk(child, part, cone, worthwhile, take);
        };
        if (inOrder) {
            visit(node->child1, first, a);
            visit(node->child2, second, b);
        } else {
            visit(node->child2, second, b);
            visit(node->child1, first, a);
        }
    }
};

// Without memory the program ends here, as it does where an array of Swift finds none.
an_index* an_index_create(const double* xyz, size_t count) noexcept { return new an_index(xyz, count); }

void an_index_destroy(an_index* index) { delete index; }

bool an_index_smallest_angle(const an_index* index, const an_cone* cone, size_t* found) {
    double best = cone->tangent * cone->tangent;
    size_t number = std::numeric_limits<size_t>::max();
    index->walk(
        *cone, [&](const Ball& ball) { return meets(ball, *cone, std::sqrt(best)); },
        [&](size_t i, const Seen& seen) {
            const double tangent2 = seen.beside2 / (seen.along * seen.along);
            if (tangent2 < best || (tangent2 == best && i < number)) {
                best = tangent2;
                number = i;
            }
        });
    *found = number;
    return number != std::numeric_limits<size_t>::max();
}

bool an_index_smallest_distance(const an_index* index, const an_cone* cone, size_t* found) {
    double best = std::numeric_limits<double>::infinity();
    size_t number = std::numeric_limits<size_t>::max();
    index->walk(
        *cone,
        [&](const Ball& ball) {
            const double gap = std::max(0.0, ball.beside - ball.radius);
            return gap * gap <= best && meets(ball, *cone, cone->tangent);
        },
        [&](size_t i, const Seen& seen) {
            if (seen.beside2 < best || (seen.beside2 == best && i < number)) {
                best = seen.beside2;
                number = i;
            }
        });
    *found = number;
    return number != std::numeric_limits<size_t>::max();
}

size_t an_index_inside(const an_index* index, const an_cone* cone, size_t* found, size_t capacity) {
    size_t count = 0;
    index->walk(
        *cone, [&](const Ball& ball) { return meets(ball, *cone, cone->tangent); },
        [&](size_t i, const Seen&) {
            if (count < capacity) found[count] = i;
            ++count;
        });
    std::sort(found, found + std::min(count, capacity));
    return count;
}
