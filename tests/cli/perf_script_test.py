# SPDX-License-Identifier: Apache-2.0
"""Text of `perf script` against the truth: a generator prints samples as perf does (tools/perf/builtin-script.c), in many
choices of fields, with names of threads that look like other fields, and knows what each sample is. PERF_SEED and
PERF_COUNT choose which outputs, and how many."""

import json
import os
import random
import subprocess
import unittest

from harness import PROFCONV

COMMS = ["prog", "swapper", "kworker/0:1-mm_percpu", "a b (c): 1 2.3", "wrk/7 [001]", "1 1.123456: x", ":-1", "7/8",
         "5 6.000000: 7", "cycles:", "[003]", "Web Content", "(sd-pam)", "tokio-runtime-w", "dead", "x 12 cycles:"]
EVENTS = ["cycles", "cycles:u", "cpu-clock:pppH", "cpu/event=0x3c,umask=0x0/u", "L1-dcache-load-misses", "raw 0x1a8",
          "page-faults", "ibs_op//"]
SYMBOLS = ["main", "std::function<void (int)>::operator()", "<T as core::fmt::Display>::fmt", "f(int, char) const",
           "runtime.main.func1", "(anonymous namespace)::g", "RegExp:[&<>\"']", "operator new", "LazyCompile:~f a.js:12",
           "core::ops::function::FnOnce::call_once{{vtable.shim}}", "-[NSObject init]", "[unknown]"]
MODULES = ["/usr/bin/prog", "[kernel.kallsyms]", "/tmp/perf-12.map", "/usr/lib/my app (1)/lib.so", "/tmp/a (deleted)",
           "[vdso]", "//anon", "[unknown]"]
KERNEL = 0xffffffff81000000


class Output:
    """One output: a choice of fields, its text, and its samples."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        pick = self.random.random
        self.has_pid, self.has_cpu, self.has_misc = pick() < 0.4, pick() < 0.5, pick() < 0.2
        self.has_period, self.has_dso, self.has_offset = pick() < 0.8, pick() < 0.9, pick() < 0.7
        self.is_ns, self.has_chains, self.has_source = pick() < 0.3, pick() < 0.8, pick() < 0.2
        self.has_records, self.is_pasted, self.is_crlf = pick() < 0.3, pick() < 0.15, pick() < 0.1
        self.time_ns = self.random.randrange(1, 10**15)
        self.samples, self.lines = [], []
        if pick() < 0.2:
            self.lines += ["# ========", "# hostname : vm", "# cmdline : /usr/bin/perf record -g ./a ", "# ========", "#"]
        for _ in range(self.random.randrange(1, 40)):
            self.add_sample()

    def add_frame(self, is_physical):
        choice = self.random.choice
        symbol, module = choice(SYMBOLS), choice(MODULES)
        is_kernel = module.startswith("[k")
        address = self.random.randrange(1, 1 << (24 if is_kernel else choice([12, 20, 47]))) + (KERNEL if is_kernel else 0)
        offset = self.random.randrange(1 << 12)
        line = symbol
        if self.has_offset and symbol != "[unknown]":
            line += "+0x%x" % offset
        source = self.random.randrange(1, 999) if self.has_source and self.random.random() < 0.7 else 0
        mark = "" if is_physical else " (inlined)"
        if is_physical and self.has_dso:
            line += " (%s)" % module
        elif source == 0:
            line += mark
        name = symbol
        if symbol == "[unknown]":
            known = is_physical and self.has_dso and module != "[unknown]"
            base = module.rsplit("/", 1)[-1]
            name = (base if base.startswith("[") else "[%s]" % base) if known else "[unknown]"
        return ("%16x %s" % (address, line), "  file.c:%d%s" % (source, mark) if source else None), (address, name, not is_physical,
                                                                                        source)

    def add_sample(self):
        rng = self.random
        comm, event = rng.choice(COMMS), rng.choice(EVENTS)
        pid, tid, cpu = rng.randrange(1 << 22), rng.randrange(1 << 22), rng.randrange(128)
        period = rng.randrange(1 << rng.choice([4, 30, 62]))
        self.time_ns += rng.randrange(1, 10**9)
        time_ns = self.time_ns if self.is_ns else self.time_ns // 1000 * 1000
        if self.has_records and rng.random() < 0.3:
            self.lines.append("%s %5d %5d.%06d: PERF_RECORD_EXIT(%d:%d):(1:1)" % (comm, tid, *divmod(time_ns // 1000, 10**6),
                                                                                 pid, tid))
        seconds, part = divmod(time_ns, 10**9)
        head = "%s " % comm if self.has_chains else "%16s " % comm
        head += "%5d/%-5d " % (pid, tid) if self.has_pid else "%5d " % tid
        head += "[%03d] " % cpu if self.has_cpu else ""
        head += "%-6s" % rng.choice(["U", "K", "H", "U"]) if self.has_misc else ""
        head += "%5d.%09d: " % (seconds, part) if self.is_ns else "%5d.%06d: " % (seconds, part // 1000)
        head += "%10d " % period if self.has_period else ""
        head += "%s: " % event.rjust(rng.choice([0, 20]))
        frames = []
        if self.has_chains:
            self.lines.append(head)
            depth = rng.choice([0, 1, 3, 20])
            for i in range(depth):
                text, frame = self.add_frame(i == depth - 1 or rng.random() < 0.8)
                self.lines += ["\t" + text[0]] + ([text[1]] if text[1] else [])
                frames.append(frame)
            self.lines.append("")
        else:
            text, frame = self.add_frame(True)
            self.lines.append(head + " " + text[0])
            frames.append(frame[:3] + (0,))
        self.samples.append((event, comm, pid if self.has_pid else -1, tid, cpu if self.has_cpu else None, time_ns,
                             period if self.has_period else None, frames))

    def text(self):
        """Pasted text has blanks for tabs."""
        text = ("\r\n" if self.is_crlf else "\n").join(self.lines + [""])
        return text.expandtabs() if self.is_pasted else text


def profile_samples(document):
    """The samples of a profile as JSON in the form of Output.samples."""
    frames, functions = document["frames"], document["functions"]
    for profile in document["profiles"]:
        for sample in profile["samples"]:
            thread = document["threads"][sample["thread"]]
            labels = {label["key"]: label["number"] for label in document["label_sets"][sample.get("labels", 0)] or []}
            stack, found = sample.get("stack", 0), []
            while stack != 0:
                node = document["stacks"][stack]
                frame = frames[node["frame"]]
                found.append((frame.get("address", 0), functions[frame["function"]]["name"], frame.get("inlined", False),
                              frame.get("line", 0)))
                stack = node["parent"]
            values = sample["values"]
            yield (profile["name"], thread["thread_name"], thread.get("pid", -1), thread["tid"], labels.get("cpu"),
                   sample["start_ns"], values[1] if len(values) > 1 else None, found)


class PerfScript(unittest.TestCase):
    def check(self, seed):
        output = Output(seed)
        command = [PROFCONV, "-f", "perf", "-t", "json"]
        result = subprocess.run(command, input=output.text().encode(), capture_output=True, check=False, timeout=60)
        self.assertEqual(result.returncode, 0, result.stderr)
        key = lambda sample: (sample[5], sample[0], sample[3])
        found = sorted(profile_samples(json.loads(result.stdout)), key=key)
        self.assertEqual(found, sorted(output.samples, key=key), output.text())

    def test_every_sample_is_what_was_printed(self):
        seed = int(os.environ.get("PERF_SEED", "0"))
        for i in range(seed, seed + int(os.environ.get("PERF_COUNT", "150"))):
            with self.subTest(seed=i):
                self.check(i)


if __name__ == "__main__":
    unittest.main()
