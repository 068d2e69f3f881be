# SPDX-License-Identifier: Apache-2.0
"""Comparing profiles: the table, the outputs, the gates."""

import json
import pathlib
import re
import unittest

from harness import COLLAPSED, CommandTest, dhat_json

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "docs" / "examples" / "diff"

OLD = "main;parse;read 41\nmain;parse 7\nmain;eval 100\nmain;old 5\n"
NEW = "main;parse;read 45\nmain;parse 7\nmain;eval 160\nmain;fresh 3\n"

TABLE = """samples (count): 153 -> 215, +62 (+40.5%)
  self before   after   change            total change            function
          100     160      +60   +60.0%            +60   +60.0%   eval
            5       0       -5     gone             -5     gone   old
           41      45       +4    +9.8%             +4    +9.8%   read
            0       3       +3      new             +3      new   fresh
            0       0        0                     +62   +40.5%   main
            7       7        0                      +4    +8.3%   parse
"""


class DiffTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("old.folded", OLD)
        self.file("new.folded", NEW)

    def diff(self, *arguments):
        return self.good("diff", "old.folded", "new.folded", *arguments).stdout.decode()

    def test_the_table_has_what_changed_most_first(self):
        self.assertEqual(self.diff(), TABLE)
        self.assertHas(self.diff("--top", "2"), "eval", "old", "and 4 functions more")
        self.assertNotIn("fresh", self.diff("--top", "2"))

    def test_a_profile_of_what_changed_adds_up_to_the_difference(self):
        self.diff("-o", "d.folded", "-o", "d.pb.gz")
        self.assertEqual(self.read("d.folded").decode(), "main;eval 100 160\nmain;fresh 0 3\nmain;old 5 0\n"
                         "main;parse 7 7\nmain;parse;read 41 45\n")
        again = self.good("d.pb.gz", "-t", "collapsed").stdout
        self.assertEqual(again, self.read("d.folded"))
        net = self.good("d.pb.gz", "-t", "collapsed", "--set", "comparison=net", "-q").stdout.decode()
        self.assertEqual(sum(int(line.split()[-1]) for line in net.splitlines()), 215 - 153)

    def test_counts_at_different_rates_are_a_warning_that_says_what_to_do(self):
        self.good("old.folded", "-q", "--freq", "100", "-o", "old.pb.gz")
        self.good("new.folded", "-q", "--freq", "997", "-o", "new.pb.gz")
        self.assertHas(self.good("diff", "old.pb.gz", "new.pb.gz").stderr, "warning: compares sample counts of different periods",
                       "--freq", "--normalize")
        self.assertEqual(self.run_command("diff", "old.pb.gz", "new.pb.gz", "--strict").returncode, 3)
        for arguments in (["--type", "cpu"], ["--normalize"]):
            self.assertEqual(self.good("diff", "old.pb.gz", "new.pb.gz", "--strict", *arguments).stderr, "")

    def test_two_columns_become_the_same_comparison_in_pprof(self):
        self.diff("-o", "d.folded")
        self.good("d.folded", "-q", "-o", "two.pb.gz")
        self.assertEqual(self.good("two.pb.gz", "-t", "collapsed").stdout, self.read("d.folded"))

    def test_json_has_every_function(self):
        found = json.loads(self.diff("--json"))
        self.assertEqual(found["schema"], "profconv-diff-1")
        kind = found["profiles"][0]["types"][0]
        self.assertEqual((kind["type"], kind["sum"]), ("samples", {"base": 153, "now": 215, "change": 62}))
        self.assertEqual(kind["functions"][0], {"name": "eval", "self": {"base": 100, "now": 160, "change": 60},
                                                "total": {"base": 100, "now": 160, "change": 60}})
        self.assertEqual(len(kind["functions"]), 6)
        self.assertEqual(found["grew"], [])

    def test_a_gate_exits_with_4_and_says_what_grew(self):
        self.diff("--fail-if-grew", "50%", "--fail-if-grew", "samples=41%")
        result = self.run_command("diff", "old.folded", "new.folded", "--fail-if-grew", "samples=40%", "--json")
        self.assertEqual(result.returncode, 4)
        self.assertEqual(result.stderr, "profconv: error: samples (count) grew by 62 (+40.5%), from 153 to 215, where 40% is "
                         "allowed; most in eval (+60), read (+4), fresh (+3)\n")
        self.assertEqual(json.loads(result.stdout)["grew"][0]["type"], "samples")

    def test_a_gate_looks_at_what_filters_left(self):
        self.diff("--fail-if-grew", "9%", "--focus", "parse")
        self.assertEqual(self.run_command("diff", "old.folded", "new.folded", "--fail-if-grew", "9%", "--focus",
                                          "eval").returncode, 4)

    def test_small_growth_trips_no_gate(self):
        self.diff("--fail-if-grew", "1%", "--min-growth", "63")
        self.assertEqual(self.run_command("diff", "old.folded", "new.folded", "--fail-if-grew", "1%", "--min-growth",
                                          "62").returncode, 4)

    def test_a_gate_for_a_type_that_is_missing_is_an_error(self):
        self.assertHas(self.refused(1, "diff", "old.folded", "new.folded", "-q", "-o", "d.folded", "--fail-if-grew",
                                    "cpu=5%"), "'cpu'", "samples")

    def change(self, *arguments):
        """(before, after) of each function's own value, and of the total, as --json has them, rounded."""
        kind = json.loads(self.good("diff", *arguments, "-q", "--json").stdout)["profiles"][0]["types"][0]
        pair = lambda change: tuple(round(change[side] * 10 ** kind["scale"]) for side in ("base", "now"))
        return {f["name"]: pair(f["self"]) for f in kind["functions"]}, pair(kind["sum"])

    def test_normalize_scales_new_to_base_or_base_to_new(self):
        for flag, total in (("--normalize", 153), ("--normalize=base", 153), ("--normalize=new", 215)):
            self.assertEqual(self.change("old.folded", "new.folded", flag)[1], (total, total))
        self.assertHas(self.refused(2, "diff", "old.folded", "new.folded", "--normalize=old"), "base", "new", "'old'")
        self.assertHas(self.good("diff", "--help").stdout.decode(), "--normalize[=base|new]\n")

    def test_filters_do_not_change_what_normalize_scales_by(self):
        # `go tool pprof -normalize -diff_base a -focus=parse b` shows +33.
        self.file("a.folded", "parse 100\neval 100\n")
        self.file("b.folded", "parse 400\neval 200\n")
        for arguments, functions, total in (
                (["--normalize"], {"parse": (100, 133), "eval": (100, 67)}, (200, 200)),
                (["--normalize", "--focus", "parse"], {"parse": (100, 133)}, (100, 133)),
                (["--normalize", "--ignore", "eval"], {"parse": (100, 133)}, (100, 133)),
                (["--normalize", "--show", "eval"], {"eval": (100, 67)}, (100, 67)),
                (["--normalize=new", "--focus", "parse"], {"parse": (300, 400)}, (300, 400)),
                (["--normalize", "--focus", "parse", "--scale", "10"], {"parse": (1000, 1333)}, (1000, 1333))):
            self.assertEqual(self.change("a.folded", "b.folded", *arguments), (functions, total), arguments)
        self.good("diff", "a.folded", "b.folded", "--normalize", "--focus", "parse", "-q", "-o", "d.folded")
        self.assertEqual(self.read("d.folded").decode(), "parse 100 133\n")

    def test_a_gate_on_a_normalized_total_is_refused_but_one_on_a_part_of_it_is_not(self):
        self.file("a.folded", "parse 100\neval 100\n")
        self.file("b.folded", "parse 400\neval 200\n")
        refusal = self.refused(2, "diff", "a.folded", "b.folded", "--normalize", "--fail-if-grew", "0%")
        self.assertHas(refusal, "--normalize makes totals equal", "--fail-if-function-grew", "--focus")
        self.assertLessEqual(len(refusal), 140)
        for limit, status in (("34%", 0), ("33%", 4)):
            result = self.run_command("diff", "a.folded", "b.folded", "--normalize", "--focus", "parse",
                                      "--fail-if-grew", limit)
            self.assertEqual(result.returncode, status)

    def test_a_gate_per_function_looks_at_the_own_value_of_each(self):
        def gate(*arguments):
            return self.run_command("diff", "old.folded", "new.folded", "--top", "1", *arguments)
        self.assertEqual(gate("--fail-if-function-grew", "60%", "--min-growth", "4").returncode, 0)
        result = gate("--fail-if-function-grew", "59%", "--min-growth", "4")
        self.assertEqual(result.returncode, 4)
        self.assertEqual(result.stderr, "profconv: error: samples (count): 1 function grew by more than 59%: eval +60 (+60.0%)\n")
        # A new function has no base, and so grew by more than any percentage.
        result = gate("--fail-if-function-grew", "samples=1%", "--json")
        self.assertEqual(result.stderr, "profconv: error: samples (count): 3 functions grew by more than 1%: eval +60 (+60.0%), "
                         "read +4 (+9.8%), fresh +3 (new)\n")
        self.assertEqual(json.loads(result.stdout)["grew"][0]["functions"], ["eval", "read", "fresh"])
        # 2.5 % of the base's 153 samples are 3.825.
        self.assertHas(gate("--fail-if-function-grew", "1%", "--min-growth", "2.5%").stderr, "2 functions grew")

    def test_a_gate_per_function_looks_at_normalized_values(self):
        self.file("a.folded", "parse 100\neval 100\n")
        self.file("b.folded", "parse 400\neval 200\n")
        result = self.run_command("diff", "a.folded", "b.folded", "--normalize", "--fail-if-function-grew", "32%")
        self.assertEqual((result.returncode, result.stderr),
                         (4, "profconv: error: samples (count): 1 function grew by more than 32%: parse +33.333 (+33.3%)\n"))
        self.good("diff", "a.folded", "b.folded", "--normalize", "--fail-if-function-grew", "34%")
        self.file("twice.folded", "parse 200\neval 200\n")
        self.good("diff", "a.folded", "twice.folded", "--normalize", "--fail-if-function-grew", "0%")

    def test_what_cannot_be_normalized_stops_under_strict(self):
        self.file("a.folded", "parse 1\neval -1\n")
        result = self.run_command("diff", "a.folded", "new.folded", "--normalize", "--strict")
        self.assertEqual(result.returncode, 3)
        self.assertHas(result.stderr, "cannot normalize samples: it totals 0 in BASE")

    def test_a_gate_whose_filter_matches_nothing_is_a_usage_error(self):
        for gate in ("--fail-if-grew", "--fail-if-function-grew"):
            refusal = self.refused(2, "diff", "old.folded", "new.folded", "--focus", "^prase", gate, "0%", "-o", "d.svg")
            self.assertHas(refusal, "no frame matches --focus '^prase'", "no samples are left to compare")
        self.assertEqual(self.files(), ["new.folded", "old.folded"])
        result = self.good("diff", "old.folded", "new.folded", "--focus", "^prase")
        self.assertHas(result.stderr, "warning: no frame matches --focus '^prase': no samples are left")
        self.assertEqual(self.run_command("diff", "old.folded", "new.folded", "--focus", "^prase", "--strict").returncode, 3)

    def test_a_filter_may_match_one_side_only(self):
        result = self.run_command("diff", "old.folded", "new.folded", "--focus", "fresh", "--fail-if-grew", "0%", "--strict",
                                  "-v")
        self.assertEqual(result.returncode, 4)
        self.assertHas(result.stderr, "old.folded: no frame matches --focus 'fresh'", "samples (count) grew by 3 (new)")
        result = self.good("diff", "old.folded", "new.folded", "--focus", ";?old", "--fail-if-grew", "0%", "--strict",
                           "-v")
        self.assertHas(result.stderr, "new.folded: no frame matches --focus ';?old'")

    def test_frames_without_names_are_kept_apart_by_module_where_one_side_has_no_modules(self):
        self.file("modules.folded", "prog`main;libc.so.6`0x7f0012 5\nprog`main;prog`0x401234 5\n")
        self.file("plain.folded", "main;read 7\nmain 1\n")
        for first, second in (("modules.folded", "plain.folded"), ("plain.folded", "modules.folded")):
            self.good("diff", first, second, "-q", "-o", "d.folded")
            text = self.read("d.folded").decode()
            self.assertEqual(sorted(line.rsplit(" ", 2)[0] for line in text.splitlines()),
                             ["main", "main;libc.so.6", "main;prog", "main;read"])
            table = self.good("diff", first, second, "-q").stdout.decode()
            self.assertNotIn("[unknown]", table)
            self.assertNotIn("[no stack]", table)
        self.file("addresses.folded", "main;0x7001 3\nmain;0x7002 4\n")
        text = self.good("diff", "modules.folded", "addresses.folded", "-q", "-t", "collapsed").stdout.decode()
        self.assertHas(text, "main;0x7001 0 3\n", "main;0x7002 0 4\n", "main;libc.so.6 5 0\n")

    def test_frames_without_names_are_not_samples_without_a_stack(self):
        self.file("a.folded", "0x77 1\nmain;0x78 2\n")
        self.file("b.folded", "0x99 3\nmain;0x78 1\n")
        table = self.good("diff", "a.folded", "b.folded").stdout.decode()
        self.assertHas(table, "[unknown]")
        self.assertNotIn("[no stack]", table)

    def test_compilers_copies_keep_their_name_in_a_profile_of_what_changed(self):
        self.file("a.folded", "main;work.isra.0 3\n")
        self.file("b.folded", "main;work.constprop.1 5\n")
        self.good("diff", "a.folded", "b.folded", "-q", "-o", "d.pb.gz")
        found = self.good("d.pb.gz", "-t", "json").stdout.decode()
        self.assertHas(found, "work.isra.0", "work.constprop.1")
        self.assertEqual(self.good("d.pb.gz", "-t", "collapsed").stdout, b"main;work 3 5\n")

    def test_formats_do_not_matter(self):
        self.file("old.json", dhat_json(blocks=7))
        self.file("new.json", dhat_json(blocks=9))
        self.good("old.json", "-q", "-o", "old.pb.gz")
        text = self.good("diff", "old.pb.gz", "new.json", "-q", "--type", "alloc_objects").stdout.decode()
        self.assertHas(text, "alloc_objects (count): 8 -> 10, +2 (+25.0%)")
        self.assertHas(self.refused(2, "diff", "old.json", "new.folded", "-q"), "alloc_space/bytes", "samples/count")

    def test_an_inserted_comment_changes_nothing_but_under_lines(self):
        moved = dhat_json().replace("prog.c:12", "prog.c:13").replace("prog.c:30", "prog.c:31").replace("0x10", "0x20")
        self.file("old.json", dhat_json())
        self.file("new.json", moved)
        text = self.good("diff", "old.json", "new.json", "-q").stdout.decode()
        self.assertEqual(text.count("no function changed"), text.count("->"))
        self.assertGreater(text.count("->"), 3)
        self.good("diff", "old.json", "new.json", "-q", "-o", "f.folded", "--type", "alloc_space")
        self.good("diff", "old.json", "new.json", "-q", "-o", "l.pb.gz", "--type", "alloc_space", "--granularity",
                  "line")
        counts = [len(json.loads(self.good(name, "-t", "json").stdout)["profiles"][0]["samples"])
                  for name in ("l.pb.gz",)]
        self.assertEqual(counts, [4])
        self.assertTrue(all(a == b for a, b in (line.split()[-2:] for line in self.read("f.folded").decode().splitlines())))

    def test_what_makes_no_sense_is_refused(self):
        for arguments, words in ((["old.folded"], "BASE NEW"), (["-", "-"], "only one"),
                                 (["old.folded", "new.folded", "--fail-if-grew", "5"], "not a limit"),
                                 (["old.folded", "new.folded", "--min-growth", "1x"], "not an amount"),
                                 (["old.folded", "new.folded", "--set", "spall.version=3"], "spall")):
            self.assertHas(self.refused(2, "diff", *arguments), words)
        self.assertHas(self.refused(1, "diff", "old.folded", "missing.folded"), "missing.folded")
        self.assertEqual(self.files(), ["new.folded", "old.folded"])

    def test_one_side_may_come_from_a_pipe(self):
        self.assertEqual(self.good("diff", "-", "new.folded", stdin=OLD).stdout.decode(), TABLE)

    def test_equal_profiles_say_so(self):
        self.file("same.folded", COLLAPSED)
        text = self.good("diff", "same.folded", "same.folded").stdout.decode()
        self.assertEqual(text, "samples (count): 132 -> 132, 0\n  no function changed\n")

    def test_a_planted_slowdown_is_named_first(self):
        text = self.good("diff", EXAMPLES / "before.out", EXAMPLES / "after.out").stdout.decode()
        self.assertEqual(text.splitlines()[2].split()[-1], "spin`checksum")
        self.good("diff", EXAMPLES / "before.out", EXAMPLES / "after.out", "-o", "d.svg")
        frames = re.findall(r'<title>(\S+) [^<]*</title><rect[^>]* class="r(\d)"', self.read("d.svg").decode())
        reddest = max(frames, key=lambda frame: int(frame[1]))
        self.assertEqual(reddest[0], "spin`checksum")


if __name__ == "__main__":
    unittest.main()
