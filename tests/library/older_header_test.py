# SPDX-License-Identifier: Apache-2.0
"""Programs and plugins in C that were compiled with an older header work with the library and the command of today. Each
state of the C interface in the repository's history is taken, with the examples of that time; c_abi_test.py compares
today's layout alone."""
import io
import os
import pathlib
import re
import subprocess
import tarfile
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
INTERFACE = "tests/library/c_abi.txt"
INCLUDE = "tools/lib/include"
PLUGINS = "docs/examples/plugins"
TAKEN = (INCLUDE, "docs/examples")


def git(*words):
    """The output of git as bytes; None if this is no repository, or it lacks the commit."""
    done = subprocess.run(["git", "-C", ROOT, *words], capture_output=True)
    return done.stdout if done.returncode == 0 else None


def states():
    """The commits that changed the interface, from the newest on, as far as they have its version 1."""
    commits = (git("log", "--format=%H", "--", INTERFACE) or b"").decode().split()
    return [commit for commit in commits if b"PC_PLUGIN_VERSION 1" in (git("show", f"{commit}:{INCLUDE}/profconv/plugin.h") or b"")]


def run(*words):
    done = subprocess.run([str(word) for word in words], text=True, capture_output=True)
    if done.returncode != 0:
        raise AssertionError(f"{words}: {done.stdout}{done.stderr}")
    return done.stdout


class OlderHeaders(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.states = states()
        if not cls.states:
            raise unittest.SkipTest("the history of the C interface is not here (no git, or a shallow clone)")

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = pathlib.Path(folder.name)

    def taken(self, commit):
        """The folder of the headers and examples of that time."""
        folder = self.out / commit
        with tarfile.open(fileobj=io.BytesIO(git("archive", commit, *TAKEN))) as files:
            files.extractall(folder)
        return folder

    def compiled(self, include, source, *words):
        made = self.out / source.stem
        run(os.environ["CC"], "-std=c99", f"-I{include}", source, *words, "-o", made)
        return made

    def test_programs(self):
        library = pathlib.Path(os.environ["SHARED"])
        profile = ROOT / "docs" / "examples" / "perl.dhat.json"
        for commit in self.states:
            with self.subTest(commit):
                folder = self.taken(commit)
                programs = {name: self.compiled(folder / INCLUDE, folder / "docs/examples/library" / f"{name}.c", library,
                                                f"-Wl,-rpath,{library.parent}")
                            for name in ("c_convert", "c_samples", "c_sampler")}
                self.assertIn("lost: ", run(programs["c_convert"], profile, folder / "c.folded"))
                self.assertEqual(run(programs["c_samples"], profile), "total: 4265691\nheaviest: malloc 4090006\n")
                run(programs["c_sampler"], folder / "c.spall")
                self.assertIn("wall (nanoseconds): 100,000,000", run(os.environ["PROFCONV"], "info", folder / "c.spall"))

    def test_plugins(self):
        """The plugin of the documentation makes the same of its example."""
        expected = self.made_by_plugin(ROOT / INCLUDE, ROOT / PLUGINS)
        self.assertRegex(expected, re.compile(r"^\S.* \d+$", re.M))
        with_plugins = [commit for commit in self.states if git("cat-file", "-e", f"{commit}:{PLUGINS}/hits.c") is not None]
        self.assertTrue(with_plugins)
        for commit in with_plugins:
            with self.subTest(commit):
                folder = self.taken(commit)
                self.assertEqual(self.made_by_plugin(folder / INCLUDE, folder / PLUGINS), expected)

    def made_by_plugin(self, include, examples):
        plugin = self.compiled(include, examples / "hits.c", "-shared", "-fPIC")
        return run(os.environ["PROFCONV"], "--plugin", plugin, examples / "shop.hits", "-t", "collapsed", "-o", "-")


if __name__ == "__main__":
    unittest.main()
