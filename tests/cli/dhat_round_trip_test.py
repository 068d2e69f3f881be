# SPDX-License-Identifier: Apache-2.0
"""A DHAT file that is read and written again has every counter of every site."""

import functools
import json
import os
import pathlib
import re
import shutil
import subprocess
import unittest

from harness import CommandTest, dhat_json

ROOT = pathlib.Path(__file__).resolve().parents[2]
CORPUS = os.environ.get("PROFCONV_CORPUS")
MOST = 2 ** 63 - 1  # counters above saturate, with a warning
MAXIMA = ("mb", "mbk")
COUNTERS = ("tb", "tbk", "tl", "mb", "mbk", "gb", "gbk", "eb", "ebk", "rb", "wb")
UNREAD = "not read: each site's own maximum (mb, mbk) (read with --set dhat.site-max=yes)"


def recordings():
    """The DHAT files at hand whose text is UTF-8."""
    paths = [*(ROOT / "tests" / "data" / "dhat").glob("*.json"), ROOT / "docs" / "examples" / "perl.dhat.json"]
    if CORPUS:
        paths += pathlib.Path(CORPUS).glob("*/dhat/*.json")
    for path in sorted(paths):
        try:
            path.read_bytes().decode()
        except UnicodeDecodeError:
            continue
        yield path


@functools.lru_cache(maxsize=None)
def frame(text):
    """The text of a frame without what says nothing: the case of an address, unknown lines and places."""
    address, name = text.split(": ", 1)
    name = re.sub(r"(:0)+\)$", ")", name)
    return address.lower(), re.sub(r" \((in )?\?\?\?\)$", "", name)


def points_merge_maxima(text):
    """Whether points of one site have maxima of which only the largest is known."""
    seen = set()
    document = json.loads(text)
    for point in document["pps"]:
        stack = tuple(frame(document["ftbl"][index]) for index in point["fs"])
        for name in MAXIMA:
            if point.get(name, 0) == 0:
                continue
            if (stack, name) in seen:
                return True
            seen.add((stack, name))
    return False


def sites(text):
    """The counters of each site by its frames. Points of one site add up. Of maxima the largest is known, and of the Rust
    crate's what each site held at the peak or the end."""
    document = json.loads(text)
    found = {}
    for point in document["pps"]:
        stack = tuple(frame(document["ftbl"][index]) for index in point["fs"])
        counters = found.setdefault(stack, {})
        for name in COUNTERS:
            if name in point:
                value = min(point[name], MOST)
                before = counters.get(name, 0)
                counters[name] = max(before, value) if name in MAXIMA else before + value
    if document["mode"] == "rust-heap":
        for counters in found.values():
            counters["mb"] = max(counters["mb"], counters["gb"], counters["eb"])
            counters["mbk"] = max(counters["mbk"], counters["gbk"], counters["ebk"])
    return found


class RoundTrip(CommandTest):
    def assertComesBack(self, path):
        """Returns the number of sites with a maximum."""
        said = self.good(path, "-v", "-o", "again.dhat.json").stderr
        before, after = sites(path.read_bytes()), sites(self.read("again.dhat.json"))
        self.assertEqual(before.keys(), after.keys())
        for stack, counters in before.items():
            self.assertEqual(counters, after[stack], stack)
        self.assertNotIn("profile lacks", said)
        self.assertEqual("points became one" in said, points_merge_maxima(path.read_bytes()), said)
        self.assertNotIn("Valgrind records", said)
        return sum(counters.get("mb", 0) != 0 for counters in before.values())

    def test_every_counter_of_every_site_comes_back(self):
        with_maximum = 0
        for path in recordings():
            with self.subTest(path.name):
                with_maximum += self.assertComesBack(path)
        self.assertGreater(with_maximum, 100)

    def test_the_file_written_is_written_the_same_again(self):
        for path in recordings():
            with self.subTest(path.name):
                self.good(path, "-q", "-o", "once.dhat.json")
                self.good("once.dhat.json", "-q", "-o", "twice.dhat.json")
                self.assertEqual(self.read("once.dhat.json"), self.read("twice.dhat.json"))

    @unittest.skipUnless(shutil.which("valgrind"), "needs Valgrind")
    def test_recordings_of_this_machine_come_back(self):
        for mode, counters in {"heap": set(COUNTERS), "copy": {"tb", "tbk"}}.items():
            # Programs of the system: one built with sanitizers does not run under Valgrind.
            for number, command in enumerate([["ls", "/"], ["sh", "-c", "echo $((1 + 2))"], ["sort", __file__]]):
                with self.subTest(mode=mode, command=command[0]):
                    path = self.directory / f"{mode}.{number}.json"
                    made = subprocess.run(["valgrind", "--tool=dhat", f"--mode={mode}", f"--dhat-out-file={path}",
                                           *command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
                    if not path.exists():
                        self.skipTest(made.stderr.decode(errors="replace")[-200:])
                    found = {name for site in sites(path.read_bytes()).values() for name in site}
                    self.assertEqual(found, counters)
                    with_maximum = self.assertComesBack(path)
                    self.assertEqual(with_maximum != 0, mode == "heap")

    def test_every_way_to_write_it_again_keeps_maxima(self):
        self.file("a.json", dhat_json())
        expected = sites(dhat_json())
        self.good("a.json", "-o", "b.dhat.json", "-o", "c.dhat.json")
        self.assertEqual(sites(self.read("b.dhat.json")), expected)
        self.assertEqual(sites(self.read("c.dhat.json")), expected)
        self.assertEqual(sites(self.good("-", "-t", "dhat", stdin=dhat_json()).stdout), expected)
        (self.directory / "out").mkdir()
        self.file("d.json", dhat_json(blocks=8))
        self.good("a.json", "d.json", "-o", "out/", "-t", "dhat")
        self.assertEqual(sites(self.read("out/a.dhat.json")), expected)
        self.assertEqual(sites(self.read("out/d.dhat.json")), sites(dhat_json(blocks=8)))
        self.assertEqual(self.good("a.json", "-o", "a.json", "-t", "dhat").stderr, "")
        self.assertEqual(sites(self.read("a.json")), expected)

    def test_an_input_is_not_replaced_by_a_file_without_its_maxima(self):
        self.file("a.json", dhat_json())
        said = self.run_command("a.json", "-o", "a.json", "-t", "dhat", "--set", "site-max=no")
        self.assertEqual(said.returncode, 2)
        self.assertHas(said.stderr.splitlines()[-1], "a.json: is also the input", "(mb, mbk) was not read", "--force")
        self.assertEqual(self.read("a.json"), dhat_json().encode())

    def test_formats_names_the_default_for_rewriting(self):
        self.assertHas(self.good("formats", "dhat").stdout.decode(), "(default no; yes from dhat to dhat)")


class Regrouped(CommandTest):
    """Where sites may have become others, their maxima are not known."""

    def setUp(self):
        super().setUp()
        self.file("a.json", dhat_json())

    def test_filters_leave_maxima_out_and_the_writer_says_what_it_wrote(self):
        for arguments in (["--hide", "fill"], ["--granularity", "function"], ["--focus", "fill"], ["--names", "short"],
                          ["--only", "1"],
                          ["--set", "dhat.site-max=no"]):
            with self.subTest(arguments):
                said = self.good("a.json", "-o", "b.dhat.json", "-v", *arguments).stderr
                self.assertHas(said, "note: counters that DHAT requires and the profile lacks", "mb, mbk", "site-max=yes")
                for counters in sites(self.read("b.dhat.json")).values():
                    self.assertEqual((counters["mb"], counters["mbk"]), (max(counters["gb"], counters["eb"]),
                                                                         max(counters["gbk"], counters["ebk"])))
                self.assertHas(self.good("a.json", "-o", "b.dhat.json", "-v", *arguments).stderr, UNREAD)

    def test_a_choice_of_value_types_leaves_maxima_out(self):
        kept = ("inuse_space", "inuse_objects", "alloc_space", "alloc_objects")
        arguments = [word for kind in kept for word in ("--type", kind)]
        said = self.good("a.json", "-o", "b.dhat.json", "-v", *arguments).stderr
        self.assertHas(said, "their known minimum: mb, mbk", UNREAD)

    def test_merged_inputs_leave_maxima_out(self):
        self.file("b.json", dhat_json(blocks=8))
        said = self.good("a.json", "b.json", "-v", "-o", "c.dhat.json").stderr
        self.assertHas(said, "mb, mbk", f"profconv: a.json: {UNREAD}", f"profconv: b.json: {UNREAD}")
        for counters in sites(self.read("c.dhat.json")).values():
            self.assertEqual(counters["mb"], max(counters["gb"], counters["eb"]))

    def test_maxima_of_merged_inputs_that_are_requested_are_reported(self):
        self.file("b.json", dhat_json(blocks=8))
        read_all = ("--set", "dhat.site-max=yes")
        said = self.good("a.json", "b.json", "-o", "c.dhat.json", "-v", *read_all).stderr
        self.assertHas(said, "note: points became one", "the true maximum may be higher")
        self.assertEqual({counters["mb"] for counters in sites(self.read("c.dhat.json")).values()}, {900, 24})
        self.file("c.json", dhat_json().replace("prog.c", "other.c"))
        said = self.good("a.json", "c.json", "-o", "d.dhat.json", *read_all).stderr
        self.assertNotIn("points became one", said)
        self.assertEqual([counters["mb"] for counters in sites(self.read("d.dhat.json")).values()].count(900), 2)

    def test_maxima_that_are_requested_and_become_one_are_reported(self):
        document = json.loads(dhat_json())
        document["pps"][1]["fs"] = [1, 2, 3]
        document["pps"][0]["fs"] = [1, 3]
        self.file("a.json", json.dumps(document))
        read_all = ("--set", "dhat.site-max=yes")
        said = self.good("a.json", "-o", "b.dhat.json", *read_all, "-v", "--hide", "fill").stderr
        self.assertHas(said, "note: points became one", "the true maximum may be higher")
        (counters,) = sites(self.read("b.dhat.json")).values()
        self.assertEqual((counters["tb"], counters["mb"], counters["mbk"]), (1024, 900, 6))
        said = self.good("a.json", "-o", "b.dhat.json", *read_all, "--focus", "fill").stderr
        self.assertNotIn("points became one", said)
        (counters,) = sites(self.read("b.dhat.json")).values()
        self.assertEqual((counters["mb"], counters["mbk"]), (24, 1))

    def test_outputs_of_several_formats_share_a_reading_without_maxima(self):
        said = self.good("a.json", "-o", "b.dhat.json", "-o", "b.pb.gz").stderr
        self.assertHas(said, "mb, mbk", "site-max=yes")
        self.good("a.json", "-o", "alone.pb.gz")
        self.assertEqual(self.read("b.pb.gz"), self.read("alone.pb.gz"))


if __name__ == "__main__":
    unittest.main()
