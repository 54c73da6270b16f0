"""The finger and its hand: a chain of round cones with flattened sections, placed so that the tip touches a point.

Each bone has a frame (lateral, upper, axis from the tip end backwards) and a factor that flattens it from above.
The nail lies on the last bone: an ellipse seen along the bone's upper axis, on the surface.
"""
import numpy as np

from randomness import SmoothNoise, stream

MM = 0.001
NAIL_LENGTH = 13 * MM
NAIL_WIDTH = 11 * MM
NAIL_AT = 8.6 * MM  # from the centre of the tip sphere backwards
PRESSED = 0.6 * MM  # how far the pad gives way
SKIN_TONES = [(150, 178, 222), (128, 160, 212), (110, 142, 196), (86, 118, 172), (70, 98, 146)]  # BGR


class Bone:
    def __init__(self, start, lateral, upper, axis, length, radius_a, radius_b, flat, skin_from, kind):
        self.start, self.length = start, length
        self.basis = np.stack([lateral, upper, axis])  # world to bone
        self.radius_a, self.radius_b, self.flat = radius_a, radius_b, flat
        self.skin_from = skin_from  # where along the skin texture it begins, metres
        self.kind = kind

    @property
    def end(self):
        return self.start + self.basis[2] * self.length

    def to_world(self, local):
        return self.start + np.asarray(local) @ self.basis

    def upper_surface(self, along, across):
        """Height of the surface over the axis at the given places of the cone's side."""
        slope = (self.radius_a - self.radius_b) / self.length
        k = np.sqrt(1 - slope ** 2)
        radius = (self.radius_a - slope * along) / k
        side = np.sqrt(np.maximum(radius ** 2 - across ** 2, 0))
        return side * self.flat


class FingerLook:
    """What a seed decides about a finger."""

    def __init__(self, seed, name):
        rng = stream(seed, name, "finger")
        self.hand = int(rng.choice([-1, 1]))
        self.size = rng.uniform(0.97, 1.06)
        self.yaw = -self.hand * np.radians(rng.uniform(6, 20))
        self.pitch = np.radians(rng.uniform(7, 10))
        self.roll = self.hand * np.radians(rng.uniform(-6, 8))
        self.wobble = [SmoothNoise(rng, 0.25, 1.2) for _ in range(3)]
        self.wobble_size = np.radians([1.8, 1.0, 1.5])
        tone = rng.uniform(0, len(SKIN_TONES) - 1.001)
        i = int(tone)
        self.skin = np.array(SKIN_TONES[i]) * (1 - tone + i) + np.array(SKIN_TONES[i + 1]) * (tone - i)
        self.skin = self.skin * rng.uniform(0.95, 1.05)
        self.texture_seed = int(rng.integers(1 << 31))
        self.sleeve = np.array([rng.uniform(50, 190), rng.uniform(50, 170), rng.uniform(40, 160)])


class Finger:
    """The finger at a moment: the contact point in the world and the angles give all bones."""

    def __init__(self, look, contact, t):
        self.contact = contact
        yaw, pitch, roll = [look.yaw, look.pitch, look.roll] + look.wobble_size * [w(t) for w in look.wobble]
        up = np.array([0, 1.0, 0])
        back = np.array([-np.sin(yaw), 0, np.cos(yaw)])  # towards the user
        side = np.cross(up, back)

        def frame(angle, turn=0.0):
            heading = back * np.cos(turn) + side * np.sin(turn)
            across = np.cross(up, heading)
            axis = heading * np.cos(angle) + up * np.sin(angle)
            upper = up * np.cos(angle) - heading * np.sin(angle)
            lateral = across * np.cos(roll) + upper * np.sin(roll)
            upper = upper * np.cos(roll) - across * np.sin(roll)
            return lateral, upper, axis

        # The tip is a flattened sphere, pressed a little on the table: the finger touches below its lowest free point.
        s = look.size
        tip_radius, tip_flat = 5.6 * MM * s, 0.68
        basis = np.stack(frame(pitch))
        half = np.array([tip_radius, tip_radius * tip_flat, tip_radius])
        down = basis @ -up
        lowest = (half ** 2 * down) / np.sqrt(np.sum((half * down) ** 2)) @ basis
        start = contact - lowest - up * PRESSED
        self.bones = []
        skin = 0.01
        chain = [(24, 5.6, 7.7, tip_flat, pitch, "tip"), (23, 7.7, 8.7, 0.80, pitch + np.radians(15), "finger"),
                 (40, 8.8, 10.6, 0.88, pitch + np.radians(29), "finger")]
        for length, ra, rb, flat, angle, kind in chain:
            bone = Bone(start, *frame(angle), length * MM * s, ra * MM * s, rb * MM * s, flat, skin, kind)
            self.bones.append(bone)
            start = bone.end
            skin += bone.length
        self._add_hand(start, frame, side * look.hand, back, up, skin, s)

    def _add_hand(self, knuckle, frame, outward, back, up, skin, size):
        """The back of the hand, the curled fingers, the thumb and the arm, which leaves the picture towards the user."""
        def at(out, behind, below):
            return knuckle + (outward * out + back * behind - up * below) * MM * size

        wrist = at(27, 92, -8)
        for out, behind, below, r in [(0, 0, 0, 11.2), (20, -3, -2, 11.6), (39, 3, 0, 11.0), (55, 12, 5, 9.8)]:
            root = at(out, behind, below)
            self._link(root, wrist + (outward * (out - 27) * 0.42 - up * 2) * MM * size, r, 15, size, skin, 0.82)
            if out:
                joint = root + (-back * 24 - up * 26) * MM * size
                self._link(root, joint, r - 0.6, r - 2, size, skin)
                self._link(joint, joint + (back * 26 - up * 1) * MM * size, r - 2, r - 3, size, skin)
        plain = skin + 0.025  # skin without the creases of a knuckle
        self._link(at(20, 30, 6), at(26, 80, 0), 20, 22, size, plain, 0.6)
        base, middle = at(6, 66, 10), at(-17, 36, 16)
        self._link(base, middle, 16, 11.5, size, plain)
        self._link(middle, at(-12, 6, 20), 11.2, 8.2, size, plain)
        elbow = wrist + (back * 300 + outward * 60 - up * 6) * MM
        cuff = wrist + 0.13 * (elbow - wrist)
        self._link(wrist - up * 3 * MM, cuff, 24, 25, size, plain, 0.76)
        self._link(cuff, elbow, 31, 40, size, plain, 0.85, "sleeve")

    def _link(self, a, b, ra, rb, size, skin, flat=0.95, kind="finger"):
        axis = b - a
        length = np.linalg.norm(axis)
        axis = axis / length
        lateral = np.cross([0, 1.0, 0], axis)
        norm = np.linalg.norm(lateral)
        lateral = lateral / norm
        upper = np.cross(axis, lateral)
        self.bones.append(Bone(a, lateral, upper, axis, length, ra * MM * size, rb * MM * size, flat, skin, kind))

    @property
    def tip(self):
        return self.bones[0]

    def nail_center(self):
        along = np.array([NAIL_AT])
        return self.tip.to_world([0, self.tip.upper_surface(along, np.zeros(1))[0], NAIL_AT])

    def nail_outline(self, count=72):
        phi = np.arange(count) * 2 * np.pi / count
        across = NAIL_WIDTH / 2 * np.cos(phi)
        along = NAIL_AT + NAIL_LENGTH / 2 * np.sin(phi)
        return self.tip.to_world(np.stack([across, self.tip.upper_surface(along, across), along], axis=1))
