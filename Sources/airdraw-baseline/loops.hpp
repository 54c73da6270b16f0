// The bare loops: what any program has to do to decode a film and to follow a box in it.
#pragma once

#include <opencv2/core/types.hpp>

namespace baseline {

/// Decodes every frame.
int decode(const char* film);

/// Follows the box, and prints the time that the tracker alone took.
int track(const char* film, cv::Rect2d box);

/// Decodes a frame, follows the box, and so on.
int both(const char* film, cv::Rect2d box);

} // namespace baseline
