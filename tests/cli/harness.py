# SPDX-License-Identifier: Apache-2.0
"""What the tests of the command share: running it, and small inputs."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

PROFCONV = os.environ.get("PROFCONV", "profconv")

COLLAPSED = "main;parse;read 30\nmain;parse 2\nmain;eval;call;call 100\n"

DTRACE = """
              libc.so.6`read
              prog`parse
              prog`main
               30

              prog`eval
              prog`main
              100
"""


def dhat_json(blocks=7, version=2):
    """A heap profile of two sites, as Valgrind writes it."""
    points = [
        {"tb": 1000, "tbk": blocks, "tl": 5000, "mb": 900, "mbk": 6, "gb": 800, "gbk": 5, "eb": 0, "ebk": 0,
         "rb": 300, "wb": 400, "fs": [1, 2]},
        {"tb": 24, "tbk": 1, "tl": 10, "mb": 24, "mbk": 1, "gb": 24, "gbk": 1, "eb": 24, "ebk": 1,
         "rb": 0, "wb": 24, "fs": [1, 3]},
    ]
    return json.dumps({
        "dhatFileVersion": version, "mode": "heap", "verb": "Allocated", "bklt": True, "bkacc": False,
        "tu": "instrs", "Mtu": "Minstr", "tuth": 500, "cmd": "./prog --fast", "pid": 4711, "te": 9000, "tg": 6000,
        "pps": points,
        "ftbl": ["[root]", "0x4848899: malloc (vg_replace_malloc.c:381)", "0x109166: fill (prog.c:12)",
                 "0x1091A0: main (prog.c:30)"],
    })


class CommandTest(unittest.TestCase):
    """A test in a directory of its own, which is gone afterwards."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)

    def file(self, name, content):
        path = self.directory / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return name

    def read(self, name):
        return (self.directory / name).read_bytes()

    def files(self):
        return sorted(path.name for path in self.directory.iterdir())

    def run_command(self, *arguments, stdin=b"", **options):
        """Never on a terminal; stdin is a pipe."""
        stdin = stdin.encode() if isinstance(stdin, str) else stdin
        options.setdefault("stdout", subprocess.PIPE)
        result = subprocess.run([PROFCONV, *arguments], cwd=self.directory, input=stdin, stderr=subprocess.PIPE,
                                timeout=60, check=False, **options)
        result.stderr = result.stderr.decode()
        return result

    def good(self, *arguments, **options):
        result = self.run_command(*arguments, **options)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result

    def refused(self, status, *arguments, **options):
        """The one line with which a command fails."""
        result = self.run_command(*arguments, **options)
        self.assertEqual(result.returncode, status, result.stderr)
        lines = result.stderr.splitlines()
        self.assertEqual(len(lines), 1, result.stderr)
        self.assertTrue(lines[0].startswith("profconv: "), lines[0])
        return lines[0]

    def assertHas(self, text, *words):
        for word in words:
            self.assertIn(word, text)
