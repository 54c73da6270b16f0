#include "repeatable.hpp"

#include <malloc.h>
#include <mutex>
#include <sched.h>

namespace airdraw {

struct OneProcessor::Set {
    cpu_set_t processors;
};

OneProcessor::OneProcessor() : before(new Set) {
    // Where the system does not say (more than 1024 processors), the film is written all the same, with more threads.
    if (sched_getaffinity(0, sizeof before->processors, &before->processors) != 0) {
        delete before;
        before = nullptr;
        return;
    }
    cpu_set_t one;
    CPU_ZERO(&one);
    for (int i = 0; i < CPU_SETSIZE; ++i) {
        if (CPU_ISSET(i, &before->processors)) {
            CPU_SET(i, &one);
            break;
        }
    }
    sched_setaffinity(0, sizeof one, &one);
}

OneProcessor::~OneProcessor() {
    if (before)
        sched_setaffinity(0, sizeof before->processors, &before->processors);
    delete before;
}

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
