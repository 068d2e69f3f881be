# SPDX-License-Identifier: Apache-2.0
"""profconv --symbols on recordings made here, by perf, bpftrace and dtrace, of programs in C++ and Rust: without a name in
them, every frame of the program becomes what addr2line says of its address. What cannot record here is skipped in words;
PROFCONV_DTRACE names the folder of a dtrace."""

import collections
import functools
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time
import unittest

from harness import PROFCONV
from symbols_kit import SymbolsCase, addr2line, needs, run

CXX = r"""
#include <chrono>
#include <cstdio>
#include <cstdlib>
namespace shapes {
template <class T> inline T grown(T x, T by) { return x * by + 1; }
inline unsigned twice(unsigned x) { return grown(x, 3u) ^ (x >> 3); }
__attribute__((noinline)) unsigned outer(unsigned n) {
  unsigned sum = 0;
  for (unsigned i = 0; i < n; ++i) sum += twice(i) / (sum % 7 + 1);
  return sum;
}
}
__attribute__((noinline)) unsigned recursive(unsigned depth, unsigned n) {
  volatile unsigned inner = depth == 0 ? shapes::outer(n) : recursive(depth - 1, n);
  return inner + depth;
}
int main(int, char** argv) {
  std::getchar();
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(std::atoi(argv[1]));
  unsigned sum = 0;
  while (std::chrono::steady_clock::now() < end) sum += recursive(5, 20000);
  std::printf("%u\n", sum);
}
"""

RUST = r"""
#[inline(always)]
fn inner(x: u64) -> u64 { x.wrapping_mul(31).rotate_left((x % 13) as u32) }
#[inline(never)]
fn outer(n: u64) -> u64 { (0..n).map(|x| inner(x) / (x % 5 + 1)).filter(|x| x % 3 != 0).fold(0, |a, b| a ^ b) }
#[inline(never)]
fn recursive(depth: u64, n: u64) -> u64 {
    std::hint::black_box(if depth == 0 { outer(n) } else { recursive(depth - 1, n) }) + depth
}
fn main() {
    std::io::stdin().read_line(&mut String::new()).unwrap();
    let ms: u64 = std::env::args().nth(1).unwrap().parse().unwrap();
    let end = std::time::Instant::now() + std::time::Duration::from_millis(ms);
    let mut sum = 0u64;
    while std::time::Instant::now() < end { sum = sum.wrapping_add(recursive(5, 20000)); }
    println!("{}", sum);
}
"""

UPPER_HALF = 1 << 63
BEGUN = b"it traces\n"
BEGINS = 'BEGIN { printf("it traces\\n"); } '
# Of a stack from the leaf: (address in memory or the file, or None for a frame of another module), and its value.
Stack = collections.namedtuple("Stack", "frames value")


class Recorded(SymbolsCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.programs = {}
        if shutil.which("g++"):
            (cls.at / "spin.cpp").write_text(CXX)
            run("g++", "-O2", "-g", "-fno-omit-frame-pointer", "-o", cls.at / "spin_cxx", cls.at / "spin.cpp")
            cls.programs["C++"] = cls.at / "spin_cxx"
        if shutil.which("rustc"):
            (cls.at / "spin.rs").write_text(RUST)
            run("rustc", "-O", "-g", "-C", "force-frame-pointers=yes", "-o", cls.at / "spin_rust", cls.at / "spin.rs")
            cls.programs["Rust"] = cls.at / "spin_rust"

    def compare(self, program, recording, stacks, *sources):
        """The frames of the program in each stack, the values of equal ones added."""
        callers = collections.Counter()
        for stack in stacks:
            parts = []
            for i, address in enumerate(stack.frames):
                if address is None or address >= UPPER_HALF:
                    continue
                # The leaf, and what an interrupt of the kernel came upon, were running.
                ran = i == 0 or (stack.frames[i - 1] or 0) >= UPPER_HALF
                parts.append(address if ran else address - 1)
            callers[tuple(parts)] += stack.value
        known = addr2line(program, {address for parts in callers for address in parts})
        expected = collections.Counter()
        for parts, value in callers.items():
            frames = [("" if name == "??" else name, "." if file == "??" else file, line)
                      for address in parts for name, file, line in known[address]]
            if frames:
                expected[tuple(frames[::-1])] += value
        found = collections.Counter()
        words = [part for source in sources for part in ("--symbols", source)]
        done = subprocess.run([PROFCONV, recording, "-t", "json", "-o", "-", "--no-demangle", *words], capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        for frames, value in program_frames(json.loads(done.stdout), str(program)):
            if frames:
                found[tuple(frames)] += value
        self.assertEqual(found, expected)
        hot = [frames for frames in found if any("outer" in name for name, *_ in frames)]
        self.assertTrue(any(len(frames) > 7 for frames in hot), found)


def program_frames(profile, program):
    """Of each sample the frames of a program from the root, and its first value."""
    for sample in (sample for each in profile["profiles"] for sample in each["samples"]):
        at, frames = sample.get("stack", 0), []
        while at:
            node = profile["stacks"][at]
            frame = profile["frames"][node["frame"]]
            mapping, function = profile["mappings"][frame.get("mapping", 0)], profile["functions"][frame.get("function", 0)]
            if mapping and mapping["file"] == program:
                name = function.get("system_name") or function.get("name", "")
                frames.append((name, os.path.normpath(function.get("file", "")), frame.get("line", 0)))
            at = node.get("parent", 0)
        yield frames[::-1], sample["values"][0]


@functools.cache
def segments(program):
    found = re.findall(r"LOAD +0x(\w+) 0x(\w+) 0x\w+ 0x(\w+)", run("readelf", "-lW", program))
    return [tuple(int(word, 16) for word in words) for words in found]


def linked(program, offset):
    """The address that the linker gave what is at an offset in the file."""
    return next(offset - at + address for at, address, size in segments(program) if at <= offset < at + size)


class PerfTest(Recorded):
    @needs("perf", "addr2line", "readelf")
    def test_text_of_perf_script_without_names(self):
        for language, program in self.programs.items():
            with self.subTest(language):
                data, text = self.at / "perf.data", self.at / "raw.perf"
                done = subprocess.run(["perf", "record", "-q", "-F", "999", "-g", "-o", data, program, "500"],
                                      stdin=subprocess.DEVNULL, capture_output=True, text=True)
                if done.returncode != 0:
                    self.skipTest("skipped: perf cannot record here: " + done.stderr[-200:])
                text.write_text(run("perf", "script", "--show-mmap-events", "-F", "comm,pid,tid,time,event,ip,dso", "-i", data))
                self.compare(program, text, self.stacks(text.read_text(), str(program)), "auto")

    def stacks(self, text, program):
        """perf prints where in the file the code of the program is."""
        for sample in re.findall(r"^\S.*: *\n((?:\t.*\n)+)", text, re.M):
            frames = [(int(at, 16), module) for at, module in re.findall(r"^\s+([0-9a-f]+) \((.*)\)$", sample, re.M)]
            yield Stack([at if at >= UPPER_HALF else linked(program, at) if module == program else None
                         for at, module in frames], 1)


class ExitedTest(Recorded):
    """Tracers that look symbols up when they print, of a program that has ended: they print addresses."""

    def record(self, words, program, env):
        """The text of the tracer, and a copy of the program's maps. The program computes once the tracer says that it traces."""
        output, errors, maps = self.at / "raw.out", self.at / "raw.err", self.at / "saved_maps"
        target = subprocess.Popen([program, "1000"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
        with open(output, "wb") as file, open(errors, "wb") as said:
            tracer = subprocess.Popen([word.replace("PID", str(target.pid)) for word in words], stdout=file, stderr=said,
                                      env=env)
        end = time.monotonic() + 30
        while tracer.poll() is None and time.monotonic() < end:
            if BEGUN in output.read_bytes():
                break
            time.sleep(0.02)
        try:
            maps.write_bytes(pathlib.Path(f"/proc/{target.pid}/maps").read_bytes())
        finally:
            target.communicate(b"go\n")
            tracer.send_signal(signal.SIGINT)
            tracer.wait(timeout=60)
        said = errors.read_bytes()
        output.write_bytes(output.read_bytes().replace(BEGUN, b""))
        if tracer.returncode not in (0, 130) or not re.search(rb"0x[0-9a-f]{8}", output.read_bytes()):
            self.skipTest(f"skipped: {words[0]} cannot record here: {said[-200:]}")
        return output, maps

    def in_program(self, maps, program, address):
        """The address that the linker gave what is at one in memory; None: it is of another module."""
        for line in maps.read_text().splitlines():
            words = line.split(None, 5)
            start, end = (int(word, 16) for word in words[0].split("-"))
            if start <= address < end:
                if len(words) < 6 or words[5] != str(program):
                    return None
                return linked(program, address - start + int(words[2], 16))
        return None

    def compare_exited(self, words, pattern, env=None):
        for language, program in self.programs.items():
            with self.subTest(language):
                output, maps = self.record(words, program, env)
                stacks = []
                for frames, value in re.findall(pattern, output.read_text(), re.M):
                    addresses = [int(at, 16) for at in re.findall(r"0x([0-9a-f]+)", frames)]
                    stacks.append(Stack([self.in_program(maps, program, at) for at in addresses], int(value)))
                self.assertTrue(stacks)
                self.compare(program, output, stacks, maps)

    @needs("bpftrace", "addr2line", "readelf")
    def test_bpftrace(self):
        program = BEGINS + "profile:hz:999 /pid == PID/ { @[ustack] = count(); }"
        self.compare_exited(["bpftrace", "-B", "line", "-e", program], r"^@\[\n((?: +0x.*\n)+)\]: (\d+)$")

    @needs("addr2line", "readelf")
    def test_dtrace(self):
        folder = os.environ.get("PROFCONV_DTRACE")
        if not folder:
            self.skipTest("skipped: PROFCONV_DTRACE names no dtrace")
        env = {**os.environ, "PATH": folder + os.pathsep + os.environ["PATH"]}
        program = BEGINS + "profile-999 /pid == PID/ { @[ustack()] = count(); }"
        self.compare_exited([os.path.join(folder, "dtrace"), "-q", "-n", program], r"^((?: +0x.*\n)+) +(\d+)\n$",
                            env)


if __name__ == "__main__":
    unittest.main()
