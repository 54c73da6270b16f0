"""Frames to an H.264 MP4 of a wanted size, the same bytes every time."""
import shutil
import subprocess
import tempfile
from pathlib import Path

import cv2

from geometry import FRAME_RATE, IMAGE_SIZE

EXACT = ["-threads", "1", "-fflags", "+bitexact", "-flags", "+bitexact", "-map_metadata", "-1"]


class Encoder:
    """Takes frames one by one into a lossless film, then encodes that twice: two passes meet the size closely."""

    def __init__(self, target, byte_budget):
        if shutil.which("ffmpeg") is None:
            raise SystemExit("Error: ffmpeg is not installed.\nHelp: apt-get install ffmpeg")
        self.target, self.byte_budget = Path(target), byte_budget
        self.folder = tempfile.TemporaryDirectory(prefix="render-")
        self.lossless = str(Path(self.folder.name) / "lossless.mkv")
        self.count = 0
        self.pipe = subprocess.Popen(
            self._ffmpeg("-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "%dx%d" % IMAGE_SIZE, "-r", str(FRAME_RATE), "-i", "-",
                         "-c:v", "libx264", "-preset", "ultrafast", "-qp", "0", *EXACT, self.lossless), stdin=subprocess.PIPE)

    @staticmethod
    def _ffmpeg(*arguments):
        return ["ffmpeg", "-hide_banner", "-loglevel", "error", "-nostdin", "-y", *arguments]

    def add(self, picture):
        # The conversion is done here, so that it does not depend on how ffmpeg scales.
        self.pipe.stdin.write(cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420).tobytes())
        self.count += 1

    def finish(self):
        self.pipe.stdin.close()
        if self.pipe.wait() != 0:
            raise SystemExit("Error: ffmpeg could not store the frames (see above).")
        rate = int(self.byte_budget * 8 * FRAME_RATE / self.count)
        for number in (1, 2):
            output = ["-f", "null", "-"] if number == 1 else ["-movflags", "+faststart", "-f", "mp4", str(self.target)]
            subprocess.run(
                self._ffmpeg("-i", self.lossless, "-an", "-c:v", "libx264", "-preset", "slow", "-profile:v", "high",
                             "-pix_fmt", "yuv420p", "-b:v", str(rate), "-pass", str(number), "-passlogfile", "pass",
                             "-g", "90", "-colorspace", "smpte170m", "-color_primaries", "smpte170m",
                             "-color_trc", "smpte170m", "-color_range", "tv", *EXACT, *output),
                check=True, cwd=self.folder.name)
        self.folder.cleanup()
