# SPDX-License-Identifier: Apache-2.0
"""Plugins that are shared libraries: where they are looked for, what loads them, and what does not."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import time
import unittest

from harness import COLLAPSED, PROFCONV, CommandTest

# Of tests/plugins, beside the command.
MODULES = pathlib.Path(PROFCONV).resolve().parents[2] / "tests" / "plugins"
STACKS = b"main;work 3\nmain 1\n"


@unittest.skipUnless((MODULES / "collapsed-c.so").exists(), "the plugins of the tests are not built")
class Plugins(CommandTest):
    def setUp(self):
        super().setUp()
        self.environment = {**os.environ, "HOME": str(self.directory), "XDG_DATA_HOME": "", "PROFCONV_PLUGIN_PATH": "",
                            "ASAN_OPTIONS": "handle_segv=0"}  # a crash stays a signal

    def run_command(self, *arguments, **options):
        options.setdefault("env", self.environment)
        return super().run_command(*arguments, **options)

    def module(self, name):
        return str(MODULES / f"{name}.so")

    def install(self, *names, folder="plugins"):
        """Copies modules into a folder."""
        path = self.directory / folder
        path.mkdir(parents=True, exist_ok=True)
        for name in names:
            shutil.copy(self.module(name), path)
        return str(path)

    def formats(self, **options):
        return [json.loads(line)["format"] for line in self.good("formats", "--json", **options).stdout.splitlines()]

    def test_a_named_plugin_is_a_format_like_others(self):
        plugin = ["--plugin", self.module("collapsed-c")]
        self.assertHas(self.good("formats", *plugin).stdout.decode(), "collapsed-c  read")
        self.assertHas(self.good("formats", *plugin, "collapsed-c").stdout.decode(), "--set collapsed-c.unit=text (default count)",
                       "carries: ")
        self.file("a.txt", STACKS)
        expected = self.good("a.txt", "-t", "collapsed").stdout
        self.assertEqual(self.good("a.txt", *plugin, "-f", "collapsed-c", "-t", "collapsed").stdout, expected)
        info = self.good("info", "a.txt", *plugin, "-f", "collapsed-c", "--set", "collapsed-c.unit=bytes").stdout.decode()
        self.assertHas(info, "samples (bytes): 4")
        self.assertHas(self.refused(2, "a.txt", *plugin, "-f", "collapsed-c", "-t", "top", "--set", "collapsed-c.columns=7"),
                       "option columns: '7' is not one of auto, 1, 2")
        # Two formats that are equally sure.
        self.assertHas(self.refused(2, "a.txt", *plugin, "-t", "top"), "may be collapsed (", " or collapsed-c (", "--from")
        self.assertHas(self.refused(1, "a.txt", "--plugin", self.module("collapsed-c"), "-f", "collapsed-c", "-t", "top",
                                    "--max-stacks", "1"), "a.txt: ", "stacks")
        self.good("check", "a.txt", *plugin, "-f", "collapsed-c")

    def test_folders_of_plugins(self):
        self.assertNotIn("collapsed-c", self.formats())
        for name, folder in [("PROFCONV_PLUGIN_PATH", "path"), ("XDG_DATA_HOME", "data/profconv/plugins")]:
            path = self.install("collapsed-c", folder=folder)
            self.environment[name] = path.removesuffix("/profconv/plugins") + (":/nowhere" if "PATH" in name else "")
            self.assertIn("collapsed-c", self.formats())
            self.environment[name] = ""
        self.install("collapsed-c", folder=".local/share/profconv/plugins")
        self.assertIn("collapsed-c", self.formats())
        self.assertHas(self.good("--help").stdout.decode(), "collapsed-c")

    def test_the_working_directory_is_never_one(self):
        self.install("collapsed-c", folder=".")
        self.install("collapsed-c", folder="plugins")
        self.assertNotIn("collapsed-c", self.formats())
        self.environment["PROFCONV_PLUGIN_PATH"] = ".:plugins:"
        result = self.good("formats", "--json")
        self.assertNotIn(b"collapsed-c", result.stdout)
        self.assertHas(result.stderr, "profconv: plugins: warning: not loaded: is not an absolute path (PROFCONV_PLUGIN_PATH)")

    def test_a_plugin_that_is_not_loaded_is_an_error_if_it_is_named_and_else_a_warning(self):
        self.assertHas(self.refused(2, "formats", "--plugin", self.module("newer")),
                       "newer.so: needs version 99 of the plugin interface; profconv ", "try a newer profconv")
        self.assertHas(self.refused(2, "formats", "--plugin", self.module("refusing")), "refuses to work with profconv ")
        self.assertHas(self.refused(2, "formats", "--plugin", self.module("collapsed")),
                       "the format 'collapsed' is already read")
        self.assertHas(self.refused(2, "formats", "--plugin", "missing.so"), "./missing.so: does not exist")
        self.environment["PROFCONV_PLUGIN_PATH"] = self.install("newer", "collapsed-c")
        result = self.good("-", "-f", "collapsed", "-t", "collapsed", stdin=COLLAPSED)
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
        self.assertHas(result.stderr, "newer.so: warning: not loaded: needs version 99")

    def test_nothing_is_loaded_for_what_needs_no_formats(self):
        self.environment["PROFCONV_PLUGIN_PATH"] = self.install("crashing")
        for words in [["--version"], ["help", "limits"], ["diff", "--help"]]:
            self.good(*words)
        self.assertLess(self.run_command("formats").returncode, 0)

    def test_plugins_lists_them_and_survives_one_that_crashes(self):
        self.assertHas(self.good("plugins").stdout.decode(), "no plugins; ")
        folder = self.install("collapsed-c", "crashing", "newer")
        (pathlib.Path(folder) / "notes.txt").write_text("")
        self.environment["PROFCONV_PLUGIN_PATH"] = folder
        lines = [f"{folder}/collapsed-c.so: loaded: collapsed-in-c 1.0, interface 1; reads collapsed-c",
                 f"{folder}/crashing.so: refused: crashes while it is loaded: signal 11"]
        listed = self.good("plugins").stdout.decode()
        self.assertHas(listed, *lines, f"{folder}/newer.so: refused: needs version 99")
        self.assertNotIn("notes.txt", listed)
        explained = self.good("plugins", "--explain").stdout.decode()
        self.assertHas(explained, *lines, f"{folder}: 4 files (PROFCONV_PLUGIN_PATH)\n", "notes.txt: ignored: is not called *.so, profconv-read-* or profconv-write-*",
                       "/.local/share/profconv/plugins: does not exist (the user's plugins)", "(installed plugins)")
        self.assertEqual(self.run_command("plugins", "--plugin", self.module("newer")).returncode, 1)
        self.assertHas(self.refused(2, "plugins", "x.so"), "--plugin x.so adds one")

    def test_a_library_that_ends_the_process_is_an_error(self):
        said = self.refused(1, "formats", "--plugin", self.module("exiting"))
        self.assertHas(said, "exiting.so called exit(); nothing was written")

    def test_a_library_that_is_cut_off_is_refused(self):
        whole = pathlib.Path(self.module("collapsed-c")).read_bytes()
        self.file("cut.so", whole[:len(whole) // 2])
        self.assertHas(self.refused(2, "formats", "--plugin", "./cut.so"), "./cut.so", "is cut off")

    def test_what_others_may_change_is_not_loaded(self):
        folder = self.install("collapsed-c")
        self.environment["PROFCONV_PLUGIN_PATH"] = folder
        os.chmod(pathlib.Path(folder) / "collapsed-c.so", 0o777)
        self.assertHas(self.good("plugins").stdout.decode(), "refused: any user may change this file")

    def test_what_others_may_replace_is_not_loaded(self):
        folder = pathlib.Path(self.install("collapsed-c", folder="open/plugins"))
        link = self.directory / "link.so"
        link.symlink_to(folder / "collapsed-c.so")
        os.chmod(folder.parent, 0o777)
        for path in (folder / "collapsed-c.so", link):
            self.assertHas(self.refused(2, "formats", "--plugin", str(path)), "any user may change the folder " + str(folder.parent))
        os.chmod(folder.parent, 0o1777)
        self.good("formats", "--plugin", str(link))

    @unittest.skipUnless((MODULES / "fragile.so").exists(), "the plugins of the tests are not built")
    def test_one_signal_ends_a_library_that_does_not_look(self):
        self.file("empty", b"")
        with subprocess.Popen([PROFCONV, "empty", "-f", "fragile", "-t", "top", "--plugin", self.module("fragile")],
                              cwd=self.directory, env=self.environment) as process:
            time.sleep(0.5)
            process.terminate()
            self.assertEqual(process.wait(timeout=60), -signal.SIGTERM)


if __name__ == "__main__":
    unittest.main()
