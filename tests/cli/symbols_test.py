# SPDX-License-Identifier: Apache-2.0
"""profconv --symbols, on programs compiled here: what a frame becomes is compared with addr2line of binutils, for every
instruction of the programs. Without a compiler or binutils the tests say that they are skipped."""

import json
import os
import re
import shutil
import socket
import struct
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from harness import PROFCONV, CommandTest

CXX = r"""
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>
namespace shapes {
template <class T> struct Box {
  T value;
  T grown(T by) const { return value * by + 1; }
};
inline int twice(int x) { return x * 2 + (x > 7 ? Box<int>{x}.grown(3) : 1); }
namespace inner { int hidden(int x) { volatile int y = twice(x); return y + twice(y); } }
__attribute__((noinline)) int outer(int x) { return inner::hidden(x) + twice(x + 1); }
}
static __attribute__((noinline)) int recursive(int n) { return n < 2 ? shapes::outer(n) : recursive(n - 1) + n; }
[[noreturn]] __attribute__((noinline)) void fail(int x) { std::printf("%d\n", x); std::exit(0); }
__attribute__((noinline)) void ends_with_a_call(int x) { fail(x + recursive(x)); }
int main(int argc, char**) {
  std::vector<std::string> words(argc, "word");
  int sum = 0;
  for (const auto& word : words) sum += recursive(static_cast<int>(word.size()));
  ends_with_a_call(sum);
}
"""

RUST = r"""
#[inline(always)]
fn inner(x: u64) -> u64 { x.wrapping_mul(31).rotate_left(7) }
mod deep { #[inline(never)] pub fn outer(v: &[u64]) -> u64 { v.iter().map(|x| super::inner(*x)).filter(|x| x % 3 != 0).sum() } }
fn main() { let v: Vec<u64> = std::env::args().map(|a| a.len() as u64).collect(); println!("{}", deep::outer(&v)); }
"""


def run(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def needs(*programs):
    missing = [program for program in programs if shutil.which(program) is None]
    return unittest.skipIf(missing, f"skipped: no {', '.join(missing)} here")


def function_addresses(path):
    """Address and size of the functions of a program's own sources."""
    found = {}
    for line in run("nm", "-S", "--defined-only", path).splitlines():
        words = line.split()
        if len(words) == 4 and words[2] in "tT":
            found[words[3]] = (int(words[0], 16), int(words[1], 16))
    return found


def instructions(path, functions):
    """The addresses of all instructions of some functions."""
    addresses = []
    for line in run("objdump", "-d", "--no-show-raw-insn", path).splitlines():
        match = re.match(r"\s+([0-9a-f]+):\t", line)
        if match:
            address = int(match[1], 16)
            if any(start <= address < start + size for start, size in functions):
                addresses.append(address)
    return addresses


def addr2line(path, addresses):
    """Of each address its functions, the innermost first, as (name, file, line); the names as the linker has them."""
    text = run("addr2line", "-a", "-i", "-f", "-e", path, *(hex(a) for a in addresses)).splitlines()
    found, frames = {}, None
    at = 0
    while at < len(text):
        if text[at].startswith("0x"):
            frames = found.setdefault(int(text[at], 16), [])
            at += 1
            continue
        file, line = text[at + 1].split(" (discriminator")[0].rsplit(":", 1)
        frames.append((text[at], os.path.normpath(file), int(line) if line.isdigit() else 0))
        at += 2
    return found


def llvm_symbolizer(path, addresses):
    """The same as LLVM has it, which finds functions that addr2line misses in what Clang compiled."""
    text = run("llvm-symbolizer", "--no-demangle", "--output-style=JSON", "-e", path, *(hex(a) for a in addresses))
    return {
        int(entry["Address"], 16): [(frame["FunctionName"], os.path.normpath(frame["FileName"]), frame["Line"])
                                    for frame in entry["Symbol"]]
        for entry in json.loads(text)
    }


def build_id(path):
    return re.search(r"Build ID: ([0-9a-f]+)", run("readelf", "-n", path))[1]


def recording(frames, mappings=(), functions=(), stacks=None, source="perf"):
    """A profconv/1 set: a sample of value 1 for each stack, the frames from the root; a stack each if none are given."""
    nodes, ends = [None], []
    for stack in stacks or [[i + 1] for i in range(len(frames))]:
        parent = 0
        for frame in stack:
            nodes.append({"parent": parent, "frame": frame})
            parent = len(nodes) - 1
        ends.append(parent)
    return {
        "schema": "profconv/1",
        "mappings": [None, *mappings],
        "functions": [None, *functions],
        "frames": [None, *frames],
        "stacks": nodes,
        "threads": [None],
        "label_sets": [None],
        "profiles": [
            {
                "value_types": [{"type": "samples", "unit": "count", "aggregation": "sum", "scale": 0}],
                "metadata": {"source_format": source, "clock": "relative"},
                "samples": [{"stack": stack, "values": [1]} for stack in ends],
            }
        ],
    }


def stacks_of(profile):
    """Of each sample its frames from the root: name, file, line, whether inlined."""
    stacks = []
    for sample in profile["profiles"][0]["samples"]:
        at, frames = sample.get("stack", 0), []
        while at:
            node = profile["stacks"][at]
            frame = profile["frames"][node["frame"]]
            function = profile["functions"][frame.get("function", 0)] or {}
            name = function.get("system_name") or function.get("name", "")
            frames.append((name, function.get("file", ""), frame.get("line", 0), frame.get("inlined", False)))
            at = node.get("parent", 0)
        stacks.append(frames[::-1])
    return stacks


class SymbolsTest(CommandTest):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.at = Path(cls.folder.name)
        if shutil.which("g++"):
            (cls.at / "prog.cpp").write_text(CXX)
            run("g++", "-O2", "-g", "-fno-omit-frame-pointer", "-o", cls.at / "prog", cls.at / "prog.cpp")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def convert(self, profile, *words, status=0, env=None):
        """The converted profile and what was said on standard error."""
        source = profile if isinstance(profile, (str, Path)) else self.at / "recording.json"
        if source is not profile:
            source.write_text(json.dumps(profile))
        done = subprocess.run([PROFCONV, source, "-t", "json", "-o", "-", "-v", "--no-demangle", *words],
                              capture_output=True, text=True, env=env)
        self.assertEqual(done.returncode, status, done.stderr)
        return (json.loads(done.stdout) if status == 0 else None), done.stderr

    def compare(self, program, addresses, stacks, oracle=addr2line):
        """Stacks of one sample at each address are those of another tool."""
        expected = oracle(program, addresses)
        for address, stack in zip(addresses, stacks):
            found = [(name, os.path.normpath(file), line) for name, file, line, _ in reversed(stack)]
            self.assertEqual(found, expected[address], hex(address))
            self.assertEqual([inlined for *_, inlined in stack], [False] + [True] * (len(stack) - 1))
        self.assertGreater(max(len(frames) for frames in expected.values()), 2, "nothing was inlined")

    def own_functions(self, program, *words):
        return [place for name, place in function_addresses(program).items() if any(word in name for word in words)]

    @needs("g++", "addr2line", "objdump", "nm")
    def test_every_instruction_of_a_cxx_program_is_where_addr2line_says(self):
        program = self.at / "prog"
        addresses = instructions(program, self.own_functions(program, "shapes", "recursive", "fail", "ends", "main"))
        self.assertGreater(len(addresses), 100)
        start = 0x55550000000
        mapping = {"file": str(program), "build_id": build_id(program), "start": start, "limit": start + 0x10000}
        # The code of a program of this size is in the file where it is in memory.
        profile = recording([{"mapping": 1, "address": start + a} for a in addresses], [mapping])
        converted, said = self.convert(profile, "--symbols", "auto")
        self.compare(program, addresses, stacks_of(converted))
        self.assertIn(f"{len(addresses)} frames resolved, {len(addresses)} with source lines", said)
        self.assertTrue(converted["mappings"][1]["has_inline_frames"])

    @needs("rustc", "addr2line", "objdump", "nm")
    def test_every_instruction_of_a_rust_program_is_where_addr2line_says(self):
        (self.at / "prog.rs").write_text(RUST)
        program = self.at / "rust_prog"
        run("rustc", "-O", "-g", "-o", program, self.at / "prog.rs")
        addresses = instructions(program, self.own_functions(program, "5outer", "4main17h"))
        self.assertGreater(len(addresses), 50)
        profile = recording([{"mapping": 1, "address": a} for a in addresses],
                            [{"file": str(program), "relative_addresses": False}])
        converted, _ = self.convert(profile, "--symbols", "auto")
        self.compare(program, addresses, stacks_of(converted))

    @needs("clang++", "llvm-symbolizer", "objdump", "nm")
    def test_a_program_of_clang_with_dwarf_4_and_5(self):
        for version in "4", "5":
            program = self.at / ("clang" + version)
            run("clang++", "-O2", "-gdwarf-" + version, "-o", program, self.at / "prog.cpp")
            addresses = instructions(program, self.own_functions(program, "shapes", "recursive", "main"))
            profile = recording([{"mapping": 1, "address": a} for a in addresses], [{"file": str(program)}])
            converted, _ = self.convert(profile, "--symbols", program)
            self.compare(program, addresses, stacks_of(converted), llvm_symbolizer)

    @needs("g++", "nm")
    def test_functions_without_linkage_have_their_names(self):
        """binutils gives them the name of the function around them."""
        source, program = self.at / "hidden.cpp", self.at / "hidden"
        source.write_text(CXX.replace("namespace inner {", "namespace {").replace("inner::hidden", "hidden"))
        run("g++", "-O2", "-g", "-o", program, source)
        (place,) = self.own_functions(program, "outer")
        profile = recording([{"mapping": 1, "address": a} for a in range(place[0], sum(place))],
                            [{"file": str(program)}])
        stacks = stacks_of(self.convert(profile, "--symbols", "auto")[0])
        self.assertIn(["_ZN6shapes5outerEi", "hidden"], [[name for name, *_ in stack] for stack in stacks])

    @needs("g++", "addr2line", "nm")
    def test_callers_are_resolved_at_their_call(self):
        program = self.at / "prog"
        place = {name: range(at, at + size) for name, (at, size) in function_addresses(program).items()}
        ends = next(name for name in place if "ends_with_a_call" in name)
        fail = next(name for name in place if "fail" in name)
        # fail() does not return: the address it would return to is that of the function behind.
        text = f"dtrace: description 'profile-99' matched 1 probe\n\n\n" \
               f"              prog`{fail}+0x1\n              prog`{ends}+0x{len(place[ends]):x}\n                7\n"
        source = self.at / "called.out"
        source.write_text(text)
        converted, _ = self.convert(source, "--symbols", program)
        (stack,) = stacks_of(converted)
        expected = addr2line(program, [place[ends].stop - 1, place[fail].start + 1])
        found = [(name, os.path.normpath(file), line) for name, file, line, _ in stack]
        self.assertEqual(found, expected[place[ends].stop - 1][::-1] + expected[place[fail].start + 1][::-1])
        self.assertFalse([frame for frame in converted["frames"] if frame and "offset" in frame])

    @needs("g++", "objcopy", "strip", "addr2line", "objdump", "nm")
    def test_debug_files_apart(self):
        program, stripped = self.at / "prog", self.at / "elsewhere" / "prog"
        addresses = instructions(program, self.own_functions(program, "shapes", "recursive"))
        known = build_id(program)
        profile = recording([{"mapping": 1, "address": a} for a in addresses],
                            [{"file": str(stripped), "build_id": known}])
        stripped.parent.mkdir()
        debug = stripped.parent / "prog.debug"
        run("objcopy", "--only-keep-debug", program, debug)
        run("strip", "-o", stripped, program)
        converted, said = self.convert(profile, "--symbols", "auto")
        self.assertIn("prog: has no symbol for", said)
        self.assertEqual({stack[0] for stack in stacks_of(converted)}, {("", "", 0, False)})
        run("objcopy", f"--add-gnu-debuglink={debug}", stripped)
        self.compare(program, addresses, stacks_of(self.convert(profile, "--symbols", "auto")[0]))
        folder = self.at / "symbols" / ".build-id" / known[:2]
        folder.mkdir(parents=True)
        debug.rename(folder / (known[2:] + ".debug"))
        converted, _ = self.convert(profile, "--symbols", stripped, "--symbols", self.at / "symbols")
        self.compare(program, addresses, stacks_of(converted))
        # The debug file alone, found by the build id of the recording.
        stripped.unlink()
        profile["mappings"][1] = {"build_id": known}
        converted, _ = self.convert(profile, "--symbols", self.at / "symbols")
        self.compare(program, addresses, stacks_of(converted))

    @needs("g++", "nm")
    def test_files_of_another_build_are_not_used(self):
        program = self.at / "prog"
        at, _ = function_addresses(program)["main"]
        profile = recording([{"mapping": 1, "address": at}], [{"file": str(program), "build_id": "ab" * 20}])
        converted, said = self.convert(profile, "--symbols", "auto")
        self.assertIn("warning: prog: not used, its build id is not that of the recording", said)
        self.assertEqual(stacks_of(converted), [[("", "", 0, False)]])
        self.convert(profile, "--symbols", "auto", "--strict", status=3)

    @needs("g++", "nm")
    def test_labels_of_assembly_have_no_size(self):
        program = self.at / "label"
        (self.at / "label.cpp").write_text(CXX + 'asm(".text; by_hand: .skip 64, 0x90; ret");')
        run("g++", "-O2", "-g", "-o", program, self.at / "label.cpp")
        label = next(line for line in run("nm", program).splitlines() if line.endswith(" by_hand"))
        profile = recording([{"mapping": 1, "address": int(label.split()[0], 16) + 7, "function": 1}],
                            [{"file": str(program)}], [{"name": "by_hand"}])
        _, said = self.convert(profile, "--symbols", "auto")
        self.assertNotIn("other functions", said)

    @needs("g++", "nm")
    def test_names_of_the_recording_stay(self):
        program = self.at / "prog"
        places = function_addresses(program)
        at, _ = places["main"]
        frames = [{"mapping": 1, "address": at, "function": 1}, {"mapping": 1, "address": at, "function": 2}]
        profile = recording(frames, [{"file": str(program)}], [{"name": "main"}, {"name": "other_name"}])
        converted, said = self.convert(profile, "--symbols", "auto")
        (named,), (other,) = stacks_of(converted)
        self.assertEqual(named[0], "main")
        self.assertGreater(named[2], 0)
        self.assertEqual(other, ("other_name", "", 0, False))
        self.assertIn("has other functions at 1 frame", said)

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

    @needs("g++", "nm", "addr2line")
    def test_named_frames_say_where_a_library_was_loaded(self):
        program = self.at / "prog"
        places = function_addresses(program)
        base = 0x7F0000400000
        known = [{"mapping": 1, "address": base + places[name][0], "offset": 0, "function": i + 1}
                 for i, name in enumerate(["main"])]
        name, (at, size) = next((n, p) for n, p in places.items() if "recursive" in n)
        profile = recording([*known, {"mapping": 1, "address": base + at + size // 2}], [{"file": str(program)}],
                            [{"name": "main"}])
        converted, _ = self.convert(profile, "--symbols", "auto")
        found = [(n, os.path.normpath(f), line) for n, f, line, _ in reversed(stacks_of(converted)[1])]
        self.assertEqual(found, addr2line(program, [at + size // 2])[at + size // 2])

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

    @needs("g++", "objcopy", "strip", "addr2line", "objdump", "nm", "debuginfod", "debuginfod-find")
    def test_a_server_has_the_program_and_its_debug_file(self):
        program, served = self.at / "prog", self.at / "served"
        served.mkdir()
        run("objcopy", "--only-keep-debug", program, served / "prog.debug")
        run("strip", "-o", served / "prog", program)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        server = subprocess.Popen(["debuginfod", "-F", served, "-p", str(port), "-d", ":memory:"],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(server.wait)
        self.addCleanup(server.terminate)
        env = {**os.environ, "DEBUGINFOD_URLS": f"http://127.0.0.1:{port}",
               "DEBUGINFOD_CACHE_PATH": str(self.at / "cache")}
        known = build_id(program)
        for _ in range(100):  # the server reads its files first
            if subprocess.run(["debuginfod-find", "debuginfo", known], capture_output=True, env=env).returncode == 0:
                break
            shutil.rmtree(self.at / "cache", ignore_errors=True)
            time.sleep(0.2)
        addresses = instructions(program, self.own_functions(program, "shapes", "recursive"))
        profile = recording([{"mapping": 1, "address": a} for a in addresses],
                            [{"file": "/nowhere/prog", "build_id": known}])
        converted, _ = self.convert(profile, "--symbols", "debuginfod", env=env)
        self.compare(program, addresses, stacks_of(converted))
        _, said = self.convert(profile, "--symbols", "debuginfod", status=2, env={**env, "PATH": "/nonexistent"})
        self.assertIn("debuginfod-find, which is not installed", said)

    def test_what_cannot_be_used_is_refused(self):
        text = self.at / "text"
        text.write_text("no symbols\n")
        profile = recording([{"address": 5}])
        for word, message in ((text, "no ELF file"), ("nowhere", "there is no 'nowhere'")):
            _, said = self.convert(profile, "--symbols", word, status=2)
            self.assertIn(message, said)
        _, said = self.convert(profile, "--symbols", "auto", "--symbols", "off", status=2)
        self.assertIn("contradicts", said)
        os.environ.pop("DEBUGINFOD_URLS", None)
        _, said = self.convert(profile, "--symbols", "debuginfod", status=2)
        self.assertIn("DEBUGINFOD_URLS", said)

    @needs("g++", "objdump", "nm")
    def test_split_dwarf(self):
        program = self.at / "split"
        (self.at / "split.cpp").write_text(CXX)
        run("g++", "-O2", "-g", "-gsplit-dwarf", "-c", "-o", self.at / "split.o", self.at / "split.cpp")
        run("g++", "-o", program, self.at / "split.o")
        places = self.own_functions(program, "shapes", "recursive", "main")
        addresses = instructions(program, places)
        profile = recording([{"mapping": 1, "address": a} for a in addresses], [{"file": str(program)}])
        split, _ = self.convert(profile, "--symbols", "auto")
        run("g++", "-O2", "-g", "-o", self.at / "joined", self.at / "split.cpp")
        profile["mappings"][1]["file"] = str(self.at / "joined")
        joined, _ = self.convert(profile, "--symbols", "auto")
        self.assertEqual(stacks_of(split), stacks_of(joined))
        for file in self.at.glob("*.dwo"):
            file.unlink()
        profile["mappings"][1]["file"] = str(program)
        _, said = self.convert(profile, "--symbols", "auto")
        self.assertIn("its .dwo files are missing", said)

    @needs("g++", "objdump", "readelf")
    def test_code_that_no_symbol_has_stays_an_address(self):
        program = self.at / "prog"
        plt = next(line.split() for line in run("readelf", "-SW", program).replace("[ ", "[").splitlines()
                   if " .plt " in line)
        start = int(plt[3], 16)
        profile = recording([{"mapping": 1, "address": start}, {"mapping": 1, "address": start, "function": 1}],
                            [{"file": str(program)}], [{"name": "memcmp@plt"}])
        converted, said = self.convert(profile, "--symbols", "auto")
        self.assertEqual([stack[0][0] for stack in stacks_of(converted)], ["", "memcmp@plt"])
        self.assertNotIn("other functions", said)

    @needs("g++", "nm", "addr2line")
    def test_a_converted_recording_keeps_where_its_calls_are(self):
        program = self.at / "prog"
        at, size = next(place for name, place in function_addresses(program).items() if "ends_with" in name)
        *_, last = instructions(program, [(at, size)])
        frames = [{"mapping": 1, "address": last}, {"mapping": 1, "address": at}]
        for source, address in (("perf", last - 1), ("pprof", last)):
            profile = recording(frames, [{"file": str(program)}], stacks=[[1, 2]], source=source)
            (stack,) = stacks_of(self.convert(profile, "--symbols", "auto")[0])
            expected = addr2line(program, [address])[address][::-1]
            self.assertEqual([(n, os.path.normpath(f), line) for n, f, line, _ in stack[:len(expected)]], expected)

    @needs("g++", "nm")
    def test_large_programs_below_valgrind(self):
        """Where a program is larger than the address that Valgrind loads it at, its own addresses look like those."""
        program = self.at / "large"
        (self.at / "large.cpp").write_text(CXX + 'asm(".text; .skip 0x200000, 0x90");')
        run("g++", "-O2", "-g", "-o", program, self.at / "large.cpp")
        at, _ = function_addresses(program)["main"]
        profile = recording([{"mapping": 1, "address": at + 0x108000}], [{"file": str(program)}], source="dhat")
        converted, said = self.convert(profile, "--symbols", "auto")
        self.assertEqual(stacks_of(converted)[0][0][0], "main")
        self.assertIn("taken as loaded at 0x108000", said)

    @needs("g++", "nm")
    def test_maps_know_where_modules_without_a_path_are(self):
        maps = self.at / "program_maps"
        maps.write_text(f"1000-2000 r-xp 00000000 fe:00 77 {self.at}/prog\n")
        source = self.at / "named.out"
        source.write_text("dtrace: description 'profile-99' matched 1 probe\n\n\n"
                          "              prog`main+0x5\n              prog`main+0x9\n                7\n")
        converted, _ = self.convert(source, "--symbols", maps)
        self.assertTrue(all(line for *_, line, _ in stacks_of(converted)[0]))

    @needs("g++", "nm")
    def test_a_folder_holds_all_its_modules(self):
        folder = self.at / "root"
        folder.mkdir()
        at, _ = function_addresses(self.at / "prog")["main"]
        profile = recording([{"mapping": 1, "address": at}], [{"file": f"/../../../../../../../..{self.at}/prog"}])
        converted, said = self.convert(profile, "--symbols", folder)
        self.assertEqual(stacks_of(converted), [[("", "", 0, False)]])
        self.assertIn("no file for prog", said)

    @needs("g++")
    def test_damaged_files_give_no_symbols_or_some(self):
        whole = (self.at / "prog").read_bytes()
        damaged = self.at / "damaged"
        at, _ = function_addresses(self.at / "prog")["main"]
        profile = recording([{"mapping": 1, "address": at}], [{"file": str(damaged)}])
        for size in (0, 10, 64, 1000, len(whole) // 2, len(whole) - 100):
            damaged.write_bytes(whole[:size])
            self.convert(profile, "--symbols", "auto")
        for place in range(0, len(whole), len(whole) // 60):
            damaged.write_bytes(whole[:place] + struct.pack("<Q", 0xFFFFFFFFFFFFFFF) + whole[place + 8:])
            self.convert(profile, "--symbols", "auto")


if __name__ == "__main__":
    unittest.main()
