#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""record_overhead.py [ROUNDS]: what being recorded at 99 Hz costs a program, in CPU time of its own.

A program that always does the same work runs without and with `profconv record`, and with `--live`, in turns, once for each
tracer that is installed and may trace. The least CPU time of each counts, since other programs only add to it. PROFCONV names the
command."""

import os
import resource
import subprocess
import sys
import tempfile

PROGRAM = r"""
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static volatile unsigned long sink;
__attribute__((noinline)) void work(void) { for (unsigned long i = 0; i < 100000; ++i) sink = sink * 31 + i; }
int main(int count, char** words) {
  for (long i = atol(words[count - 1]); i > 0; --i) work();
  struct timespec used;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  printf("%.6f\n", (double)used.tv_sec + (double)used.tv_nsec / 1e9);
  return 0;
}
"""
PROFCONV = os.environ.get("PROFCONV", "profconv")


def cpu_time(words, folder):
    """Seconds that the program says it took, and that everything else took; nothing where it could not be recorded."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if result.returncode != 0:
        return None
    own = float(result.stdout)
    return own, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime - own


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "work.c"), "w", encoding="utf-8") as file:
            file.write(PROGRAM)
        subprocess.run(["cc", "-O1", "-fno-omit-frame-pointer", "work.c", "-o", "work"], cwd=folder, check=True)
        program = ["./work", "6000"]
        measured = {"none": [], **{tracer + live: [] for tracer in ("dtrace", "bpftrace", "perf") for live in ("", " --live")}}
        for _ in range(rounds):
            for name, times in measured.items():
                tracer, *live = name.split(" ")
                record = [PROFCONV, "record", "-q", *live, "--backend", tracer, "-o", "out.pb.gz", "--"]
                times.append(cpu_time(program if name == "none" else record + program, folder))
        least = min(own for own, _ in measured["none"])
        for name, times in measured.items():
            if None in times:
                print(f"{name:15} may not record here")
                continue
            own = min(time for time, _ in times)
            print(f"{name:15} {own:.3f} s {(own / least - 1) * 100:+.2f} %; tracer and profconv {min(rest for _, rest in times):.2f} s")


if __name__ == "__main__":
    main()
