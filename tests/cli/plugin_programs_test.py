# SPDX-License-Identifier: Apache-2.0
"""Plugins that are programs: what they are asked, what they may answer, and what becomes of those that crash, hang or print
nonsense. The error names the plugin."""

import gzip
import json
import os
import pathlib
import sys
import unittest

from harness import COLLAPSED, PROFCONV, CommandTest

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "docs" / "examples"
PLUGINS = EXAMPLES / "plugins"
CARD = {"schema": "profconv-plugin/1", "name": "made", "summary": "a format of this test", "extensions": [".made"],
        "begins": ["made "], "carries": ["all"]}
DOCUMENT = {"schema": "profconv/1", "mappings": [None], "functions": [None, {"name": "work"}],
            "frames": [None, {"function": 1}], "stacks": [None, {"parent": 0, "frame": 1}], "threads": [None],
            "label_sets": [None],
            "profiles": [{"value_types": [{"type": "samples", "unit": "count", "aggregation": "sum", "scale": 0}],
                          "metadata": {"clock": "relative"}, "samples": [{"stack": 1, "values": [7]}]}]}
# What the scripts can use.
PROLOGUE = f"""#!{sys.executable}
import json, os, signal, sys, time
DOCUMENT = json.loads('''{json.dumps(DOCUMENT)}''')
"""


class Programs(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("in.made", "made of words\n")

    def program(self, work, card=CARD, name="profconv-read-made"):
        """A plugin that prints the card, and else does `work`."""
        described = card if isinstance(card, str) else f"print('''{json.dumps(card)}''')"
        self.file(name, f"{PROLOGUE}if sys.argv[1:] == ['--describe']:\n    {described}\n    sys.exit()\n{work}\n")
        os.chmod(self.directory / name, 0o755)
        return ["--plugin", name]

    def read_with(self, work, *words, card=CARD):
        return self.refused(1, "in.made", "-t", "json", *words, *self.program(work, card))

    def test_json_or_pprof_is_read_and_told_by_its_first_bytes(self):
        plugin = self.program("assert sys.stdin.read() == 'made of words\\n'\nprint(json.dumps(DOCUMENT))")
        self.assertEqual(self.good("in.made", *plugin, "-t", "collapsed").stdout, b"work 7\n")
        self.assertHas(self.good("info", "in.made", *plugin).stdout.decode(), "in.made: made: begins with 'made '")
        self.assertHas(self.good("formats", *plugin).stdout.decode(), "made        read     .made")
        document = json.loads(self.good("in.made", *plugin, "-t", "json").stdout)
        self.assertEqual(document["profiles"][0]["metadata"]["source_format"], "made")
        for extension in ("pb", "pb.gz"):
            self.file("a.folded", COLLAPSED)
            self.good("a.folded", "-o", f"out.{extension}")
            plugin = self.program(f"sys.stdout.buffer.write(open('out.{extension}', 'rb').read())")
            self.assertEqual(self.good("in.made", *plugin, "-t", "collapsed").stdout,
                             self.good("a.folded", "-t", "collapsed").stdout)

    def test_inputs_are_decompressed_for_it(self):
        self.file("in.made.gz", gzip.compress(b"made of words\n"))
        plugin = self.program("assert sys.stdin.read() == 'made of words\\n'\nprint(json.dumps(DOCUMENT))")
        self.assertEqual(self.good("in.made.gz", *plugin, "-t", "collapsed").stdout, b"work 7\n")

    def test_options_are_arguments_and_have_been_checked(self):
        options = [{"name": "mode", "type": "choice", "default": "a", "choices": ["a", "b"], "summary": "s"},
                   {"name": "most", "type": "integer", "default": "3", "min": 1, "max": 9, "summary": "s"},
                   {"name": "quick", "type": "boolean", "summary": "s"},
                   {"name": "share", "type": "decimal", "min": -5, "max": 5, "summary": "s"}]
        plugin = self.program("sys.exit(' '.join(sys.argv[1:]))", CARD | {"options": options})
        self.assertHas(self.refused(1, "in.made", "-t", "json", *plugin), "status 1: --mode=a --most=3 --quick=no --share=0")
        settings = [word for setting in ("mode=b", "most=007", "quick=on", "share=-1.50") for word in ("--set", "made." + setting)]
        self.assertHas(self.refused(1, "in.made", "-t", "json", *plugin, *settings), "--mode=b --most=7 --quick=yes --share=-1.5")
        self.assertHas(self.refused(2, "in.made", "-t", "json", *plugin, "--set", "made.most=10"), "between 1 and 9")

    def test_failures_name_the_file_and_the_plugin(self):
        for work, message in {
            "os.kill(os.getpid(), signal.SIGSEGV)": "was killed by signal 11",
            "sys.exit(3)": "exited with status 3",
            "sys.stderr.write('first\\nno header\\x1b[31m\\n'); sys.exit(1)": "exited with status 1: no header\\x1b[31m",
            "pass": "printed nothing",
            "print('hello\\nworld')": "printed neither profconv's JSON nor pprof: 'hello'",
            "print(json.dumps(DOCUMENT)); sys.stdout.flush(); sys.exit(4)": "exited with status 4",
        }.items():
            self.assertHas(self.read_with(work), f"profconv: error: in.made: the plugin 'made' {message}")

    def test_what_one_that_succeeds_says_is_a_note_or_a_warning(self):
        says = "sys.stderr.write('used defaults\\n\\nwarning: 3 lines were lost\\n')\n"
        self.file("in.folded", COLLAPSED)
        reader = self.program(says + "print(json.dumps(DOCUMENT))")
        writer = self.program(says + "print(len(sys.stdin.read()))", CARD | {"name": "other", "begins": []}, "profconv-write-other")
        for name, words in {"made": ["in.made", *reader, "-t", "collapsed"],
                            "other": ["in.folded", *writer, "-t", "other"]}.items():
            self.assertHas(self.good(*words).stderr, f"warning: the plugin '{name}': 3 lines were lost\n",
                           f"note: the plugin '{name}': used defaults\n")
            self.assertEqual(self.run_command(*words, "--strict").returncode, 3)

    def test_one_that_hangs_is_stopped_at_its_deadline(self):
        message = self.read_with("time.sleep(60)", card=CARD | {"deadline": 1})
        self.assertHas(message, "in.made: the plugin 'made' did not end within 1 s and was stopped")

    def test_nonsense_in_json_is_told_with_its_place(self):
        self.assertHas(self.read_with("DOCUMENT['profiles'][0]['samples'][0]['stack'] = 9; print(json.dumps(DOCUMENT))"),
                       "in.made, as the plugin 'made' reads it: byte ")
        self.assertHas(self.read_with("print(json.dumps(DOCUMENT)[:-9])"), "in.made, as the plugin 'made' reads it: ")

    def test_endless_output_ends_at_the_limit(self):
        self.assertHas(self.read_with("print('{\"schema\": \"profconv/1\", \"x\": \"')\nwhile True: print('x' * 10000)",
                                      "--max-input", "1MB"), "limit of 1048576 bytes (--max-input)")

    @unittest.skipIf(b"libasan" in pathlib.Path(PROFCONV).read_bytes(), "AddressSanitizer needs more than --max-memory allows")
    def test_max_memory_is_that_of_the_program_too(self):
        self.assertHas(self.read_with("x = bytearray(2_000_000_000)", "--max-memory", "1GB"),
                       "in.made: the plugin 'made' exited with status 1: MemoryError")

    def test_cards_that_are_none_are_refused(self):
        for card, message in {
            "print('hello')": "prints no card with --describe: ",
            "print('{}')": 'prints a card without "schema": "profconv-plugin/1"',
            "print('{\"schema\": \"profconv-plugin/2\"}')": "try a newer one",
            "time.sleep(0); sys.exit(5)": "does not describe itself: it exited with status 5",
            "print('x' * 100000)": "prints more than 64 KiB",
            f"print('''{json.dumps(CARD | {'name': 'other'})}''')": "calls its format 'other', but its file 'made'",
            f"print('''{json.dumps(CARD | {'carries': ['colour']})}''')": "carries 'colour', which is not a feature",
            f"print('''{json.dumps(CARD | {'deadline': 0})}''')": "deadline not from 1 to 86400",
            f"print('''{json.dumps(CARD | {'compression': 'lz4'})}''')": "the compression 'lz4', which does not exist",
            f"print('''{json.dumps(CARD | {'begins': ['']})}''')": 'has a card with an empty text in "begins" or "contains"',
        }.items():
            self.assertHas(self.refused(2, "formats", *self.program("", card)), "profconv-read-made: ", message)
        for name, text, message in [("script", "#!/bin/sh\n" * 10, "is no library; a program must be called profconv-read-NAME"),
                                    ("profconv-read-y", "#!/missing\n", "its first line (#!) names does not exist")]:
            self.file(name, text)
            os.chmod(self.directory / name, 0o755)
            self.assertHas(self.refused(2, "formats", "--plugin", name), message)
        self.file("profconv-read-x", "")
        self.assertHas(self.refused(2, "formats", "--plugin", "profconv-read-x"), "is not executable")

    def test_a_writer_gets_json_and_prints_the_output(self):
        card = CARD | {"carries": ["labels"], "compression": "gzip", "begins": []}
        plugin = self.program("print('names:', [f['name'] for f in json.load(sys.stdin)['functions'][1:]])", card,
                              "profconv-write-made")
        self.file("a.folded", COLLAPSED)
        self.good("a.folded", *plugin, "-o", "out.made")
        self.assertEqual(gzip.decompress(self.read("out.made")), b"names: ['main', 'parse', 'read', 'eval', 'call']\n")
        self.assertHas(self.good("formats", *plugin, "made").stdout.decode(), "made, as it is written")
        plugin = self.program("sys.exit('disk full')", card, "profconv-write-made")
        self.assertHas(self.refused(1, "a.folded", *plugin, "-o", "never.made"), "the plugin 'made' exited with status 1: disk full")
        plugin = self.program("sys.stdin.read()", card, "profconv-write-made")
        self.assertHas(self.refused(1, "a.folded", *plugin, "-o", "never.made"), "the plugin 'made' wrote nothing")
        self.assertNotIn("never.made", self.files())

    def test_the_example_reads_what_node_wrote(self):
        result = self.good(str(PLUGINS / "words.cpuprofile"), "--plugin", str(PLUGINS / "profconv-read-cpuprofile"), "-t", "top")
        self.assertRegex(result.stdout.decode(), r"161\.67ms +62\.69% +62\.69% 168\.78ms +65\.44%  count\n")
        message = self.refused(1, "-", "-f", "cpuprofile", "--plugin", str(PLUGINS / "profconv-read-cpuprofile"), "-t", "top",
                               stdin='{"nodes": []}')
        self.assertHas(message, "<stdin>", "the plugin 'cpuprofile' exited with status 1: not a CPU profile: 'samples'")


if __name__ == "__main__":
    unittest.main()
