"""Seeded random streams: each part draws from its own, so that a change in one part leaves the others alone."""
import zlib

import numpy as np


def stream(seed, *names):
    return np.random.default_rng([seed] + [zlib.crc32(str(name).encode()) for name in names])


class SmoothNoise:
    """Band-limited noise of time: a sum of sines with an amplitude of about 1, zero at time 0 when asked."""

    def __init__(self, rng, low, high, count=7, zero_at_start=False):
        self.frequency = np.exp(rng.uniform(np.log(low), np.log(high), count))
        self.phase = rng.uniform(0, 2 * np.pi, count)
        weight = rng.uniform(0.6, 1.0, count) * (low / self.frequency) ** 0.8
        self.weight = weight / np.sqrt(np.sum(weight ** 2) / 2) / 1.8
        self.offset = 0.0
        if zero_at_start:
            self.offset = self(0.0)

    def __call__(self, t):
        return float(np.sum(self.weight * np.sin(2 * np.pi * self.frequency * t + self.phase))) - self.offset
