# SPDX-License-Identifier: Apache-2.0
"""What the tests of --symbols share: a program, profiles of addresses in it, and what other tools say of these."""

import json
import os
import re
import shutil
import subprocess
import tempfile
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
    return addr2line_frames(run("addr2line", "-a", "-i", "-f", "-e", path, *(hex(a) for a in addresses)))


def addr2line_frames(text):
    text, found, frames = text.splitlines(), {}, None
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


class SymbolsCase(CommandTest):
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
