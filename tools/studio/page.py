"""What a person does on the page: looks for words, clicks, types, taps on the film, waits until it is there."""
import io
import time
from urllib.parse import quote

import numpy as np
from PIL import Image
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

from studio import PATIENCE


class Page:
    """A tab of the browser on the studio at an address."""

    def __init__(self, driver, address):
        self.driver = driver
        self.address = address
        self.window = driver.current_window_handle

    # Addresses

    def open(self, route="#/"):
        """Opens a route anew, as from a bookmark."""
        self.driver.get("about:blank")
        self.driver.get(f"{self.address}/{route}")

    def go(self, route):
        """Goes to a route without loading the page anew."""
        self.script("location.hash = arguments[0]", route)

    @property
    def route(self):
        return self.script("return location.hash")

    @property
    def words(self):
        """The words in the address, without the play head: [(name, value), ...]."""
        pairs = self.script("return [...new URLSearchParams(location.hash.split('?')[1] ?? '')]")
        return [(name, value) for name, value in pairs if name != "t"]

    def values(self, name):
        return [value for key, value in self.words if key == name]

    # Looking and waiting

    def script(self, text, *arguments):
        return self.driver.execute_script(text, *arguments)

    def wait(self, look, what, patience=PATIENCE):
        """Looks until there is something, and gives it."""
        end = time.monotonic() + patience
        while True:
            try:
                found = look()
            except StaleElementReferenceException:
                # The page laid itself out anew meanwhile.
                found = None
            if found:
                return found
            if time.monotonic() > end:
                raise AssertionError(f"{what} did not come; the page says: {self.text()[:1500]}")
            time.sleep(0.02)

    def all(self, css):
        return [element for element in self.driver.find_elements(By.CSS_SELECTOR, css) if element.is_displayed()]

    def one(self, css):
        return self.wait(lambda: next(iter(self.all(css)), None), css)

    def text(self, css="body"):
        return self.script("return [...document.querySelectorAll(arguments[0])].map(e => e.innerText).join('\\n')", css)

    def named(self, name, tags=("button", "a", "summary")):
        """A visible control by its name, as it is read aloud or written on it."""
        def look():
            return next((e for e in self.all(",".join(tags)) if name in (e.accessible_name.strip(), e.text.strip())), None)
        return self.wait(look, f"the control “{name}”")

    def field(self, label):
        return self.named(label, ("input", "select", "textarea"))

    def waits_for_text(self, words, css="body"):
        self.wait(lambda: words in self.text(css), f"the text “{words}”")

    # Acting

    def show(self, element):
        self.script("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", element)
        return element

    def click(self, name):
        self.show(self.named(name)).click()

    def type(self, label, text):
        field = self.show(self.field(label))
        field.clear()
        field.send_keys(text)

    def choose(self, label, value):
        Select(self.show(self.field(label))).select_by_value(value)

    def slide(self, element, share):
        """Presses a slider at a share of its width."""
        box = self.show(element).rect
        ActionChains(self.driver).move_to_element_with_offset(element, round((share - 0.5) * box["width"]), 0).click().perform()

    def keys(self, *keys):
        """Types where the focus is."""
        ActionChains(self.driver).send_keys(*keys).perform()

    def chord(self, held, key):
        """Presses a key while another is held."""
        ActionChains(self.driver).key_down(held).send_keys(key).key_up(held).perform()

    def drop(self, file):
        """Drops a file of the disk on the page, as the hand does."""
        data = {"items": [], "files": [str(file)], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            self.driver.execute_cdp_cmd("Input.dispatchDragEvent", {"type": kind, "x": 640, "y": 300, "data": data})

    def resize(self, width, height=900, *, ratio=1, dark=False):
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": ratio, "mobile": width < 500})
        self.driver.execute_cdp_cmd(
            "Emulation.setEmulatedMedia",
            {"features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}, {"name": "prefers-reduced-motion", "value": "reduce"}]})

    # The player

    @property
    def canvas(self):
        return self.one(".screen canvas[role=application]")

    def play_route(self, name, words=(), time=None):
        query = [f"{key}={quote(str(value), safe=',@:.')}" for key, value in words]
        return f"#/play/{quote(name)}?" + "&".join(query + ([] if time is None else [f"t={time}"]))

    def open_player(self, name, words=(), time=None):
        self.open(self.play_route(name, words, time))
        self.wait_for_film()

    def wait_for_film(self, index=None):
        """Waits until a frame is on the screen with its own picture."""
        def look():
            shown = self.script("return window.airdraw?.shown ?? null")
            return shown and shown["pictured"] and (index is None or shown["index"] == index)
        self.wait(look, f"the picture of frame {index}" if index is not None else "the film")
        self.settle()

    def settle(self):
        """Waits until what was changed is on the screen."""
        self.driver.execute_async_script("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))")

    @property
    def index(self):
        return self.script("return window.airdraw.shown.index")

    def step_to(self, index):
        """Goes to a frame by the buttons for steps."""
        while self.index != index:
            way = index - self.index
            name = ("Ten frames on" if way >= 10 else "One frame on") if way > 0 else ("Ten frames back" if way <= -10 else "One frame back")
            target = self.index + (10 if abs(way) >= 10 else 1) * (1 if way > 0 else -1)
            self.click(name)
            self.wait_for_film(target)

    def seek(self, recording, index):
        """Goes to a frame by the address, as a link does."""
        route, _, query = self.route.partition("?")
        others = [part for part in query.split("&") if part and not part.startswith("t=")]
        self.go(f"{route}?{'&'.join([*others, f't={recording.time(index)}'])}")
        self.wait_for_film(index)

    def tap(self, place, view, *, touch=False):
        """Taps on the film at a place in view points; gives the place that the page's nearest pixel has."""
        canvas = self.show(self.canvas)
        left, top, width, height = self.script(
            "const b = arguments[0].getBoundingClientRect(); return [b.left, b.top, b.width, b.height]", canvas)
        x, y = round(left + place[0] / view[0] * width), round(top + place[1] / view[1] * height)
        kind = "touch" if touch else "mouse"
        actions = ActionBuilder(self.driver, mouse=PointerInput(kind, kind))
        actions.pointer_action.move_to_location(x, y).pointer_down().pointer_up()
        actions.perform()
        return (x - left) / width * view[0], (y - top) / height * view[1]

    def wait_for_run(self, number=0):
        """Waits until the server has followed the finger through the whole recording; gives what the page says of it."""
        def look():
            if self.all(".why .note.bad"):
                raise AssertionError("the run failed: " + self.text(".why .note.bad"))
            return self.script("return window.airdraw?.runs?.[arguments[0]]?.isDone === true", number)
        self.wait(look, "the end of the run", 4 * PATIENCE)
        return self.text(".summary")

    def command_lines(self):
        """The printed command lines of the view that is shown."""
        return self.one(".command pre").text.splitlines()

    # The workshop

    def wait_for_workshop(self):
        self.wait(lambda: self.script("return window.airdraw?.workshop?.isReady === true"), "the drawing in the workshop", 4 * PATIENCE)
        return self.script("return window.airdraw.workshop")

    def save(self, file):
        """Saves the drawing under a name and gives the command lines that the page prints for it."""
        self.type("File", file)
        self.click("Save in the folder")
        self.wait(lambda: self.all(".workshop-panels .note"), "an answer to the saving", 4 * PATIENCE)
        assert f"{file} is saved." in self.text(".workshop-panels .note"), self.text(".workshop-panels .note")
        self.wait(lambda: file in self.text(".workshop-panels .command pre"), "the command line")
        return self.text(".workshop-panels .command pre").strip().splitlines()

    # Pictures

    def picture(self, element):
        """What is on the screen where an element is: its pixels, an array (rows, columns, 3), and where each lies in it.

        The places go from (0, 0) to (1, 1), an array (rows, columns, 2).
        """
        self.settle()
        left, top, width, height, ratio = self.script(
            "const b = arguments[0].getBoundingClientRect(); return [b.left, b.top, b.width, b.height, devicePixelRatio]", element)
        pixels = np.asarray(Image.open(io.BytesIO(self.driver.get_screenshot_as_png())).convert("RGB")).astype(float)
        # The browser moves the edges of what it paints to whole pixels.
        low = np.floor(np.array([left, top]) * ratio + 0.5).astype(int)
        high = np.floor(np.array([left + width, top + height]) * ratio + 0.5).astype(int)
        assert (low >= 0).all() and high[1] <= pixels.shape[0] and high[0] <= pixels.shape[1], "the element is not whole on the screen"
        rows, columns = np.mgrid[low[1]:high[1], low[0]:high[0]]
        places = (np.stack([columns + 0.5, rows + 0.5], -1) - low) / (high - low)
        return pixels[low[1]:high[1], low[0]:high[0]], places
