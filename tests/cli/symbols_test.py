# SPDX-License-Identifier: Apache-2.0
"""profconv --symbols, on programs compiled here: what a frame becomes is compared with addr2line of binutils, for every
instruction of the programs. Without a compiler or binutils the tests say that they are skipped."""

import json
import os
import shutil
import socket
import struct
import subprocess
import time
import unittest

from symbols_kit import (CXX, SymbolsCase, addr2line, addr2line_frames, build_id, function_addresses, instructions,
                         llvm_symbolizer, needs, recording, run, stacks_of)

RUST = r"""
#[inline(always)]
fn inner(x: u64) -> u64 { x.wrapping_mul(31).rotate_left(7) }
mod deep { #[inline(never)] pub fn outer(v: &[u64]) -> u64 { v.iter().map(|x| super::inner(*x)).filter(|x| x % 3 != 0).sum() } }
fn main() { let v: Vec<u64> = std::env::args().map(|a| a.len() as u64).collect(); println!("{}", deep::outer(&v)); }
"""

KERNEL_MODULE = {
    "first": """
static inline __attribute__((always_inline)) int inner(int x) { volatile int y = x * 3; return y + 1; }
__attribute__((noinline)) int work(int x) { int s = 0; for (int i = 0; i < x; i++) s += inner(i); return s; }
__attribute__((section(".init.text"), noinline)) int start(int x) { volatile int y = x; return work(y) + inner(x); }
""",
    "second": "int work(int);\nint second(int x) { volatile int y = x; return work(y * 7); }\n",
}


class SymbolsTest(SymbolsCase):
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

    @needs("gcc", "ld", "addr2line", "objdump", "objcopy", "strip", "nm")
    def test_kernel_modules_are_not_linked(self):
        module, debug = self.at / "lib" / "shapes.ko", self.at / "lib" / "shapes.ko.debug"
        module.parent.mkdir()
        for name, source in KERNEL_MODULE.items():
            (self.at / f"{name}.c").write_text(source)
            run("gcc", "-O2", "-g", "-ffunction-sections", "-fno-pic", "-c", "-o", self.at / f"{name}.o", self.at / f"{name}.c")
        run("ld", "-r", "--build-id", "-o", module, self.at / "first.o", self.at / "second.o")
        expected, frames, names = {}, [], ("work", "start", "second")
        for number, name in enumerate(names):
            # Each function is at the beginning of a section.
            section = {"start": ".init.text"}.get(name, f".text.{name}")
            offsets = range(function_addresses(module)[name][1])
            text = run("addr2line", "-a", "-i", "-f", "-j", section, "-e", module, *map(hex, offsets))
            expected |= {(name, offset): found for offset, found in addr2line_frames(text).items()}
            frames += [{"mapping": 1, "offset": offset, "function": number + 1} for offset in offsets]
        self.assertGreater(max(map(len, expected.values())), 1, "nothing was inlined")
        whole = module.read_bytes()
        run("objcopy", "--only-keep-debug", module, debug)
        run("strip", "-g", module)
        run("objcopy", f"--add-gnu-debuglink={debug}", module)
        apart = module.read_bytes()
        for path, words in ((str(module), ("auto",)), ("[shapes]", (module,)), ("shapes", (module.parent,))):
            for content in whole, apart:
                module.write_bytes(content)
                profile = recording([{**frame, "kind": "kernel"} for frame in frames], [{"file": path}],
                                    [{"name": name} for name in names])
                stacks = stacks_of(self.convert(profile, *(part for word in words for part in ("--symbols", word)))[0])
                found = [[(n, os.path.normpath(f), line) for n, f, line, _ in reversed(stack)] for stack in stacks]
                self.assertEqual(found, list(expected.values()), path)

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

    @needs("g++", "nm")
    def test_what_interrupts_and_signals_interrupt_is_where_it_was(self):
        """An interrupted instruction may be the first of its function: one byte less is another function."""
        program = self.at / "signals"
        (self.at / "signals.cpp").write_text(CXX + 'asm(".text; nop; .byte 0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05; end_of_code: nop");')
        run("g++", "-O2", "-g", "-o", program, self.at / "signals.cpp")
        places = function_addresses(program)
        name, (at, _) = next((n, p) for n, p in places.items() if "recursive" in n)
        end = next(int(line.split()[0], 16) for line in run("nm", program).splitlines() if "end_of_code" in line)
        functions = [{"name": n} for n in ("asm_exc_page_fault", "entry_SYSCALL_64", "__restore_rt", "handler")]
        frames = [{"mapping": 1, "address": at}, {"mapping": 2, "kind": "kernel", "function": 1},
                  {"mapping": 2, "kind": "kernel", "function": 2}, {"mapping": 1, "function": 3, "address": end},
                  {"mapping": 1, "address": end - 9}, {"function": 4}]
        interrupted = {"fault": [1, 2], "signal": [1, 4, 6], "signal without a name": [1, 5, 6]}
        calls = {"system call": [1, 3], "call": [1, 6]}
        profile = recording(frames, [{"file": str(program)}, {"file": "[kernel.kallsyms]"}], functions,
                            stacks=[*interrupted.values(), *calls.values()])
        stacks = stacks_of(self.convert(profile, "--symbols", "auto")[0])
        for case, stack in zip([*interrupted, *calls], stacks):
            self.assertEqual(stack[0][0] == name, case in interrupted, case)

    @needs("g++", "nm")
    def test_a_program_that_was_built_again(self):
        program = self.at / "prog"
        at, _ = function_addresses(program)["main"]
        source = self.at / "older.json"
        frames = [{"mapping": 1, "address": at}, {"mapping": 1, "address": at, "function": 1}]
        for named, warned in ((1, True), (2, False)):  # a name that agrees shows that it is the same build
            source.write_text(json.dumps(recording(frames[:named], [{"file": str(program)}], [{"name": "main"}])))
            self.assertNotIn("newer", self.convert(source, "--symbols", "auto")[1])
            os.utime(source, (1, 1))
            self.assertEqual("prog: newer than the recording" in self.convert(source, "--symbols", "auto")[1], warned)

    @needs("g++", "nm")
    def test_files_that_no_frame_needs_are_named(self):
        table = self.at / "perf-7.map"
        table.write_text("7f0000 10 f\n")
        other = self.at / "other_name"
        shutil.copy(self.at / "prog", other)
        at, _ = function_addresses(self.at / "prog")["main"]
        profile = recording([{"mapping": 1, "address": at}], [{"file": str(self.at / "prog")}])
        for unused in other, table:
            self.assertIn(f"warning: --symbols {unused} was not used",
                          self.convert(profile, "--symbols", unused, "--symbols", "auto")[1])
        self.assertNotIn("not used", self.convert(profile, "--symbols", self.at / "prog")[1])

    @needs("g++")
    def test_a_file_is_not_used_for_frames_without_a_module_or_an_address(self):
        why = f"--symbols {self.at / 'prog'} was not used: "
        for frame, reason in [({"function": 1}, "no frame has an address"), ({"address": 4096}, "no frame has a module")]:
            profile = recording([frame], functions=[{"name": "f"}], source="json")
            self.assertIn(why + reason, self.convert(profile, "--symbols", self.at / "prog")[1])
        text = self.at / "no_ip.perf"
        text.write_text("prog 7/7 1.000000: cycles: \n\t  1189 main\n\n")
        self.assertIn(why + "no frame has a module (perf script -F +ip,+dso prints them)",
                      self.convert(text, "--symbols", self.at / "prog")[1])

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
