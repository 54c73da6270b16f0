// What `airdraw-benchmark` compares with: the same OpenCV modules, and nothing of AirDraw.
//
// Results go to standard output as `name value`, one a line; times in seconds.
#include "loops.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>

namespace {

int usage() {
    std::fputs("Usage: airdraw-baseline nothing | decode FILM | track FILM X Y W H | both FILM X Y W H\n"
               "X Y W H: the box in the first frame, pixels from the picture's corner\n",
               stderr);
    return 64;
}

/// Reads the box that follows the film; false when it is none.
bool parse(char** words, cv::Rect2d& box) {
    double numbers[4];
    for (int i = 0; i < 4; ++i) {
        char* end = nullptr;
        numbers[i] = std::strtod(words[i], &end);
        if (end == words[i] || *end != '\0' || !std::isfinite(numbers[i]))
            return false;
    }
    box = {numbers[0], numbers[1], numbers[2], numbers[3]};
    return true;
}

} // namespace

int main(int count, char** words) {
    const char* mode = count > 1 ? words[1] : "";
    if (count == 2 && std::strcmp(mode, "nothing") == 0)
        return 0;
    try {
        if (count == 3 && std::strcmp(mode, "decode") == 0)
            return baseline::decode(words[2]);
        cv::Rect2d box;
        if (count != 7 || !parse(words + 3, box))
            return usage();
        if (std::strcmp(mode, "track") == 0)
            return baseline::track(words[2], box);
        if (std::strcmp(mode, "both") == 0)
            return baseline::both(words[2], box);
        return usage();
    } catch (const std::exception& exception) {
        std::fprintf(stderr, "Error: %s\n", exception.what());
        return 1;
    }
}
