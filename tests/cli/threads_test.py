# SPDX-License-Identifier: Apache-2.0
"""The output does not depend on threads: from a file and from a pipe, on one processor and on all, for any --jobs."""

import gzip
import os
import pathlib
import subprocess
import unittest

from harness import PROFCONV, CommandTest, dhat_json

STACKS = 40_000
DEPTH = 8
TABLE = ("\n  read              \n           value  ------------- Distribution ------------- count    \n"
         "               8 |                                         0        \n"
         "              16 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 3        \n"
         "              32 |                                         0        \n")


def recording():
    """Stacks of some hundred functions, a table behind every thousandth, and a line that something has cut in two."""
    parts = []
    for i in range(STACKS):
        frames = [f"              prog`function_{(i * i + level * i) % (40 + 13 * level)}+0x{level + 1:x}\n"
                  for level in range(DEPTH)]
        if i == 30_000:
            frames[3] = frames[3].replace("+", "done 7\n+")
        parts += ["\n", *frames, f"{i % 97 + 1:17}\n"]
        if i % 1000 == 999:
            parts.append(TABLE)
    return "".join(parts)


def on_one_processor():
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


class Threads(CommandTest):
    @classmethod
    def setUpClass(cls):
        cls.text = recording()

    def converted(self, *arguments, **options):
        """What comes out, and what is said of it."""
        result = self.good("-f", "dtrace", *arguments, "-t", "json", "-o", "out.json", **options)
        said = result.stderr.replace("<stdin>", "recording.out").replace(" from -", " from recording.out")
        return said, self.read("out.json").replace(b"<stdin>", b"recording.out")

    def test_a_file_and_a_pipe_on_one_processor_and_on_all_make_the_same(self):
        said, profile = self.converted(self.file("recording.out", self.text))
        self.assertHas(said, "was printed within the line of a frame", "printed again: values were added")
        for options in [{}, {"preexec_fn": on_one_processor}]:
            self.assertEqual(self.converted("-", stdin=self.text, **options), (said, profile))

    def test_what_is_wrong_far_down_is_said_with_its_line(self):
        wrong = f"\n              prog`f+0x1\n{' ' + str(2 ** 63 - 1)}\n" * 2
        text = self.text + wrong + self.text
        name = self.file("recording.out", text)
        of_file = self.run_command("-f", "dtrace", name, "-t", "json", "-o", "out.json")
        of_pipe = self.run_command("-f", "dtrace", "-", "-t", "json", "-o", "out.json", stdin=text)
        self.assertHas(of_file.stderr, "recording.out:400247: the sum of samples overflows a 64-bit integer in f")
        self.assertEqual(of_pipe.stderr.replace("<stdin>", name), of_file.stderr)
        self.assertEqual((of_file.returncode, of_pipe.returncode, self.files()), (1, 1, [name]))

    def jobs(self, *arguments, output):
        """The output for 1, 2 and 8 jobs, which is the same."""
        outputs = []
        for jobs in (1, 2, 8):
            self.good("-q", *arguments, "-o", output, "-j", str(jobs))
            outputs.append(self.read(output))
        self.assertTrue(outputs[0] == outputs[1] == outputs[2], f"{output} differs")
        return outputs[0]

    def test_many_inputs_are_merged_into_the_same_bytes_by_any_number_of_jobs(self):
        names = [self.file(f"{i}.json", dhat_json(blocks=i + 1)) for i in range(20)]
        for i in range(60):
            names.append(self.file(f"{i}.folded", "".join(f"main;f{k * i % 31};g{k} {i + k}\n" for k in range(200))))
        for output in ["out.pb.gz", "out.folded", "out.folded.gz"]:
            self.jobs(*names, output=output)

    def test_a_large_output_is_compressed_into_the_same_bytes_by_any_number_of_jobs(self):
        name = self.file("large.folded", "".join(f"main;f{i % 977};g{i * i % 9973};h{i} {i}\n" for i in range(100_000)))
        for form in ["pprof", "chrome"]:
            packed = self.jobs(name, "-t", form, "--compress", "gzip", output="packed")
            self.good("-q", name, "-t", form, "--compress", "none", "-o", "plain")
            plain = self.read("plain")
            self.assertGreater(len(plain), 4 << 20)
            self.assertTrue(gzip.decompress(packed) == plain, form)

    @unittest.skipUnless(os.path.exists("/proc/self/task"), "only Linux lists the threads of a process")
    def test_one_job_starts_no_thread(self):
        names = [self.file(f"{i}.folded", "".join(f"main;f{k};g{k * i} 1\n" for k in range(5000))) for i in range(40)]
        most = 0
        with subprocess.Popen([PROFCONV, "-q", "-j1", *names, "-o", "out.pb.gz"], cwd=self.directory) as process:
            while process.poll() is None:
                try:
                    most = max(most, len(list(pathlib.Path(f"/proc/{process.pid}/task").iterdir())))
                except FileNotFoundError:
                    pass
        self.assertEqual((process.returncode, most), (0, 1))

    def test_info_and_check_take_a_number_of_jobs(self):
        name = self.file("a.folded", "main 1\n")
        for command in ("info", "check"):
            self.assertEqual(self.good(command, name, "-j", "1").stdout, self.good(command, name).stdout)
            self.refused(2, command, name, "--jobs", "0")

    def test_a_number_of_jobs_that_makes_no_sense(self):
        name = self.file("a.folded", "main 1\n")
        for jobs in ["0", "-1", "many", "1000000"]:
            self.assertHas(self.refused(2, name, "-j", jobs), "--jobs")


if __name__ == "__main__":
    unittest.main()
