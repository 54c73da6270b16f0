// How well a reference picture fits where a state puts it, block by block, and the normal equations of a step.
#include "alignment.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace airdraw {

namespace {

/// Correlation from which a block counts, and from which it is said to agree.
constexpr double leastCorrelation = 0.2, agreeing = 0.5;

} // namespace

Fit look(const Level& level, const ad_view& view, const State& state, const Lens& lens, int shrink) {
    Fit fit;
    const Unit unit = airdraw::unit(level.grey.size());
    const cv::Mat& grey = view.pyramid[shrink];
    const double factor = 1.0 / (1 << shrink);
    // pyrDown keeps the first pixel where it is: a pixel p of the picture is p / 2 of the next level.
    const double right = grey.cols - 1.001, down = grey.rows - 1.001;
    const cv::Matx33d m = state.map * cv::Matx33d(1 / unit.size, 0, -unit.centerX / unit.size, 0, 1 / unit.size,
                                                  -unit.centerY / unit.size, 0, 0, 1);
    double all = 0, inside = 0, agreed = 0, cost = 0, correlation = 0;
    std::array<float, blockArea> seen;
    for (const Block& block : level.blocks) {
        all += block.weight;
        // A block counts where its four corners are in the picture.
        bool isIn = true;
        for (int k = 0; k < 4 && isIn; ++k) {
            const double x = block.x + (k & 1 ? blockSide - 1 : 0), y = block.y + (k & 2 ? blockSide - 1 : 0);
            const double w = m(2, 0) * x + m(2, 1) * y + m(2, 2);
            double u = (m(0, 0) * x + m(0, 1) * y + m(0, 2)) / w, v = (m(1, 0) * x + m(1, 1) * y + m(1, 2)) / w;
            isIn = w > 1e-9 && std::abs(u) < 1e5 && std::abs(v) < 1e5;
            if (!isIn)
                break;
            if (!lens.isStraight)
                lens.bend(u, v);
            // A pixel is left at the edge, for the bend of a lens within the block.
            isIn = u * factor >= 1 && v * factor >= 1 && u * factor <= right - 1 && v * factor <= down - 1;
        }
        if (!isIn)
            continue;
        inside += block.weight;
        float sum = 0;
        for (int r = 0; r < blockSide; ++r) {
            double a = m(0, 0) * block.x + m(0, 1) * (block.y + r) + m(0, 2);
            double b = m(1, 0) * block.x + m(1, 1) * (block.y + r) + m(1, 2);
            double w = m(2, 0) * block.x + m(2, 1) * (block.y + r) + m(2, 2);
            for (int c = 0; c < blockSide; ++c, a += m(0, 0), b += m(1, 0), w += m(2, 0)) {
                double u = a / w, v = b / w;
                if (!lens.isStraight)
                    lens.bend(u, v);
                u = std::min(std::max(u * factor, 0.0), right);
                v = std::min(std::max(v * factor, 0.0), down);
                const int iu = static_cast<int>(u), iv = static_cast<int>(v);
                const float fu = static_cast<float>(u - iu), fv = static_cast<float>(v - iv);
                const uchar* p = grey.ptr<uchar>(iv) + iu;
                const uchar* q = p + grey.step;
                const float top = p[0] + fu * (p[1] - p[0]), bottom = q[0] + fu * (q[1] - q[0]);
                const float value = top + fv * (bottom - top);
                seen[r * blockSide + c] = value;
                sum += value;
            }
        }
        const float mean = sum / blockArea;
        float square = 0, product = 0;
        for (int i = 0; i < blockArea; ++i) {
            seen[i] -= mean;
            square += seen[i] * seen[i];
            product += seen[i] * block.value[i];
        }
        const double deviation = std::sqrt(static_cast<double>(square) / blockArea);
        // Where nothing is seen in the picture, nothing agrees.
        const double z = deviation < 1 ? 0 : product / (deviation * blockArea);
        cost += block.weight * (1 - std::max(z, 0.0));
        correlation += block.weight * z;
        if (z > agreeing) {
            agreed += block.weight;
            ++fit.blocks;
        }
        if (z <= leastCorrelation)
            continue;
        const double share = (z - leastCorrelation) / (1 - leastCorrelation);
        const double weight = block.weight * share * share;
        // Sums of slope × residual: the slopes are polynomials of place, times the gradients.
        const float over = static_cast<float>(1 / deviation);
        double s[12] = {};
        for (int r = 0; r < blockSide; ++r) {
            const float uy = static_cast<float>(unit.y(block.y + r));
            float gx = 0, gxx = 0, gxxx = 0, gy = 0, gyx = 0;
            for (int c = 0; c < blockSide; ++c) {
                const int i = r * blockSide + c;
                const float ux = static_cast<float>(unit.x(block.x + c));
                const float residual = seen[i] * over - block.value[i];
                const float x = block.gradientX[i] * residual, y = block.gradientY[i] * residual;
                gx += x;
                gxx += x * ux;
                gxxx += x * ux * ux;
                gy += y;
                gyx += y * ux;
            }
            s[0] += gxx;
            s[1] += gx * uy;
            s[2] += gx;
            s[3] += gyx;
            s[4] += gy * uy;
            s[5] += gy;
            s[6] -= gxxx + gyx * uy;
            s[7] -= gxx * uy + gy * uy * uy;
        }
        for (int k = 0; k < 8; ++k)
            // What a change of contrast could do is taken out.
            fit.side[k] += weight * (s[k] - block.along[k] * (z - 1));
        for (size_t k = 0; k < fit.normal.size(); ++k)
            fit.normal[k] += weight * block.normal[k];
    }
    if (inside > 0) {
        fit.cost = cost / inside;
        fit.agreement = agreed / inside;
        fit.correlation = correlation / inside;
    }
    fit.visible = all > 0 ? inside / all : 0;
    return fit;
}

} // namespace airdraw
