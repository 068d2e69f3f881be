# SPDX-License-Identifier: Apache-2.0
"""Real viewers of Chrome traces, driven in a browser: what each makes of a file.

A viewer is a class with a `name` and `show(path)`, which returns the spans of each thread as the viewer's own importer
built them: {(pid, tid): [Span]}. Everything is served on loopback; nothing is fetched from elsewhere.
"""
import http.server
import json
import re
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
PAGE = b"<!DOCTYPE html><meta charset=utf-8><title>viewer</title>"
LOAD_SECONDS = 110


class ViewerError(Exception):
    """A viewer refused a file."""


class NotStarted(Exception):
    """A viewer does not run here."""


@dataclass
class Span:
    """One call: its stack (root first) and its times in nanoseconds."""
    stack: tuple
    begin: float
    end: float


class Site:
    """Serves folders and the file that is looked at."""

    def __init__(self, folders):
        site = self
        self.folders = {name: Path(folder) for name, folder in folders.items()}
        self.trace = None

        class Handler(http.server.BaseHTTPRequestHandler):
            """Answers with bytes and without a word."""

            def do_GET(self):
                data = site.find(self.path.partition("?")[0])
                self.send_response(200 if data is not None else 404)
                kind = {"html": "text/html", "js": "text/javascript", "mjs": "text/javascript", "css": "text/css",
                        "wasm": "application/wasm"}.get(self.path.rpartition(".")[2], "application/octet-stream")
                self.send_header("Content-Type", "text/html" if self.path == "/" else kind)
                self.end_headers()
                self.wfile.write(data or b"")

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}"

    def find(self, path):
        if path == "/":
            return PAGE
        _, top, *rest = path.split("/")
        if top == "trace":
            return self.trace.read_bytes()
        file = self.folders.get(top, HERE / "nothing") / "/".join(rest)
        return file.read_bytes() if ".." not in rest and file.is_file() else None


class Page:
    """A viewer that is a page, or code for one."""

    def __init__(self, browser, site):
        self.browser = browser
        self.site = site

    def ask(self, script):
        """What an asynchronous function of a page on the site returns."""
        self.browser.post("/timeouts", script=LOAD_SECONDS * 1000)
        wrapped = ("const done = arguments[arguments.length - 1];"
                   f"(async () => {{ {script} }})().then(v => done({{value: v}}), e => done({{error: String(e)}}));")
        answer = self.browser.post("/execute/async", script=wrapped, args=[])
        if "error" in answer:
            raise ViewerError(answer["error"])
        return answer["value"]


class Speedscope(Page):
    """https://www.speedscope.app: opens a file as its user does, then exports what it loaded."""
    name = "speedscope"

    def show(self, path):
        self.site.trace = path
        self.browser.open("about:blank")
        self.browser.open(f"{self.site.address}/speedscope/index.html#profileURL={self.site.address}/trace/t.trace.json")
        self._wait()
        self.browser.run("""window.saved = null; const make = URL.createObjectURL.bind(URL);
            URL.createObjectURL = blob => { blob.text().then(text => { window.saved = text }); return make(blob) };""")
        self.browser.press("s", held=("Control",))
        document = json.loads(self.ask("while (!window.saved) await new Promise(r => setTimeout(r, 20)); return saved"))
        names = [frame["name"] for frame in document["shared"]["frames"]]
        shown = {}
        for profile in document["profiles"]:
            key = re.search(r"pid (-?\d+)\)?, (?:.*\()?tid (-?\d+)\)?$", profile["name"], re.DOTALL)
            if not key:
                raise ViewerError(f"a thread is called {profile['name']!r}")
            shown[int(key[1]), int(key[2])] = list(self._spans(profile["events"], names))
        return shown

    def _wait(self):
        end = time.monotonic() + LOAD_SECONDS
        while time.monotonic() < end:
            if self.browser.run("return / - speedscope$/.test(document.title)"
                                " && /Export/.test(document.body.innerText)"):
                return
            if self.browser.run("return /Something went wrong/.test(document.body.innerText)"):
                break
            time.sleep(0.05)
        raise ViewerError("did not load: " + " ".join(self.browser.console())[-300:])

    @staticmethod
    def _spans(events, names):
        stack, begins = (), []
        for event in events:
            time_ns = event["at"] * 1000
            if event["type"] == "O":
                stack += (names[event["frame"]],)
                begins.append(time_ns)
            else:
                yield Span(stack, begins.pop(), time_ns)
                stack = stack[:-1]


class Perfetto(Page):
    """https://ui.perfetto.dev: its trace processor, asked in SQL."""
    name = "Perfetto"

    def show(self, path):
        self.site.trace = path
        self.browser.open(self.site.address + "/")
        rows, problems = self.ask("return await (await import('/pages/perfetto.mjs')).load('/trace/t.json')")
        if problems:
            raise ViewerError("; ".join(f"{name}: {count}" for name, count in problems))
        shown, stacks = {}, {}
        for number, parent, pid, tid, begin, length, name in rows:
            stacks[number] = stacks.get(parent, ()) + (name or "",)
            shown.setdefault((pid, tid), []).append(Span(stacks[number], begin, begin + length))
        return shown


class TraceViewer(Page):
    """chrome://tracing: the importer and the model of its page."""
    name = "chrome://tracing"

    def show(self, path):
        self.site.trace = path
        self.browser.open(self.site.address + "/")
        self.ask("await (await import('/pages/trace_viewer.mjs')).prepare('/trace_viewer/trace_viewer_full.html')")
        threads, warnings = self.ask("return await (await import('/pages/trace_viewer.mjs')).load('/trace/t.json')")
        if warnings:
            raise ViewerError("; ".join(warnings[:3]))
        return {(pid, tid): [Span(tuple(stack), begin * 1e6, (begin + length) * 1e6) for stack, begin, length in spans]
                for pid, tid, spans in threads}


class Firefox:
    """https://profiler.firefox.com: its command, which lists spans as markers; it knows no nesting."""
    name = "Firefox Profiler"

    def __init__(self, command):
        node = Path(command).parent / "../../../node/bin/node"
        self.command = [str(node if node.exists() else "node"), command]

    def show(self, path):
        """Spans as if each were alone."""
        with tempfile.TemporaryDirectory(prefix="pq") as sessions:
            def ask(*words):
                done = subprocess.run([*self.command, *words, "--session", "s"], capture_output=True, timeout=300,
                                      env={"PROFILER_CLI_SESSION_DIR": sessions, "PATH": "/usr/bin:/bin"}, check=False)
                if done.returncode:
                    raise ViewerError((done.stderr or done.stdout).decode(errors="replace").strip()[:300])
                return done.stdout
            try:
                self._load(ask, path)
                return self._threads(ask)
            finally:
                self._stop(ask)

    @staticmethod
    def _stop(ask):
        """Ends the command's server, also one that refused the file or started late."""
        for _ in range(10):
            try:
                ask("stop", "s")
                return
            except ViewerError:
                time.sleep(0.5)

    def _load(self, ask, path):
        """A busy machine is often too slow for the half second that the command waits for its server."""
        for _ in range(10):
            try:
                return ask("load", str(path))
            except ViewerError as error:
                if "did not become ready" not in str(error):
                    raise
                self._stop(ask)
        raise NotStarted("its server does not start within half a second on this machine")

    @staticmethod
    def _threads(ask):
        shown = {}
        for process in json.loads(ask("profile", "info", "--all", "--json"))["processes"]:
            for thread in process["threads"]:
                pid, _, tid = str(thread["tid"]).partition(":")
                listed = json.loads(ask("thread", "markers", "--json", "--list", "--limit", "1000000",
                                        "--thread", thread["threadHandle"]))
                shown[int(pid), int(tid)] = [Span((m["name"],), m["start"] * 1e6, (m["start"] + m["duration"]) * 1e6)
                                             for m in listed["flatMarkers"]]
        return shown
