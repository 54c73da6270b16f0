#!/usr/bin/env python3
"""Makes the README's pictures of the studio: the player with a drawing over the film, and the workshop.

    tools/studio/run pictures.py [--out Sources/AirDraw/AirDraw.docc/Resources]
"""
import argparse
import io
import shutil
import tempfile
from pathlib import Path

from PIL import Image

from browser import open_browser
from geometry import Recording
from page import Page
from studio import RECORDINGS, ROOT, Studio

TAP = 15


def keep(page, file, width, height):
    """Saves what is on the screen, with few colours: small, and flat parts stay clean."""
    page.settle()
    picture = Image.open(io.BytesIO(page.driver.get_screenshot_as_png())).convert("RGB").crop((0, 0, width, height))
    picture.quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.FLOYDSTEINBERG).save(file, optimize=True)
    print(f"{file}: {file.stat().st_size // 1024} kB")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=ROOT / "Sources/AirDraw/AirDraw.docc/Resources")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "recordings"
        shutil.copytree(RECORDINGS, folder)
        recording = Recording(folder / "spiral")
        server = Studio(folder)
        driver = open_browser()
        try:
            page = Page(driver, server.address)
            page.resize(1280, 860)
            page.open_player("spiral", time=recording.time(TAP))
            page.tap(recording.nail(TAP), recording.view)
            page.wait(lambda: page.values("click"), "the tap")
            page.wait_for_run()
            page.seek(recording, 168)
            page.wait_for_run()
            page.script("scrollTo(0, 0)")
            keep(page, options.out / "studio.png", 1280, 860)

            page.resize(1280, 760)
            page.open("#/shape/spiral?tracker=csrt&height=0.02&style=ribbon&width=4&taper=&color=%231f77d0")
            page.wait_for_workshop()
            page.script("scrollTo(0, 0)")
            keep(page, options.out / "workshop.png", 1280, 760)
        finally:
            driver.quit()
            server.stop()


if __name__ == "__main__":
    main()
