#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""record_overhead.py [ROUNDS]: what being recorded at 99 Hz costs a program, in CPU time of its own.

A program that always does the same work runs alone, with a tracer that runs the same script by itself, with `profconv record`
and with `--live`, in turns, once for each tracer that is installed and may trace. The least CPU time of each counts, since
other programs only add to it. What profconv takes itself is in steps of 0.01 s; the tracer's is the rest, with `perf script`
for perf. PROFCONV names the command."""

import os
import resource
import signal
import subprocess
import sys
import tempfile
import time

PROGRAM = r"""
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static volatile unsigned long sink;
__attribute__((noinline)) void work(void) { for (unsigned long i = 0; i < 100000; ++i) sink = sink * 31 + i; }
int main(int count, char** words) {
  if (count > 2) getchar();
  for (long i = atol(words[count - 1]); i > 0; --i) work();
  struct timespec used;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  printf("%.6f\n", (double)used.tv_sec + (double)used.tv_nsec / 1e9);
  return 0;
}
"""
PROFCONV = os.environ.get("PROFCONV", "profconv")
WORK = "3000"


def own_time(pid):
    """Seconds of CPU time of a process that has ended, without its children."""
    with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
        fields = file.read().rpartition(") ")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def cpu_time(words, folder):
    """Seconds that the program says it took, that profconv took, and that the tracer took; nothing where it could not be
    recorded."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        printed = process.stdout.read()
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        of_profconv = own_time(process.pid)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if process.returncode != 0:
        return None
    of_program = float(printed)
    everything = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return of_program, of_profconv, max(0, everything - of_program - of_profconv)


def traced_by_itself(tracer, folder):
    """Seconds that the program says it took while the tracer ran without profconv; nothing where it may not trace."""
    script = subprocess.run([PROFCONV, "record", "--show-script", "--backend", tracer], capture_output=True, text=True, check=True).stdout
    with subprocess.Popen(["./work", "wait", WORK], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program, \
            open(os.path.join(folder, "traced"), "w+b") as output:
        script = script.replace("-D -1 --control fd:3,4", "").replace(" PID", f" {program.pid}")
        with subprocess.Popen(script, shell=True, cwd=folder, stdout=output, stderr=subprocess.DEVNULL, start_new_session=True) as tracing:
            while tracing.poll() is None and os.path.getsize(output.name) == 0:
                time.sleep(0.1)
            is_traced = tracing.poll() is None
            printed, _ = program.communicate("\n")
            if tracing.poll() is None:
                os.killpg(tracing.pid, signal.SIGTERM)
            return (float(printed), 0, 0) if is_traced else None


def measured_as(name, folder):
    """By name: "none", or a tracer and "by itself", "--live" or nothing."""
    tracer, _, how = name.partition(" ")
    if how == "by itself":
        return traced_by_itself(tracer, folder)
    record = [PROFCONV, "record", "-q", "--backend", tracer, "-o", "out.pb.gz", *([how] if how else []), "--"]
    return cpu_time([*(record if tracer != "none" else []), "./work", WORK], folder)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "work.c"), "w", encoding="utf-8") as file:
            file.write(PROGRAM)
        subprocess.run(["cc", "-O1", "-fno-omit-frame-pointer", "work.c", "-o", "work"], cwd=folder, check=True)
        names = [tracer + how for tracer in ("dtrace", "bpftrace", "perf") for how in (" by itself", "", " --live")]
        measured = {"none": [], **{name: [] for name in names}}
        for _ in range(rounds):
            for name, times in measured.items():
                times.append(measured_as(name, folder))
        alone = min(times[0] for times in measured["none"])
        for name, times in measured.items():
            if None in times:
                print(f"{name:18} may not record here")
                continue
            program_time, of_profconv, of_tracer = (min(column) for column in zip(*times))
            words = "" if name == "none" or "itself" in name else f"; profconv {of_profconv:.2f} s, tracer {of_tracer:.2f} s"
            print(f"{name:18} {program_time:.3f} s {(program_time / alone - 1) * 100:+.2f} %{words}")


if __name__ == "__main__":
    main()
