#include "repeatable.hpp"

#include <malloc.h>
#include <mutex>

namespace airdraw {

namespace {
std::mutex lock;
int alive = 0;
} // namespace

ZeroedMemory::ZeroedMemory() {
    const std::lock_guard<std::mutex> guard(lock);
    // glibc fills what it hands out with the complement of this byte; 0 switches that off.
    if (alive++ == 0)
        mallopt(M_PERTURB, 0xFF);
}

ZeroedMemory::~ZeroedMemory() {
    const std::lock_guard<std::mutex> guard(lock);
    if (--alive == 0)
        mallopt(M_PERTURB, 0);
}

} // namespace airdraw
