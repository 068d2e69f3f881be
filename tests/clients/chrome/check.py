# SPDX-License-Identifier: Apache-2.0
"""check.py PROFCONV [PEERS]: opens Chrome traces that PROFCONV writes in real viewers and compares every stack's self time
and number of spans with the truth.

PEERS is where peers.sh put the viewers. The cases are random (SEED in the environment draws others) and, with
PROFCONV_CORPUS, real DTrace recordings. A viewer that is not there is skipped in words.
"""
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "flamegraph"))

import comparison  # noqa: E402
import real_recordings  # noqa: E402
import recordings  # noqa: E402
import viewers  # noqa: E402
from webdriver import Browser, missing  # noqa: E402

MOST_FAULTS = 20
MAX_DEPTH_IN_PERFETTO = 512
PLACES = {
    "speedscope": "node_modules/speedscope/dist/release",
    "perfetto": "package/assets/trace-processor",
    "trace_viewer": "trace_viewer",
    "firefox": "node_modules/@firefox-devtools/profiler-cli/dist/profiler-cli.js",
}


class Checker:
    """Converts cases and shows them to viewers."""

    def __init__(self, profconv, folder):
        self.profconv = profconv
        self.output = folder / "shown.trace.json"
        self.compared = 0
        self.faults = []

    def convert(self, case):
        command = [self.profconv, "-q", str(case.path), "-o", str(self.output), *case.options]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        if done.returncode != 0:
            self.faults.append(f"{case.name}: {done.stderr.decode(errors='replace').strip()[:300]}")
        return done.returncode == 0

    def check(self, case, shown_in):
        if not self.convert(case):
            return
        depth = max((len(stack) for stacks in case.self_ns.values() for stack in stacks), default=0)
        for viewer in shown_in:
            nested = not isinstance(viewer, viewers.Firefox)
            if isinstance(viewer, viewers.Perfetto) and depth > MAX_DEPTH_IN_PERFETTO:
                continue
            try:
                found = list(comparison.faults(viewer.show(self.output), case, nested))
            except viewers.NotStarted as error:
                print(f"chrome: {case.name} in {viewer.name} skipped: {error}")
                continue
            except viewers.ViewerError as error:
                found = [str(error)]
            self.compared += 1
            self.faults += [f"{case.name} in {viewer.name}: {fault}" for fault in found[:3]]


def available(peers, browser):
    """The viewers that are there."""
    found = {name: peers / place for name, place in PLACES.items() if (peers / place).exists()}
    for name in PLACES.keys() - found.keys():
        print(f"chrome: {name} skipped: it is not in {peers} (tools/test --full fetches it)")
    site = viewers.Site({**{name: place for name, place in found.items() if place.is_dir()}, "pages": viewers.HERE})
    pages = {"speedscope": viewers.Speedscope, "perfetto": viewers.Perfetto, "trace_viewer": viewers.TraceViewer}
    made = [pages[name](browser, site) for name in pages if name in found]
    alone = [viewers.Firefox(str(found["firefox"]))] if "firefox" in found else []
    return made, alone


def main():
    profconv = sys.argv[1]
    peers = Path(sys.argv[2])
    lacking = missing()
    if lacking:
        print(f"chrome: skipped: {lacking}")
        return 0
    chosen = random.Random(os.environ.get("SEED", "1"))
    with tempfile.TemporaryDirectory() as name, Browser() as browser:
        folder = Path(name)
        checker = Checker(profconv, folder)
        pages, alone = available(peers, browser)
        for case in recordings.cases(chosen, folder):
            checker.check(case, pages)
        for case in recordings.small_cases(chosen, folder):
            checker.check(case, alone)
        for case in real_recordings.cases(profconv):
            checker.check(case, pages)
    for fault in checker.faults[:MOST_FAULTS]:
        print(f"chrome: {fault}")
    print(f"chrome: {checker.compared} traces compared with what was recorded, {len(checker.faults)} faults")
    return 1 if checker.faults else 0


if __name__ == "__main__":
    sys.exit(main())
