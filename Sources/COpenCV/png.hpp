// PNG files on their way to libpng.
#pragma once

#include "guard.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace airdraw {

/// Whether a file begins as a PNG does.
bool isPNG(const uint8_t* bytes, size_t count);

/// A PNG file with only what is needed to decode it, each part's check sum tried; throws Failure where it is damaged or
/// cut off.
std::vector<uint8_t> essentialPNG(const uint8_t* bytes, size_t count);

} // namespace airdraw
