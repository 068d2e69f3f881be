# SPDX-License-Identifier: Apache-2.0
"""Suggestions for commands, options and formats that do not exist."""

import unittest

from harness import COLLAPSED, CommandTest, dhat_json


class Suggestions(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("a.folded", COLLAPSED)

    def test_a_mistyped_command(self):
        for word, meant in {"ifno": "info", "chek": "check", "fromats": "formats", "dif": "diff"}.items():
            with self.subTest(word):
                self.assertHas(self.refused(2, word, "a.folded"), f"{word}: no such command or file", f"did you mean {meant}?")

    def test_a_file_is_no_mistyped_command(self):
        self.file("ifno", COLLAPSED)
        self.assertEqual(self.good("ifno").stdout, self.good("a.folded").stdout)
        self.assertNotIn("command", self.refused(1, "ifno.out"))
        self.assertNotIn("command", self.refused(1, "server"))

    def test_options_by_letters(self):
        for option, meant in {"--ouput": "--output", "--strct": "--strict", "--tagfocs": "--tagfocus"}.items():
            self.assertHas(self.refused(2, "a.folded", option), f"did you mean {meant}?")

    def test_options_by_meaning(self):
        for words, meant in {("--title", "X"): "--set title=X", ("--title=a b",): "--set 'title=a b'", ("--width",): "--set width=VALUE",
                             ("--format", "svg"): "--to", ("--sample_index=cpu",): "--type", ("--threads", "2"): "--jobs",
                             ("--base", "b"): "`profconv diff BASE NEW`", ("--no-color",): "--color never"}.items():
            with self.subTest(words):
                self.assertHas(self.refused(2, "a.folded", *words), f"did you mean {meant}?")

    def test_no_option_is_suggested_that_the_command_lacks(self):
        for words in [["info", "--overwrite"], ["formats", "--title", "X"]]:
            said = self.refused(2, *words)
            self.assertNotIn("--force", said)
            self.assertNotIn("--set", said)

    def test_formats_by_meaning(self):
        for word, meant in {"pb": "pprof", "perfetto": "chrome", ".spall": "spall", "text": "top", "speedscope": "pprof"}.items():
            with self.subTest(word):
                self.assertHas(self.refused(2, "a.folded", "-t", word), f"'{word}'", f"did you mean -t {meant}?")
        self.assertHas(self.refused(2, "a.folded", "-t", "flamegrap"), "did you mean 'flamegraph'?")

    def test_no_format_of_other_letters_is_suggested(self):
        self.assertNotIn("did you mean", self.refused(2, "a.folded", "-t", "otlp"))

    def test_extensions_in_letters_of_either_case(self):
        self.good("a.folded", "-o", "a.SVG")
        self.good("a.folded", "-o", "b.Pb.GZ")
        self.good("a.folded", "-o", "c.prof")

    def test_what_no_command_is_needed_for(self):
        self.assertHas(self.refused(2, "merge", "a.folded", "a.folded"), "several are merged")
        self.assertHas(self.refused(2, "filters", "a.folded"), "filters are options (profconv help filters)")
        self.assertHas(self.refused(2, "flamegraph", "a.folded"), "did you mean -t flamegraph?")

    def test_extensions_of_other_programs(self):
        for name, meant in {"r.html": "r.svg", "r.png": "r.svg", "r.perfetto": "r.trace.json", "out.d/r.speedscope.json": "out.d/r.pb"}.items():
            with self.subTest(name):
                self.assertHas(self.refused(2, "a.folded", "-o", name), f"did you mean -o {meant}?")
        self.assertHas(self.refused(2, "a.folded", "-o", "r.json"), "write .trace.json")

    def test_a_value_type_given_as_a_profile(self):
        self.assertHas(self.refused(2, "a.folded", "--only", "samples"), "--type samples")

    def test_settings_that_contradict(self):
        said = self.refused(2, "a.folded", "-o", "a.svg", "--set", "colors=hot", "--set", "colors=mem")
        self.assertHas(said, "colors=hot and --set colors=mem contradict")

    def test_help_on_a_format(self):
        self.assertEqual(self.good("help", "spall").stdout, self.good("formats", "spall").stdout)
        self.assertHas(self.refused(2, "help", "nothing"), "each command and each format")

    def test_profiles_without_a_common_value_type(self):
        self.file("b.dhat.json", dhat_json())
        said = self.refused(2, "diff", "a.folded", "b.dhat.json")
        self.assertNotIn("note:", said)
        self.assertIn("no value type of the two can be compared", said)

    def test_formats_by_their_common_names(self):
        self.assertTrue(self.good("a.folded", "-t", "svg").stdout.endswith(b"</svg>\n"))
        self.assertEqual(self.good("a.folded", "-t", "folded").stdout, self.good("a.folded", "-t", "collapsed").stdout)

    def test_a_value_that_is_missing_or_out_of_range(self):
        self.file("a.folded", "main 1\n")
        self.assertIn("--output needs a value", self.refused(2, "a.folded", "-o"))
        self.assertIn("--jobs takes a number from 1 to 1024, not '0'", self.refused(2, "a.folded", "--jobs", "0"))
        self.assertIn("--max-frames takes a number from 1 to 4294967294, not '0x10'",
                      self.refused(2, "a.folded", "--max-frames", "0x10"))
        self.assertIn("--most takes a number from 1 on, not '0'", self.refused(2, "check", "a.folded", "--most", "0"))
        self.assertIn("--top takes a number from 0 on, not '-1'", self.refused(2, "diff", "a.folded", "a.folded", "--top", "-1"))
        self.assertIn("--max-line takes no negative number", self.refused(2, "a.folded", "--max-line", "-5"))
        self.assertIn("--duration takes a number from 0 to 1000000, not '2s'",
                      self.refused(2, "record", "-d", "2s", "--", "true"))
        self.assertHas(self.refused(2, "a.folded", "--max-input", "lots"), "--max-input: 'lots' is not a number", "64MB")


if __name__ == "__main__":
    unittest.main()
