# SPDX-License-Identifier: Apache-2.0
"""A browser driven over WebDriver (https://www.w3.org/TR/webdriver2/), with the standard library alone."""

import json
import os
import re
import shutil
import subprocess
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "Home": "\ue011", "Left": "\ue012", "Up": "\ue013", "Right": "\ue014",
        "Down": "\ue015", "Control": "\ue009", "Shift": "\ue008", "Tab": "\ue004", "F3": "\ue033",
        "Backspace": "\ue003"}
COMMANDS = ("chromedriver",)
BROWSERS = ("chromium", "google-chrome", "chrome")


class BrowserError(Exception):
    """What the browser or its driver says of a command that failed."""


def missing():
    """What this machine lacks for a browser, in words; empty where nothing is lacking."""
    if not any(map(shutil.which, BROWSERS)):
        return "there is no Chromium on this machine (Debian: chromium)"
    if not any(map(shutil.which, COMMANDS)):
        return "there is no chromedriver on this machine (Debian: chromium-driver)"
    return ""


class Browser:
    """One headless Chromium, whose console and requests are kept until they are asked for."""

    def __init__(self):
        self.driver = subprocess.Popen([shutil.which("chromedriver"), "--port=0"], stdout=subprocess.PIPE,
                                       stderr=subprocess.DEVNULL, text=True)
        self.address = f"http://127.0.0.1:{self._port()}"
        # By a pipe the driver reaches the browser also where a machine has no name for itself.
        arguments = ["--headless=new", "--remote-debugging-pipe", "--disable-gpu", "--disable-dev-shm-usage",
                     "--no-first-run", "--disable-background-networking", "--force-device-scale-factor=1",
                     "--hide-scrollbars"]
        if os.geteuid() == 0:
            arguments.append("--no-sandbox")
        wanted = {
            "browserName": "chrome",
            "goog:chromeOptions": {"binary": next(filter(None, map(shutil.which, BROWSERS))), "args": arguments},
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
            "unhandledPromptBehavior": "ignore",
        }
        try:
            answer = self._send("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        except BaseException:
            self.driver.kill()
            raise
        self.size = None
        self.session = "/session/" + answer["sessionId"]
        # Keys go to the page, whether or not the machine has given the window the focus.
        self.cdp("Emulation.setFocusEmulationEnabled", enabled=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self._send("DELETE", self.session)
        finally:
            self.driver.terminate()
            self.driver.wait(timeout=20)
            self.driver.stdout.close()

    def _port(self):
        for line in self.driver.stdout:
            found = re.search(r"started successfully on port (\d+)", line)
            if found:
                return int(found.group(1))
        raise BrowserError("chromedriver ended before it listened")

    def _send(self, method, path, body=None):
        data = None if method != "POST" else json.dumps(body or {}).encode()
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            said = json.load(error)["value"]
            raise BrowserError(f"{said['error']}: {said['message'].splitlines()[0]}") from None

    def post(self, path, **body):
        return self._send("POST", self.session + path, body)

    def get(self, path):
        return self._send("GET", self.session + path)

    def open(self, address):
        self.post("/url", url=address)

    def reload(self):
        self.post("/refresh")

    def address_now(self):
        return self.get("/url")

    def run(self, script, *arguments):
        """What a script returns; elements come and go as WebDriver's references."""
        return self.post("/execute/sync", script=script, args=list(arguments))

    def cdp(self, command, **parameters):
        """A command of Chromium's own protocol."""
        return self.post("/goog/cdp/execute", cmd=command, params=parameters)

    def resize(self, width, height=900):
        if self.size == (width, height):
            return
        self.size = (width, height)
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.wait_for_picture()  # with which runs what a resize sets off

    def wait_for_picture(self):
        self.post("/execute/async", script="requestAnimationFrame(() => requestAnimationFrame(arguments[0]))", args=[])

    def colour_scheme(self, name):
        self.cdp("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])

    def press(self, *keys, held=()):
        """Presses keys, by the names above or as text, while others are held."""
        codes = [KEYS.get(key, key) for key in keys]
        steps = [{"type": "keyDown", "value": KEYS[key]} for key in held]
        for code in codes:
            steps += [{"type": "keyDown", "value": code}, {"type": "keyUp", "value": code}]
        steps += [{"type": "keyUp", "value": KEYS[key]} for key in reversed(held)]
        self.post("/actions", actions=[{"type": "key", "id": "keys", "actions": steps}])

    def point(self, x, y, click=True, held=()):
        """Moves the mouse to a place of the window, and clicks there."""
        moves = [{"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y)}]
        if click:
            moves += [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        down = [{"type": "keyDown", "value": KEYS[key]} for key in held]
        up = [{"type": "keyUp", "value": KEYS[key]} for key in held]
        waits = [{"type": "pause"}] * len(moves)
        mouse = [{"type": "pause"}] * len(down) + moves + [{"type": "pause"}] * len(up)
        self.post("/actions", actions=[
            {"type": "key", "id": "keys", "actions": down + waits + up},
            {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": mouse}])

    def dialog(self):
        """The text of an open dialog of the page, or None; the dialog is closed."""
        try:
            text = self.get("/alert/text")
        except BrowserError as error:
            if str(error).startswith("no such alert"):
                return None
            raise
        self.post("/alert/dismiss")
        return text

    def console(self):
        """What the console held since it was last asked."""
        return [entry["message"] for entry in self.post("/se/log", type="browser")]

    def requests(self):
        """The addresses the page asked for since they were last asked."""
        asked = []
        for entry in self.post("/se/log", type="performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                asked.append(message["params"]["request"]["url"])
        return asked

    def screenshot(self):
        """The window as PNG, in base64."""
        return self.get("/screenshot")
