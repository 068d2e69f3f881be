# SPDX-License-Identifier: Apache-2.0
"""How the command behaves: names, streams, exit statuses, messages."""

import gzip
import json
import os
import unittest

from harness import COLLAPSED, DTRACE, CommandTest, dhat_json


def totals(collapsed):
    return sum(int(line.rsplit(None, 1)[1]) for line in collapsed.decode().splitlines())


class Names(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("a.folded", COLLAPSED)
        self.file("h.json", dhat_json())

    def test_the_outputs_extension_names_its_format(self):
        self.good("a.folded", "-q", "-o", "a.spall", "-o", "a.pb.gz", "-o", "b.folded.gz")
        self.assertTrue(self.read("a.spall").startswith(b"\x0d\xf0\xad\x0b"))
        self.assertTrue(gzip.decompress(self.read("a.pb.gz")).startswith(b"\x0a"))
        self.assertEqual(totals(gzip.decompress(self.read("b.folded.gz"))), 132)

    def test_several_outputs_are_what_each_alone_is(self):
        settings = ["-q", "--set", "spall.layout=input"]
        self.good("h.json", *settings, "-o", "a.spall", "-o", "a.pb.gz", "-o", "b.folded")
        self.good("h.json", *settings, "-o", "alone.spall")
        self.good("h.json", "-q", "-o", "alone.pb.gz")
        self.good("h.json", "-q", "-o", "alone.folded")
        self.assertEqual(self.read("a.spall"), self.read("alone.spall"))
        self.assertEqual(self.read("a.pb.gz"), self.read("alone.pb.gz"))
        self.assertEqual(self.read("b.folded"), self.read("alone.folded"))

    def test_compression_can_be_chosen(self):
        self.good("a.folded", "-q", "-o", "a.pb", "--compress", "none")
        self.assertTrue(self.read("a.pb").startswith(b"\x0a"))
        self.good("a.folded", "-q", "-o", "b.folded", "--compress", "zstd")
        self.assertTrue(self.read("b.folded").startswith(b"\x28\xb5\x2f\xfd"))
        self.assertEqual(totals(self.good("b.folded").stdout), 132)
        self.assertHas(self.refused(2, "a.folded", "--compress", "brotli"), "gzip", "brotli")

    def test_names_that_tell_no_format(self):
        for name, words in {"x.json": ["'.json' alone", "--to", "spall"], "x.txt": ["'.txt' alone", "collapsed"],
                            "x.spal": ["did you mean '.spall'?"], "x": ["without an extension", "--to"],
                            "x.gz": ["--to"]}.items():
            with self.subTest(name):
                self.assertHas(self.refused(2, "a.folded", "-o", name), name, *words)
        self.assertEqual(self.files(), ["a.folded", "h.json"])

    def test_a_forgotten_o(self):
        self.assertHas(self.refused(2, "a.folded", "out.spall"), "did you mean -o out.spall?")
        self.file("old.hist.svg", b"old")
        self.assertHas(self.refused(2, "a.folded", "old.hist.svg"), "did you mean -o old.hist.svg?")
        self.assertEqual(self.read("old.hist.svg"), b"old")

    def test_a_directory_takes_one_output_for_each_input(self):
        (self.directory / "out").mkdir()
        self.good("a.folded", "h.json", "-q", "-o", "out/", "-t", "spall")
        self.assertEqual(sorted(os.listdir(self.directory / "out")), ["a.spall", "h.spall"])
        self.good("h.json", "-q", "-o", "one.spall")
        self.assertEqual(self.read("out/h.spall"), self.read("one.spall"))
        self.good("a.folded", "-q", "-o", "out", "-t", "collapsed", "--compress", "gzip")
        self.assertEqual(totals(gzip.decompress(self.read("out/a.folded.gz"))), 132)
        self.good("a.folded", "-q", "-o", "new/deep/", "-t", "collapsed")
        self.assertEqual(totals(self.read("new/deep/a.folded")), 132)
        self.refused(1, "missing.folded", "-o", "none/", "-t", "spall")
        self.assertNotIn("none", self.files())
        self.assertHas(self.refused(1, "h.json", "-o", "a.folded/", "-t", "spall"), "a.folded/: cannot make the directory")
        self.assertHas(self.refused(2, "a.folded", "-o", "out/"), "-t flamegraph (SVG)")
        (self.directory / "b").mkdir()
        self.file("b/a.folded", COLLAPSED)
        self.assertHas(self.refused(2, "a.folded", "b/a.folded", "-o", "out/", "-t", "spall"), "already taken")

    def test_a_file_may_be_called_like_a_command(self):
        self.file("info", COLLAPSED)
        self.assertEqual(totals(self.good("./info").stdout), 132)

    def test_files_with_odd_names(self):
        for name in ["[a,b]", "-x", "a b", "ä.folded"]:
            self.file(name, COLLAPSED)
            self.assertEqual(totals(self.good("--", name).stdout), 132, name)


class Streams(CommandTest):
    def test_a_pipe_is_read_and_collapsed_stacks_are_written(self):
        result = self.good(stdin=COLLAPSED)
        self.assertEqual(sorted(result.stdout.decode().splitlines()), sorted(COLLAPSED.splitlines()))
        self.assertEqual(result.stderr, "")
        self.assertEqual(self.good("-", stdin=COLLAPSED).stdout, result.stdout)
        self.assertEqual(self.good(stdin=gzip.compress(COLLAPSED.encode())).stdout, result.stdout)

    def test_to_without_output_writes_standard_output(self):
        self.assertTrue(self.good("-t", "spall", "-q", stdin=COLLAPSED).stdout.startswith(b"\x0d\xf0\xad\x0b"))
        self.assertTrue(self.good("-t", "pprof", "-o", "-", "-q", stdin=COLLAPSED).stdout.startswith(b"\x1f\x8b"))

    def test_from_wins_over_content(self):
        self.assertHas(self.refused(1, "-f", "dhat", stdin=COLLAPSED), "<stdin>")

    def test_dtrace_is_read_from_a_pipe(self):
        lines = self.good(stdin=DTRACE).stdout.decode().splitlines()
        self.assertEqual(sorted(lines), ["prog`main;prog`eval 100", "prog`main;prog`parse;libc.so.6`read 30"])

    def test_quiet_says_nothing_of_losses(self):
        self.file("h.json", dhat_json())
        loud = self.good("h.json", "-o", "h.folded", "-v").stderr
        self.assertHas(loud, "h.folded: lost: 8 other value types (--type selects one), ", "the command line")
        self.assertEqual(self.good("h.json", "-o", "h.folded", "-q").stderr, "")

    def test_a_loss_says_which_setting_would_keep_it(self):
        rows = f"\n  {'sh':<50} {3:16}\n"
        loud = self.good("-f", "dtrace", "--set", "dtrace.keys=execname", "-t", "collapsed", "-v", stdin=rows).stderr
        self.assertHas(loud, "<stdout>: lost: a process name (keep with --set collapsed.threads=yes)")

        quiet = self.good("-f", "dtrace", "--set", "dtrace.keys=execname", "-t", "collapsed", stdin=rows).stderr
        self.assertEqual(quiet, "profconv: note: <stdout> omits a process name (keep: --set collapsed.threads=yes)"
                                " (-v lists all)\n")

    def test_what_a_setting_leaves_out_is_no_loss(self):
        rows = f"\n              a`main+0x1\n{3:17}\n"
        for modules in ("no", "source"):
            said = self.run_command("-f", "dtrace", "-t", "collapsed", "--strict", "--set", f"collapsed.modules={modules}",
                                    "--set", "dtrace.aggregations=count", stdin=rows)
            self.assertEqual((said.returncode, said.stderr), (0, ""))

    def test_success_prints_nothing_if_only_details_are_lost(self):
        self.file("h.json", dhat_json())
        self.assertEqual(self.good("h.json", "-o", "h.folded", "--type", "inuse_space").stderr, "")
        self.file("a.folded", "# a comment\n" + COLLAPSED)
        self.assertEqual(self.good("a.folded", "-o", "b.folded").stderr, "")

    def test_one_line_summarizes_notes_and_essential_losses(self):
        self.file("h.json", dhat_json())
        self.assertEqual(self.good("h.json", "-o", "h.folded").stderr,
                         "profconv: note: h.folded cannot represent 8 other value types (--type selects one) (-v lists all)\n")
        self.assertEqual(self.good("h.json", "-o", "a.folded", "-o", "b.folded", "--force").stderr,
                         "profconv: note: a.folded cannot represent 8 other value types (--type selects one) (and 1 more output lacks data)"
                         " (-v lists all)\n")
        self.assertEqual(self.good("h.json", "-o", "h.spall").stderr,
                         "profconv: note: h.spall cannot represent 8 other value types (--type selects one) (-v lists all)\n")
        self.assertEqual(self.good("h.json", "-t", "top").stderr,
                         "profconv: note: <stdout> cannot represent 8 other value types (--type selects one) (-v lists all)\n")

    def test_a_single_note_is_printed_itself(self):
        self.file("a.folded", COLLAPSED)
        said = self.good("a.folded", "-t", "collapsed", "--focus", "parse").stderr
        self.assertHas(said, "profconv: note: left out by filters: ")
        self.assertEqual(said.count("\n"), 1)

    def test_an_assumed_sampling_rate_is_a_warning(self):
        said = self.good("-t", "spall", stdin=DTRACE).stderr
        self.assertEqual(said,
                         "profconv: warning: no sampling rate is given: 1000 Hz is assumed (override with --freq N)\n")
        self.assertEqual(self.run_command("-t", "spall", "--strict", stdin=DTRACE).returncode, 3)

    def test_no_colour_without_a_terminal(self):
        self.file("h.json", dhat_json())
        self.assertNotIn("\x1b", self.good("h.json", "-o", "h.folded").stderr)


class Settings(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("a.folded", COLLAPSED)
        self.file("h.json", dhat_json())

    def test_a_setting_needs_no_format_where_one_has_it(self):
        self.good("h.json", "-q", "--set", "inuse=end", "-o", "a.folded")
        self.good("h.json", "-q", "--set", "dhat.inuse=end", "-o", "b.folded")
        self.assertEqual(self.read("a.folded"), self.read("b.folded"))
        self.assertEqual(totals(self.read("a.folded")), 24)

    def test_settings_that_would_do_nothing(self):
        for setting, words in {"nonsense": ["OPTION=VALUE"], "inus=end": ["did you mean 'inuse'?"],
                               "dhat.inus=end": ["dhat has no option", "did you mean 'inuse'?"],
                               "dhta.inuse=end": ["did you mean 'dhat'?"], "layout=input": ["an option of chrome and spall"],
                               "spall.layout=input": ["spall takes no part"],
                               "dhat.inuse=never": ["never", "site-max"]}.items():
            with self.subTest(setting):
                self.assertHas(self.refused(2, "h.json", "-o", "out.folded", "--set", setting), *words)
        self.assertHas(self.refused(2, "a.folded", "--set", "dhat.inuse=end"), "is collapsed", "--from dhat")
        self.assertEqual(self.files(), ["a.folded", "h.json"])

    def test_settings_that_contradict_each_other(self):
        for first, second in [("top.n=5", "top.n=7"), ("n=5", "top.n=7"), ("top.n=7", "n=5"), ("n=5", "n=7")]:
            said = self.refused(2, "a.folded", "-t", "top", "--set", first, "--set", second)
            self.assertHas(said, "--set " + first.split("=")[0], "--set " + second.split("=")[0], "contradict")
        self.good("a.folded", "-t", "top", "--set", "n=5", "--set", "top.n=5")
        # dtrace2spall's presets are no settings of the user.
        self.good("dtrace2spall", "--set", "layout=merged", "-o", "d.spall", stdin=DTRACE)

    def test_settings_without_a_name_or_too_large(self):
        for setting in (".=x", "top.=1", ".n=1"):
            self.assertHas(self.refused(2, "a.folded", "-t", "top", "--set", setting), "OPTION=VALUE")
        said = self.refused(2, "a.folded", "-t", "top", "--set", "top.n=9223372036854775808")
        self.assertHas(said, "is not between 0 and 9223372036854775807")

    def test_misspelt_flags_and_formats(self):
        self.assertHas(self.refused(2, "a.folded", "--outptu", "x"), "--outptu", "did you mean --output?")
        self.assertHas(self.refused(2, "a.folded", "-Z"), "-Z")
        self.assertHas(self.refused(2, "a.folded", "-t", "spal"), "did you mean 'spall'?")
        self.assertHas(self.refused(2, "a.folded", "-f", "dtrac"), "did you mean 'dtrace'?")
        self.assertHas(self.refused(2, "formats", "spal"), "did you mean 'spall'?")
        self.refused(2, "a.folded", "-o")

    def test_values_that_make_no_sense(self):
        self.assertHas(self.refused(2, "a.folded", "--freq", "often"), "often")
        self.assertHas(self.refused(2, "a.folded", "--max-line", "3Q"), "--max-line")
        self.assertHas(self.refused(2, "h.json", "--type", "cpu"), "cpu", "inuse_space")
        self.assertHas(self.refused(2, "h.json", "--default-type", "cpu"), "cpu", "inuse_space")
        self.assertHas(self.refused(2, "h.json", "--only", ""), "--only", "empty")
        self.assertHas(self.refused(2, ""), "empty")
        self.assertHas(self.refused(2, "h.json", "--only", "3"), "3")

    def test_types_and_rate(self):
        self.assertEqual(totals(self.good("h.json", "-q", "--type", "alloc_space").stdout), 1024)
        self.assertEqual(totals(self.good("h.json", "-q", "--default-type", "alloc_space").stdout), 1024)
        self.assertEqual(totals(self.good("a.folded", "-q", "--freq", "100", "--type", "cpu").stdout), 1320000000)

    def test_limits(self):
        self.assertHas(self.refused(1, "a.folded", "--max-input", "10"), "a.folded", "--max-input")
        self.file("long.folded", "a" * 600000 + " 1\n")
        self.assertHas(self.refused(1, "long.folded", "--max-line", "1k"), "long.folded", "--max-line")


class Strictness(CommandTest):
    def test_strict_writes_nothing_where_something_is_lost(self):
        self.file("h.json", dhat_json())
        result = self.run_command("h.json", "-o", "h.folded", "--strict")
        self.assertEqual(result.returncode, 3)
        self.assertHas(result.stderr, "lost: ", "--strict")
        self.assertEqual(self.files(), ["h.json"])

    def test_strict_names_the_first_loss_and_counts_the_others(self):
        self.file("h.json", dhat_json())
        why = "profconv: error: --strict: nothing was written, because "
        lost = "h.folded would lose 8 other value types (--type selects one)"
        self.assertEqual(self.refused(3, "h.json", "-q", "-o", "h.folded", "--strict"), why + lost)
        self.file("bad.folded", "main;a 1\nmain;c 2\n" * 9 + "main;b x\n")
        result = self.run_command("bad.folded", "h.json", "-q", "-o", "both.folded", "--strict")
        self.assertHas(result.stderr.splitlines()[-1], why + "there is a warning: bad.folded:19: expected ", "more reason")
        self.assertEqual(self.run_command("h.json", "-o", "h.folded", "--strict").stderr.splitlines()[-1], why + lost)

    def test_strict_accepts_details_that_the_output_cannot_represent(self):
        self.file("h.json", dhat_json())
        self.assertEqual(self.run_command("h.json", "-o", "no.folded", "--strict").returncode, 3)
        self.good("h.json", "-o", "h.folded", "--type", "inuse_space", "--strict")
        self.good("h.json", "-o", "h.pb.gz", "--strict")
        self.assertEqual(self.files(), ["h.folded", "h.json", "h.pb.gz"])

    def test_strict_passes_where_nothing_is_lost(self):
        self.file("a.folded", COLLAPSED)
        self.good("a.folded", "-o", "b.folded", "--strict")
        self.assertEqual(totals(self.read("b.folded")), 132)

    def test_files_beside_an_output_are_written_with_it_or_not_at_all(self):
        self.file("a.folded", "main;read 3\n")
        self.file("h.json", dhat_json())
        palette = ["--set", "flamegraph.palette=p.map"]
        self.good("a.folded", "-q", "-o", "a.svg", *palette, "--dry-run")
        self.assertEqual(self.run_command("h.json", "-q", "-o", "a.svg", *palette, "--strict").returncode, 3)
        self.refused(2, "a.folded", "-q", "-o", "a.svg", "-o", "a.spall", *palette, "--set", "nothing=1")
        self.assertNotIn("p.map", self.files())
        self.good("a.folded", "-q", "-o", "a.svg", *palette)
        self.assertHas(self.read("p.map").decode(), "main->rgb(", "read->rgb(")

    def test_a_dry_run_says_what_would_be_and_writes_nothing(self):
        self.file("h.json", dhat_json())
        text = self.good("h.json", "-q", "-o", "h.folded", "-o", "h.pb.gz", "--dry-run").stdout.decode()
        self.assertHas(text, "h.json: would be read as dhat (", "1 profile, 2 samples",
                       "h.folded: would be written as collapsed", "h.folded: would lose: ",
                       "h.pb.gz: would be written as pprof, gzip")
        self.assertEqual(self.files(), ["h.json"])
        self.refused(1, "nothing.json", "-o", "h.folded", "--dry-run")

    def test_of_several_notes_the_one_that_names_a_setting_is_shown(self):
        rows = "".join(f"     {1000 + i}     {7 + i % 3}  {1761000000000 + i * 1000}                1\n" for i in range(40))
        self.file("rows.out", "\n" + rows)
        said = self.good("rows.out", "-f", "dtrace", "-o", "rows.folded").stderr
        self.assertIn("dtrace.aggregations", said)
        self.assertEqual([line for line in said.splitlines() if " note: " in line],
                         ["profconv: note: rows.folded cannot represent 40 sample labels (-v lists all)",
                          "profconv: rows.out:2: note: the keys look like --set dtrace.keys=-,-,timestamp"])

    def test_of_several_notes_without_a_setting_the_first_is_shown(self):
        said = self.good("-t", "collapsed", "--focus", "parse", stdin=COLLAPSED.rstrip("\n")).stderr
        self.assertEqual(said.count("\n"), 1)
        self.assertHas(said, " (and 1 more note: -v)")


class Looking(CommandTest):
    def json_lines(self, *arguments):
        return [json.loads(line) for line in self.good(*arguments).stdout.decode().splitlines()]

    def test_info_says_what_is_in_a_file(self):
        self.file("h.json", dhat_json())
        text = self.good("info", "h.json").stdout.decode()
        self.assertHas(text, "h.json: dhat: ", "profile 1 of 1", "2 with 2 different stacks, at most 2 frames deep",
                       "inuse_space (bytes): 824  (default)", "alloc_objects (count): 8", "./prog --fast", "malloc",
                       "attribute   mode: heap\n", "attribute   pid: 4711\n", "comment     te: 9000 instrs")
        self.assertNotIn("comment     pid", text)

    def test_info_as_json(self):
        self.file("h.json", dhat_json())
        self.file("a.folded.gz", gzip.compress(COLLAPSED.encode()))
        heap, folded = self.json_lines("info", "--json", "h.json", "a.folded.gz")
        self.assertEqual((heap["schema"], heap["file"], heap["format"]), ("profconv-info-1", "h.json", "dhat"))
        profile = heap["profiles"][0]
        self.assertEqual({v["type"]: v["total"] for v in profile["value_types"]}["inuse_space"], 824)
        self.assertEqual(profile["top_self"][0], {"name": "malloc", "self": 824, "total": 824})
        self.assertEqual(profile["metadata"]["command"], "./prog --fast")
        self.assertEqual(profile["metadata"]["attributes"], {"mode": "heap", "pid": 4711})
        self.assertEqual((folded["format"], folded["compression"]), ("collapsed", "gzip"))
        top = {f["name"]: f["total"] for f in folded["profiles"][0]["top_total"]}
        self.assertEqual(top, {"main": 132, "eval": 100, "call": 100, "parse": 32, "read": 30})
        self.assertEqual(folded["profiles"][0]["max_depth"], 4)

    def test_formats_lists_what_there_is(self):
        text = self.good("formats").stdout.decode()
        self.assertHas(text, "collapsed", "dhat", "dtrace", "pprof", "spall", ".folded")
        self.assertHas(self.good("formats", "spall").stdout.decode(), "--set spall.version=1|3 (default 1)", "carries")
        self.assertEqual(self.good("formats", "folded").stdout, self.good("formats", "collapsed").stdout)

    def test_formats_as_json(self):
        lines = self.json_lines("formats", "--json")
        pairs = {(line["format"], line["direction"]) for line in lines}
        self.assertTrue({("dtrace", "read"), ("spall", "write"), ("collapsed", "read")} <= pairs)
        for line in lines:
            self.assertEqual(line["schema"], "profconv-format-1")
            for option in line["options"]:
                self.assertIn(option["type"], ["boolean", "integer", "decimal", "text", "choice"])

    def test_help_and_version(self):
        text = self.good("--help").stdout.decode()
        self.assertHas(text, "usage: profconv INPUT... -o OUTPUT", "--freq", "Examples:", "heap.json -o heap.pb.gz")
        self.assertLessEqual(max(len(line) for line in text.splitlines()), 80)
        self.assertHas(self.good("info", "--help").stdout.decode(), "usage: profconv info")
        self.assertRegex(self.good("--version").stdout.decode(), r"^profconv \d+\.\d+\.\d+\n$")


if __name__ == "__main__":
    unittest.main()
