"""A printed card on the table: what is on it, how it moves, and a hand that covers a part of it."""
import cv2
import numpy as np

from geometry import IMAGE_SIZE, rotation_x, rotation_y
from randomness import SmoothNoise, stream

SIZE = (0.12, 0.08)  # metres
DESIGN = (1020, 680)
TILT = np.radians(60)  # between the line of sight and the normal, at most
DURATION = 10.0


def design():
    """What is printed on the card; the same for every seed."""
    rng = stream(0, "card", "design")
    width, height = DESIGN
    image = np.empty((height, width, 3), np.uint8)
    for y in range(height):
        image[y] = np.array([214, 224, 232]) * (1 - 0.25 * y / height)
    for _ in range(26):  # leaves
        center = rng.uniform([0, 0], [width, height])
        angle, length = rng.uniform(0, 2 * np.pi), rng.uniform(40, 150)
        along = np.array([np.cos(angle), np.sin(angle)])
        across = np.array([-along[1], along[0]]) * rng.uniform(0.18, 0.4)
        s = np.linspace(0, np.pi, 24)
        rim = [center + length * (np.cos(q) * along * 0.5 + np.sin(q) * across * (1 - 0.3 * np.cos(q))) for q in s]
        rim += [center + length * (np.cos(q) * along * 0.5 - np.sin(q) * across * (1 + 0.3 * np.cos(q))) for q in s[::-1]]
        colour = [float(q) for q in rng.uniform(20, 210, 3)]
        cv2.fillPoly(image, [np.round(np.array(rim) * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)
        vein = [center - along * length * 0.45, center + along * length * 0.45]
        cv2.polylines(image, [np.round(np.array(vein) * 16).astype(np.int32)], False, [q * 0.5 for q in colour], 3, cv2.LINE_AA, 4)
    for _ in range(30):  # berries
        center = rng.uniform([20, 20], [width - 20, height - 20])
        radius = rng.uniform(6, 26)
        colour = [float(q) for q in rng.uniform(0, 255, 3)]
        spot = tuple(int(q * 16) for q in center)
        cv2.circle(image, spot, int(radius * 16), colour, -1, cv2.LINE_AA, 4)
        cv2.circle(image, tuple(int((q - radius * 0.3) * 16) for q in center), int(radius * 4), (250, 250, 250), -1, cv2.LINE_AA, 4)
    cv2.rectangle(image, (90, 470), (560, 590), (245, 245, 240), -1)
    cv2.putText(image, "AirDraw 27", (110, 555), cv2.FONT_HERSHEY_DUPLEX, 2.6, (60, 40, 30), 5, cv2.LINE_AA)
    cv2.rectangle(image, (8, 8), (width - 9, height - 9), (250, 250, 250), 16)
    return image


def smooth(q):
    q = np.clip(q, 0, 1)
    return q * q * q * (q * (6 * q - 15) + 10)


class Card:
    """The pose of the card, and of the hand, as functions of time."""

    def __init__(self, seed, name, plane_height, center, eye):
        rng = stream(seed, name, "card")
        self.plane_height = plane_height
        self.start = np.array([center[0], center[1]]) + rng.uniform(-0.015, 0.015, 2)
        self.turn = rng.uniform(-0.5, 0.5) + rng.choice([0, np.pi / 2, np.pi, -np.pi / 2])
        way = rng.uniform(0, 2 * np.pi)
        self.slide = rng.uniform(0.05, 0.07) * np.array([np.cos(way), np.sin(way)])
        self.slide_turn = rng.uniform(0.5, 0.9) * rng.choice([-1, 1])
        self.lift = rng.uniform(0.05, 0.08)
        self.tilt_axis = rng.uniform(0, 2 * np.pi)
        self.tilt = self._tilt(np.array([center[0], plane_height + self.lift, center[1]]), eye)
        side = rng.choice([-1, 1])
        # x of the world is across the portrait view: the way out is the short one.
        self.out = np.array([side * rng.uniform(0.3, 0.33), rng.uniform(-0.04, 0.04)])
        self.back = np.array([-side * rng.uniform(0.3, 0.33), rng.uniform(-0.04, 0.04)])
        self.wobble = [SmoothNoise(rng, 0.6, 2.5) for _ in range(5)]
        self.hand_side = rng.uniform(0, 2 * np.pi)
        self.hand_seed = int(rng.integers(1 << 30))
        self.skin = np.array([120, 150, 205]) * rng.uniform(0.7, 1.1)

    def _tilt(self, place, eye):
        """The turn about the axis after which the card is seen under the wanted angle."""
        sight = (eye - place) / np.linalg.norm(eye - place)
        axis = rotation_y(self.tilt_axis)
        for angle in np.radians(np.arange(0, 120, 0.25)):
            normal = (axis @ rotation_x(angle) @ axis.T)[:, 1]
            if np.arccos(np.clip(normal @ sight, -1, 1)) >= TILT and (angle > 0.3):
                return angle
        raise ValueError("the card never turns that far")

    def at(self, t):
        """Rotation and position, world from card: x to the right of the picture, z down, y its normal."""
        moved = smooth((t - 1.4) / 1.1)
        spot = self.start + self.slide * moved
        turn = self.turn + self.slide_turn * moved
        raised = smooth((t - 2.6) / 0.7) - smooth((t - 4.7) / 0.6)
        tilted = smooth((t - 2.9) / 0.9) - smooth((t - 4.3) / 0.8)
        gone = smooth((t - 7.0) / 0.9)
        if t < 8.2:
            spot = spot + (self.out - 0) * gone
        else:
            spot = self.start + self.back * (1 - smooth((t - 8.2) / 0.9))
        w = [n(t) * raised for n in self.wobble]
        axis = rotation_y(self.tilt_axis)
        rotation = axis @ rotation_x(self.tilt * tilted + 0.03 * w[3]) @ axis.T @ rotation_y(turn + 0.04 * w[4])
        position = np.array([spot[0] + 0.006 * w[0], self.plane_height + 0.0004 + self.lift * raised + 0.004 * w[1],
                             spot[1] + 0.006 * w[2]])
        return rotation, position

    def matrix(self, t):
        rotation, position = self.at(t)
        m = np.eye(4)
        m[:3, :3], m[:3, 3] = rotation, position
        return m

    def corners(self, t):
        """Clockwise from the top left of the picture."""
        rotation, position = self.at(t)
        x, z = SIZE[0] / 2, SIZE[1] / 2
        return np.array([[-x, 0, -z], [x, 0, -z], [x, 0, z], [-x, 0, z]]) @ rotation.T + position

    def hand(self, t):
        """Fingers as lines with a thickness in the world, or none."""
        reach = smooth((t - 5.2) / 0.6) - smooth((t - 6.6) / 0.4)
        if reach <= 0:
            return []
        _, position = self.at(5.5)
        inward = -np.array([np.cos(self.hand_side), 0, np.sin(self.hand_side)])
        side = np.array([-inward[2], 0, inward[0]])
        rng = np.random.default_rng(self.hand_seed)
        # The tips come to about the middle of the card.
        base = np.array([position[0], self.plane_height + 0.012, position[2]]) - inward * 0.16 * (1 - reach)
        base = base + side * 0.012 * np.sin(2.1 * t)
        fingers = []
        for k in range(4):
            tip = base + side * (k - 1.5) * 0.0205 + inward * (rng.uniform(-0.004, 0.008) - 0.006 * abs(k - 1.4))
            root = base + side * (k - 1.5) * 0.0215 - inward * 0.085
            fingers.append((tip, root, 0.0088))
        fingers.append((base - inward * 0.1 - side * 0.028, base - inward * 0.1 + side * 0.028, 0.034))
        fingers.append((base - inward * 0.1, base - inward * 0.35, 0.03))
        return fingers


class CardPainter:
    """Draws card and hand on a picture of the still scene."""

    def __init__(self, card, light, seed, name):
        self.card, self.light = card, light
        self.picture = design()
        noise = stream(seed, name, "hand").standard_normal((40, 40)).astype(np.float32)
        self.shade = cv2.resize(noise, (IMAGE_SIZE[0], IMAGE_SIZE[1]), interpolation=cv2.INTER_CUBIC) * 0.05

    def paint(self, image, camera, t):
        self._shadow(image, camera, self.card.corners(t), 0.3)
        self._card(image, camera, t)
        self._hand(image, camera, t)

    def _project(self, camera, points):
        h = (np.asarray(points) - camera.position) @ camera.pixel_from_world.T
        return h[:, :2] / h[:, 2:]

    def _box(self, points, pad):
        low = np.maximum(np.floor(points.min(axis=0)).astype(int) - pad, 0)
        high = np.minimum(np.ceil(points.max(axis=0)).astype(int) + pad, IMAGE_SIZE)
        return (low, high) if np.all(high > low) else (None, None)

    def _shadow(self, image, camera, corners, strength):
        height = corners[:, 1] - self.card.plane_height + 0.001
        ground = corners - self.light * (height / self.light[1])[:, None]
        points = self._project(camera, ground)
        low, high = self._box(points, 14)
        if low is None:
            return
        mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.float32)
        cv2.fillConvexPoly(mask, np.round((points - low) * 16).astype(np.int32), strength, cv2.LINE_AA, 4)
        mask = cv2.GaussianBlur(mask, (0, 0), 2.5)
        part = image[low[1]:high[1], low[0]:high[0]]
        part[:] = (part * (1 - mask)[:, :, None] + 0.5).astype(np.uint8)

    def _card(self, image, camera, t):
        corners = self.card.corners(t)
        normal = self.card.at(t)[0][:, 1]
        if (camera.position - corners[0]) @ normal <= 0:
            return
        points = self._project(camera, corners)
        low, high = self._box(points, 2)
        if low is None:
            return
        # As many samples of the design as the card has pixels, each way: no aliasing, and little blur.
        across = max(np.linalg.norm(points[1] - points[0]), np.linalg.norm(points[2] - points[3]))
        along = max(np.linalg.norm(points[3] - points[0]), np.linalg.norm(points[2] - points[1]))
        size = (int(np.clip(across * 1.25, 16, DESIGN[0])), int(np.clip(along * 1.25, 16, DESIGN[1])))
        face = cv2.resize(self.picture, size, interpolation=cv2.INTER_AREA).astype(np.float32)
        face *= 0.55 + 0.5 * max(0.0, float(normal @ self.light))
        source = np.array([[-0.5, -0.5], [size[0] - 0.5, -0.5], [size[0] - 0.5, size[1] - 0.5], [-0.5, size[1] - 0.5]], np.float32)
        matrix = cv2.getPerspectiveTransform(source, (points - low).astype(np.float32))
        box = (int(high[0] - low[0]), int(high[1] - low[1]))
        warped = cv2.warpPerspective(face, matrix, box, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        mask = np.zeros((box[1], box[0]), np.uint8)
        cv2.fillConvexPoly(mask, np.round((points - low) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        share = (mask.astype(np.float32) / 255)[:, :, None]
        part = image[low[1]:high[1], low[0]:high[0]]
        part[:] = np.clip(part * (1 - share) + warped * share + 0.5, 0, 255).astype(np.uint8)

    def hand_mask(self, camera, t, scale=1.0):
        """Where the hand is, 0…255, and its shading."""
        mask = np.zeros((int(IMAGE_SIZE[1] * scale), int(IMAGE_SIZE[0] * scale)), np.uint8)
        for a, b, radius in self.card.hand(t):
            ends = self._project(camera, [a, b])
            thick = radius * camera.focal / np.linalg.norm(camera.position - (a + b) / 2) * 2
            p, q = [tuple(int(v) for v in np.round(e * scale * 16)) for e in ends]
            cv2.line(mask, p, q, 255, max(1, int(thick * scale)), cv2.LINE_AA, 4)
        return mask

    def _hand(self, image, camera, t):
        if not self.card.hand(t):
            return
        mask = self.hand_mask(camera, t)
        deep = cv2.GaussianBlur(mask, (0, 0), 7).astype(np.float32) / 255
        shadow = cv2.GaussianBlur(cv2.warpAffine(mask, np.float32([[1, 0, 7], [0, 1, 5]]), IMAGE_SIZE), (0, 0), 6)
        image[:] = (image * (1 - 0.35 * shadow.astype(np.float32) / 255)[:, :, None] + 0.5).astype(np.uint8)
        share = (mask.astype(np.float32) / 255)[:, :, None]
        skin = self.card.skin * (0.45 + 0.6 * deep + self.shade)[:, :, None]
        image[:] = np.clip(image * (1 - share) + skin * share + 0.5, 0, 255).astype(np.uint8)


def area_in_picture(points):
    frame = np.array([[-0.5, -0.5], [IMAGE_SIZE[0] - 0.5, -0.5], [IMAGE_SIZE[0] - 0.5, IMAGE_SIZE[1] - 0.5],
                      [-0.5, IMAGE_SIZE[1] - 0.5]], np.float32)
    whole = abs(float(cv2.contourArea(points.astype(np.float32))))
    return float(cv2.intersectConvexConvex(points.astype(np.float32), frame)[0]) / whole if whole > 0 else 0.0


def truth_line(index, t, camera, painter):
    """The pose, the corners in pixels, how much of the card is in the picture, and how much of that a hand covers."""
    card = painter.card
    points = painter._project(camera, card.corners(t))
    visible = area_in_picture(points)
    covered = 0.0
    if visible > 0 and card.hand(t):
        mask = np.zeros((IMAGE_SIZE[1], IMAGE_SIZE[0]), np.uint8)
        cv2.fillConvexPoly(mask, np.round(points * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        hand = painter.hand_mask(camera, t)
        covered = float(((mask > 127) & (hand > 127)).sum()) / max(1, int((mask > 127).sum()))
    return {"index": index, "name": "card", "world_from_anchor": card.matrix(t), "corners": points,
            "visible": min(1.0, visible), "covered": covered}
