"""The four recordings as stories: what the finger does, and when the user taps, draws and extrudes.

Each takes the random stream of the story and gives a pen path around the middle of the work. The side of the hand
(+1 right, -1 left) decides on which side the finger may leave.
"""
import numpy as np

from pen_path import PenPath


def begin(path):
    """The finger rests, the user taps the nail and puts the pen down."""
    path.hold(0.5)
    path.event("tap")
    path.hold(0.4)
    path.event("draw", on=True)
    path.hold(0.25)


def square(rng, hand):
    turn = np.radians(rng.uniform(-8, 8))
    c, s = np.cos(turn), np.sin(turn)
    shift = rng.uniform(-0.012, 0.012, 2) + np.array([0, 0.01])
    corners = [np.array([c * x - s * z, s * x + c * z]) + shift
               for x, z in [(-0.05, 0.05), (-0.05, -0.05), (0.05, -0.05), (0.05, 0.05)]]
    if rng.random() < 0.5:  # the other way round, from the other corner
        corners = [corners[3], corners[2], corners[1], corners[0]]
    path = PenPath(corners[0])
    begin(path)
    speeds = rng.permutation([0.17, 0.22, 0.27, 0.36]) * rng.uniform(0.95, 1.05)
    for corner, speed in zip(corners[1:] + corners[:1], speeds):
        path.line(corner, speed)
        path.hold(rng.uniform(0.12, 0.2))
    path.event("draw", on=False)
    path.hold(0.3)
    path.event("extrude", on=True)
    path.hold(0.15)
    path.rise(points=rng.uniform(110, 150), duration=1.5, hold=1.2)
    path.event("extrude", on=False, before_end=0.6)
    return path


def spiral(rng, hand):
    turns, inner, outer = 3.0, 0.006, 0.06
    start = rng.uniform(0, 2 * np.pi)
    way = rng.choice([-1, 1])
    angle = np.linspace(0, turns * 2 * np.pi, 4000)
    radius = inner + (outer - inner) * angle / angle[-1]
    shift = rng.uniform(-0.012, 0.012, 2)
    points = np.stack([radius * np.cos(start + way * angle), radius * np.sin(start + way * angle)], axis=1) + shift
    length = np.sum(np.linalg.norm(np.diff(points, axis=0), axis=1))
    peak = rng.uniform(0.38, 0.4)
    cruise = rng.uniform(0.085, 0.095)
    bursts = np.array([0.55, 0.84]) + rng.uniform(-0.03, 0.03, 2)
    # The pen cruises, and hurries twice; the duration is what this speed needs for the length.
    tau = np.linspace(0, 1, 4001)
    gate = np.clip(tau / 0.06, 0, 1) * np.clip((1 - tau) / 0.06, 0, 1)
    speed = cruise + (peak - cruise) * np.max(
        [np.exp(-(((tau - b) / 0.055) ** 2)) for b in bursts], axis=0)
    speed *= gate ** 2 * (3 - 2 * gate)
    along = np.concatenate([[0], np.cumsum((speed[1:] + speed[:-1]) / 2)]) / 4000
    duration = length / along[-1]
    path = PenPath(points[0])
    begin(path)
    path.curve(points, lambda x: np.interp(x, tau, along * duration), duration)
    path.hold(0.25)
    path.event("draw", on=False)
    path.hold(max(1.0, 8.5 - path.time))
    return path


def letter(rng, hand):
    size = rng.uniform(0.075, 0.09)
    shift = rng.uniform(-0.012, 0.012, 2)
    shape = rng.choice(["T", "X"])
    strokes = {"T": [((-0.45, -0.5), (0.45, -0.5)), ((0, -0.5), (0, 0.5))],
               "X": [((-0.4, -0.5), (0.4, 0.5)), ((0.4, -0.5), (-0.4, 0.5))]}[shape]
    (a, b), (c, d) = [[np.array(p) * size + shift for p in stroke] for stroke in strokes]
    path = PenPath(a)
    begin(path)
    path.line(b, rng.uniform(0.12, 0.16))
    path.hold(0.4)
    path.event("draw", on=False)
    path.hold(0.2)
    path.hop(c, 0.03, 1.5)
    path.hold(0.4)
    path.event("draw", on=True)
    path.hold(0.25)
    path.line(d, rng.uniform(0.18, 0.32))
    path.hold(0.3)
    path.event("draw", on=False)
    path.hold(max(1.0, 8.5 - path.time))
    return path


def leave_and_return(rng, hand):
    """The pen stays down while the finger slides out at the side of the hand and comes back elsewhere."""
    shift = rng.uniform(-0.01, 0.01, 2)
    a, b = np.array([-0.06 * hand, -0.05]) + shift, np.array([0.03 * hand, -0.045]) + shift
    c, d = np.array([0.02 * hand, 0.05]) + shift, np.array([-0.06 * hand, 0.04]) + shift
    outside = 0.27 * hand
    path = PenPath(a)
    begin(path)
    path.line(b, rng.uniform(0.15, 0.2))
    path.hold(0.35)
    path.line((outside, 0.0), 0.6)
    path.hop((outside, 0.04), 0.02, 0.4)
    path.line(c, 0.45)
    path.hold(0.5)
    path.line(d, rng.uniform(0.14, 0.18))
    path.hold(0.4)
    path.event("draw", on=False)
    path.hold(max(1.0, 8.5 - path.time))
    return path


STORIES = {"square": square, "spiral": spiral, "letter": letter, "return": leave_and_return}
