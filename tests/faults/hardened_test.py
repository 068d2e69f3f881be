# SPDX-License-Identifier: Apache-2.0
"""What compilers and linkers offer against exploits is in the command."""

import os
import platform
import re
import shutil
import subprocess
import unittest

PROFCONV = os.environ["PROFCONV"]
SANITIZED = os.environ.get("SANITIZED") == "1"


def readelf(*options):
    return subprocess.run(["readelf", "-W", *options, PROFCONV], stdout=subprocess.PIPE, check=True, text=True).stdout


@unittest.skipIf(shutil.which("readelf") is None, "there is no readelf on this machine")
@unittest.skipIf(SANITIZED, "sanitizers do more, and without these")
class Hardened(unittest.TestCase):
    def test_the_program_lies_anywhere(self):
        self.assertRegex(readelf("-h"), r"Type: +DYN")
        self.assertRegex(readelf("-d"), r"FLAGS_1.*\bPIE\b")

    def test_tables_of_the_linker_are_read_only_from_the_start(self):
        self.assertIn("GNU_RELRO", readelf("-l"))
        self.assertRegex(readelf("-d"), r"BIND_NOW|FLAGS_1.*\bNOW\b")

    def test_no_memory_is_both_written_and_run(self):
        stack = re.search(r"GNU_STACK +(?:0x\w+ +){5}(\w+)", readelf("-l"))
        self.assertEqual(stack[1], "RW")
        for flags in re.findall(r"LOAD +(?:0x\w+ +){5}([RWE ]{3})", readelf("-l")):
            self.assertFalse("W" in flags and "E" in flags, flags)

    def test_overwritten_stacks_are_noticed(self):
        self.assertIn("__stack_chk_fail", readelf("--dyn-syms"))

    @unittest.skipUnless(os.environ.get("BUILD_TYPE") in ("Release", "RelWithDebInfo", "MinSizeRel"), "not optimised")
    def test_calls_of_the_c_library_know_their_buffers(self):
        self.assertRegex(readelf("--dyn-syms"), r"\b__\w+_chk\b(?<!stack_chk)")

    @unittest.skipUnless(platform.machine() == "x86_64", "another processor")
    def test_jumps_land_where_they_may(self):
        self.assertRegex(subprocess.run(["objdump", "-d", "--no-show-raw-insn", "--stop-address=0xffffffff", PROFCONV],
                                        stdout=subprocess.PIPE, check=True, text=True).stdout[:2_000_000], r"\bendbr64\b")


if __name__ == "__main__":
    unittest.main()
