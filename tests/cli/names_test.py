# SPDX-License-Identifier: Apache-2.0
"""How functions are called, and labels shown as frames: --no-demangle, --names, --tagroot, --tagleaf."""

import unittest

from harness import DTRACE, CommandTest

MANGLED = "main;_ZN2ns1A1fEi 3\nmain;_ZN5rusty4work17h61b23cf04cf523f5E 4\n"

# @[execname, pid, ustack()] = count()
KEYED = f"""
  {"bash":<50} {12:8}
              prog`read
              prog`main
{10:17}
  {"vi":<50} {13:8}
              prog`main
{30:17}
"""


class Names(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("m.folded", MANGLED)

    def lines(self, *arguments):
        return self.good("-t", "collapsed", *arguments).stdout.decode().splitlines()

    def test_names_are_demangled_unless_told_otherwise(self):
        readable = ["main;ns::A::f(int) 3", "main;rusty::work 4"]
        self.assertEqual(self.lines("m.folded"), readable)
        self.assertEqual(self.lines("m.folded", "--demangle"), readable)
        self.assertEqual(self.lines("m.folded", "--no-demangle"), MANGLED.splitlines())
        self.assertHas(self.refused(2, "m.folded", "--demangle", "--no-demangle"), "contradict")

    def test_a_mangled_name_is_no_loss(self):
        self.assertEqual(self.good("m.folded", "--strict").stderr, "")

    def test_names_are_shortened_by_a_policy(self):
        self.assertEqual(self.lines("m.folded", "--names=short"), ["main;A::f 3", "main;rusty::work 4"])
        self.assertEqual(self.lines("m.folded", "--names=stackcollapse"), ["main;ns::A::f 3", "main;rusty::work 4"])
        self.assertHas(self.refused(2, "m.folded", "--names=tiny"), "tiny", "full, stackcollapse, no-args")


class LabelFrames(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("k.out", KEYED)

    def test_labels_become_frames(self):
        result = self.good("k.out", "-t", "collapsed", "--tagroot", "key1,key2")
        self.assertEqual(sorted(result.stdout.decode().splitlines()),
                         ["bash;12;prog`main;prog`read 10", "vi;13;prog`main 30"])
        self.assertNotIn("label", result.stderr)
        result = self.good("k.out", "-t", "collapsed", "--tagroot", "key2", "--tagleaf", "key1")
        self.assertEqual(sorted(result.stdout.decode().splitlines()),
                         ["12;prog`main;prog`read;bash 10", "13;prog`main;vi 30"])

    def test_columns_are_labels(self):
        result = self.good("k.out", "-t", "collapsed", "--set", "keys=execname,pid", "--tagroot=execname",
                           "--tagroot=pid", "--strict")
        self.assertEqual(sorted(result.stdout.decode().splitlines()),
                         ["bash;12;prog`main;prog`read 10", "vi;13;prog`main 30"])

    def test_labels_that_are_not_there(self):
        self.assertHas(self.refused(2, "k.out", "-q", "-o", "k.folded", "--tagroot", "key1,key7"), "'key7'",
                       "key1, key2")
        self.assertHas(self.refused(2, "k.out", "-q", "-o", "k.folded", "--tagleaf", "key1,,key2"), "empty")
        self.assertHas(self.refused(2, "-q", "--tagroot", "pid", stdin=DTRACE), "'pid'", "none has any")
        self.assertEqual(self.files(), ["k.out"])


if __name__ == "__main__":
    unittest.main()
