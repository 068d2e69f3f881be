# SPDX-License-Identifier: Apache-2.0
"""Inputs made to use up memory or time: each ends early, in an error that names the option of its limit."""

import gzip
import os
import pathlib
import re
import resource
import struct
import subprocess
import threading
import unittest
import zlib

from harness import COLLAPSED, DTRACE, PROFCONV, CommandTest, dhat_json

SANITIZED = os.environ.get("SANITIZED") == "1"
MB = 1 << 20


def varint(number):
    out = b""
    while number > 127:
        out += bytes([number & 127 | 128])
        number >>= 7
    return out + bytes([number])


def field(number, content):
    return varint(number << 3 | 2) + varint(len(content)) + content


def numbers(number, *values):
    return b"".join(varint(number << 3) + varint(value) for value in values)


def pprof(sample=b"\x0a\x01\x01\x12\x01\x05", strings=(b"", b"cpu", b"nanoseconds", b"main")):
    """One function, one location, one sample."""
    return (field(1, numbers(1, 1) + numbers(2, 2)) + field(2, sample) + field(4, numbers(1, 1) + field(4, numbers(1, 1))) +
            field(5, numbers(1, 1) + numbers(2, 3)) + b"".join(field(6, text) for text in strings))


class Measured(CommandTest):
    def measured(self, *arguments, feed=None, status=1):
        """The one line that is said, the most memory in MB, and how many bytes of `feed` were taken."""
        taken = [0]
        with subprocess.Popen([PROFCONV, *arguments], cwd=self.directory, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, preexec_fn=os.getpid) as process:
            # (A process that is forked counts what its parent holds now, one that is not what it ever held.)
            def write():
                try:
                    for block in feed or ():
                        process.stdin.write(block)
                        taken[0] += len(block)
                except BrokenPipeError:
                    pass
                finally:
                    try:
                        process.stdin.close()
                    except BrokenPipeError:
                        pass
            writer = threading.Thread(target=write)
            writer.start()
            said = process.stderr.read().decode()
            process.stdout.read()
            writer.join()
            _, ended, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(ended)
        self.assertEqual(process.returncode, status, said)
        self.assertEqual(len(said.splitlines()), 1 if status else 0, said)
        self.cpu_seconds = usage.ru_utime + usage.ru_stime
        return said, usage.ru_maxrss / 1024, taken[0]

    def assertModest(self, megabytes, most):
        if not SANITIZED:
            self.assertLess(megabytes, most)


class Bombs(Measured):
    def bomb(self, name, line, damage=b""):
        """4 MB that open to 4 GB: one member of 64 MB, many times; after two of them `damage`, whose error says that they
        were opened."""
        member = gzip.compress(line * (64 * MB // len(line)), 9)
        self.file(name, member * 2 + damage + member * 62)
        self.assertLess((self.directory / name).stat().st_size, 20 * MB)

    def test_4_gb_from_4_mb_stop_at_the_limit(self):
        self.bomb("bomb.gz", b"main;work 1\n", damage=b"\x1f\x8b damage")
        self.assertIn("gzip", self.refused(1, "bomb.gz", "--max-input", "1GB"))
        for command in [["bomb.gz"], ["info", "bomb.gz"], ["bomb.gz", "-o", "out.pb.gz"]]:
            said, megabytes, _ = self.measured(*command, "--max-input", "100MB")
            self.assertHas(said, "bomb.gz: ", "larger than the limit of ", "(--max-input)")
            self.assertModest(megabytes, 64)
        self.assertEqual(self.files(), ["bomb.gz"])

    @unittest.skipIf(SANITIZED, "sanitizers need memory of their own")
    def test_what_is_read_whole_stops_at_the_memory_allowed(self):
        self.bomb("bomb.json.gz", b" " * 64)
        said, megabytes, _ = self.measured("-f", "dhat", "bomb.json.gz", "--max-memory", "300MB")
        self.assertEqual(said, "profconv: error: out of memory: more is needed than the limit of 314572800 bytes (--max-memory)\n")
        self.assertModest(megabytes, 330)

    def test_a_recording_that_repeats_itself_is_no_bomb(self):
        self.file("real.folded.gz", gzip.compress(b"main;work 1\n" * 5_000_000, 9))
        self.assertEqual(self.good("real.folded.gz").stdout, b"main;work 5000000\n")


class Memory(Measured):
    @staticmethod
    def many_stacks():
        for n in range(0, 1_000_000, 1000):
            yield b"".join(b"main;f%d;g%d;h%d 1\n" % (i, i, i) for i in range(n, n + 1000))

    @unittest.skipIf(SANITIZED, "sanitizers need memory of their own")
    def test_the_memory_of_every_command_is_limited(self):
        for command in [[], ["info"], ["check"], ["-o", "out.pb.gz"], ["-o", "out.svg"]]:
            with self.subTest(command):
                said, megabytes, _ = self.measured(*command, "-f", "collapsed", "--max-memory", "32MiB", feed=self.many_stacks())
                self.assertHas(said, "out of memory", "33554432 bytes (--max-memory)")
                self.assertModest(megabytes, 60)
        self.assertEqual(self.files(), [])

    @unittest.skipIf(SANITIZED, "sanitizers need memory of their own")
    def test_any_limit_ends_in_words_or_in_the_output(self):
        self.file("a.json", dhat_json())
        self.file("b.folded", "".join(f"main;f{i % 977};g{i} {i}\n" for i in range(20000)))
        self.good("-q", "a.json", "b.folded", "-o", "whole.pb.gz")
        whole = self.read("whole.pb.gz")
        statuses = set()
        for kilobytes in range(500, 72000, 1499):
            result = self.run_command("-q", "a.json", "b.folded", "-o", "out.pb.gz", "--max-memory", str(kilobytes * 1000))
            statuses.add(result.returncode)
            if result.returncode == 0:
                self.assertEqual(self.read("out.pb.gz"), whole)
                (self.directory / "out.pb.gz").unlink()
            else:
                self.assertEqual(result.returncode, 1, result.stderr)
                self.assertHas(result.stderr, "out of memory")
            self.assertEqual(self.files(), ["a.json", "b.folded", "whole.pb.gz"])
        self.assertEqual(statuses, {0, 1})

    @unittest.skipIf(SANITIZED, "sanitizers need memory of their own")
    def test_a_limit_of_the_shell_is_named_as_such(self):
        limit = lambda: resource.setrlimit(resource.RLIMIT_DATA, (8 * MB, 8 * MB))
        self.file("b.folded", "".join(f"main;f{i % 977};g{i} {i}\n" for i in range(200000)))
        self.assertHas(self.refused(1, "b.folded", preexec_fn=limit), "out of memory", "ulimit")

    @unittest.skipIf(SANITIZED, "sanitizers need memory of their own")
    @unittest.skipUnless(os.path.exists("/proc/self/limits"), "only Linux tells the limits of a process")
    def test_memory_is_limited_only_on_request(self):
        def limit(*arguments):
            with subprocess.Popen([PROFCONV, "-f", "collapsed", *arguments], stdin=subprocess.PIPE,
                                  stdout=subprocess.DEVNULL) as process:
                process.stdin.write(b"main;work 1\n" * 100_000)  # more than a pipe holds, so it is reading by now
                limits = pathlib.Path(f"/proc/{process.pid}/limits").read_text()
            return re.search(r"Max data size +(\S+)", limits)[1]

        own, _ = resource.getrlimit(resource.RLIMIT_DATA)
        self.assertEqual(limit(), "unlimited" if own == resource.RLIM_INFINITY else str(own))
        self.assertEqual(limit("--max-memory", "1GB"), str(1 << 30))

    @unittest.skipIf(SANITIZED, "sanitizers need threads of their own")
    def test_without_threads_a_conversion_is_the_same(self):
        self.file("b.folded", "".join(f"main;f{i % 977};g{i} {i}\n" for i in range(100000)))
        for name in "cdef":
            self.file(f"{name}.json", dhat_json())
        inputs = ["b.folded", "c.json", "d.json", "e.json", "f.json"]
        self.good("-q", *inputs, "-o", "whole.pb.gz", "--progress=json")
        # Stacks of threads that fit into no memory: none can be begun.
        limit = lambda: resource.setrlimit(resource.RLIMIT_STACK, (1 << 40, resource.RLIM_INFINITY))
        result = self.run_command("-q", *inputs, "-o", "out.pb.gz", "--progress=json", preexec_fn=limit)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.read("out.pb.gz"), self.read("whole.pb.gz"))


class Outputs(Measured):
    """Outputs may be far larger than their inputs; the limit ends them early and leaves nothing."""

    @staticmethod
    def nested(depth):
        """Spans that are each inside the one before: as collapsed stacks, the square of it."""
        begin = b"".join(b"\x03\x00" + struct.pack("<IIdBB", 1, 1, float(i), 8, 0) + b"span%04d" % (i % 10000) for i in range(depth))
        end = b"".join(b"\x04" + struct.pack("<IId", 1, 1, float(depth + i)) for i in range(depth))
        return struct.pack("<QQdQ", 0x0BADF00D, 1, 1.0, 0) + begin + end

    def test_every_format_stops_at_the_limit(self):
        self.file("deep.spall", self.nested(5000))
        self.file("out", "the old one")
        for form in ["collapsed", "chrome", "json", "pprof", "flamegraph", "spall"]:
            for compression in ["none", "gzip", "zstd"]:
                with self.subTest(form=form, compression=compression):
                    said, megabytes, _ = self.measured("deep.spall", "-q", "-t", form, "-o", "out", "--compress", compression,
                                                       "--max-output", "50KB")
                    self.assertHas(said, "profconv: error: out: the output is larger than the limit of 51200 bytes", "(--max-output)")
                    self.assertModest(megabytes, 100)
                    self.assertEqual(self.read("out"), b"the old one")
        self.assertEqual(self.files(), ["deep.spall", "out"])

    def test_hundreds_of_times_the_input_stop_soon(self):
        self.file("deep.spall", self.nested(50_000))
        said, megabytes, _ = self.measured("deep.spall", "-q", "-o", "wide.folded", "--max-output", "10MB")
        self.assertHas(said, "wide.folded: the output is larger than the limit of 10485760 bytes")
        self.assertLess(self.cpu_seconds, 20)
        self.assertModest(megabytes, 200)

    def test_one_of_several_outputs_stops_all(self):
        self.file("deep.spall", self.nested(1000))
        said, _, _ = self.measured("deep.spall", "-q", "-o", "small.top.txt", "-o", "large.folded", "--max-output", "50KB")
        self.assertHas(said, "large.folded: ")
        self.assertEqual(self.files(), ["deep.spall"])

    def test_a_file_beside_counts(self):
        self.file("a.folded", COLLAPSED)
        size = len(self.good("a.folded", "-t", "flamegraph").stdout)
        self.good("a.folded", "-o", "fits.svg", "--max-output", str(size))
        self.measured("a.folded", "-o", "a.svg", "--set", "palette=colors.map", "--max-output", str(size))
        self.assertEqual(self.files(), ["a.folded", "fits.svg"])


class Sizes(Measured):
    def test_a_line_of_4_gb_is_left_soon_after_the_limit(self):
        block = b"a" * MB
        for reader, begin in {"collapsed": b"main;", "dtrace": b"\n              prog`"}.items():
            with self.subTest(reader):
                feed = (begin if i == 0 else block for i in range(4096))
                said, megabytes, taken = self.measured("-f", reader, feed=feed)
                self.assertHas(said, "<stdin>:", "longer than the limit of 16777216 bytes (--max-line)")
                self.assertLess(taken, 64 * MB)
                self.assertModest(megabytes, 100)

    def test_lines_up_to_the_limit_are_read_and_no_longer_ones(self):
        self.file("a.folded", "a" * 98 + " 1\n")
        self.good("a.folded", "--max-line", "100")
        self.assertHas(self.refused(1, "a.folded", "--max-line", "99"), "a.folded:1: ", "99 bytes (--max-line)")

    def test_json_that_is_nested_a_million_deep(self):
        deep = 1_000_000
        whole = dhat_json()[:-1]
        for name, text in {"arrays": "[" * deep, "objects": '{"a":' * deep,
                           "unknown": whole + ',"x":' + "[" * deep + "]" * deep + "}",
                           "accesses": whole.replace('"fs": [1, 2]', '"acc": ' + "[" * deep + "]" * deep + ',"fs": [1, 2]') + "}",
                           "frames": whole.replace('"[root]"', "[" * deep + "]" * deep) + "}"}.items():
            with self.subTest(name):
                self.file(name, text)
                result = self.run_command("-f", "dhat", name, "-o", "out.folded")
                self.assertEqual(result.returncode, 1, result.stderr)
                if name in ("unknown", "objects", "accesses"):
                    self.assertHas(result.stderr, "nested deeper than the limit of 1024 levels (--max-nesting)")
                self.assertIn(self.run_command(name).returncode, (0, 1))
        self.file("shallow", whole + ',"x":' + "[" * 10 + "]" * 10 + "}")
        self.good("-q", "-f", "dhat", "shallow", "--max-nesting", "11")
        self.assertHas(self.refused(1, "-f", "dhat", "shallow", "--max-nesting", "10"), "10 levels (--max-nesting)")

    def test_other_text_that_is_nested_a_million_deep(self):
        deep = 1_000_000
        for name, text in {"templates": "a<" * deep + "> 1\n", "brackets": "f(" * deep + " 1\n",
                           "mangled": "_Z1fI" + "1aI" * 5000 + "E" * 5000 + "Ev 1\n", "rust": "_RNv" * 4000 + " 1\n"}.items():
            with self.subTest(name):
                self.file("a.folded", "main;" + text)
                for policy in ["full", "short", "no-args", "no-templates", "stackcollapse"]:
                    self.good("-q", "-f", "collapsed", "a.folded", "--names", policy)
        self.file("a.dtrace", DTRACE)
        self.file("deep.d", "profile-997 / " + "(" * deep + " / { @[stack()] = count(); }")
        self.assertIn(self.run_command("a.dtrace", "--set", "dtrace.script=deep.d").returncode, (0, 1))
        self.refused(2, "a.dtrace", "--focus", "(" * 100_000)

    def test_counts_of_things(self):
        self.file("a.folded", COLLAPSED)
        for option, least, word in [("--max-frames", 5, "different frames"), ("--max-stacks", 6, "different stacks"),
                                    ("--max-samples", 3, "samples"), ("--max-stack-depth", 4, "frames in one stack"),
                                    ("--max-string", 11, "bytes")]:
            with self.subTest(option):
                self.good("a.folded", option, str(least))
                said = self.refused(1, "a.folded", option, str(least - 1))
                self.assertHas(said, "a.folded", word, f"({option})", str(least - 1))

    def test_profiles_of_an_input(self):
        stack = "\n              prog`f\n              prog`main\n                1\n"
        self.file("two.out", f"first\n{stack}\nsecond\n{stack}")
        arguments = ["two.out", "-f", "dtrace", "--set", "prints=apart", "-t", "json"]
        self.good(*arguments, "--max-profiles", "2")
        said = self.refused(1, "-q", *arguments, "--max-profiles", "1")
        self.assertHas(said, "two.out:", "more than 1 aggregations, the limit (--max-profiles)")

    def test_limits_hold_over_merged_inputs(self):
        self.file("a.folded", "a;b 1\n")
        self.file("c.folded", "c;d 1\n")
        for option, least in {"--max-frames": 4, "--max-stacks": 4, "--max-samples": 2}.items():
            self.good("a.folded", "c.folded", option, str(least))
            self.assertHas(self.refused(1, "a.folded", "c.folded", option, str(least - 1)), f"({option})")

    def test_limits_that_make_no_sense(self):
        for option in ["--max-frames", "--max-stacks", "--max-samples", "--max-nesting", "--max-stack-depth", "--max-profiles"]:
            self.assertHas(self.refused(2, "a.folded", option, "0"), option)
            self.assertHas(self.refused(2, "a.folded", option, "99999999999999999999"), option)
            self.assertHas(self.refused(2, "a.folded", option, "many"), option)
        self.assertHas(self.refused(2, "a.folded", "--max-memory", "-1"), "--max-memory")


class Lies(Measured):
    """Numbers in a file that say more than there is."""

    def test_the_file_itself_is_good(self):
        self.file("a.pb", pprof())
        self.assertEqual(self.good("-q", "a.pb").stdout, b"main 5\n")

    def test_varints_of_100_bytes(self):
        endless = b"\x80" * 99 + b"\x01"
        for name, content in {"tag": endless, "length": b"\x32" + endless, "value": pprof() + b"\x48" + endless,
                              "packed": pprof(b"\x0a\x64" + endless + b"\x12\x01\x05")}.items():
            with self.subTest(name):
                self.file("a.pb", content)
                self.assertHas(self.refused(1, "-f", "pprof", "a.pb"), "a.pb: byte ")

    def test_offsets_past_the_end(self):
        for name, content in {"length": b"\x32" + varint(1 << 40), "all bits": b"\x32" + varint((1 << 64) - 1),
                              "sample": pprof()[:-3], "string": pprof(strings=[b"", b"cpu"]),
                              "location": pprof(b"\x0a\x01\x63\x12\x01\x05"), "group": pprof() + b"\x0b" * 1000}.items():
            with self.subTest(name):
                self.file("a.pb", content)
                self.assertHas(self.refused(1, "-f", "pprof", "a.pb"), "a.pb: ")
        self.file("a.json", dhat_json().replace('"fs": [1, 2]', '"fs": [1, 18446744073709551615]'))
        self.assertHas(self.refused(1, "a.json"), "a.json: byte ")

    def test_sizes_past_the_end_of_a_trace(self):
        header = struct.pack("<QQdQ", 0x0BADF00D, 3, 1.0, 0)
        for size in [1, 1000, (1 << 32) - 1]:
            with self.subTest(size):
                self.file("a.spall", header + struct.pack("<IIIQ", size, 1, 1, 0) + b"\x03")
                self.assertIn("a.spall: byte ", self.run_command("info", "a.spall").stderr)

    def test_gzip_that_lies_of_its_size(self):
        packed = gzip.compress(COLLAPSED.encode())
        self.file("a.gz", packed[:-4] + b"\xff\xff\xff\xff")
        self.assertHas(self.refused(1, "a.gz"), "a.gz: byte ", "damaged")
        self.file("b.gz", packed[:-8] + struct.pack("<I", zlib.crc32(b"another")) + packed[-4:])
        self.assertHas(self.refused(1, "b.gz"), "b.gz: byte ", "damaged")


if __name__ == "__main__":
    unittest.main()
