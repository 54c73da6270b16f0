// PNG files on their way to libpng, which prints what it does not like instead of handing it over.
#include "png.hpp"

#include <array>
#include <cstring>
#include <string>

namespace {

using Table = std::array<std::array<uint32_t, 256>, 4>;

/// Tables for the CRC-32 of the PNG specification (ISO 3309), four bytes a step.
Table makeTable() {
    Table table{};
    for (uint32_t i = 0; i < 256; ++i) {
        uint32_t c = i;
        for (int bit = 0; bit < 8; ++bit)
            c = c & 1 ? 0xEDB88320u ^ (c >> 1) : c >> 1;
        table[0][i] = c;
    }
    for (uint32_t i = 0; i < 256; ++i)
        for (int k = 1; k < 4; ++k)
            table[k][i] = table[0][table[k - 1][i] & 0xFF] ^ (table[k - 1][i] >> 8);
    return table;
}

uint32_t checksum(const uint8_t* p, size_t n) {
    static const Table table = makeTable();
    uint32_t c = 0xFFFFFFFFu;
    for (; n >= 4; n -= 4, p += 4) {
        c ^= static_cast<uint32_t>(p[0]) | static_cast<uint32_t>(p[1]) << 8 | static_cast<uint32_t>(p[2]) << 16 |
             static_cast<uint32_t>(p[3]) << 24;
        c = table[3][c & 0xFF] ^ table[2][c >> 8 & 0xFF] ^ table[1][c >> 16 & 0xFF] ^ table[0][c >> 24];
    }
    for (; n > 0; --n, ++p)
        c = table[0][(c ^ *p) & 0xFF] ^ (c >> 8);
    return ~c;
}

uint32_t big(const uint8_t* p) {
    return static_cast<uint32_t>(p[0]) << 24 | static_cast<uint32_t>(p[1]) << 16 | static_cast<uint32_t>(p[2]) << 8 |
           p[3];
}

constexpr size_t signature = 8;
/// Length, name and sum round the data of a chunk.
constexpr size_t frame = 12;

} // namespace

namespace airdraw {

bool isPNG(const uint8_t* bytes, size_t count) {
    return count > signature && std::memcmp(bytes, "\x89PNG\r\n\x1a\n", signature) == 0;
}

std::vector<uint8_t> essentialPNG(const uint8_t* bytes, size_t count) {
    std::vector<uint8_t> kept(bytes, bytes + signature);
    kept.reserve(count);
    for (size_t at = signature; at + frame <= count;) {
        const size_t length = big(bytes + at);
        if (length > count - at - frame)
            break;
        const uint8_t* name = bytes + at + 4;
        // A small first letter: not needed to decode. Colour profiles and texts are what libpng complains about.
        const bool needed = (name[0] & 0x20) == 0 || std::memcmp(name, "tRNS", 4) == 0;
        if (needed) {
            if (checksum(name, length + 4) != big(name + 4 + length))
                throw Failure(AD_CODE_UNREADABLE,
                              "the check sum of the part at byte " + std::to_string(at) + " is wrong");
            kept.insert(kept.end(), bytes + at, bytes + at + frame + length);
        }
        if (std::memcmp(name, "IEND", 4) == 0)
            return kept;
        at += frame + length;
    }
    throw Failure(AD_CODE_UNREADABLE, "the end is missing");
}

} // namespace airdraw
