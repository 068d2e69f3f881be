# SPDX-License-Identifier: Apache-2.0
"""profconv --symbols with a debug file and without the program (objcopy --only-keep-debug): it says where code is in
memory, and no longer where in the program's file."""

import itertools
import re
import unittest

from symbols_kit import SymbolsCase, build_id, instructions, needs, recording, run, stacks_of

START = 0x55D000000000
PAGE = 4096


def code_segment(program):
    """Offset, address and size of what is mapped of a program's code, in whole pages."""
    for line in run("readelf", "-lW", program).splitlines():
        words = re.split(r"\s+", line.strip())
        if words[0] == "LOAD" and "E" in "".join(words[6:-1]):
            offset, address, size = int(words[1], 16), int(words[2], 16), int(words[5], 16)
            begin = address // PAGE * PAGE
            return offset // PAGE * PAGE, begin, -(-(address + size) // PAGE) * PAGE - begin
    raise AssertionError("no code in " + str(program))


class SymbolDebugFilesTest(SymbolsCase):
    def check(self, program, debug, stripped):
        offset, begin, size = code_segment(program)
        addresses = instructions(program, self.own_functions(program, "shapes", "recursive"))
        frames = [{"mapping": 1, "address": START + a - begin} for a in addresses]
        mapping = {"file": "/nowhere/prog", "start": START, "limit": START + size, "offset": offset}
        for build in ({}, {"build_id": build_id(program)}):
            for given in ([debug], [debug, stripped], [stripped, debug]):
                words = itertools.chain.from_iterable(("--symbols", file) for file in given)
                converted, said = self.convert(recording(frames, [{**mapping, **build}]), *words)
                self.compare(program, addresses, stacks_of(converted))
                self.assertNotIn("was not used", said)
        mapping["limit"] += PAGE
        converted, said = self.convert(recording(frames, [mapping]), "--symbols", debug)
        self.assertEqual({stack[0] for stack in stacks_of(converted)}, {("", "", 0, False)})
        self.assertIn("not known where it was loaded", said)

    @needs("g++", "objcopy", "strip", "addr2line", "objdump", "nm", "readelf")
    def test_a_debug_file_alone(self):
        for words in ([], ["-Wl,-z,noseparate-code"], ["-no-pie"]):
            folder = self.at / "".join(words).strip("-")
            folder.mkdir(exist_ok=True)
            program, stripped, debug = folder / "whole", folder / "prog", folder / "prog.debug"
            run("g++", "-O2", "-g", *words, "-o", program, self.at / "prog.cpp")
            run("objcopy", "--only-keep-debug", program, debug)
            run("strip", "-o", stripped, program)
            with self.subTest(words):
                self.check(program, debug, stripped)


if __name__ == "__main__":
    unittest.main()
