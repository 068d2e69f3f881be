# SPDX-License-Identifier: Apache-2.0
"""The flags of filters: what they keep, what is said, what is refused."""

import json
import pathlib
import re
import shlex
import unittest

from harness import COLLAPSED, DTRACE, CommandTest, dhat_json


class FiltersTest(CommandTest):
    def folded(self, *flags, content=COLLAPSED):
        """The lines that a filter makes of collapsed stacks, and what was said."""
        self.file("in.folded", content)
        result = self.good("in.folded", "-t", "collapsed", *flags)
        return result.stdout.decode().splitlines(), result.stderr

    def test_focus_and_ignore_say_what_they_left_out(self):
        lines, said = self.folded("--focus", "parse", "--ignore", "read")
        self.assertEqual(lines, ["main;parse 2"])
        self.assertEqual(said, "profconv: note: left out by filters: 2 of 3 samples (130 of 132 samples/count)\n")

    def test_filters_that_leave_no_samples_are_a_warning_and_stop_under_strict(self):
        heap = dhat_json()
        for content, flags, words in (
                (COLLAPSED, ["--focus", "^prase"], "no frame matches --focus '^prase'"),
                (COLLAPSED, ["--show", "^prase"], "no frame matches --show '^prase'"),
                (COLLAPSED, ["--show-from", "^prase"], "no frame matches --show-from '^prase'"),
                (COLLAPSED, ["--ignore", "main"], "the filters exclude every sample"),
                (COLLAPSED, ["--hide", "."], "the filters exclude every sample"),
                (COLLAPSED, ["--focus", "read", "--ignore", "parse"], "the filters exclude every sample"),
                (heap, ["--focus", "^prase"], "no frame matches --focus '^prase'")):
            self.file("in", content)
            result = self.good("in", "-t", "collapsed", *flags)
            self.assertEqual(result.stdout, b"", flags)
            self.assertHas(result.stderr, f"in: warning: {words}: no samples are left")
            self.assertNotIn("left out by filters", result.stderr)
            result = self.run_command("in", "-o", "out.folded", "--strict", *flags)
            self.assertEqual((result.returncode, self.files()), (3, ["in"]), flags)

    def test_filters_by_process_and_label_that_leave_no_samples_are_a_warning_too(self):
        self.file("labelled.out", "\n      123  bash                  \n              libc.so.6`read\n"
                  "              prog`main\n               30\n")
        keys = ("-f", "dtrace", "--set", "dtrace.keys=pid,execname")
        for flags, words in ((["--pid", "99"], "no sample matches --pid '99'"),
                             (["--tagfocus", "comm=zsh"], "no sample matches --tagfocus 'comm=zsh'")):
            result = self.good("labelled.out", "-t", "collapsed", *keys, *flags)
            self.assertHas(result.stderr, f"warning: {words}: no samples are left")

    def test_one_emptied_input_of_several_is_a_note(self):
        self.file("a.folded", "main;parse 1\n")
        self.file("b.folded", "main;eval 1\n")
        result = self.good("a.folded", "b.folded", "-t", "collapsed", "--focus", "parse", "--strict")
        self.assertEqual(result.stdout, b"main;parse 1\n")
        self.assertHas(result.stderr, "note: b.folded: no frame matches --focus 'parse'")
        result = self.run_command("a.folded", "b.folded", "-t", "collapsed", "--focus", "prase", "--strict")
        self.assertEqual(result.returncode, 3)
        self.assertHas(result.stderr, "warning: no frame matches --focus 'prase': no samples are left")

    def test_an_input_without_samples_is_not_blamed_on_filters(self):
        heap = json.loads(dhat_json())
        heap["pps"] = []
        self.file("empty.json", json.dumps(heap))
        self.assertNotIn("--focus", self.good("empty.json", "-t", "collapsed", "--focus", "prase").stderr)

    def test_what_a_filter_left_out_is_no_loss(self):
        self.folded("--focus", "parse", "--strict")

    def test_regular_expressions_reach_the_filter_as_they_are_written(self):
        for expression in ("[ab]l{2}", "^(call|x)$", "c.ll,?", "[a,c]all"):
            self.assertEqual(self.folded("--focus", expression)[0], ["main;eval;call;call 100"], expression)

    def test_frames_are_hidden_shown_and_trimmed(self):
        self.assertEqual(self.folded("--hide", "eval|parse")[0], ["main 2", "main;call;call 100", "main;read 30"])
        self.assertEqual(self.folded("--show", "parse|read")[0], ["parse 2", "parse;read 30"])
        self.assertEqual(self.folded("--show-from", "parse")[0], ["parse 2", "parse;read 30"])
        self.assertEqual(self.folded("--trim-root", "main")[0], ["eval;call;call 100", "parse 2", "parse;read 30"])
        self.assertEqual(self.folded("--trim-leaf", "call|read")[0], ["main;eval 100", "main;parse 32"])

    def test_stacks_are_made_shallower(self):
        self.assertEqual(self.folded("--max-depth", "2")[0], ["main;eval 100", "main;parse 32"])
        self.assertIn("main;eval;call 100", self.folded("--collapse-recursion")[0])

    def test_values_are_scaled_with_their_sum(self):
        self.assertEqual(self.folded("--scale", "0.25")[0], ["main;eval;call;call 25", "main;parse;read 8"])
        self.assertEqual(self.folded("--scale", "samples=2")[0][0], "main;eval;call;call 200")

    def test_modules_stand_for_their_functions(self):
        flags = ("-f", "dtrace", "--granularity", "module", "--collapse-recursion", "--strict")
        lines, _ = self.folded(*flags, content=DTRACE)
        self.assertEqual(sorted(lines), ["prog 100", "prog;libc.so.6 30"])

    def test_names_are_matched_as_they_are_shown(self):
        lines, _ = self.folded("--focus", r"^net::read\(\)$", content="main;_ZN3net4readEv 1\nmain 1\n")
        self.assertEqual(lines, ["main;net::read() 1"])
        lines, _ = self.folded("--focus", "libc.so.6`read", "-f", "dtrace", content=DTRACE)
        self.assertEqual(lines, ["prog`main;prog`parse;libc.so.6`read 30"])

    def test_an_anonymous_profile_holds_no_name(self):
        self.file("heap.json", dhat_json())
        self.good("heap.json", "-o", "heap.out.json", "-t", "json", "--anonymize")
        text = self.read("heap.out.json").decode()
        for secret in ("malloc", "fill", "prog", "--fast"):
            self.assertNotIn(secret, text)
        self.assertIn("f1", text)

    def test_the_heading_of_an_anonymous_picture_does_not_name_the_input(self):
        self.file("secret.folded", "main;a 1\n")
        self.good("secret.folded", "-o", "named.svg")
        self.good("secret.folded", "-o", "anonymous.svg", "--anonymize")
        self.assertIn(b"secret", self.read("named.svg"))
        self.assertNotIn(b"secret", self.read("anonymous.svg"))

    def test_the_examples_of_the_documentation_are_true(self):
        page = (pathlib.Path(__file__).parent / "../../docs/transforms.md").read_text()
        examples = re.findall(r"^\| `(--[^`]*)` \|.*\| (`[^|]*`) \|$", page, re.MULTILINE)
        self.assertGreater(len(examples), 8)
        for flags, lines in examples:
            expected = re.findall(r"`([^`]*)`", lines)
            self.assertEqual(self.folded(*shlex.split(flags.replace("\\|", "|")))[0], expected, flags)

    def test_info_shows_what_filters_leave(self):
        self.file("in.folded", COLLAPSED)
        shown = json.loads(self.good("info", "in.folded", "--json", "--focus", "parse").stdout)
        self.assertEqual(shown["profiles"][0]["value_types"][0]["total"], 32)

    def test_what_makes_no_sense_is_refused(self):
        self.file("in.folded", COLLAPSED)
        for flags, words in (
                (["--focus", "(x"], "focus '(x' is not a regular expression"),
                (["--granularity", "functions"], "address, line, function, file, module"),
                (["--max-depth", "0"], "a number of frames from 1 on"),
                (["--pid", "1,x"], "--pid takes numbers"),
                (["--pid", "1"], "--pid: the samples have no process ids"),
                (["--thread", "main"], "--thread: the samples have no threads"),
                (["--time", "1,2"], "have no times"),
                (["--time", "soon"], "START,STOP"),
                (["--tagfocus", "color=red"], "no sample has a label 'color'"),
                (["--scale", "0"], "is not a factor"),
                (["--scale", "cpu=2"], "there are: samples"),
                (["--focus", ""], "the value is empty"),
                (["--focus", "a", "--focus", "b"], "--focus")):
            self.assertHas(self.refused(2, "in.folded", "-o", "out.folded", *flags), words)
        self.assertNotIn("out.folded", self.files())


if __name__ == "__main__":
    unittest.main()
