# SPDX-License-Identifier: Apache-2.0
"""What files of people showed: outputs that looked right and were not."""

import gzip
import json
import struct
import subprocess
import unittest

from harness import PROFCONV, CommandTest, dhat_json


def varint(number):
    out = b""
    while number > 127:
        out += bytes([number & 127 | 128])
        number >>= 7
    return out + bytes([number])


def field(number, content):
    """Bytes or a number, with its tag."""
    if isinstance(content, int):
        return varint(number << 3) + varint(content)
    return varint(number << 3 | 2) + varint(len(content)) + content


def pprof(*samples, strings=("", "cpu", "count", "a", "size")):
    """A profile of one function, a, with these samples."""
    tables = field(4, field(1, 1) + field(4, field(1, 1))) + field(5, field(1, 1) + field(2, 3))
    return (field(1, field(1, 1) + field(2, 2)) + b"".join(field(2, sample) for sample in samples) + tables
            + b"".join(field(6, text.encode()) for text in strings))


class Comparisons(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("base.folded", "main;a 100\n")
        self.file("new.folded", "main;a 100\nmain;c 1\n")

    def test_a_comparison_whose_filtered_base_is_empty_is_still_one(self):
        self.good("diff", "base.folded", "new.folded", "--focus", "^c$", "-o", "d.folded", "-o", "d.svg")
        self.assertEqual(self.read("d.folded"), b"main;c 0 1\n")
        self.assertIn(b'data-differential="yes"', self.read("d.svg"))
        self.file("two.folded", "main;a 5 0\nmain;b 0 2\n")
        self.assertEqual(self.good("two.folded", "-q", "--focus", "b", "-t", "collapsed").stdout, b"main;b 0 2\n")

    def test_normalized_shares_of_few_samples_are_exact(self):
        self.file("base.folded", "main;hot 2\nmain;rest 98\n")
        self.file("new.folded", "main;hot 250\nmain;rest 9750\n")
        gate = ("diff", "base.folded", "new.folded", "--normalize")
        self.assertIn("+25.0%", self.good(*gate, "--fail-if-function-grew", "30%").stdout.decode())
        self.refused(4, *gate, "--fail-if-function-grew", "20%")
        self.file("base.folded", "main;rest 10\n")
        self.file("new.folded", "main;leak 40\nmain;rest 960\n")
        self.refused(4, *gate, "--fail-if-function-grew", "0%")

    def test_percentages_of_a_negative_base_are_rounded_as_those_of_a_positive_one(self):
        for before, after, expected in [(-4, -1, "+75.0%"), (-5, -2, "+60.0%"), (-2, -5, "-150.0%"), (-3, -1, "+66.7%")]:
            self.file("base.folded", f"a {before}\n")
            self.file("new.folded", f"a {after}\n")
            self.assertIn(expected, self.good("diff", "base.folded", "new.folded").stdout.decode())

    def test_a_comparison_compared_is_a_warning(self):
        self.good("diff", "base.folded", "new.folded", "-o", "d.folded")
        self.assertHas(self.good("diff", "d.folded", "new.folded").stderr, "warning: BASE is itself a comparison")

    def test_strict_prints_no_table_of_what_it_refuses(self):
        said = self.run_command("diff", "base.folded", "new.folded", "--focus", "nomatch", "--strict")
        self.assertEqual((said.returncode, said.stdout), (3, b""))

    def test_flags_without_effect_are_refused(self):
        self.refused(2, "diff", "base.folded", "new.folded", "--min-growth", "5")
        self.refused(2, "diff", "base.folded", "new.folded", "--top", "-1")


class Outputs(CommandTest):
    def test_standard_output_by_its_path_goes_on_where_others_wrote(self):
        self.file("a.folded", "main;a 1\n")
        script = f"{{ echo head; {PROFCONV} a.folded -o /dev/stdout -t collapsed; echo foot; }} > f"
        subprocess.run(["bash", "-c", script], cwd=self.directory, check=True)
        self.assertEqual(self.read("f"), b"head\nmain;a 1\nfoot\n")

    def test_a_palette_that_is_an_output_is_refused(self):
        self.file("a.folded", "main;a 1\n")
        self.refused(2, "a.folded", "-o", "o.svg", "--set", "flamegraph.palette=o.svg")
        self.refused(2, "a.folded", "-o", "o.svg", "-o", "o.pb.gz", "--set", "flamegraph.palette=./o.pb.gz")
        self.assertEqual(self.files(), ["a.folded"])


class Dhat(CommandTest):
    def test_times_of_merged_runs_are_those_of_one_run_after_the_other(self):
        for name, end, peak in [("a", 10_500_000, 9_800_000), ("b", 20_000_000, 15_000_000)]:
            document = json.loads(dhat_json())
            document.update(te=end, tg=peak)
            self.file(f"{name}.json", json.dumps(document))
        self.good("a.json", "b.json", "-o", "c.dhat.json")
        merged = json.loads(self.read("c.dhat.json"))
        self.assertEqual((merged["te"], merged["tg"]), (30_500_000, 0))
        self.assertIn("0 errors, 0 warnings", self.good("check", "c.dhat.json").stdout.decode())

    def test_a_name_that_ad_hoc_files_cannot_hold_is_reported(self):
        self.file("a.folded", "main;a 5\n")
        units = ("--set", "collapsed.type=cpu", "--set", "collapsed.unit=nanoseconds")
        self.assertIn("cpu/nanoseconds is read back as nanoseconds",
                      self.good("a.folded", *units, "-o", "a.dhat.json").stderr)
        self.assertEqual(self.run_command("a.folded", *units, "-o", "b.dhat.json", "--strict").returncode, 3)


class Inputs(CommandTest):
    def test_a_byte_order_mark_is_no_part_of_the_first_frame(self):
        self.file("a.folded", b"\xef\xbb\xbfmain;a 1\nmain;b 2\n")
        self.assertEqual(self.good("a.folded", "-t", "collapsed").stdout, b"main;a 1\nmain;b 2\n")

    def test_lines_that_end_in_carriage_returns_alone_are_a_warning(self):
        self.file("a.folded", "main;a 1\rmain;b 2\nmain;c 3\n")
        self.assertIn("warning: 1 frame holds a carriage return", self.good("a.folded", "-t", "collapsed").stderr)

    def test_short_names_of_times_are_times(self):
        self.file("a.folded", "a 5\n")
        for unit, nanoseconds in [("ns", 5), ("us", 5_000), ("ms", 5_000_000), ("s", 5_000_000_000),
                                  ("minutes", 300_000_000_000)]:
            trace = self.good("a.folded", "--set", "collapsed.type=cpu", "--set", f"collapsed.unit={unit}", "-t", "spall",
                              "-o", "-").stdout
            self.assertEqual(self.good("-f", "spall", "-", "-t", "collapsed", stdin=trace).stdout,
                             f"a {nanoseconds}\n".encode(), unit)

    def test_pprof_fields_of_kinds_that_the_schema_lacks_are_errors(self):
        good = field(1, 1) + field(2, 9)
        self.file("good.pb", pprof(good))
        self.assertEqual(self.good("good.pb", "-t", "collapsed").stdout, b"a 9\n")
        fixed64 = varint(2 << 3 | 1) + struct.pack("<q", 77)
        fixed32 = varint(2 << 3 | 5) + struct.pack("<i", 77)
        for name, content in {"value": pprof(field(1, 1) + fixed64), "second": pprof(good + fixed64),
                              "sample": pprof(good) + fixed32,
                              "group": pprof(good + varint(2 << 3 | 3) + varint(2 << 3 | 4))}.items():
            self.file("bad.pb", content)
            self.assertIn("of a kind that pprof does not use", self.refused(1, "-f", "pprof", "bad.pb", "-t", "collapsed"), name)

    def test_ranges_of_labels_without_units_are_in_the_first_number_s_unit(self):
        samples = [field(1, 1) + field(2, value) + field(3, field(1, 4) + field(3, size))
                   for value, size in [(1, 500), (2, 200_000), (4, 1_000_000)]]
        self.file("a.pb.gz", gzip.compress(pprof(*samples)))
        for bounds, expected in [("1kb:1mb", b"a 1\n"), ("128kb:64mb", b"a 1\n"), ("500:200000", b"a 3\n")]:
            self.assertEqual(self.good("a.pb.gz", "-q", "-t", "collapsed", "--tagfocus", f"size={bounds}").stdout,
                             expected)

    def test_an_empty_text_matches_every_sample_with_the_label(self):
        with_label = field(1, 1) + field(2, 4) + field(3, field(1, 4) + field(2, 3))
        self.file("a.pb", pprof(with_label, field(1, 1) + field(2, 2)))
        self.assertEqual(self.good("a.pb", "-q", "-t", "collapsed", "--tagfocus", "size=").stdout, b"a 4\n")


if __name__ == "__main__":
    unittest.main()
