"""The table top as one big picture: wood or speckled board with detail at all scales, and flat things on it."""
import cv2
import numpy as np

RESOLUTION = 0.00045  # metres of one texture pixel
X_RANGE = (-0.85, 0.85)
Z_RANGE = (-1.55, 0.30)
SIZE = (int((X_RANGE[1] - X_RANGE[0]) / RESOLUTION), int((Z_RANGE[1] - Z_RANGE[0]) / RESOLUTION))


def plane_from_texture():
    """Texture pixel (i, j, 1) to (x, z, 1) on the table."""
    return np.array([[RESOLUTION, 0, X_RANGE[0]], [0, RESOLUTION, Z_RANGE[0]], [0, 0, 1.0]])


def texture_pixel(x, z):
    return np.array([(x - X_RANGE[0]) / RESOLUTION, (z - Z_RANGE[0]) / RESOLUTION])


def noise(rng, cells_x, cells_y):
    """Noise with about so many cells over the table; a large number of cells is drawn in one piece and tiled."""
    small = rng.standard_normal((min(cells_y, 1800), min(cells_x, 1800))).astype(np.float32)
    if cells_x > 1800 or cells_y > 1800:
        small = np.tile(small, (-(-cells_y // small.shape[0]), -(-cells_x // small.shape[1])))[:cells_y, :cells_x]
    return cv2.resize(small, SIZE, interpolation=cv2.INTER_LINEAR)


def wood(rng, image):
    base = np.array([[96, 138, 184], [70, 104, 148], [128, 160, 196], [58, 82, 116]][rng.integers(4)], np.float32)
    base = base * rng.uniform(0.9, 1.1)
    value = np.zeros((SIZE[1], SIZE[0]), np.float32)
    for across, along, size in [(14, 3, 0.07), (60, 5, 0.06), (220, 9, 0.07), (900, 24, 0.07), (2600, 90, 0.06)]:
        value += size * noise(rng, along, across)
    value += 0.025 * noise(rng, 40, 40) + 0.03 * noise(rng, 500, 500) + 0.03 * noise(rng, 1700, 1800)
    pores = noise(rng, 320, 3400)
    value -= 0.16 * np.clip(pores - 1.1, 0, 1)
    for c in range(3):
        image[:, :, c] = base[c] * (1 + value * (1.15 - 0.1 * c))
    # Joints between planks.
    for z in np.arange(Z_RANGE[0] + rng.uniform(0, 0.15), Z_RANGE[1], rng.uniform(0.13, 0.19)):
        row = int(texture_pixel(0, z)[1])
        image[row:row + 3] *= 0.6
        image[row:] *= rng.uniform(0.96, 1.04)
    # Knots.
    for _ in range(14):
        center = (int(rng.uniform(0, SIZE[0])), int(rng.uniform(0, SIZE[1])))
        size = rng.uniform(6, 16)
        for k in range(4):
            axes = (int(size * (2.4 - 0.5 * k)), int(size * (1.2 - 0.25 * k)))
            cv2.ellipse(image, center, axes, 0, 0, 360, [float(q) for q in base * (0.85 - 0.13 * k)], 2, cv2.LINE_AA)


def speckled(rng, image):
    base = np.array([[172, 178, 182], [120, 130, 136], [92, 100, 96], [150, 158, 176]][rng.integers(4)], np.float32)
    value = 0.05 * noise(rng, 8, 9) + 0.04 * noise(rng, 60, 60) + 0.045 * noise(rng, 500, 520) + 0.045 * noise(rng, 1700, 1800)
    for c in range(3):
        image[:, :, c] = base[c] * (1 + value)
    count = 9000
    x, y = rng.uniform(0, SIZE[0], count), rng.uniform(0, SIZE[1], count)
    size = np.exp(rng.normal(1.3, 0.55, count))
    shade = rng.choice([0.45, 0.62, 0.8, 1.2, 1.32], count)
    tint = rng.uniform(0.92, 1.08, (count, 3))
    angle, flat = rng.uniform(0, 180, count), rng.uniform(0.5, 1, count)
    for i in range(count):
        colour = [float(q) for q in np.clip(base * shade[i] * tint[i], 0, 250)]
        cv2.ellipse(image, (int(x[i]), int(y[i])), (max(1, int(size[i])), max(1, int(size[i] * flat[i]))), angle[i], 0, 360,
                    colour, -1, cv2.LINE_AA)


def corners(center, size, turn):
    c, s = np.cos(turn), np.sin(turn)
    half = np.array(size) / 2
    return np.array([[center[0] + c * x * half[0] - s * z * half[1], center[1] + s * x * half[0] + c * z * half[1]]
                     for x, z in [(-1, -1), (1, -1), (1, 1), (-1, 1)]])


def darken(image, polygon, strength, blur):
    """A soft shadow of a polygon on the table."""
    points = np.array([texture_pixel(x, z) for x, z in polygon])
    pad = int(3 * blur) + 2
    low = np.maximum(points.min(axis=0).astype(int) - pad, 0)
    high = np.minimum(points.max(axis=0).astype(int) + pad, SIZE)
    if np.any(high <= low):
        return
    mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.float32)
    hull = cv2.convexHull((points - low).astype(np.float32)).astype(np.int32)
    cv2.fillConvexPoly(mask, hull, 1.0, cv2.LINE_AA)
    mask = cv2.GaussianBlur(mask, (0, 0), blur)
    image[low[1]:high[1], low[0]:high[0]] *= (1 - strength * mask)[:, :, None]


def paste(image, face, center, size, turn):
    """Lays a flat picture on the table, with a thin contact shadow."""
    polygon = corners(center, size, turn)
    darken(image, polygon + 0.001, 0.35, 3)
    target = np.array([texture_pixel(x, z) for x, z in polygon], np.float32)
    low = np.maximum(np.floor(target.min(axis=0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(target.max(axis=0)).astype(int) + 2, SIZE)
    if np.any(high <= low):
        return
    h, w = face.shape[:2]
    source = np.array([[-0.5, -0.5], [w - 0.5, -0.5], [w - 0.5, h - 0.5], [-0.5, h - 0.5]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, (target - low).astype(np.float32))
    box = (int(high[0] - low[0]), int(high[1] - low[1]))
    warped = cv2.warpPerspective(face, matrix, box, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    mask = np.zeros((box[1], box[0]), np.float32)
    cv2.fillConvexPoly(mask, np.round((target - low) * 16).astype(np.int32), 1.0, cv2.LINE_AA, 4)
    part = image[low[1]:high[1], low[0]:high[0]]
    part[:] = part * (1 - mask[:, :, None]) + warped.astype(np.float32) * mask[:, :, None]


def printed_page(rng, width, height, paper, ink):
    """A sheet with lines of writing and perhaps a picture; sizes in pixels of half a millimetre."""
    face = np.full((height, width, 3), paper, np.uint8)
    y = int(height * 0.08)
    if rng.random() < 0.6:
        cv2.rectangle(face, (int(width * 0.1), y), (int(width * rng.uniform(0.4, 0.8)), y + 8), ink, -1)
        y += 22
    while y < height * 0.92:
        x = int(width * 0.1)
        end = width * rng.uniform(0.6, 0.92)
        while x < end:
            word = int(rng.uniform(4, 16))
            cv2.rectangle(face, (x, y), (min(x + word, int(end)), y + 2), ink, -1)
            x += word + 4
        y += 9
        if rng.random() < 0.08:
            y += 14
    return face


def cover(rng, width, height):
    """A book cover or a lid: a ground with a few bold shapes and a fine grain."""
    ground = rng.uniform(40, 210, 3)
    face = np.empty((height, width, 3), np.float32)
    face[:] = ground
    for _ in range(rng.integers(4, 8)):
        colour = [float(q) for q in rng.uniform(20, 240, 3)]
        x, y = int(rng.uniform(0, width)), int(rng.uniform(0, height))
        if rng.random() < 0.5:
            cv2.rectangle(face, (x, y), (x + int(rng.uniform(10, width / 2)), y + int(rng.uniform(3, height / 5))), colour, -1)
        else:
            cv2.circle(face, (x, y), int(rng.uniform(5, width / 4)), colour, int(rng.choice([-1, 3, 6])), cv2.LINE_AA)
    for k in range(3):
        y = int(height * (0.15 + 0.1 * k))
        cv2.rectangle(face, (int(width * 0.15), y), (int(width * rng.uniform(0.4, 0.85)), y + 6), (235, 235, 230), -1)
    face += rng.normal(0, 5, (height, width, 1)).astype(np.float32)
    return np.clip(face, 0, 255).astype(np.uint8)


def soften_with_distance(image, camera, height):
    """Blurs what the camera sees small, so that far grain does not flicker; the camera hardly moves, so once is enough."""
    strip = 96
    homography = camera.plane_homography(height)
    source = image.copy()
    for row in range(0, SIZE[1], strip):
        z = Z_RANGE[0] + (row + strip / 2) * RESOLUTION
        h = homography @ np.array([[0, z, 1], [RESOLUTION, z, 1], [0, z + RESOLUTION, 1]]).T
        if np.any(h[2] < 0.05):
            continue  # beside or behind the camera
        p = (h[:2] / h[2]).T
        wide, deep = np.linalg.norm(p[1] - p[0]), np.linalg.norm(p[2] - p[0])
        sigma = [max(0.0, 0.5 / q - 0.45) for q in (wide, deep)]
        if max(sigma) < 0.12:
            continue
        low, high = max(0, row - 24), min(SIZE[1], row + strip + 24)
        blurred = cv2.GaussianBlur(source[low:high], (0, 0), max(sigma[0], 0.1), sigmaY=max(sigma[1], 0.1))
        image[row:row + strip] = blurred[row - low:row - low + strip]
