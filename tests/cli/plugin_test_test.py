# SPDX-License-Identifier: Apache-2.0
"""profconv plugin-test: what holds of the examples, and that it finds what is wrong with bad plugins."""

import json
import os
import pathlib
import unittest

from harness import COLLAPSED, PROFCONV, CommandTest

PLUGINS = pathlib.Path(__file__).resolve().parents[2] / "docs" / "examples" / "plugins"
# Of tests/plugins, beside the command.
MODULES = pathlib.Path(PROFCONV).resolve().parents[2] / "tests" / "plugins"
CARD = {"schema": "profconv-plugin/1", "name": "made", "summary": "a format of this test", "begins": ["made "], "carries": []}
PROFILE = {"schema": "profconv/1", "mappings": [None], "functions": [None, {"name": "work"}],
           "frames": [None, {"function": 1, "line": 3}], "stacks": [None, {"parent": 0, "frame": 1}], "threads": [None],
           "label_sets": [None],
           "profiles": [{"value_types": [{"type": "samples", "unit": "count", "aggregation": "sum", "scale": 0}],
                         "metadata": {"clock": "relative"}, "samples": [{"stack": 1, "values": [7]}]}]}


class PluginTest(CommandTest):
    def program(self, work, name="profconv-read-made", **card):
        """A plugin that is a shell script, because those start fast."""
        self.file("card.json", json.dumps(CARD | card))
        self.file("profile.json", json.dumps(PROFILE))
        self.file(name, f'#!/bin/sh\ncd "$(dirname "$0")" || exit\n'
                        f'if [ "$1" = --describe ]; then exec cat card.json; fi\n{work}\n')
        os.chmod(self.directory / name, 0o755)
        return name

    def trials(self, status, *words):
        # With sanitizers a crash stays a signal.
        result = self.run_command("plugin-test", *map(str, words), env={**os.environ, "ASAN_OPTIONS": "handle_segv=0"})
        self.assertEqual(result.returncode, status, result.stdout.decode() + result.stderr)
        return result.stdout.decode()

    @unittest.skipUnless((MODULES / "collapsed-c.so").exists(), "the plugins of the tests are not built")
    def test_the_examples_and_the_collapsed_reader_pass(self):
        for plugin, sample, count in [(MODULES / "hits.so", "shop.hits", 8), (MODULES / "xdebug.so", "shop.xt", 8),
                                      (PLUGINS / "profconv-read-hits", "shop.hits", 8)]:
            text = self.trials(0, plugin, PLUGINS / sample)
            self.assertEqual(text.count("\nok "), count, text)
            self.assertHas(text, f"{count} tests, all good\n", f"{sample}: reads the same a byte at a time\n", "refuses an empty input\n")

    def test_the_two_tutorial_plugins_read_the_same(self):
        read = [self.good(PLUGINS / "shop.hits", "--plugin", plugin, "-t", "collapsed").stdout
                for plugin in (MODULES / "hits.so", PLUGINS / "profconv-read-hits")]
        self.assertEqual(read, [b"main;draw 2\nmain;parse 1\nmain;parse;read 3\n"] * 2)

    def test_broken_laws_are_findings(self):
        self.file("in.made", "made of words\n")
        for work, card, finding in [
            ('sed "s/: .7.}/: [$(date +%s%N)]}/" profile.json', {"carries": ["lines"]},
             "reads the same again: two readings differ from byte "),
            ("cat profile.json", {}, "carries what it reads: it reads a line number, but its card does not carry lines\n"),
            ("cat profile.json", {"begins": ["other"]}, "is detected: "),
            ("cat profile.json", {"carries": ["lines"]}, "refuses an empty input: an empty input has a profile\n"),
            ("echo no header >&2; exit 1", {}, "is read: in.made: the plugin 'made' exited with status 1: no header\n"),
        ]:
            text = self.trials(1, self.program(work, **card), "in.made")
            self.assertHas(text, "FAILED  made: ", finding)

    @unittest.skipUnless((MODULES / "fragile.so").exists(), "the plugins of the tests are not built")
    def test_a_crash_and_a_hang_are_findings(self):
        self.file("in.fragile", "fragile 1\n")
        text = self.trials(1, MODULES / "fragile.so", "in.fragile", "--deadline", "1")
        self.assertHas(text, "ok      fragile: in.fragile: is read\n",
                       "FAILED  fragile: in.fragile: survives an input that is damaged: it was killed by signal 11\n",
                       "FAILED  fragile: refuses an empty input: it did not end within 1 s and was stopped\n")

    def test_a_program_that_crashes_on_damaged_inputs_only(self):
        self.file("in.made", "made 1\n")
        text = self.trials(1, self.program('read -r line; [ "$line" = "made 1" ] || kill -SEGV $$; cat profile.json', carries=["lines"]), "in.made")
        self.assertHas(text, "ok      made: in.made: is read\n", "FAILED  made: in.made: survives an input that is cut off: ", "signal 11")

    def test_a_writer_and_its_reader(self):
        self.file("a.folded", COLLAPSED)
        work = "wc -c"
        text = self.trials(0, self.program(work, "profconv-write-made"), "a.folded")
        self.assertHas(text, "ok      made: a.folded: writes the same again\n", "\n1 test, all good, 1 skipped\n",
                       "skipped made: a.folded: reads what it writes: nothing reads this format\n")
        text = self.trials(1, self.program("date +%s%N", "profconv-write-made"), "a.folded")
        self.assertHas(text, "writes the same again: two outputs differ from byte ")

    def test_values_that_a_writer_changes_are_a_finding(self):
        self.file("a.folded", "work 8\n")
        self.program("cat >/dev/null; cat profile.json", carries=["all"])
        text = self.trials(1, self.program("cat >/dev/null; cat profile.json", "profconv-write-made", carries=["all"]), "a.folded")
        self.assertHas(text, "reads what it writes: the total of samples was 8, and is 7 after writing and reading it\n")

    @unittest.skipUnless((MODULES / "pair.so").exists(), "the plugins of the tests are not built")
    def test_a_library_that_reads_and_writes(self):
        self.file("a.folded", COLLAPSED)
        self.file("a.pair", "pair 8\n")
        text = self.trials(0, MODULES / "pair.so", "a.folded", "a.pair")
        self.assertHas(text, "skipped pair: a.folded: is detected: it is detected as collapsed\n", "ok      pair: a.pair: is read\n",
                       "ok      pair: a.pair: reads what it writes\n", "ok      pair: a.folded: reads what it writes\n")
        self.file("b.pair", "pair 13\n")
        self.assertHas(self.trials(1, MODULES / "pair.so", "b.pair"),
                       "carries what it reads: it reads a thread id, but its card does not carry thread_ids\n")

    def test_what_is_no_plugin(self):
        self.assertHas(self.refused(2, "plugin-test", "missing.so"), "./missing.so: does not exist")
        self.assertHas(self.refused(2, "plugin-test"), "name a plugin")


if __name__ == "__main__":
    unittest.main()
