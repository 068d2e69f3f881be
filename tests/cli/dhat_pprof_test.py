# SPDX-License-Identifier: Apache-2.0
"""The drop-in command dhat-pprof: the command lines of the older tool, its four sample types, and Google's pprof on
what is written."""

import gzip
import json
import os
import pathlib
import pty
import re
import shutil
import signal
import socket
import subprocess
import time
import unittest
import urllib.error
import urllib.request

from harness import PROFCONV, CommandTest, dhat_json

SOURCE = """#include <stdlib.h>

static void *fill(size_t n) {
  return malloc(n);
}

int main(void) {
  return fill(1000) == fill(24);
}
"""

TYPES = ["alloc_objects", "alloc_space", "inuse_objects", "inuse_space"]
TOTALS = [8, 1024, 7, 924]  # of dhat_json(), inuse_* as each site's own maximum


class DhatPprofTest(CommandTest):
    def command(self, line, **options):
        """A command line as a shell would run it, dhat-pprof being found by its name."""
        folder = str(pathlib.Path(PROFCONV).resolve().parent)
        environment = {**os.environ, "PATH": folder + ":" + os.environ["PATH"], "GOTOOLCHAIN": "local",
                       "PPROF_TMPDIR": str(self.directory)}
        result = subprocess.run(["bash", "-c", line], cwd=self.directory, timeout=120, check=False, text=True,
                                stdin=subprocess.DEVNULL, capture_output=True, env=environment, **options)
        self.assertEqual(result.returncode, 0, f"{line}: {result.stderr}")
        return result.stdout

    def pprof(self, *flags):
        if not shutil.which("go"):
            self.skipTest("there is no Go on this machine (Debian: golang-go), and so no go tool pprof")
        return self.command("go tool pprof " + " ".join(flags))

    def refused_command(self, *arguments, status=1, **options):
        return self.refused(status, "dhat-pprof", *arguments, **options)


class DropIn(DhatPprofTest):
    def test_the_documented_command_lines_run_as_they_stand(self):
        self.file("dhat-heap.json", dhat_json())
        self.file("input.json", dhat_json())
        for line, output in {"dhat-pprof": "dhat-heap.pb.gz", "dhat-pprof input.json output.pb.gz": "output.pb.gz",
                             "dhat-pprof dhat-heap.json dhat-heap.pb.gz": "dhat-heap.pb.gz"}.items():
            with self.subTest(line):
                self.assertEqual(self.command(line), "")
                self.assertTrue(gzip.decompress(self.read(output)))
                os.remove(self.directory / output)

    def test_the_second_path_alone_has_a_default(self):
        self.file("other.json", dhat_json())
        self.good("dhat-pprof", "other.json")
        self.assertEqual(self.files(), ["dhat-heap.pb.gz", "other.json"])

    def test_the_name_and_the_word_are_the_same_command(self):
        self.file("dhat-heap.json", dhat_json())
        self.command("dhat-pprof dhat-heap.json a")
        self.good("dhat-pprof", "dhat-heap.json", "b")
        self.assertEqual(self.read("a"), self.read("b"))

    def test_the_output_is_gzip_whatever_it_is_called(self):
        for name in ["heap", "heap.pb", "heap.json", "heap.zst"]:
            with self.subTest(name):
                self.good("dhat-pprof", "-", name, stdin=dhat_json())
                self.assertTrue(gzip.decompress(self.read(name)))
        self.assertEqual(self.good("dhat-pprof", "-", "-", stdin=dhat_json()).stdout, self.read("heap"))

    def test_compressed_input_is_read(self):
        self.file("heap.json.gz", gzip.compress(dhat_json().encode()))
        self.good("dhat-pprof", "heap.json.gz")

    def test_that_a_sites_maximum_is_what_valgrind_made_of_it_is_said(self):
        self.file("dhat-heap.json", dhat_json())
        self.assertHas(self.good("dhat-pprof").stderr, "note", "maximum")
        self.file("dhat-heap.json", dhat_json().replace('"heap"', '"rust-heap"'))
        self.assertEqual(self.good("dhat-pprof").stderr, "")

    def test_the_help(self):
        for flag in ["-h", "--help"]:
            self.assertHas(self.good("dhat-pprof", flag).stdout.decode(), "usage: dhat-pprof", "dhat-heap.json",
                           "dhat-heap.pb.gz")


class GoToolPprof(DhatPprofTest):
    def setUp(self):
        super().setUp()
        self.file("prog.c", SOURCE)
        document = dhat_json().replace("prog.c:12", "prog.c:4").replace("prog.c:30", "prog.c:8")
        self.file("dhat-heap.json", document)
        self.good("dhat-pprof")

    def test_there_are_four_types_in_their_order_and_the_last_is_the_default(self):
        raw = self.pprof("-raw", "dhat-heap.pb.gz")
        types = re.search(r"^Samples:\n(.*)$", raw, re.MULTILINE).group(1).split()
        self.assertEqual(types, ["alloc_objects/count", "alloc_space/bytes", "inuse_objects/count",
                                 "inuse_space/bytes[dflt]"])
        values = [list(map(int, line.split(":")[0].split()))
                  for line in re.findall(r"^ +[\d ]+: [\d ]+$", raw.split("Locations")[0], re.MULTILINE)]
        self.assertEqual([sum(column) for column in zip(*values)], TOTALS)

    def test_a_type_is_chosen_by_its_name_and_by_its_number(self):
        self.assertHas(self.pprof("-top", "dhat-heap.pb.gz"), "Type: inuse_space", "924B")
        for number, (name, total) in enumerate(zip(TYPES, TOTALS)):
            for choice in [name, str(number)]:
                with self.subTest(choice):
                    top = self.pprof("-unit=B", f"-sample_index={choice}", "-top", "dhat-heap.pb.gz")
                    self.assertHas(top, f"Type: {name}", f"of {total}B total")

    def test_memory_belongs_to_who_asked_for_it(self):
        top = self.pprof("-top", "-unit=B", "-sample_index=alloc_space", "dhat-heap.pb.gz")
        rows = {line.split()[-1]: line.split() for line in top.splitlines() if line.endswith(("malloc", "main", "fill"))}
        self.assertEqual({name: (row[0], row[3]) for name, row in rows.items()},
                         {"malloc": ("1024B", "1024B"), "fill": ("0", "1000B"), "main": ("0", "24B")})

    def test_a_listing_shows_the_source(self):
        listing = self.pprof("-unit=B", "-list", "fill", "dhat-heap.pb.gz")
        self.assertRegex(listing, r"(?m)900B +4: +return malloc\(n\);")
        self.assertRegex(self.pprof("-unit=B", "-list", "main", "dhat-heap.pb.gz"), r"(?m)24B +8: +return fill")

    def test_the_web_page_opens(self):
        if not shutil.which("go"):
            self.skipTest("there is no Go on this machine (Debian: golang-go), and so no go tool pprof")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        server = subprocess.Popen(["go", "tool", "pprof", "-no_browser", f"-http=127.0.0.1:{port}", "dhat-heap.pb.gz"],
                                  cwd=self.directory, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL, env={**os.environ, "PPROF_TMPDIR": str(self.directory)},
                                  start_new_session=True)
        self.addCleanup(server.wait)
        self.addCleanup(os.killpg, server.pid, signal.SIGKILL)  # go and the pprof that it starts
        page = self.page(f"http://127.0.0.1:{port}/ui/top?si=inuse_space", server)
        self.assertHas(page, "fill", "malloc", "inuse_space")

    def page(self, address, server):
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        for _ in range(600):
            try:
                return opener.open(address, timeout=60).read().decode()
            except urllib.error.HTTPError as error:
                self.fail(f"pprof answered {error}: {error.read().decode()}")
            except OSError:
                self.assertIsNone(server.poll(), "pprof ended")
                time.sleep(0.1)
        return self.fail("pprof did not answer")


class Failures(DhatPprofTest):
    def test_a_missing_file_is_named_and_how_to_name_another(self):
        self.assertHas(self.refused_command(), "dhat-heap.json", "dhat-pprof INPUT")
        self.assertHas(self.refused_command("none.json", "out"), "none.json", "No such file")
        self.assertEqual(self.files(), [])

    def test_what_is_no_heap_profile_of_dhat(self):
        ad_hoc = json.loads(dhat_json())
        ad_hoc.update(mode="ad-hoc", bklt=False, bsu="units", bksu="events",
                      pps=[{"tb": 1, "tbk": 1, "fs": [1]}])
        for content, words in {"": ["empty"], "main 3\n": ["byte 0", "'{'"], "{}": ["dhatFileVersion"],
                               "[1]": ["'{'"], dhat_json()[:-5]: ["cut off"],
                               dhat_json(version=1): ["version 2", "got version 1"],
                               json.dumps(ad_hoc): ["alloc_objects", "profconv in.json -o"]}.items():
            with self.subTest(content[:20]):
                self.file("in.json", content)
                line = self.refused_command("in.json", "out.pb.gz")
                self.assertHas(line, "in.json", *words)
                self.assertEqual(self.files(), ["in.json"])

    def test_a_directory(self):
        os.mkdir(self.directory / "folder")
        self.assertHas(self.refused_command("folder"), "folder", "directory")
        self.file("dhat-heap.json", dhat_json())
        self.assertHas(self.run_command("dhat-pprof", "dhat-heap.json", "folder").stderr, "folder")

    def test_an_output_that_cannot_be_written(self):
        self.file("dhat-heap.json", dhat_json())
        self.assertHas(self.refused_command("dhat-heap.json", "no/where.pb.gz"), "no/where.pb.gz", "No such file")

    def test_a_failed_run_leaves_the_old_file(self):
        self.file("dhat-heap.pb.gz", "old")
        self.file("dhat-heap.json", "{")
        self.refused_command()
        self.assertEqual(self.read("dhat-heap.pb.gz"), b"old")

    def test_words_that_make_no_sense(self):
        self.file("a", dhat_json())
        self.assertHas(self.refused_command("a", "b", "c", status=2), "'c'")
        self.assertHas(self.refused_command("a", "a", status=2), "same file")
        self.assertHas(self.refused_command("--top", status=2), "--top")
        self.assertHas(self.refused_command("a", "", status=2), "empty")
        self.assertEqual(self.files(), ["a"])

    def test_binary_never_goes_to_a_terminal(self):
        master, slave = pty.openpty()
        result = subprocess.run([PROFCONV, "dhat-pprof", "-", "-"], input=dhat_json().encode(), stdout=slave,
                                stderr=subprocess.PIPE, timeout=60, check=False)
        os.close(slave)
        os.close(master)
        self.assertEqual(result.returncode, 2)
        self.assertHas(result.stderr.decode(), "terminal")


if __name__ == "__main__":
    unittest.main()
