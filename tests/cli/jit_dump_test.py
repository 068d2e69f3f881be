# SPDX-License-Identifier: Apache-2.0
"""profconv --symbols with jitdump files: those made here record by record, after Linux' jitdump-specification.txt, and
one of Node.js, of which `perf inject --jit` knows the truth."""

import json
import re
import struct
import subprocess
import unittest

from harness import PROFCONV
from symbols_kit import SymbolsCase, needs, recording, run, stacks_of

ABOVE = 0x7F0000000000


def record(kind, body, time=0):
    return struct.pack("<IIQ", kind, 16 + len(body), time) + body


def load(number, address, name, size=0x100):
    fixed = struct.pack("<IIQQQQ", 7, 7, address, address, size, number)
    return record(0, fixed + name.encode() + b"\0" + b"\xcc" * size)


def move(number, old, new, size=0x100):
    return record(1, struct.pack("<IIQQQQQ", 7, 7, new, old, new, size, number))


def lines(address, entries):
    """Of the function that is loaded at the address next; each entry is an address, a line and a file."""
    body = struct.pack("<QQ", address, len(entries))
    for at, line, file in entries:
        body += struct.pack("<QII", at, line, 0) + file + b"\0"
    return record(2, body)


def jit_dump(*records, pid=7, header=40):
    return struct.pack("<IIIIIIQQ", 0x4A695444, 1, header, 62, 0, pid, 0, 0).ljust(header, b"\0") + b"".join(records)


class JitDumpTest(SymbolsCase):
    def names(self, dump, offsets, *words, status=0, **frame):
        """Of each address its function, file and line, and what was said."""
        file = self.at / "jit-7.dump"
        file.write_bytes(dump)
        profile = recording([{"address": ABOVE + offset, **frame} for offset in offsets])
        converted, said = self.convert(profile, "--symbols", file, *words, status=status)
        return (converted and [stack[-1][:3] for stack in stacks_of(converted)]), said

    def test_functions_and_lines(self):
        dump = jit_dump(
            lines(ABOVE, [(ABOVE, 10, b"a.js"), (ABOVE + 8, 12, b"\xff"), (ABOVE + 0x20, 3, b"b.js")]),
            load(1, ABOVE, "work a.js:10"), load(2, ABOVE + 0x200, "Object::run"), record(3, b""), header=48)
        found, said = self.names(dump, [0, 7, 8, 0x20, 0xFF, 0x100, 0x1FF, 0x200, 0x2FF, 0x300])
        work = "work a.js:10"
        self.assertEqual(found, [
            (work, "a.js", 10), (work, "a.js", 10), (work, "a.js", 12), (work, "b.js", 3), (work, "b.js", 3), ("", "", 0),
            ("", "", 0), ("Object::run", "", 0), ("Object::run", "", 0), ("", "", 0)])
        self.assertIn("7 of 10 frames resolved, 5 with source lines", said)

    def test_v8_adds_the_size_of_an_elf_header_to_its_lines(self):
        dump = jit_dump(lines(ABOVE, [(ABOVE + 64, 10, b"a.js"), (ABOVE + 0x108, 12, b"a.js")]), load(1, ABOVE, "first"),
                        lines(ABOVE + 0x200, [(ABOVE + 0x240, 20, b"b.js")]), load(2, ABOVE + 0x200, "second"))
        found, _ = self.names(dump, [0, 0xC7, 0xC8, 0x200])
        self.assertEqual(found, [("first", "a.js", 10), ("first", "a.js", 10), ("first", "a.js", 12), ("second", "b.js", 20)])

    def test_files_that_are_no_path_are_left_out(self):
        dump = jit_dump(lines(ABOVE, [(ABOVE, 10, b"\xff"), (ABOVE + 8, 11, b"b'w!\x02"), (ABOVE + 16, 12, b"<unknown>"),
                                      (ABOVE + 24, 13, b"a.js")]), load(1, ABOVE, "f"))
        found, _ = self.names(dump, [0, 8, 16, 24])
        self.assertEqual(found, [("f", "", 0), ("f", "", 0), ("f", "", 0), ("f", "a.js", 13)])

    def test_functions_are_moved_with_their_lines(self):
        dump = jit_dump(lines(ABOVE, [(ABOVE, 10, b"a.js"), (ABOVE + 0x80, 20, b"a.js")]), load(1, ABOVE, "f"),
                        move(1, ABOVE, ABOVE + 0x400), move(99, ABOVE, ABOVE + 0x800))
        found, said = self.names(dump, [0x80, 0x400, 0x480, 0x800])
        self.assertEqual(found, [("f", "a.js", 20), ("f", "a.js", 10), ("f", "a.js", 20), ("", "", 0)])
        self.assertNotIn("warning", said)

    def test_an_address_of_two_functions_is_a_warning(self):
        dump = jit_dump(load(1, ABOVE, "old"), load(2, ABOVE + 0x40, "new", 0x40), load(3, ABOVE + 0x400, "f"),
                        load(4, ABOVE + 0x400, "f"))
        found, said = self.names(dump, [0x3F, 0x40, 0x7F, 0x80, 0x400])
        self.assertEqual([name for name, *_ in found], ["old", "new", "new", "old", "f"])
        self.assertIn("warning: 2 frames at addresses that several functions have had", said)
        self.names(dump, [0x40], "--strict", status=3)
        self.assertNotIn("warning", self.names(dump, [0x3F, 0x80, 0x400])[1])

    def test_the_dump_of_the_process_of_a_sample_comes_first(self):
        other = self.at / "other.dump"
        other.write_bytes(jit_dump(load(1, ABOVE, "of_another"), load(2, ABOVE + 0x200, "of_a_parent"), pid=6))
        file = self.at / "jit-7.dump"
        file.write_bytes(jit_dump(load(1, ABOVE, "own")))
        profile = recording([{"address": ABOVE}, {"address": ABOVE + 0x200}])
        profile["threads"].append({"pid": 7, "tid": 7})
        for sample in profile["profiles"][0]["samples"]:
            sample["thread"] = 1
        converted, _ = self.convert(profile, "--symbols", other, "--symbols", file)
        self.assertEqual([stack[0][0] for stack in stacks_of(converted)], ["own", "of_a_parent"])

    def test_what_is_cut_or_damaged_ends_the_file(self):
        whole = jit_dump(lines(ABOVE, [(ABOVE, 10, b"a.js")]), load(1, ABOVE, "first"), load(2, ABOVE + 0x200, "second"))
        for size in range(40, len(whole), 13):
            found, _ = self.names(whole[:size], [0, 0x200])
            self.assertIn(found[0], [("", "", 0), ("first", "a.js", 10)])
            self.assertEqual(found[1], ("", "", 0))
        for place in range(0, len(whole) - 8, 29):
            for number in (0, 1, 0xFFFFFFFFFFFFFFFF, 1 << 31):
                damaged = whole[:place] + struct.pack("<Q", number) + whole[place + 8:]
                status = 2 if place < 4 else 0  # without its first bytes it is no such file
                self.names(damaged, [0, 0x200], status=status)

    @needs("node", "perf")
    def test_node_is_named_as_perf_inject_names_it(self):
        (self.at / "hot.js").write_text("function hot(n) { let s = 0; for (let i = 0; i < n; i++) s += (i * i) % 7; return s; }\n"
                                        "for (let i = 0; i < 40; i++) hot(1e6);\n")
        done = subprocess.run(["perf", "record", "-q", "-k", "mono", "-F", "999", "-g", "-o", "p.data", "node", "--perf-prof",
                               "--interpreted-frames-native-stack", "hot.js"], cwd=self.at, capture_output=True, text=True)
        if done.returncode != 0:
            self.skipTest("skipped: perf cannot record here: " + done.stderr[-200:])
        run("perf", "inject", "--jit", "-i", self.at / "p.data", "-o", self.at / "injected.data")
        asked = ["perf", "script", "--no-inline", "-F", "ip,sym,dso", "-i"]
        plain, injected = (re.findall(r"^\s+([0-9a-f]+) (.*) \((.*)\)$", run(*asked, self.at / name), re.M)
                           for name in ("p.data", "injected.data"))
        self.assertEqual(len(plain), len(injected))
        expected = {int(ip, 16): name for (ip, _, module), (_, name, _) in zip(plain, injected)
                    if re.fullmatch(r"/tmp/perf-\d+\.map", module) and name != "[unknown]"}
        self.assertTrue(any("hot " in name for name in expected.values()), expected)
        # The path of the dump comes from the recording.
        done = subprocess.run([PROFCONV, self.at / "p.data", "-t", "json", "-o", "-", "--symbols", "auto", "--no-demangle"],
                              check=True, capture_output=True)
        converted = json.loads(done.stdout)
        found = {frame["address"]: converted["functions"][frame["function"]] for frame in converted["frames"]
                 if frame and frame.get("address") in expected}
        self.assertEqual({at: function["name"] for at, function in found.items()}, expected)
        hot = [frame["line"] for frame in converted["frames"] if frame and frame.get("address") in expected
               and "hot " in expected[frame["address"]] and frame.get("line")]
        # V8 writes some lines with bytes of other things for their file, and these are left out.
        self.assertLessEqual(set(hot), {1, 2})


if __name__ == "__main__":
    unittest.main()
