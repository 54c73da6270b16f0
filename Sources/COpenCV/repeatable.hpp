// What makes x264 give the same bytes for the same pictures; OpenCV 4.6 passes it no options.
#pragma once

namespace airdraw {

/// While it lives, the calling thread may run on one processor only, so that an encoder opened meanwhile starts one
/// thread: x264 gives other bytes with another number of threads, and counts the processors that its caller may use.
class OneProcessor {
  public:
    OneProcessor();
    ~OneProcessor();
    OneProcessor(const OneProcessor&) = delete;
    OneProcessor& operator=(const OneProcessor&) = delete;

  private:
    struct Set;
    Set* before;
};

/// While one lives, malloc hands out zeros. x264 reads memory that it has not written for widths that are no multiple
/// of 128 (seen with x264 164), and lets it decide how frames are coded: the pictures look the same, but not the bytes.
class ZeroedMemory {
  public:
    ZeroedMemory();
    ~ZeroedMemory();
    ZeroedMemory(const ZeroedMemory&) = delete;
    ZeroedMemory& operator=(const ZeroedMemory&) = delete;
};

} // namespace airdraw
