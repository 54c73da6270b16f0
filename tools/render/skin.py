"""Skin as a texture: along the finger in rows, round it in columns. Made once for a finger."""
import cv2
import numpy as np

STEP = 0.00025  # metres of one row
ROWS, COLUMNS = 2048, 512


def fine_noise(rng, rows, columns, cells_down, cells_across):
    """Noise of a given coarseness that joins at the left and right edge."""
    small = rng.standard_normal((cells_down, cells_across)).astype(np.float32)
    small = np.hstack([small, small[:, :1]])
    big = cv2.resize(small, (columns + columns // cells_across, rows), interpolation=cv2.INTER_CUBIC)
    return big[:, :columns]


class Skin:
    """`colour` in BGR, the shade of creases and lines included."""

    def __init__(self, look):
        rng = np.random.default_rng(look.texture_seed)
        s = np.arange(ROWS, dtype=np.float32)[:, None] * STEP
        angle = np.linspace(0, 2 * np.pi, COLUMNS, endpoint=False, dtype=np.float32)[None, :]
        tone = np.zeros((ROWS, COLUMNS), np.float32)
        for cells, size in [(40, 0.030), (110, 0.030), (300, 0.028), (700, 0.022)]:
            tone += size * fine_noise(rng, ROWS, COLUMNS, cells, max(4, cells // 8))
        # Creases over the joints, and fine lines between.
        relief = np.zeros((ROWS, COLUMNS), np.float32)
        first, second, third = 0.01 + 0.024 * look.size, 0.01 + 0.047 * look.size, 0.01 + 0.087 * look.size
        for joint, count, spread in [(first, 4, 0.0022), (second, 6, 0.0045), (third, 5, 0.006)]:
            for k in range(count):
                place = joint + spread * (k - (count - 1) / 2) / (count - 1) * 2 + rng.uniform(-3e-4, 3e-4)
                bow = rng.uniform(-6e-4, 6e-4) * np.cos(angle) + rng.uniform(-4e-4, 4e-4) * np.cos(2 * angle + rng.uniform(0, 6))
                width = rng.uniform(2.5e-4, 4.5e-4)
                relief += rng.uniform(0.10, 0.26) * np.exp(-((s - place - bow) / width) ** 2)
        for _ in range(90):
            place, width = rng.uniform(0.02, 0.3), rng.uniform(1.5e-4, 3e-4)
            middle, reach = rng.uniform(0, 2 * np.pi), rng.uniform(0.3, 1.2)
            part = np.exp(-((np.angle(np.exp(1j * (angle - middle)))) / reach) ** 2).astype(np.float32)
            rows = slice(max(0, int((place - 0.002) / STEP)), int((place + 0.002) / STEP))
            tilt = rng.uniform(-5e-4, 5e-4) * np.sin(angle - middle)
            relief[rows] += 0.07 * part * np.exp(-((s[rows] - place - tilt) / width) ** 2)
        for _ in range(25):  # freckles and small marks
            y, x, r = rng.uniform(0.02, 0.2), rng.uniform(0, COLUMNS), rng.uniform(2, 5)
            mark = np.zeros((ROWS, COLUMNS), np.float32)
            cv2.circle(mark, (int(x), int(y / STEP)), int(r), 1.0, -1, cv2.LINE_AA)
            tone -= 0.10 * mark
        value = (1 + tone) * (1 - np.minimum(relief, 0.55))
        colour = np.empty((ROWS, COLUMNS, 3), np.float32)
        redness = 0.03 * fine_noise(rng, ROWS, COLUMNS, 60, 8)
        # The tip is a little redder, and so are the joints.
        redness += 0.07 * np.exp(-((s - 0.012) / 0.008) ** 2)
        for joint in (first, second):
            redness += 0.05 * np.exp(-((s - joint) / 0.006) ** 2)
        for c, share in enumerate([-0.6, -0.5, 0.35]):
            colour[:, :, c] = look.skin[c] * value * (1 + share * redness)
        self.colour = colour
