# SPDX-License-Identifier: Apache-2.0
"""What cannot be read: one line that says what was found, what was expected and what to try; exit 1, and no output."""

import gzip
import os
import shutil
import struct
import subprocess
import unittest

from harness import COLLAPSED, PROFCONV, CommandTest, dhat_json

EXPECTED = "expected a profile"  # "... expected a profile (profconv formats lists them); what to try"

OLD_PPROF = {
    "cpu.prof": struct.pack("<8Q", 0, 3, 0, 10000, 0, 5, 1, 0x401000),
    "cpu32.prof": struct.pack("<8I", 0, 3, 0, 10000, 0, 5, 1, 0x401000),
    "java.prof": struct.pack("<8I", 0, 3, 1, 10000, 0, 5, 1, 0x401000),
    "heap.prof": b"heap profile: 1: 24 [2: 48] @ heap/1048576\n1: 24 [2: 48] @ 0x401000 0x402000\n",
    "mutex.txt": b"--- mutex:\ncycles/second=2400000000\nsampling period=1\n5 1 @ 0x401000\n",
    "block.txt": b"--- contention:\ncycles/second=2400000000\n5 1 @ 0x401000 0x402000\n",
    "goroutine.txt": b"goroutine profile: total 3\n2 @ 0x401000 0x402000\n#\t0x401000\tmain.f+0x1\tmain.go:1\n",
}

# Goroutines as net/http/pprof lists them with debug=2.
GOROUTINES = b"""goroutine 5 [running]:
runtime/pprof.writeGoroutineStacks({0x7d61a0, 0xfbf2f562d20})
\t/usr/local/go/src/runtime/pprof/pprof.go:819 +0x6b

goroutine 18 [sync.Mutex.Lock, 2 minutes]:
internal/sync.runtime_SemacquireMutex(0x0?, 0x0?, 0x0?)
"""

# As `node --cpu-prof` and `node --heap-prof` write them.
CPUPROFILE = (b'{"nodes":[{"id":1,"callFrame":{"functionName":"(root)","scriptId":"0","url":"","lineNumber":-1,'
              b'"columnNumber":-1},"hitCount":0,"children":[2]},{"id":2,"callFrame":{"functionName":"(program)",'
              b'"scriptId":"0","url":"","lineNumber":-1,"columnNumber":-1},"hitCount":2}],"startTime":1,"endTime":9,'
              b'"samples":[2,2],"timeDeltas":[0,8]}')
HEAPPROFILE = (b'{"head":{"callFrame":{"functionName":"(root)","scriptId":"0","url":"","lineNumber":-1,'
               b'"columnNumber":-1},"selfSize":0,"id":1,"children":[]},"samples":[]}')


def field(number, content):
    """A field of protobuf: bytes, or a number."""
    if isinstance(content, int):
        return bytes([number << 3, content])
    size = len(content)
    return bytes([number << 3 | 2]) + (bytes([size]) if size < 128 else bytes([size & 127 | 128, size >> 7])) + content


SCOPE_PROFILES = field(2, field(1, b"") + field(2, field(1, field(1, 1) + field(2, 2)) + field(2, b"")))
STRINGS = b"".join(field(5, word) for word in [b"", b"cpu", b"nanoseconds"])
OTLP_RESOURCE = field(1, field(1, b"") + SCOPE_PROFILES)
OTLP_DICTIONARY = field(2, field(1, b"") + field(2, b"") + STRINGS)
OTLP_JSON = b'{"resourceProfiles":[{"scopeProfiles":[{"profiles":[{"sampleType":{"typeStrindex":1}}]}]}]}'
# Spans instead: a trace id where the profile has the type of its samples.
OTLP_TRACE = field(1, field(1, b"") + field(2, field(2, field(1, bytes(range(200, 216))) + field(2, b"12345678"))))

PPROF_NODE = ["V8", "pprof-nodejs"]

# What each begins with, and words that must be in the line.
FOREIGN = {
    "photo.jpg": (b"\xff\xd8\xff\xe0\0\x10JFIF\0\1", ["JPEG image", "give the profile"]),
    "shot.png": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", ["PNG image"]),
    "paper.pdf": (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", ["PDF document"]),
    "flame.svg": (b'<?xml version="1.0"?>\n<svg version="1.1" width="1200">', ["SVG image", "stacks it was drawn from"]),
    "page.html": (b"<!DOCTYPE html>\n<html><body>Sign in</body></html>", ["HTML page"]),
    "data.xml": (b'<?xml version="1.0"?><trace-query-result/>', ["XML document", "inferno-collapse-xctrace"]),
    "report.xml": (b'<?xml version="1.0"?><results/>', ["XML document"]),
    "heaptrack.ls.17": (b"v 10400 3\nX /bin/ls\nI 1000 5e2922\ns b /usr/bin/ls\n", ["heaptrack", "heaptrack_print FILE"]),
    "v.txt": (b"v 1 2\nand so on\n", ["found 'v 1 2'"]),
    "sample.txt": (b"Analysis of sampling prog (pid 7) every 1 millisecond\nCall graph:\n", ["inferno-collapse-sample"]),
    "report.txt": (b"# To display the perf.data header info, please use --header options.\n#\n", ["perf report", "perf script"]),
    "gmon.out": (b"gmon\1\0\0\0" + bytes(12), ["gprof"]),
    "go.trace": (b"go 1.26 trace\0\0\0\1\1\xff\xff", ["execution trace of Go", "go tool trace -pprof"]),
    "kernel.etl": (bytes(range(256)) * 16, ["ETL", "xperf_to_collapsedstacks.py"]),
    "mach-o": (b"\xcf\xfa\xed\xfe\x07\0\0\1\3\0\0\0", ["Mach-O"]),
    "universal": (b"\xca\xfe\xba\xbe\0\0\0\2\1\0\0\7", ["Mach-O"]),
    "Main.class": (b"\xca\xfe\xba\xbe\0\0\0\x3d\0\x1d", ["Java class file"]),
    "prog.exe": (b"MZ\x90\0\3\0\0\0\4\0", ["Windows program"]),
    "all.zip": (b"PK\3\4\x14\0\0\0\x08\0", ["zip archive", "`unzip -p FILE NAME | profconv - -o OUTPUT`"]),
    "flight.jfr": (b"FLR\0\0\2\0\1\0\0\0\0", ["JFR", "jfrconv"]),
    "trace.json": (b'{"traceEvents":[{"ph":"B","ts":1}]}', ["Chrome trace", "Perfetto"]),
    "events.json": (b'[{"name":"f","ph":"B","ts":1,"pid":1}]', ["Chrome trace"]),
    "p.speedscope.json": (b'{"$schema":"https://www.speedscope.app/file-format-schema.json"}', ["speedscope"]),
    "dump.txt": (GOROUTINES, ["goroutines", "debug=2", "/debug/pprof/goroutine"]),
    "crash.txt": (b"panic: boom\n\ngoroutine 1 [running]:\nmain.main()\n\t/x/main.go:3 +0x1\n", ["goroutines", "crash"]),
    "run.cpuprofile": (CPUPROFILE, [".cpuprofile", *PPROF_NODE]),
    "run.heapprofile": (HEAPPROFILE, [".heapprofile", *PPROF_NODE]),
    "otlp.json": (OTLP_JSON, ["OTLP profile", "write pprof"]),
    "otlp.bin": (OTLP_RESOURCE + OTLP_DICTIONARY, ["OTLP profile", "write pprof"]),
    "dictionary_first.bin": (OTLP_DICTIONARY + OTLP_RESOURCE, ["OTLP profile"]),
    "cut_otlp.bin": ((OTLP_DICTIONARY + OTLP_RESOURCE)[:30], ["OTLP profile"]),
    "resource_only.bin": (OTLP_RESOURCE, ["OTLP profile"]),
    "spans.bin": (OTLP_TRACE, ["binary data"]),
    "package.json": (b'{"name":"left-pad","version":"1.0.0"}', ["JSON"]),
    "jit-7.dump": (struct.pack("<II", 0x4A695444, 1), ["jitdump", "--symbols"]),
    "backtrace.txt": (b" 0xffffffff8103ce3b : native_safe_halt+0xb/0x10 [kernel]\n\t2404\n", ["SystemTap", "stackcollapse-stap.pl"]),
    "prog.d": (b"#!/usr/sbin/dtrace -s\nprofile-997 { @[ustack()] = count(); }\n", ["D program", "dtrace -s"]),
    "run.sh": (b"#!/bin/sh\nset -e\nmake\n", ["script"]),
    "main.c": (b"#include <stdio.h>\nint main(void) { return 0; }\n", ["source"]),
    "windows.txt": ("\r\n  ntdll`x\r\n  1\r\n".encode("utf-16"), ["UTF-16", "iconv"]),
    "diary.txt": (b"Dear diary,\n\ntoday was a fine day.\nTomorrow will be another one.\n", ["found 'Dear diary,'", "--from", "--set dtrace.script=FILE"]),
    "blank.txt": (b"\n \n\n", ["nothing but blanks"]),
    "noise.bin": (bytes(range(256)) * 16, ["binary data"]),
}


class WrongInput(CommandTest):
    def refused_input(self, name):
        line = self.refused(1, name, "-o", "out.folded")
        self.assertHas(line, name)
        self.assertNotIn("out.folded", self.files())
        self.assertEqual([f for f in self.files() if f.startswith("out")], [])
        return line

    def test_files_of_other_kinds_are_named(self):
        for name, (content, words) in FOREIGN.items():
            with self.subTest(name):
                self.file(name, content)
                self.assertHas(self.refused_input(name), EXPECTED, *words)

    def test_a_named_format_that_few_lines_have(self):
        self.file("diary.txt", "Dear diary,\n" * 20 + "pages 5\n")
        self.assertEqual(self.refused(1, "diary.txt", "-f", "collapsed"),
                         "profconv: error: diary.txt:1: expected 'frame;frame number', got 'Dear diary,'; "
                         "20 of 21 lines are not of this format")
        self.file("numbers.txt", "Dear diary,\n" * 20 + "p 1/1 1.000000: 5 cycles: \n\n")
        self.assertHas(self.refused(1, "numbers.txt", "-f", "perf"), "; 20 of 22 lines are not of this format")

    def test_a_chrome_trace_of_our_own(self):
        self.file("a.folded", COLLAPSED)
        self.good("a.folded", "-q", "-o", "a.trace.json")
        self.assertHas(self.refused_input("a.trace.json"), "Chrome trace", "Perfetto", "made from")

    def test_they_are_named_inside_a_gzip_too(self):
        self.file("photo.gz", gzip.compress(FOREIGN["photo.jpg"][0]))
        self.assertHas(self.refused_input("photo.gz"), "JPEG image")

    def test_an_empty_file(self):
        self.file("empty.out", b"")
        self.assertHas(self.refused_input("empty.out"), "empty", EXPECTED)

    def test_an_empty_pipe(self):
        self.assertHas(self.refused(1, "-t", "collapsed"), "<stdin>", "empty", EXPECTED)

    def test_a_program(self):
        shutil.copy("/bin/true", self.directory / "prog")
        self.assertHas(self.refused_input("prog"), "ELF" if os.uname().sysname == "Linux" else "Mach-O", EXPECTED)

    def test_a_pprof_profile_that_was_cut_short(self):
        self.file("a.folded", COLLAPSED)
        self.good("a.folded", "-o", "a.pb.gz", "-q")
        with gzip.open(self.directory / "a.pb.gz") as whole:
            self.file("cut.pb", whole.read()[:-1])
        self.assertHas(self.refused_input("cut.pb"), "pprof", "cut short")

    def test_the_old_forms_of_pprof_profiles(self):
        for name, content in OLD_PPROF.items():
            with self.subTest(name):
                self.file(name, content)
                self.assertHas(self.refused_input(name), EXPECTED, "pprof -proto")

    def test_spall_traces_that_say_no_times(self):
        self.file("cut.spall", b"\x0d\xf0\xad\x0b\0\0\0\0\1\0\0\0\0\0\0\0")
        self.assertHas(self.refused_input("cut.spall"), "Spall trace", "within its header", "32 bytes")
        self.file("old.spall", b"\x0d\xf0\xad\x0b" + bytes(28))
        self.assertHas(self.refused_input("old.spall"), "byte 8", "version 0", "1 and 3")
        self.file("zero.spall", b"\x0d\xf0\xad\x0b\0\0\0\0\3" + bytes(23))
        self.assertHas(self.refused_input("zero.spall"), "byte 16", "how long a tick is")

    def test_a_gzip_that_was_cut_short(self):
        self.file("cut.json.gz", gzip.compress(dhat_json().encode())[:-20])
        self.assertHas(self.refused_input("cut.json.gz"), "gzip", "cut short")

    def test_dhat_of_another_version(self):
        self.file("v1.json", dhat_json(version=1))
        self.assertHas(self.refused_input("v1.json"), "DHAT", "version 2", "version 1")

    def test_dhat_cut_short(self):
        self.file("cut.json", dhat_json()[:-100])
        self.refused_input("cut.json")

    def test_a_directory(self):
        (self.directory / "runs").mkdir()
        self.assertHas(self.refused_input("runs"), "is a directory")
        (self.directory / "Launch.trace").mkdir()
        for name in "Launch.trace", "Launch.trace/":
            self.assertHas(self.refused_input(name), "Instruments", "xctrace", "inferno-collapse-xctrace", "docs/formats.md")

    def test_a_file_that_is_not_there(self):
        self.assertHas(self.refused_input("nothing.out"), "No such file")

    @unittest.skipIf(os.geteuid() == 0, "root may read everything")
    def test_a_file_that_may_not_be_read(self):
        self.file("secret.folded", COLLAPSED)
        (self.directory / "secret.folded").chmod(0)
        self.assertHas(self.refused_input("secret.folded"), "ermission")

    @unittest.skipUnless(os.path.exists("/proc/self/mem"), "no file is known here that opens but cannot be read")
    def test_a_file_that_fails_while_it_is_read(self):
        self.assertHas(self.refused(1, "/proc/self/mem", "-o", "out.folded"), "/proc/self/mem", "cannot read")

    def test_control_characters_cannot_reach_the_terminal(self):
        name = "evil\x1b]0;owned\x07\u202e.out"
        self.file(name, b"\xff\xd8\xff")
        line = self.refused(1, name, "-o", "out.folded")
        self.assertHas(line, "\\x1b]0;owned\\x07\\xe2\\x80\\xae.out")
        self.assertNotIn("\x1b", line)

    def test_info_goes_on_with_the_other_files(self):
        self.file("a.folded", COLLAPSED)
        self.file("photo.jpg", FOREIGN["photo.jpg"][0])
        result = self.run_command("info", "photo.jpg", "a.folded")
        self.assertEqual(result.returncode, 1)
        self.assertHas(result.stdout.decode(), "a.folded: collapsed")
        self.assertHas(result.stderr, "photo.jpg", "JPEG image")


class WrongOutput(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("a.folded", COLLAPSED)

    def test_a_directory_that_is_not_there(self):
        self.assertHas(self.refused(1, "a.folded", "-o", "no/where.spall"), "no/where.spall", "No such file")
        self.assertEqual(self.files(), ["a.folded"])

    @unittest.skipUnless(os.path.exists("/dev/full"), "there is no /dev/full here")
    def test_a_full_disk(self):
        line = self.refused(1, "a.folded", "-q", "-t", "collapsed", "-o", "/dev/full")
        self.assertHas(line, "/dev/full", "No space left")
        with open("/dev/full", "wb") as full:
            self.assertHas(self.refused(1, "a.folded", "-q", stdout=full), "<stdout>", "No space left")
            self.assertHas(self.refused(1, "info", "a.folded", "-q", stdout=full), "<stdout>", "No space left")
            self.assertHas(self.refused(1, "formats", stdout=full), "<stdout>", "No space left")

    def test_a_failed_run_leaves_the_old_output_whole(self):
        self.file("out.spall", b"old")
        self.file("cut.json", dhat_json()[:-100])
        self.refused(1, "cut.json", "-o", "out.spall")
        self.assertEqual(self.read("out.spall"), b"old")

    def test_one_bad_output_of_two_leaves_neither(self):
        self.refused(1, "a.folded", "-q", "-o", "b.spall", "-o", "no/where.pb.gz")
        self.assertEqual(self.files(), ["a.folded"])

    def test_a_reader_that_goes_away_is_no_error(self):
        script = f"for i in $(seq 100000); do echo \"main;f$i 1\"; done | '{PROFCONV}' | head -n 1"
        result = subprocess.run(["bash", "-c", script], capture_output=True, timeout=60, check=False)
        self.assertEqual(result.stdout.count(b"\n"), 1)
        self.assertEqual(result.stderr, b"")

    def test_the_output_may_be_the_input(self):
        expected = self.good("a.folded").stdout
        self.good("a.folded", "-o", "a.folded")
        self.assertEqual(self.read("a.folded"), expected)
        self.assertEqual(self.files(), ["a.folded"])


if __name__ == "__main__":
    unittest.main()
