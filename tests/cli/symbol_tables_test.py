# SPDX-License-Identifier: Apache-2.0
"""profconv --symbols with files that are no programs: copies of /proc/PID/maps, perf maps, kallsyms and jitdump."""

import os
import re
import unittest

from symbols_kit import SymbolsCase, addr2line, function_addresses, instructions, needs, recording, run, stacks_of


class SymbolTablesTest(SymbolsCase):
    @needs("g++", "addr2line", "objdump", "nm", "readelf")
    def test_a_copy_of_proc_maps_places_raw_addresses(self):
        program = self.at / "prog"
        addresses = instructions(program, self.own_functions(program, "shapes"))
        segments = [re.split(r"\s+", line.strip()) for line in run("readelf", "-lW", program).splitlines()
                    if line.strip().startswith("LOAD")]
        code = next(s for s in segments if "E" in s[6:-1])
        offset, address, size = int(code[1], 16), int(code[2], 16), int(code[4], 16)
        page, base = offset & ~0xFFF, 0x564680000000
        start = base + (address & ~0xFFF)
        end = base + address + size + 0xFFF & ~0xFFF
        maps = self.at / "maps.txt"
        maps.write_text(f"{base:x}-{start:x} r--p 00000000 fe:00 77 {program}\n"
                        f"{start:x}-{end:x} r-xp {page:08x} fe:00 77                         {program}\n")
        profile = recording([{"address": base + a} for a in addresses])
        converted, _ = self.convert(profile, "--symbols", maps)
        self.compare(program, addresses, stacks_of(converted))
        self.assertEqual(converted["mappings"][1]["file"], str(program))
        _, said = self.convert(profile, "--symbols", "auto")
        self.assertIn("frames in no known module", said)

    @needs("g++", "nm")
    def test_maps_know_where_modules_without_a_path_are(self):
        maps = self.at / "program_maps"
        maps.write_text(f"1000-2000 r-xp 00000000 fe:00 77 {self.at}/prog\n")
        source = self.at / "named.out"
        source.write_text("dtrace: description 'profile-99' matched 1 probe\n\n\n"
                          "              prog`main+0x5\n              prog`main+0x9\n                7\n")
        converted, _ = self.convert(source, "--symbols", maps)
        self.assertTrue(all(line for *_, line, _ in stacks_of(converted)[0]))

    def test_text_tables(self):
        perf_map = self.at / "perf-77.map"
        perf_map.write_text("7f0000 10 LazyCompile:~f a.js:1\n0x7f0010 20 py::module.function\n7f0100 8 Object::run\n")
        kallsyms = self.at / "kallsyms"
        kallsyms.write_text("ffffffff81000000 T _text\nffffffff81000130 t entry_SYSCALL_64\n"
                            "ffffffff81000200 D data\nffffffff82000000 T last [ext4]\n")
        frames = [{"address": a} for a in (0x7F0008, 0x7F0010, 0x7F0030, 0x7F0107)]
        frames += [{"address": a, "kind": "kernel"} for a in (0xFFFFFFFF81000135, 0xFFFFFFFF81000250, 0xFFFFFFFF82000FFF, 0xFFFFFFFF82001000)]
        converted, said = self.convert(recording(frames), "--symbols", perf_map, "--symbols", kallsyms)
        names = [stack[0][0] for stack in stacks_of(converted)]
        self.assertEqual(names, ["LazyCompile:~f a.js:1", "py::module.function", "", "Object::run",
                                 "entry_SYSCALL_64", "", "last", ""])
        self.assertIn("5 of 8 frames resolved, 0 with source lines", said)

    def test_the_first_size_of_a_perf_map_may_be_a_letter(self):
        perf_map = self.at / "perf-8.map"
        perf_map.write_text("7f0000 a stub\n7f0010 20 work\n")
        converted, _ = self.convert(recording([{"address": 0x7F0009}, {"address": 0x7F0010}]), "--symbols", perf_map)
        self.assertEqual([stack[0][0] for stack in stacks_of(converted)], ["stub", "work"])

    def test_nothing_is_read_from_pipes(self):
        """A recording may name any path, and to read a pipe waits for its writer."""
        pipe = self.at / "perf-9.map"
        os.mkfifo(pipe)
        profile = recording([{"mapping": 1, "address": 0x7F0009}], [{"file": str(pipe)}])
        self.assertEqual(stacks_of(self.convert(profile, "--symbols", "auto")[0]), [[("", "", 0, False)]])


if __name__ == "__main__":
    unittest.main()
