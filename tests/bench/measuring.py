# SPDX-License-Identifier: Apache-2.0
"""Runs programs and says what they took: wall and processor time, peak memory, instructions."""

import os
import pathlib
import re
import statistics
import subprocess
import tempfile
import time
from dataclasses import dataclass


OUTPUTS = "out"  # the folder of what is written


class Failed(Exception):
    """A program that should have worked did not; the text says how."""


@dataclass(frozen=True)
class Command:
    """A program with its arguments; standard input and output may be files. The first word of each is what it is called."""

    words: list
    stdin: str = os.devnull
    stdout: str = os.devnull


@dataclass(frozen=True)
class Taken:
    """By one run: seconds, and bytes of memory at its largest (of a shell's children, the largest one's)."""

    wall_s: float
    cpu_s: float
    peak_bytes: int


def run(command):
    with open(command.stdin, "rb") as stdin, open(command.stdout, "wb") as stdout, tempfile.TemporaryFile() as stderr:
        start = time.monotonic()
        process = subprocess.Popen([str(word) for word in command.words], stdin=stdin, stdout=stdout, stderr=stderr)
        taken = ended(process, start)
        if process.returncode != 0:
            stderr.seek(0)
            said = stderr.read()[-300:].decode(errors="replace").strip()
            raise Failed(f"{command.words[0]} ended with {process.returncode}: {said}")
        return taken


def ended(process, start):
    _, status, usage = os.wait4(process.pid, 0)
    wall_s = time.monotonic() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    return Taken(wall_s, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)


def piped(producer, consumer):
    """What the consumer of a pipe took; of its wall time the producer has its part."""
    with tempfile.TemporaryFile() as stderr:
        source = subprocess.Popen([str(word) for word in producer], stdout=subprocess.PIPE)
        start = time.monotonic()
        process = subprocess.Popen([str(word) for word in consumer], stdin=source.stdout, stderr=stderr)
        source.stdout.close()
        taken = ended(process, start)
        source.wait()
        if process.returncode != 0 or source.returncode != 0:
            stderr.seek(0)
            raise Failed(f"{consumer[0]}: {stderr.read()[-300:].decode(errors='replace').strip()}")
        return taken


def median(many):
    return Taken(statistics.median(taken.wall_s for taken in many), statistics.median(taken.cpu_s for taken in many),
                 max(taken.peak_bytes for taken in many))


def read_from_disk(path):
    """Lets the system's cache hold a file as it does one that is older: what a program has just written stands there in
    small pages, what was read in large ones, which are copied in half the time."""
    piece_bytes = 1 << 20
    with open(path, "rb", buffering=0) as file:
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        while file.read(piece_bytes):
            pass


def run_afresh(command):
    """Runs a command whose output is not there yet: a program that replaces a file pays for the removal of the old one,
    but not for that of its standard output, which is emptied by whoever starts it."""
    words = [str(word) for word in command.words]
    behind_options = [path for option, path in zip(words, words[1:]) if option in ("-o", "-output")]
    for path in map(pathlib.Path, behind_options + words[-1:]):
        if path.parent.name == OUTPUTS:
            path.unlink(missing_ok=True)
    return run(command)


def in_turn(times, *commands, patience_s=10):
    """The median of each command over runs that alternate; one that takes longer than our patience runs once. What a
    command writes stands behind -o, or last."""
    taken = [[run_afresh(command)] for command in commands]
    for _ in range(times - 1):
        for command, runs in zip(commands, taken):
            if runs[0].wall_s < patience_s:
                runs.append(run_afresh(command))
    return [median(runs) for runs in taken]


def instructions(words, stdin=os.devnull, folder=None, statuses=(0,)):
    """What valgrind counts, over all threads, of a program that runs in a folder and ends with one of the statuses. Most of
    its time is translation, a tenth of it of code that a chase over jumps translates twice."""
    with tempfile.TemporaryDirectory() as counts, open(stdin, "rb") as source:
        result = subprocess.run(["valgrind", "--tool=cachegrind", "--cache-sim=no", "--vex-guest-chase=no",
                                 f"--cachegrind-out-file={counts}/out", *map(str, words)], cwd=folder,
                                stdin=source, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    counted = re.search(rb"I +refs: +([\d,]+)", result.stderr)
    if result.returncode not in statuses or counted is None:
        said = [line for line in result.stderr.decode(errors="replace").splitlines() if not line.startswith("==")]
        raise Failed(f"valgrind {words[0]} ended with {result.returncode}: {' '.join(said)[:300]}")
    return int(counted[1].replace(b",", b""))
