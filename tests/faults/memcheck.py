#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs conversions under Valgrind's memcheck: every file of the given folders, to one format after another.

    memcheck.py PROFCONV FOLDER...

A use of memory that is wrong, undefined or lost is an error; that a file cannot be read or written is none.
"""

import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

FOUND = 99
MOST_SECONDS = 1800


def written_formats(profconv):
    lines = subprocess.run([profconv, "formats", "--json"], stdout=subprocess.PIPE, check=True, text=True).stdout
    described = [json.loads(line) for line in lines.splitlines()]
    return [format["format"] for format in described if format["direction"] == "write"]


def said_of(profconv, file, format, output):
    """What memcheck says; None where it is content."""
    command = ["valgrind", "--quiet", f"--error-exitcode={FOUND}", "--leak-check=full", "--errors-for-leak-kinds=definite",
               "--show-leak-kinds=definite", profconv, str(file), "-t", format, "-o", str(output)]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=MOST_SECONDS, check=False)
    output.unlink(missing_ok=True)
    if done.returncode in (0, 1, 2):
        return None
    return f"{file} -t {format}: status {done.returncode}\n{done.stderr}"


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    profconv, *folders = sys.argv[1:]
    formats = written_formats(profconv)
    files = sorted(file for folder in folders for file in pathlib.Path(folder).rglob("*") if file.is_file())
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as runners:
        conversions = [(profconv, file, formats[i % len(formats)], pathlib.Path(folder) / str(i))
                       for i, file in enumerate(files)]
        said = [text for text in runners.map(lambda words: said_of(*words), conversions) if text is not None]
    print("\n".join(said + [f"{len(files)} files, to {len(formats)} formats in turn: {len(said)} errors"]))
    sys.exit(len(said) != 0)


if __name__ == "__main__":
    main()
