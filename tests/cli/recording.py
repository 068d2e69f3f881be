# SPDX-License-Identifier: Apache-2.0
"""What the tests of recording share: tracers that are scripts, what runs because of a test, and the events of a live page."""

import http.client
import json
import os
import pathlib
import subprocess
import sys
import time
import uuid

from harness import PROFCONV, CommandTest

SAMPLE = "@samples[%d, %s, %s, prog,\n\t55ff leaf+1 (/bin/prog)\n\t5600 main+2 (/bin/prog)\n]: 1"

# Prints a sample a hundredth of a second until it is stopped.
BPFTRACE = """
import itertools, os, signal, sys, time
signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
pid = sys.argv[3] if len(sys.argv) > 3 else '1'
print('Attaching 6 probes...\\nprofconv: ready', flush=True)
for i in itertools.count():
    print(%r %% (10**12 + i * 10**7, pid, pid), flush=True)
    if i %% 10 == 0:
        print('profconv: alive', flush=True)
    time.sleep(0.01)
""" % SAMPLE


class Events:
    """The events of one page that is open."""

    def __init__(self, address, query=""):
        self.connection = http.client.HTTPConnection(address.netloc, timeout=20)
        self.connection.request("GET", address.path + "events?" + query)
        self.response = self.connection.getresponse()

    def next(self):
        """The next event; None at their end."""
        line = self.response.readline()
        if not line:
            return None
        assert line.startswith(b"data: ") and self.response.readline() == b"\n", line
        return json.loads(line[6:])

    def until(self, condition):
        event = self.next()
        while event is not None and not condition(event):
            event = self.next()
        return event

    def last(self):
        return self.until(lambda event: event["ending"])

    def close(self):
        self.response.close()
        self.connection.close()


class Recording(CommandTest):
    def setUp(self):
        super().setUp()
        self.bin = self.directory / "bin"
        self.bin.mkdir()
        self.env = {**os.environ, "PATH": str(self.bin), "TMPDIR": str(self.directory), "MARK": uuid.uuid4().hex}
        self.env.pop("SUDO_UID", None)

    def tracer(self, name, text, interpreter=sys.executable):
        if name == "bpftrace" and interpreter == sys.executable:
            text = "import sys\nif sys.argv[1:] == ['--version']: sys.exit(print('bpftrace v0.24.0'))\n" + text
        path = self.bin / name
        path.write_text("#!%s\n%s\n" % (interpreter, text))
        path.chmod(0o755)

    def record(self, *arguments, **options):
        return self.run_command("record", *arguments, env=self.env, **options)

    def start(self, *arguments, **options):
        """profconv as a process of its own, until the test ends."""
        process = subprocess.Popen([PROFCONV, "record", *arguments], cwd=self.directory, env=self.env, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
        self.addCleanup(lambda: (process.kill(), process.wait(), process.stdout.close(), process.stderr.close()))
        return process

    def processes(self):
        """What still runs of all that this test started: its id and its name."""
        found = {}
        for path in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if ("MARK=" + self.env["MARK"]).encode() in (path / "environ").read_bytes():
                    found[int(path.name)] = (path / "comm").read_text().strip()
            except OSError:
                pass
        return found

    def is_bpftrace_tracing(self):
        """Whether bpftrace runs a program, and does not only say its version."""
        for pid in self.processes():
            try:
                if b"\0-e\0" in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes():
                    return True
            except OSError:
                pass
        return False

    def wait_until(self, condition, seconds=20):
        end = time.monotonic() + seconds
        while not condition():
            self.assertLess(time.monotonic(), end, "it did not happen")
            time.sleep(0.01)

    def assertNothingRuns(self):
        self.wait_until(lambda: not self.processes())
