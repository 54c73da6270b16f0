"""The dominant level plane of the depth pictures of a 7-Scenes sequence: what planes found without depth are judged by.

    python3 tools/planes/depth_plane.py FOLDER        needs numpy and OpenCV

Prints the height over the world's origin along "up" (against gravity-direction.txt), metres, of the points within 3 cm of the peak of
the height histogram, their normal's angle to "up", and the same for the colour frames that are used, from 0.4 to 3 m.
"""
import glob
import sys

import cv2
import numpy as np

folder = sys.argv[1]
up = -np.loadtxt(folder + "/gravity-direction.txt")
up /= np.linalg.norm(up)
K = np.loadtxt(folder + "/camera-intrinsics.txt")
points = []
for path in sorted(glob.glob(folder + "/*.depth.png")):
    depth = cv2.imread(path, cv2.IMREAD_UNCHANGED).astype(float)[::4, ::4] / 1000
    pose = np.loadtxt(path.replace(".depth.png", ".pose.txt"))
    v, u = np.mgrid[0:480:4, 0:640:4]
    good = (depth > 0.4) & (depth < 3)
    z = depth[good]
    local = np.stack([(u[good] - K[0, 2]) / K[0, 0] * z, (v[good] - K[1, 2]) / K[1, 1] * z, z])
    points.append((pose[:3, :3] @ local).T + pose[:3, 3])
points = np.concatenate(points)
height = points @ up
count, edges = np.histogram(height, bins=np.arange(-3, 3, 0.01))
peak = edges[np.argmax(count)] + 0.005
for _ in range(3):
    on = points[np.abs(height - peak) < 0.03]
    peak = np.median(on @ up)
middle = on.mean(axis=0)
normal = np.linalg.svd(on[::97] - middle, full_matrices=False)[2][2]
angle = np.degrees(np.arccos(min(1, abs(normal @ up))))
print(f"height {peak:.4f} m, normal {angle:.2f} degrees from up, {len(on)} of {len(points)} points")
# The same with the plane free to tilt, in two rounds.
for _ in range(3):
    off = (points - middle) @ normal
    on = points[np.abs(off) < 0.02]
    middle = on.mean(axis=0)
    normal = np.linalg.svd(on[::97] - middle, full_matrices=False)[2][2]
angle = np.degrees(np.arccos(min(1, abs(normal @ up))))
print(f"free plane: height of the middle {middle @ up:.4f} m, normal {angle:.2f} degrees from up, {len(on)} points")
print("middle", middle, "normal", normal)
