// What makes x264 give the same bytes for the same pictures.
#pragma once

namespace airdraw {

/// While one lives, malloc hands out zeros. x264 reads memory that it has not written for widths that are no multiple
/// of 128 (seen with x264 164, through OpenCV and without it), and lets it decide how frames are coded: the pictures look
/// the same, but not the bytes.
class ZeroedMemory {
public:
    ZeroedMemory();
    ~ZeroedMemory();
    ZeroedMemory(const ZeroedMemory&) = delete;
    ZeroedMemory& operator=(const ZeroedMemory&) = delete;
};

} // namespace airdraw
