# SPDX-License-Identifier: Apache-2.0
"""An output that is an input, an output that is another output, and an input that was once an output."""

import itertools
import json
import os
import pathlib
import subprocess
import unittest

from harness import COLLAPSED, DTRACE, PROFCONV, CommandTest, dhat_json

DATA = pathlib.Path(__file__).resolve().parents[1] / "data"
EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "docs" / "examples"
ANNOTATED = "main;read_[k] 3\nmain;jitted_[j] 4\n"


class InPlace(CommandTest):
    """Replacing an input is fine as long as nothing of it goes."""

    def refuse(self, name, *arguments, because):
        before = self.read(name)
        said = self.run_command(*arguments)
        self.assertEqual(said.returncode, 2, said.stderr)
        last = said.stderr.splitlines()[-1]
        self.assertHas(last, f"{name}: is also the input, and ", because, "--force")
        self.assertLessEqual(len(last), 200)
        self.assertEqual(self.read(name), before)
        self.good(*arguments, "--force", "-q")
        self.assertNotEqual(self.read(name), before)

    def test_what_loses_nothing_goes_on(self):
        self.file("a.folded", COLLAPSED)
        sorted_lines = self.good("a.folded").stdout
        self.assertEqual(self.good("a.folded", "-o", "a.folded").stderr, "")
        self.assertEqual(self.read("a.folded"), sorted_lines)
        self.good("a.folded", "-q", "-o", "a.pb.gz")
        whole = self.read("a.pb.gz")
        self.assertEqual(self.good("a.pb.gz", "-o", "a.pb.gz").stderr, "")
        self.assertEqual(self.read("a.pb.gz"), whole)

    def test_filters_are_refused(self):
        for arguments in [["--focus", "read"], ["--ignore", "read"], ["--hide", "main"], ["--max-depth", "1"],
                          ["--names", "short"], ["--anonymize"], ["--scale", "2"]]:
            with self.subTest(arguments):
                self.file("a.folded", COLLAPSED.replace("read", "std::read(int)"))
                self.refuse("a.folded", "a.folded", "-o", "a.folded", *arguments, because="the filters would remove data")

    def test_losses_are_refused_by_name(self):
        self.file("a.folded", ANNOTATED)
        self.refuse("a.folded", "a.folded", "-o", "a.folded", because="it would lose 2 kernel, JIT and synthetic-frame markers")
        self.file("a.folded", ANNOTATED)
        self.good("a.folded", "-o", "a.folded", "--set", "annotate=yes")
        self.assertEqual(sorted(self.read("a.folded").splitlines()), sorted(ANNOTATED.encode().splitlines()))
        self.file("m.folded", "_ZN2ns3runEi 1\n")
        self.refuse("m.folded", "m.folded", "-o", "m.folded", because="a mangled name")
        self.file("m.folded", "_ZN2ns3runEi 1\n")
        self.good("m.folded", "-o", "m.folded", "--no-demangle")

    def test_lines_that_were_not_read_are_not_thrown_away(self):
        self.file("a.folded", COLLAPSED + "this is no stack\n")
        self.refuse("a.folded", "a.folded", "-o", "a.folded", because="part of it was not read")

    def test_what_cannot_be_read_back_is_refused(self):
        self.file("a.folded", COLLAPSED)
        for form in ["top", "flamegraph", "chrome"]:
            self.file("a.folded", COLLAPSED)
            self.refuse("a.folded", "a.folded", "-o", "a.folded", "-t", form, because="cannot be read back")

    def test_merging_into_an_input_is_refused(self):
        self.file("a.folded", COLLAPSED)
        self.file("b.folded", "main;other 5\n")
        self.refuse("a.folded", "a.folded", "b.folded", "-o", "a.folded", because="the merged profile would replace it")

    def test_a_comparison_in_the_place_of_a_side_is_refused(self):
        for side in ["a.folded", "b.folded"]:
            self.file("a.folded", COLLAPSED)
            self.file("b.folded", "main;other 5\n")
            self.refuse(side, "diff", "a.folded", "b.folded", "-o", side, because="the comparison would replace it")

    def test_links_and_longer_paths_are_seen_through(self):
        self.file("a.folded", COLLAPSED)
        os.symlink("a.folded", self.directory / "soft.folded")
        os.link(self.directory / "a.folded", self.directory / "hard.folded")
        for name in ["./a.folded", "soft.folded", "hard.folded", f"../{self.directory.name}/a.folded"]:
            said = self.refused(2, "a.folded", "-o", name, "--focus", "read")
            self.assertHas(said, f"{name}: is also the input")
        with open(self.directory / "a.folded", "rb") as stream:
            said = subprocess.run([PROFCONV, "-o", "a.folded", "--focus", "read"], cwd=self.directory, stdin=stream,
                                  stderr=subprocess.PIPE, timeout=60, check=False, text=True).stderr
        self.assertHas(said, "a.folded: is also the input")

    def test_into_a_directory_each_input_is_looked_at(self):
        self.file("a.folded", COLLAPSED)
        self.file("b.folded", COLLAPSED)
        self.good("a.folded", "b.folded", "-o", ".", "-t", "collapsed")
        said = self.refused(2, "a.folded", "b.folded", "-o", ".", "-t", "collapsed", "--focus", "read")
        self.assertHas(said, "./a.folded: is also the input, and the filters would remove data")
        os.remove(self.directory / "b.folded")
        os.mkdir(self.directory / "out")
        self.file("c.out", DTRACE)
        os.symlink("../c.out", self.directory / "out" / "a.folded")
        said = self.refused(2, "a.folded", "c.out", "-o", "out/", "-t", "collapsed")
        self.assertHas(said, "out/a.folded: is the same file as c.out, the input of another conversion")

    def test_a_dry_run_says_so_as_well(self):
        self.file("a.folded", COLLAPSED)
        self.assertHas(self.refused(2, "a.folded", "-o", "a.folded", "--focus", "read", "--dry-run"), "is also the input")


class OneFileTwice(CommandTest):
    def test_two_outputs_that_are_one_file_are_refused(self):
        self.file("a.folded", COLLAPSED)
        self.file("old.folded", "old 1\n")
        os.symlink("old.folded", self.directory / "soft.folded")
        os.symlink("new.folded", self.directory / "to_new.folded")
        os.link(self.directory / "old.folded", self.directory / "hard.folded")
        os.symlink(".", self.directory / "here")
        for one, other in [("old.folded", "./old.folded"), ("old.folded", "soft.folded"), ("soft.folded", "hard.folded"),
                           ("new.folded", "./new.folded"), ("new.folded", "here/new.folded"),
                           ("new.folded", "to_new.folded"), ("new.folded", "here/../" + self.directory.name + "/new.folded")]:
            with self.subTest(one=one, other=other):
                said = self.refused(2, "a.folded", "-o", one, "-o", other)
                self.assertHas(said, f"{other}: is the same file as the output {one}")
        self.assertEqual(self.read("old.folded"), b"old 1\n")
        self.assertNotIn("new.folded", self.files())
        self.good("a.folded", "-o", "new.folded", "-o", "old.folded")

    def test_standard_output_that_leads_to_an_output_is_refused(self):
        self.file("a.folded", COLLAPSED)
        with open(self.directory / "out.folded", "wb") as out:
            said = self.refused(2, "a.folded", "-o", "out.folded", "-o", "-", "-t", "collapsed", stdout=out)
        self.assertHas(said, "-: is the same file as the output out.folded")


class RepeatedInputs(CommandTest):
    """An output that is read again along with what it was made from counts everything twice."""

    def assertTold(self, said, name, *words, advice=None):
        told = [line for line in said.splitlines() if "count twice" in line]
        self.assertEqual(len(told), 1, said)
        self.assertHas(told[0], f"profconv: {name}: warning: ", advice or f"did you mean -o {name}?", *words)

    def test_a_forgotten_output_flag_is_told_in_every_format_that_adds_up(self):
        cases = [(EXAMPLES / "perl.dhat.json", "pb.gz", ()), (EXAMPLES / "perl.dhat.json", "dhat.json", ()),
                 (EXAMPLES / "rust.out", "pb.gz", ()), (EXAMPLES / "rust.out", "folded", ()),
                 (DATA / "pprof" / "go_cpu.pb.gz", "folded", ("--type", "samples")),
                 (DATA / "dtrace" / "kernel-and-user.txt", "folded", ()),
                 (DATA / "dtrace" / "kernel-and-user.txt", "pb.gz", ()),
                 (DATA / "collapsed" / "marks.folded", "pb.gz", ())]
        for source, extension, flags in cases:
            with self.subTest(source=source.name, extension=extension):
                made = f"made.{extension}"
                self.good(source, "-q", "-o", made, *flags)
                said = self.good(source, made, "-t", "top").stderr
                self.assertTold(said, made, f"the same samples as {source}")
                strict = self.run_command(source, made, "-t", "top", "--strict")
                self.assertEqual(strict.returncode, 3)
                self.assertEqual(strict.stdout, b"")

    def test_a_copy_by_profconv_of_a_recording_with_a_time_is_told(self):
        self.good(DATA / "pprof" / "go_cpu.pb.gz", "-q", "-o", "copy.pb.gz")
        self.assertTold(self.good(DATA / "pprof" / "go_cpu.pb.gz", "copy.pb.gz", "-t", "top").stderr, "copy.pb.gz")

    def test_the_merge_of_the_other_inputs_is_told(self):
        self.file("a.folded", "main;a 1\nmain;b 2\nmain;c 3\n")
        self.file("b.folded", "main;b 5\nmain;d 7\n")
        self.file("c.folded", "main;e 11\n")
        self.good("a.folded", "b.folded", "c.folded", "-o", "all.folded")
        said = self.good("a.folded", "all.folded", "b.folded", "c.folded", "-t", "top").stderr
        self.assertTold(said, "all.folded", "the sum of the other inputs")

    def test_a_run_of_its_own_may_hold_the_sum_of_the_others(self):
        def recording(times, start):
            text = f"main;a {times}\nmain;b {2 * times}\nmain;c {3 * times}\n"
            return self.recording(f"{times}.profconv.json", text, start_ns=start)
        first, second, third = (recording(times, 1_000_000_000 * times) for times in (1, 2, 3))
        self.assertNotIn("count twice", self.good(first, second, third, "-t", "top").stderr)
        self.good(first, second, "-q", "-o", "merged.profconv.json")
        said = self.good(first, second, "merged.profconv.json", "-t", "top").stderr
        self.assertTold(said, "merged.profconv.json", "the sum of the other inputs")

    def test_a_copy_hides_no_merge(self):
        self.file("a.folded", "main;a 1\nmain;b 2\nmain;c 3\n")
        self.file("b.folded", "main;b 5\nmain;d 7\n")
        self.good("a.folded", "b.folded", "-q", "-o", "all.folded")
        self.good("all.folded", "-q", "-o", "all.pb.gz")
        said = self.good("a.folded", "b.folded", "all.folded", "all.pb.gz", "-t", "top").stderr
        self.assertHas(said, "all.pb.gz: warning: holds the same samples as all.folded",
                       "all.folded: warning: holds the sum of the other inputs")

    def test_with_an_output_the_advice_is_to_leave_the_copy_out(self):
        self.good(EXAMPLES / "perl.dhat.json", "-q", "-o", "perl.pb.gz")
        said = self.good(EXAMPLES / "perl.dhat.json", "perl.pb.gz", "-o", "both.pb.gz").stderr
        self.assertTold(said, "perl.pb.gz", advice="they count twice; leave it out")
        self.assertNotIn("-o", said)

    def recording(self, name, text, **metadata):
        """A recording that tells such facts."""
        self.file("one.folded", text)
        self.good("one.folded", "-q", "-o", "one.profconv.json")
        document = json.loads(self.read("one.profconv.json"))
        document["profiles"][0]["metadata"] |= metadata
        self.file(name, json.dumps(document))
        return name

    def test_a_copy_of_a_recording_that_tells_its_duration_is_told(self):
        for duration, is_copy in ((251_004_000, True), (10_000_000_000, False)):
            names = [self.recording(f"{name}.profconv.json", COLLAPSED, duration_ns=duration) for name in "ab"]
            said = self.good(*names, "-t", "top").stderr
            self.assertEqual(f"holds the same samples as {names[0]}" in said, is_copy, said)

    def test_of_several_profiles_any_may_tell_the_start(self):
        for name in ("a.profconv.json", "b.profconv.json"):
            self.recording(name, COLLAPSED, start_ns=1_700_000_000)
            document = json.loads(self.read(name))
            last = json.loads(json.dumps(document["profiles"][0]))
            last["name"] = "last"
            del last["metadata"]["start_ns"]
            document["profiles"].append(last)
            self.file(name, json.dumps(document))
        self.assertTold(self.good("a.profconv.json", "b.profconv.json", "-t", "json").stderr, "b.profconv.json")

    def timed(self, name, factor=1, profile="", text=COLLAPSED, start=1_700_000_000, **value_type):
        """A recording whose values are so many times as large, in such a type."""
        self.recording(name, text, start_ns=start)
        document = json.loads(self.read(name))
        document["profiles"][0]["name"] = profile
        document["profiles"][0]["value_types"][0] |= value_type
        for sample in document["profiles"][0]["samples"]:
            sample["values"][0] *= factor
        self.file(name, json.dumps(document))
        return name

    def test_a_unit_and_a_power_of_ten_hide_no_copy(self):
        cpu = {"type": "cpu", "unit": "microseconds"}
        first = self.timed("a.profconv.json", **cpu)
        for same in ({"factor": 1000, "type": "cpu", "unit": "nanoseconds"}, {"factor": 1000, "scale": -3, **cpu}):
            self.timed("b.profconv.json", **same)
            self.assertTold(self.good(first, "b.profconv.json", "-t", "json").stderr, "b.profconv.json")
        self.timed("b.profconv.json", scale=-3, **cpu)
        self.assertNotIn("twice", self.good(first, "b.profconv.json", "-t", "json").stderr)

    def test_a_merge_is_told_whatever_its_profiles_and_value_types_are(self):
        more = "main;d 5\nmain;e 7\nmain;f 9\n"
        for one in ({"profile": "x"}, {"type": "cpu"}):
            inputs = [self.timed("a.profconv.json", **one), self.timed("b.profconv.json", text=more)]
            self.good(*inputs, "-q", "-o", "all.profconv.json")
            said = self.good(*inputs, "all.profconv.json", "-t", "json").stderr
            self.assertTold(said, "all.profconv.json")

    def test_standard_input_may_be_a_file_that_is_named_too(self):
        self.file("a.folded", COLLAPSED)
        with open(self.directory / "a.folded", "rb") as file:
            done = subprocess.run([PROFCONV, "a.folded", "-", "-t", "top"], cwd=self.directory, stdin=file,
                                  capture_output=True, text=True, timeout=60, check=True)
        self.assertHas(done.stderr, "<stdin>: warning: the same file is named twice")

    def test_runs_that_are_equal_in_one_value_type_alone_are_told_nothing(self):
        self.file("short.json", dhat_json(blocks=7))
        document = json.loads(dhat_json(blocks=7))
        for point in document["pps"]:
            point["tb"] += 100
        self.file("long.json", json.dumps(document))
        self.good("short.json", "-q", "-o", "short.pb.gz")
        self.assertNotIn("twice", self.good("short.pb.gz", "long.json", "-t", "top").stderr)
        self.good("long.json", "-q", "--type", "alloc_objects", "-o", "long.pb.gz")
        self.assertTold(self.good("long.json", "long.pb.gz", "-t", "top").stderr, "long.pb.gz")

    def test_a_run_with_another_process_id_is_no_conversion(self):
        self.file("one.json", dhat_json())
        self.file("two.json", dhat_json().replace('"pid": 4711', '"pid": 4712'))
        self.good("one.json", "-q", "-o", "one.pb.gz")
        self.assertNotIn("twice", self.good("one.pb.gz", "two.json", "-t", "top").stderr)

    def test_filters_and_demangling_hide_nothing(self):
        self.file("m.folded", "_ZN2ns3runEi;a 1\n_ZN2ns3runEi;b 2\nc 4\n")
        self.good("m.folded", "-q", "-o", "m.pb.gz")
        self.assertTold(self.good("m.folded", "m.pb.gz", "-t", "top").stderr, "m.pb.gz")
        self.assertTold(self.good("m.folded", "m.pb.gz", "-t", "top", "--focus", "a|c").stderr, "m.pb.gz")

    def test_one_profile_of_several_and_names_that_are_demangled_in_part_are_told(self):
        several = DATA / "dtrace" / "malloc-bytes-ustack.out"
        self.good(several, "-q", "--only", "BYTES", "-o", "bytes.pb.gz")
        self.assertTold(self.good(several, "bytes.pb.gz", "-t", "json").stderr, "bytes.pb.gz")
        self.file("rust.folded", "core::fmt::write::h61b23cf04cf523f5 1\nalloc::vec::Vec<T>::push::h0123456789abcdef 2\n")
        self.good("rust.folded", "-q", "-o", "rust.pb.gz")
        self.assertTold(self.good("rust.folded", "rust.pb.gz", "-t", "top").stderr, "rust.pb.gz")

    def test_a_copy_of_any_of_several_runs_with_equal_profiles_is_told_whatever_the_order(self):
        for pid in (4711, 4712, 4713):
            self.file(f"{pid}.json", dhat_json().replace('"pid": 4711', f'"pid": {pid}'))
            self.good(f"{pid}.json", "-q", "-o", f"{pid}.pb.gz")
        for runs in itertools.permutations(["4711.json", "4712.json", "4713.json"]):
            for original in runs:
                for copy, made in (("copy.json", original), (original.replace("json", "pb.gz"), original)):
                    self.file("copy.json", self.read(original).decode())
                    said = self.good(*runs, copy, "-t", "top").stderr
                    self.assertTold(said, copy, f"the same samples as {made}")

    def test_runs_that_give_equal_profiles_are_told_nothing(self):
        self.file("one.json", dhat_json())
        self.file("two.json", dhat_json().replace('"pid": 4711', '"pid": 4712'))
        self.assertNotIn("twice", self.good("one.json", "two.json", "-t", "top").stderr)
        self.good("one.json", "-q", "-o", "one.pb.gz")
        self.good("two.json", "-q", "-o", "two.pb.gz")
        self.assertNotIn("twice", self.good("one.pb.gz", "two.pb.gz", "-t", "top").stderr)
        self.file("a.folded", COLLAPSED)
        self.file("b.folded", COLLAPSED)
        self.assertNotIn("twice", self.good("a.folded", "b.folded", "-t", "top").stderr)
        self.file("other.folded", COLLAPSED.replace("30", "31"))
        self.good("other.folded", "-q", "-o", "other.pb.gz")
        self.assertNotIn("twice", self.good("a.folded", "b.folded", "other.pb.gz", "-t", "top").stderr)


class NoSamples(CommandTest):
    def test_an_input_without_samples_is_told_whatever_is_written(self):
        empty = dhat_json().replace(dhat_json()[dhat_json().index('"pps": ['):dhat_json().index('"ftbl"')], '"pps": [], ')
        self.file("empty.json", empty)
        for form in ["collapsed", "pprof", "flamegraph", "top", "json"]:
            with self.subTest(form):
                said = self.good("empty.json", "-o", "out", "-t", form).stderr
                self.assertHas(said, "empty.json: warning: has no samples")
        self.file("a.folded", COLLAPSED)
        self.assertHas(self.good("a.folded", "empty.json", "-o", "out", "-t", "top").stderr, "empty.json: warning: has no samples")
        self.assertEqual(self.run_command("empty.json", "-o", "strict.pb.gz", "--strict").returncode, 3)
        self.assertNotIn("strict.pb.gz", self.files())


if __name__ == "__main__":
    unittest.main()
