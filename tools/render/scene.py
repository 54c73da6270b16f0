"""Everything that stands still: the table with flat things on it, and boxes, books and a mug that stand on it."""
import cv2
import numpy as np

import table
from geometry import IMAGE_SIZE
from randomness import stream


class Face:
    """A textured quadrilateral in the world, seen from its front only."""

    def __init__(self, points, picture, light):
        self.points = np.array(points)  # clockwise from the top left, seen from the front
        self.normal = np.cross(self.points[3] - self.points[0], self.points[1] - self.points[0])
        self.normal /= np.linalg.norm(self.normal)
        shade = 0.55 + 0.5 * max(0.0, float(self.normal @ light))
        self.picture = np.clip(picture.astype(np.float32) * shade, 0, 255).astype(np.uint8)

    def draw(self, image, camera):
        if (camera.position - self.points[0]) @ self.normal <= 0.001:
            return
        h = (self.points - camera.position) @ camera.pixel_from_world.T
        if np.any(h[:, 2] < 0.05):
            return
        pixels = h[:, :2] / h[:, 2:]
        low = np.maximum(np.floor(pixels.min(axis=0)).astype(int) - 1, 0)
        high = np.minimum(np.ceil(pixels.max(axis=0)).astype(int) + 2, (image.shape[1], image.shape[0]))
        if np.any(high <= low):
            return
        height, width = self.picture.shape[:2]
        source = np.array([[-0.5, -0.5], [width - 0.5, -0.5], [width - 0.5, height - 0.5], [-0.5, height - 0.5]], np.float32)
        matrix = cv2.getPerspectiveTransform(source, (pixels - low).astype(np.float32))
        box = (int(high[0] - low[0]), int(high[1] - low[1]))
        warped = cv2.warpPerspective(self.picture, matrix, box, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        mask = np.zeros((box[1], box[0]), np.uint8)
        cv2.fillConvexPoly(mask, np.round((pixels - low) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        part = image[low[1]:high[1], low[0]:high[0]]
        share = (mask.astype(np.float32) / 255)[:, :, None]
        part[:] = (part * (1 - share) + warped * share + 0.5).astype(np.uint8)


def pixels(size):
    return max(8, int(size / 0.0006))


def box_faces(rng, base_height, center, size, height, turn, light, pages):
    """A box, or a book: then two of the sides show paper."""
    ground = table.corners(center, size, turn)  # far left, far right, near right, near left
    low = np.array([[x, base_height, z] for x, z in ground])
    high = low + np.array([0, height, 0])
    faces = [Face([high[0], high[1], high[2], high[3]], table.cover(rng, pixels(size[0]), pixels(size[1])), light)]
    colour = rng.uniform(40, 200, 3)
    for a, b in [(3, 2), (2, 1), (0, 3), (1, 0)]:
        across = pixels(np.linalg.norm(low[b] - low[a]))
        picture = np.empty((pixels(height), across, 3), np.float32)
        picture[:] = colour
        if pages and (a, b) != (0, 3):
            picture[:] = (206, 218, 226)
            picture *= 1 + rng.uniform(-0.12, 0.06, (picture.shape[0], 1, 1)).astype(np.float32)
            picture[:3] = picture[-3:] = colour
        else:
            for _ in range(3):
                x = int(rng.uniform(0, across))
                cv2.rectangle(picture, (x, 0), (x + int(rng.uniform(4, across / 4)), picture.shape[0]),
                              [float(q) for q in rng.uniform(30, 230, 3)], -1)
        faces.append(Face([high[a], high[b], low[b], low[a]], np.clip(picture, 0, 255).astype(np.uint8), light))
    return faces


def mug_faces(rng, base_height, center, radius, height, light):
    """A mug as a prism of many sides, with a band and a dark inside."""
    sides = 28
    colour = np.array(rng.uniform(60, 225, 3))
    band = np.array(rng.uniform(30, 230, 3))
    angle = np.arange(sides + 1) * 2 * np.pi / sides
    ring = np.stack([center[0] + radius * np.sin(angle), center[1] + radius * np.cos(angle)], axis=1)
    faces = []
    for a, b in zip(ring[:-1], ring[1:]):
        picture = np.empty((pixels(height), pixels(np.linalg.norm(b - a)), 3), np.float32)
        picture[:] = colour
        picture[int(len(picture) * 0.3):int(len(picture) * 0.5)] = band
        high, low = base_height + height, base_height
        faces.append(Face([[a[0], high, a[1]], [b[0], high, b[1]], [b[0], low, b[1]], [a[0], low, a[1]]],
                          picture.astype(np.uint8), light))
    size = pixels(2 * radius)
    lid = np.empty((size, size, 3), np.float32)
    lid[:] = colour
    cv2.circle(lid, (size // 2, size // 2), int(size * 0.45), [float(q) for q in colour * 0.55], -1, cv2.LINE_AA)
    cv2.circle(lid, (size // 2, size // 2 + 4), int(size * 0.36), (24, 36, 58), -1, cv2.LINE_AA)
    square = table.corners(center, (2 * radius, 2 * radius), 0)
    lid_face = Face([[x, base_height + height, z] for x, z in square], lid.astype(np.uint8), light)
    return faces, lid_face, ring


class MugLid:
    """The round top: the lid picture is square, so it is drawn through a round mask."""

    def __init__(self, face, ring, height):
        self.face = face
        self.rim = np.array([[x, height, z] for x, z in ring])

    def draw(self, image, camera):
        h = (self.rim - camera.position) @ camera.pixel_from_world.T
        if np.any(h[:, 2] < 0.05):
            return
        copy = image.copy()
        self.face.draw(copy, camera)
        mask = np.zeros(image.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, np.round(h[:, :2] / h[:, 2:] * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        x, y, w, h = cv2.boundingRect(mask)
        share = mask[y:y + h, x:x + w, None].astype(np.float32) / 255
        part = image[y:y + h, x:x + w]
        part[:] = (part * (1 - share) + copy[y:y + h, x:x + w] * share + 0.5).astype(np.uint8)


class Scene:
    def __init__(self, seed, name, start_camera, plane_height, work_center, flat_thing=None):
        rng = stream(seed, name, "scene")
        self.plane_height = plane_height
        self.light = np.array([rng.uniform(-0.55, 0.55), 1.0, rng.uniform(-0.5, 0.1)])
        self.light /= np.linalg.norm(self.light)
        image = np.zeros((table.SIZE[1], table.SIZE[0], 3), np.float32)
        (table.wood if rng.random() < 0.65 else table.speckled)(rng, image)
        self.solids = []
        self._flat_things(rng, image, work_center)
        self._solid_things(rng, image, work_center)
        if flat_thing is not None:
            flat_thing.lay(image)
        table.soften_with_distance(image, start_camera, plane_height)
        self.texture = np.clip(image, 0, 255).astype(np.uint8)

    def _flat_things(self, rng, image, work):
        """Sheets, cards and pencils round the work, which itself stays free."""
        places = [(-0.24, -0.10), (0.25, -0.06), (-0.22, 0.10), (0.23, 0.13), (-0.10, -0.33), (0.12, -0.30)]
        order = rng.permutation(len(places))
        for k, index in enumerate(order[:5]):
            center = np.array(places[index]) + rng.uniform(-0.02, 0.02, 2) + work
            turn = rng.uniform(-0.5, 0.5)
            if k == 0:
                table.paste(image, table.printed_page(rng, 296, 420, (236, 240, 242), (70, 66, 64)), center, (0.148, 0.21), turn)
            elif k in (1, 2):
                face = table.cover(rng, 172, 108) if k == 1 else table.printed_page(rng, 150, 150, (110, 222, 240), (60, 60, 70))
                table.paste(image, face, center, (0.086, 0.054) if k == 1 else (0.075, 0.075), turn)
            elif k == 3:
                self._pencil(rng, image, center, turn + rng.uniform(-1, 1))
            else:
                spot = tuple(int(q) for q in table.texture_pixel(*center))  # a coaster
                cv2.circle(image, spot, 96, [float(q) for q in rng.uniform(40, 200, 3)], -1, cv2.LINE_AA)
                cv2.circle(image, spot, 80, [float(q) for q in rng.uniform(60, 230, 3)], 5, cv2.LINE_AA)

    @staticmethod
    def _pencil(rng, image, center, turn):
        face = np.empty((16, 350, 3), np.uint8)
        colour = rng.uniform(20, 230, 3)
        for row in range(16):
            face[row] = np.clip(colour * (0.6 + 0.7 * np.sin(np.pi * (row + 0.5) / 16)), 0, 255)
        face[:, :18] = (140, 150, 226)
        face[:, 18:30] = (170, 176, 178)
        face[:, 322:] = (150, 190, 222)
        face[5:11, 340:] = (50, 50, 50)
        table.paste(image, face, center, (0.175, 0.0075), turn)

    def _solid_things(self, rng, image, work):
        """They stand beyond the work, where neither the finger nor the arm comes."""
        slots = [(-0.25, -0.27), (0.02, -0.33), (0.27, -0.26), (-0.12, -0.52), (0.22, -0.55)]
        kinds = rng.permutation(["book", "box", "mug", "book", "box"])
        for (x, z), kind in sorted(zip(slots, kinds), key=lambda s: s[0][1]):
            center = work + np.array([x, z]) + rng.uniform(-0.015, 0.015, 2)
            if kind == "mug":
                radius, height = rng.uniform(0.036, 0.042), rng.uniform(0.075, 0.095)
                faces, lid, ring = mug_faces(rng, self.plane_height, center, radius, height, self.light)
                self._shadow(image, ring, height)
                self.solids += faces + [MugLid(lid, ring, self.plane_height + height)]
            else:
                size = (rng.uniform(0.1, 0.13), rng.uniform(0.14, 0.17)) if kind == "book" else rng.uniform(0.055, 0.09, 2)
                height = rng.uniform(0.015, 0.035) if kind == "book" else rng.uniform(0.03, 0.065)
                turn = rng.uniform(-0.6, 0.6)
                self._shadow(image, table.corners(center, size, turn), height)
                self.solids += box_faces(rng, self.plane_height, center, size, height, turn, self.light, kind == "book")

    def _shadow(self, image, footprint, height):
        slant = -height * np.array([self.light[0], self.light[2]]) / self.light[1]
        table.darken(image, np.concatenate([footprint, footprint + slant]), 0.38, 8)
        table.darken(image, footprint, 0.4, 5)

    def draw(self, camera):
        """The picture without the finger, uint8 BGR."""
        matrix = camera.plane_homography(self.plane_height) @ table.plane_from_texture()
        image = cv2.warpPerspective(self.texture, matrix, IMAGE_SIZE, flags=cv2.INTER_LINEAR,
                                    borderMode=cv2.BORDER_CONSTANT, borderValue=(70, 74, 80))
        for solid in self.solids:
            solid.draw(image, camera)
        return image
