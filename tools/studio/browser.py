"""Chromium without a window, and what it noticed: lines of its console, and who was asked for what over the net."""
import json
import os
import shutil
from urllib.parse import urlsplit

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

OPTIONS = [
    "--headless=new", "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run", "--force-device-scale-factor=1",
    "--disable-background-networking", "--disable-component-update", "--disable-default-apps", "--disable-sync",
    # Graphics by the processor, everywhere the same.
    "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-gpu-compositing", "--disable-gpu-memory-buffer-video-frames",
    # Whoever is asked by name is not found: a page that loads from the net fails here, too.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]

# What a page may use without asking another host.
OWN_SCHEMES = {"blob", "data", "about", "chrome-error", "chrome", "devtools"}


def open_browser(*, size=(1280, 900), options=()):
    """Starts Chromium with logs."""
    chosen = webdriver.ChromeOptions()
    chosen.binary_location = shutil.which("chromium")
    for option in [*OPTIONS, f"--window-size={size[0]},{size[1]}", *options]:
        chosen.add_argument(option)
    if os.geteuid() == 0:
        chosen.add_argument("--no-sandbox")
    chosen.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=chosen, service=Service(shutil.which("chromedriver")))
    driver.set_script_timeout(120)
    return driver


class Notes:
    """What a browser noticed since the last look."""

    def __init__(self, driver):
        self.console = [entry for entry in driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]
        self.requests = []
        self.answers = []
        for entry in driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            values = message["params"]
            if message["method"] == "Network.requestWillBeSent":
                self.requests.append(values["request"]["url"])
            elif message["method"] == "Network.webSocketCreated":
                self.requests.append(values["url"])
            elif message["method"] == "Network.responseReceived":
                self.answers.append(values["response"])

    def strangers(self, host):
        """Addresses of other hosts that were asked."""
        return [url for url in self.requests if urlsplit(url).scheme not in OWN_SCHEMES and urlsplit(url).netloc != host]

    def errors(self, expected=()):
        """Lines of the console that are errors, but for those that hold a word of `expected`."""
        return [
            entry["message"] for entry in self.console
            if entry["level"] == "SEVERE" and not any(word in entry["message"] for word in expected)
        ]
