# SPDX-License-Identifier: Apache-2.0
"""Text of inputs, names and arguments that would steer a terminal comes out of every command as harmless text."""

import json
import os
import pty
import re
import subprocess
import unittest

from harness import PROFCONV, CommandTest, dhat_json

TURNED = "\u202e"
HOSTILE = "\x1b]0;owned\x07\x1b[2J\x9b31m\x1b[31m\x7f\b\r" + TURNED
OWN_COLOURS = re.compile(r"\x1b\[(?:[0-9;]*m|K)")
FORMATS = ["collapsed", "top", "hist", "json", "chrome", "dhat", "flamegraph", "histsvg"]


def dtrace(function, key):
    return (f"\n  {key}\n              prog`{function}\n              prog`main\n               30\n\n"
            f"  {key}\n           value  ------------- Distribution ------------- count    \n"
            "               1 |                                         0        \n"
            "               2 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 7        \n"
            "               4 |                                         0        \n\n")


class HostileText(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("a.folded", f"# about {HOSTILE}\nmain;f{HOSTILE}g;x 5\nmain{HOSTILE};y 3\n".replace("\r", ""))
        self.file("b.folded", f"main;f{HOSTILE}g;x 50\nmain;new{HOSTILE} 3\n".replace("\r", ""))
        self.file("bad.folded", "main;f 5\n" * 20 + f"no number {HOSTILE}\n".replace("\r", ""))
        self.file("a.dtrace", dtrace("f" + HOSTILE.replace("\r", ""), "key" + HOSTILE.replace("\r", "")))
        self.file("h.json", dhat_json().replace("./prog --fast", json.dumps(HOSTILE)[1:-1])
                  .replace("fill", json.dumps("fill" + HOSTILE)[1:-1]))
        self.good("-q", "h.json", "-o", "h.pb.gz")

    def shown(self, *arguments):
        """What standard output and error show on one terminal."""
        master, slave = pty.openpty()
        process = subprocess.Popen([PROFCONV, *arguments], cwd=self.directory, env={**os.environ, "TERM": "xterm"},
                                   stdin=subprocess.DEVNULL, stdout=slave, stderr=slave)
        os.close(slave)
        chunks = []
        try:
            while chunk := os.read(master, 65536):
                chunks.append(chunk)
        except OSError:
            pass  # the end, on Linux
        os.close(master)
        process.wait(timeout=60)
        text = b"".join(chunks).decode().replace("\r\n", "\n")
        self.assertTrue(text, arguments)
        return text

    def assertHarmless(self, text, may_turn=False):
        text = OWN_COLOURS.sub("", text)
        found = {c for c in text if (ord(c) < 0x20 and c not in "\n\t") or 0x7f <= ord(c) < 0xa0 or
                 (c == TURNED and not may_turn)}
        self.assertEqual(found, set(), text[:2000])

    def test_what_is_told_of_files(self):
        for name in ["a.folded", "bad.folded", "a.dtrace", "h.json", "h.pb.gz"]:
            for arguments in [[name], ["info", name], ["info", "--json", name], ["check", name], ["check", "--json", name],
                              [name, "--dry-run", "-t", "spall"], [name, "-o", "out.spall"], ["diff", name, name],
                              ["diff", "--json", name, "b.folded"], ["diff", name, "b.folded"]]:
                with self.subTest(arguments):
                    # JSON says what is not ASCII as it is, and programs read it.
                    self.assertHarmless(self.shown(*arguments), may_turn="--json" in arguments)

    def test_formats_that_may_be_shown(self):
        for name in ["a.folded", "a.dtrace", "h.json", "h.pb.gz"]:
            for written in FORMATS:
                for only in [[], ["--only", "1"], ["--only", "2"]]:
                    with self.subTest(name=name, written=written, only=only):
                        may_turn = written not in ("top", "hist")
                        self.assertHarmless(self.shown(name, "-t", written, *only), may_turn)
        self.assertHarmless(self.shown("a.folded", "-t", "top", "--set", "top.view=tree"))

    def test_arguments_that_are_refused(self):
        for arguments in [[HOSTILE], ["a.folded", "-o", HOSTILE], ["a.folded", "-t", HOSTILE], ["a.folded", "-f", HOSTILE],
                          ["a.folded", "--set", HOSTILE], ["a.folded", "--set", f"top.n={HOSTILE}", "-t", "top"],
                          ["a.folded", "--" + HOSTILE], ["a.folded", "--only", HOSTILE], ["a.folded", "--type", HOSTILE],
                          ["a.folded", "--focus", "(" + HOSTILE], ["a.folded", "--freq", HOSTILE],
                          ["a.folded", "--max-line", HOSTILE], ["a.folded", "--names", HOSTILE],
                          ["a.folded", "--tagroot", HOSTILE], ["a.folded", "--scale", HOSTILE], ["formats", HOSTILE],
                          ["a.folded", "--time", HOSTILE], ["a.folded", "--progress", HOSTILE],
                          ["dtrace2spall", "-f", HOSTILE], ["dhat-pprof", HOSTILE]]:
            with self.subTest(arguments):
                self.assertHarmless(self.shown(*arguments))


if __name__ == "__main__":
    unittest.main()
