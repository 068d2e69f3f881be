# SPDX-License-Identifier: Apache-2.0
"""Several inputs become one output: of any formats, in any order."""

import json
import pathlib
import random
import unittest
from fractions import Fraction

from harness import COLLAPSED, DTRACE, CommandTest, dhat_json

DATA = pathlib.Path(__file__).resolve().parents[1] / "data"

FILES = [
    "collapsed/plain.folded", "collapsed/marks.folded", "collapsed/fractions.folded", "collapsed/many_places.folded",
    "dhat/rust_heap.json", "dhat/rust_ad_hoc.json", "dhat/valgrind_three_sites.json", "dhat/valgrind_copy.json",
    "dhat/valgrind_inline_chains.json", "dtrace/aggpercpu.out", "dtrace/annotated.txt", "dtrace/kernel-and-user.txt",
    "dtrace/llquantize.txt", "dtrace/malloc-bytes-ustack.out", "dtrace/quantize-by-ustack.out",
    "dtrace/two-aggs-printed.txt", "dtrace/keyless-scalars.out"]


def in_one(text):
    """What value types that add come to in all profiles of a json output."""
    sums = {}
    for profile in json.loads(text)["profiles"]:
        for number, kind in enumerate(profile["value_types"]):
            if kind["aggregation"] == "sum":
                total = sum(sample["values"][number] for sample in profile["samples"])
                name = kind["type"], kind["unit"]
                sums[name] = sums.get(name, 0) + total * Fraction(10) ** kind["scale"]
    return sums


class MergeTest(CommandTest):
    def small_files(self):
        self.file("a.folded", COLLAPSED)
        self.file("d.out", DTRACE)
        self.file("h.json", dhat_json())
        self.good("a.folded", "-q", "-o", "a.pb.gz")
        return ["a.folded", "d.out", "h.json", "a.pb.gz"]

    def test_twenty_mixed_files_in_twenty_orders_give_the_same_bytes(self):
        pprof = []
        for number, path in enumerate(FILES[:3]):
            self.good(DATA / path, "-q", "-o", f"{number}.pb.gz")
            pprof.append(f"{number}.pb.gz")
        files = [str(DATA / path) for path in FILES] + pprof
        self.assertEqual(len(files), 20)
        order = random.Random(20)
        results = set()
        for _ in range(20):
            order.shuffle(files)
            self.good(*files, "-q", "--set", "pprof.profiles=all", "-o", "all.pb.gz", "-o", "all.profconv.json")
            results.add((self.read("all.pb.gz"), self.read("all.profconv.json")))
        self.assertEqual(len(results), 1)

    def test_merging_in_two_steps_gives_what_one_gives(self):
        a, d, h, p = self.small_files()
        self.good(a, d, h, p, "-q", "-o", "once.pb.gz")
        self.good(h, a, "-q", "-o", "ha.pb.gz")
        self.good(p, "ha.pb.gz", d, "-q", "-o", "twice.pb.gz")
        counts = [self.good(name, "-q", "-t", "collapsed", "--type", "samples").stdout
                  for name in ("once.pb.gz", "twice.pb.gz")]
        self.assertEqual(counts[0], counts[1])

    def test_sums_are_the_sums_of_the_parts(self):
        parts = {}
        for path in FILES:
            one = self.good(str(DATA / path), "-q", "-t", "json").stdout
            for name, total in in_one(one).items():
                parts[name] = parts.get(name, 0) + total
        together = self.good(*[str(DATA / path) for path in FILES], "-q", "-t", "json").stdout
        self.assertEqual(in_one(together), parts)

    def test_equal_stacks_meet_whatever_format_they_came_in(self):
        self.small_files()
        result = self.good("a.folded", "a.pb.gz", "-q", "-t", "collapsed")
        self.assertEqual(result.stdout.decode(), "main;eval;call;call 200\nmain;parse 4\nmain;parse;read 60\n")

    def test_a_profile_is_chosen_among_the_merged_ones(self):
        inputs = [str(DATA / "dtrace/malloc-bytes-ustack.out"), str(DATA / "collapsed/plain.folded")]
        choices = self.run_command(*inputs, "-q", "-o", "x.pb.gz")
        self.assertEqual((choices.returncode, self.files()), (2, []))
        self.assertHas(choices.stderr, "3 profiles", "--only")
        self.assertRegex(choices.stderr, r"\n +2  BYTES ")
        by_number = self.good(*inputs, "-q", "--only", "2", "-t", "collapsed").stdout
        alone = self.good(inputs[0], "-q", "--only", "BYTES", "-t", "collapsed").stdout
        self.assertEqual(sorted(by_number.splitlines()), sorted(alone.splitlines()))

    def test_losses_are_those_of_the_merged_profile(self):
        self.small_files()
        said = self.good("h.json", "a.folded", "-v", "-o", "both.folded").stderr
        self.assertEqual(said.count("lost:"), 1, said)
        self.assertHas(said, "both.folded: lost:", "the command line")
        self.assertHas(self.run_command("h.json", "a.folded", "--strict", "-o", "no.folded").stderr, "--strict")
        self.assertNotIn("no.folded", self.files())

    def test_a_dry_run_names_each_input_and_the_one_output(self):
        self.small_files()
        plan = self.good("h.json", "a.folded", "-q", "--dry-run", "-o", "x.pb.gz").stdout.decode().splitlines()
        self.assertEqual([line.split(":")[0] for line in plan[:3]], ["h.json", "a.folded", "x.pb.gz"])
        self.assertNotIn("x.pb.gz", self.files())

    def test_filters_act_on_each_input(self):
        self.small_files()
        lines = self.good("a.folded", "a.pb.gz", "-q", "--focus", "read", "-t", "collapsed").stdout.decode()
        self.assertEqual(lines, "main;parse;read 60\n")

    def test_mangled_and_demangled_names_meet(self):
        self.file("m.folded", "_ZN2ns3runEi 1\n")
        self.file("n.folded", "_ZN2ns3runEi 2\n")
        self.good("m.folded", "-q", "-o", "m.pb.gz")
        lines = self.good("m.pb.gz", "n.folded", "-q", "-t", "collapsed").stdout.decode()
        self.assertEqual(lines, "ns::run(int) 3\n")

    def slow_and_fast(self):
        self.file("a.folded", COLLAPSED)
        self.good("a.folded", "-q", "--freq", "100", "-o", "slow.pb.gz")
        self.good("a.folded", "-q", "--freq", "997", "-o", "fast.pb.gz")

    def test_times_of_different_periods_add_and_counts_are_dropped_with_a_warning(self):
        self.slow_and_fast()
        result = self.good("slow.pb.gz", "fast.pb.gz", "-t", "json")
        self.assertHas(result.stderr, "warning: the inputs' sampling periods differ", "dropped the period")
        self.assertEqual(in_one(result.stdout), {("cpu", "nanoseconds"): 132 * (10000000 + 1003009)})
        self.assertEqual(self.run_command("slow.pb.gz", "fast.pb.gz", "--strict", "-o", "x.pb.gz").returncode, 3)

    def header(self, *inputs):
        """The top of the DHAT file that inputs become, and what was said."""
        said = self.good(*inputs, "-q", "-o", "all.dhat.json").stderr
        return json.loads(self.read("all.dhat.json")), said

    def test_merged_dhat_files_count_every_run_even_if_runs_take_equally_long(self):
        self.file("a.json", dhat_json())
        self.file("b.json", dhat_json(blocks=8).replace('"pid": 4711', '"pid": 4712'))
        self.file("c.json", dhat_json(blocks=9).replace('"pid": 4711', '"pid": 4713'))
        both, _ = self.header("a.json", "b.json")
        self.assertEqual((both["te"], both["tg"], both["pid"], both["tuth"]), (18000, 0, 0, 500))
        self.assertHas(self.good("a.json", "b.json", "-o", "both.dhat.json").stderr, "warning: a DHAT file describes one run")
        # Merging in two steps gives the same.
        self.good("a.json", "b.json", "-q", "-o", "ab.pb.gz")
        in_steps, _ = self.header("ab.pb.gz", "c.json")
        at_once, _ = self.header("a.json", "b.json", "c.json")
        self.assertEqual(at_once["te"], 27000)
        for key in ("te", "tg", "pid", "tuth", "mode", "tu"):
            self.assertEqual(in_steps[key], at_once[key], key)

    def test_periods_that_differ_are_remembered_in_pprof(self):
        self.slow_and_fast()
        self.good("slow.pb.gz", "fast.pb.gz", "-q", "-o", "both.pb.gz")
        again = self.good("both.pb.gz", "slow.pb.gz", "-q", "-t", "json").stdout
        self.assertEqual(in_one(again), {("cpu", "nanoseconds"): 132 * (2 * 10000000 + 1003009)})

    def test_refusals_name_the_input(self):
        self.small_files()
        self.file("b.folded", COLLAPSED)
        self.slow_and_fast()
        self.assertHas(self.refused(2, "slow.pb.gz", "fast.pb.gz", "--type", "samples", "-q", "-o", "x.pb.gz"),
                       "fast.pb.gz: sampling periods differ", "1003009", "10000000", "only sample counts")
        self.assertHas(self.refused(2, "h.json", "a.folded", "--type", "inuse_space", "-q", "-o", "x.pb.gz"),
                       "a.folded: no value type called 'inuse_space'")
        self.assertHas(self.refused(1, "a.folded", "none.folded", "-o", "x.pb.gz"), "none.folded")
        self.assertNotIn("x.pb.gz", self.files())
        self.file("max.folded", f"main {2**63 - 1}\n")
        self.assertHas(self.refused(1, "max.folded", "max.folded", "-q", "-o", "x.pb.gz"),
                       "max.folded and 1 more: the merged samples in count overflows a 64-bit integer in main")

    def test_a_file_that_is_named_twice_is_a_warning(self):
        self.file("a.folded", "main;a 1\nmain;b 2\n")
        (self.directory / "link.folded").symlink_to("a.folded")
        for again in ["a.folded", "./a.folded", "link.folded"]:
            said = self.good("a.folded", again, "-o", "out.folded").stderr
            self.assertHas(said, f"{again}: warning: the same file is named twice")
            self.assertNotIn("did you mean", said)
            self.assertIn(b"main;b 4\n", self.read("out.folded"))


if __name__ == "__main__":
    unittest.main()
