# SPDX-License-Identifier: Apache-2.0
"""Places that outputs cannot go to, odd places that they can, and odd names."""

import os
import resource
import struct
import subprocess
import threading
import unittest

from harness import COLLAPSED, PROFCONV, CommandTest

NOBODY = 65534


def as_nobody():
    """Root may write anywhere; others learn what happens to those who may not."""
    if os.getuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)


class Places(CommandTest):
    def setUp(self):
        super().setUp()
        self.file("a.folded", COLLAPSED)
        self.expected = self.good("a.folded").stdout

    def test_full_disks(self):
        self.assertHas(self.refused(1, "a.folded", "-t", "collapsed", "-o", "/dev/full"), "/dev/full: cannot write: No space")
        with open("/dev/full", "wb") as full:
            self.assertHas(self.refused(1, "a.folded", stdout=full), "<stdout>: cannot write: No space")
            self.assertHas(self.refused(1, "info", "a.folded", stdout=full), "<stdout>: cannot write: No space")
            self.assertHas(self.refused(1, "--help", stdout=full), "<stdout>: cannot write: No space")

    def test_a_limit_on_the_size_of_files(self):
        self.file("out.folded", "the old one")
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (16, 16))
        said = self.refused(1, "a.folded", "-o", "out.folded", preexec_fn=limit)
        self.assertHas(said, "out.folded: cannot write: File too large")
        self.assertEqual(self.read("out.folded"), b"the old one")
        self.assertEqual(self.files(), ["a.folded", "out.folded"])

    def test_a_pipe_whose_reader_went_away(self):
        reading, writing = os.pipe()
        os.close(reading)
        result = self.run_command("a.folded", stdout=writing)
        os.close(writing)
        self.assertEqual((result.returncode, result.stderr), (-13, ""))
        reading, writing = os.pipe()
        os.close(reading)
        ignored = subprocess.run(["sh", "-c", 'trap "" PIPE; exec "$@"', "sh", PROFCONV, "a.folded"], cwd=self.directory,
                                 stdout=writing, stderr=subprocess.PIPE, timeout=60, check=False)
        os.close(writing)
        self.assertEqual(ignored.returncode, 1)
        self.assertEqual(ignored.stderr, b"profconv: error: <stdout>: cannot write: Broken pipe\n")

    def test_missing_and_forbidden_folders(self):
        self.assertHas(self.refused(1, "a.folded", "-o", "none/out.folded"), "none/out.folded: cannot write: No such file")
        self.assertHas(self.refused(1, "a.folded", "-o", "a.folded/out.folded"), "cannot write: Not a directory")
        (self.directory / "locked").mkdir(mode=0o555)
        os.chmod(self.directory, 0o755)
        said = self.refused(1, "a.folded", "-o", "locked/out.folded", preexec_fn=as_nobody)
        self.assertHas(said, "locked/out.folded: cannot write: Permission denied")
        self.assertHas(self.refused(1, "/dev/null", "-f", "collapsed", "-o", "/proc/out.folded"), "/proc/out.folded: cannot write: ")

    def test_an_input_that_may_not_be_read(self):
        os.chmod(self.directory, 0o755)
        os.chmod(self.directory / "a.folded", 0)
        self.assertHas(self.refused(1, "a.folded", preexec_fn=as_nobody), "a.folded: cannot open: Permission denied")
        self.assertHas(self.refused(1, "none.folded"), "none.folded: cannot open: No such file")
        self.assertHas(self.refused(1, "."), "directory")

    def test_an_output_over_its_own_input(self):
        self.good("a.folded", "-o", "a.folded")
        self.assertEqual(self.read("a.folded"), self.expected)
        os.link(self.directory / "a.folded", self.directory / "same.folded")
        os.symlink("a.folded", self.directory / "led.folded")
        self.good("same.folded", "-o", "a.folded")
        self.good("a.folded", "-o", "led.folded")
        self.assertEqual(self.read("a.folded"), self.expected)
        self.assertTrue((self.directory / "led.folded").is_symlink())
        self.refused(1, "led.folded", "-o", "led.folded", "--max-input", "3")
        self.assertEqual(self.read("a.folded"), self.expected)

    def test_symbolic_links(self):
        (self.directory / "deep").mkdir()
        os.symlink("deep/one.folded", self.directory / "to_nothing.folded")
        self.good("a.folded", "-o", "to_nothing.folded")
        self.assertEqual(self.read("deep/one.folded"), self.expected)
        os.symlink("none/out.folded", self.directory / "to_no_folder.folded")
        self.refused(1, "a.folded", "-o", "to_no_folder.folded")
        os.symlink("round.folded", self.directory / "round.folded")
        self.assertHas(self.refused(1, "a.folded", "-o", "round.folded"), "round.folded: cannot write: Too many levels")
        self.assertHas(self.refused(1, "round.folded"), "round.folded: cannot open: Too many levels")
        self.assertTrue((self.directory / "round.folded").is_symlink())

    def test_fifos_and_devices(self):
        os.mkfifo(self.directory / "pipe.folded")
        got = []
        reader = threading.Thread(target=lambda: got.append(self.read("pipe.folded")))
        reader.start()
        self.good("a.folded", "-o", "pipe.folded")
        reader.join()
        self.assertEqual(got, [self.expected])
        writer = threading.Thread(target=lambda: self.file("pipe.folded", COLLAPSED))
        writer.start()
        self.assertEqual(self.good("pipe.folded").stdout, self.expected)
        writer.join()
        self.assertTrue((self.directory / "pipe.folded").is_fifo())
        self.good("a.folded", "-t", "collapsed", "-o", "/dev/null")
        self.assertHas(self.refused(1, "/dev/zero"), "/dev/zero")
        self.assertHas(self.refused(1, "/dev/null"), "/dev/null")

    def test_permissions_stay_and_new_files_get_the_usual_ones(self):
        self.file("private.folded", "old")
        os.chmod(self.directory / "private.folded", 0o600)
        self.good("a.folded", "-o", "private.folded", "-o", "new.pb.gz", preexec_fn=lambda: os.umask(0o027))
        mode = lambda name: (self.directory / name).stat().st_mode & 0o7777
        self.assertEqual((mode("private.folded"), mode("new.pb.gz")), (0o600, 0o640))

    @unittest.skipUnless(os.getuid() == 0, "only root may give files away")
    def test_root_leaves_a_replaced_file_to_its_owner(self):
        self.file("private.folded", "old")
        os.chown(self.directory / "private.folded", 12345, 23456)
        os.chmod(self.directory / "private.folded", 0o640)
        self.good("a.folded", "-o", "private.folded")
        status = (self.directory / "private.folded").stat()
        self.assertEqual((status.st_uid, status.st_gid, status.st_mode & 0o7777), (12345, 23456, 0o640))

    @unittest.skipUnless(os.getuid() == 0, "needs files of two users")
    def test_a_group_that_cannot_be_kept_is_not_replaced_by_one_that_may_do_more(self):
        os.chmod(self.directory, 0o777)
        for mode, expected in [(0o664, 0o644), (0o660, 0o600), (0o646, 0o646), (0o606, 0o606)]:
            self.file("shared.folded", "old")
            os.chown(self.directory / "shared.folded", NOBODY, 23456)
            os.chmod(self.directory / "shared.folded", mode)
            self.good("a.folded", "-o", "shared.folded", preexec_fn=as_nobody)
            status = (self.directory / "shared.folded").stat()
            self.assertEqual((status.st_gid, status.st_mode & 0o7777), (NOBODY, expected), oct(mode))

    def test_extended_attributes_stay(self):
        self.file("tagged.folded", "old")
        try:
            os.setxattr(self.directory / "tagged.folded", "user.owner", b"team\0one")
            os.setxattr(self.directory / "tagged.folded", "user.empty", b"")
        except OSError as error:
            self.skipTest(f"no extended attributes here: {error}")
        self.good("a.folded", "-o", "tagged.folded")
        self.assertEqual(self.read("tagged.folded"), self.expected)
        self.assertEqual(os.getxattr(self.directory / "tagged.folded", "user.owner"), b"team\0one")
        self.assertEqual(os.getxattr(self.directory / "tagged.folded", "user.empty"), b"")

    def test_access_control_lists_stay(self):
        # Version 2: the owner, user 23456 (read), the group, the mask, others.
        entries = [(1, 6, 0xFFFFFFFF), (2, 4, 23456), (4, 0, 0xFFFFFFFF), (16, 4, 0xFFFFFFFF), (32, 0, 0xFFFFFFFF)]
        acl = struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries)
        self.file("listed.folded", "old")
        try:
            os.setxattr(self.directory / "listed.folded", "system.posix_acl_access", acl)
        except OSError as error:
            self.skipTest(f"no access control lists here: {error}")
        mode = (self.directory / "listed.folded").stat().st_mode
        self.good("a.folded", "-o", "listed.folded")
        self.assertEqual(os.getxattr(self.directory / "listed.folded", "system.posix_acl_access"), acl)
        self.assertEqual((self.directory / "listed.folded").stat().st_mode, mode)

    def test_a_symbolic_link_stays_and_another_hard_link_keeps_the_old_content(self):
        (self.directory / "deep").mkdir()
        self.file("deep/real.folded", "old")
        os.chmod(self.directory / "deep" / "real.folded", 0o600)
        os.symlink("deep/real.folded", self.directory / "led.folded")
        os.link(self.directory / "deep" / "real.folded", self.directory / "other.folded")
        self.good("a.folded", "-o", "led.folded")
        self.assertTrue((self.directory / "led.folded").is_symlink())
        self.assertEqual(self.read("deep/real.folded"), self.expected)
        self.assertEqual((self.directory / "deep" / "real.folded").stat().st_mode & 0o7777, 0o600)
        self.assertEqual(self.read("other.folded"), b"old")

    def test_standard_streams_that_are_closed(self):
        for closed in ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"]:
            with self.subTest(closed):
                script = f'exec "$0" -q a.folded -o out.spall {closed}'
                status = subprocess.run(["sh", "-c", script, PROFCONV], cwd=self.directory, timeout=60, check=False)
                self.assertEqual(status.returncode, 0)
                self.assertEqual(self.read("out.spall")[:4], b"\x0d\xf0\xad\x0b")
        self.assertHas(subprocess.run(["sh", "-c", 'exec "$0" a.folded >&-', PROFCONV], cwd=self.directory, timeout=60,
                                      check=False, stderr=subprocess.PIPE, text=True).stderr, "<stdout>: cannot write")
        self.assertHas(subprocess.run(["sh", "-c", 'exec "$0" <&-', PROFCONV], cwd=self.directory, timeout=60, check=False,
                                      stderr=subprocess.PIPE, text=True).stderr, "<stdin>: cannot read")


class OddNames(CommandTest):
    NAMES = [b"two\nlines.folded", b"tab\tand\x1b[31mred.folded", b"latin-\xe4.folded", b"cut\xc3.folded",
             b"\xe2\x80\xae.folded", b"a;b c$(d)`e`'f\".folded", b" .folded", b"-o.folded", b"n" * 248 + b".folded"]

    def test_names_that_are_no_plain_text(self):
        for name in self.NAMES:
            with self.subTest(name):
                folder = os.fsencode(self.directory)
                with open(os.path.join(folder, name), "w", encoding="ascii") as file:
                    file.write(COLLAPSED)
                result = self.good("-q", "-o", b"out-" + name[-200:], "--", name)
                self.assertEqual(result.stderr, "")
                with open(os.path.join(folder, b"out-" + name[-200:]), "rb") as made:
                    self.assertEqual(len(made.read().splitlines()), 3)
                self.good("-q", "-o", b"./" + name, "--", name)

    def test_messages_show_them_harmless_on_one_line(self):
        for name in self.NAMES:
            with self.subTest(name):
                for arguments in [[b"./none" + name], [b"./none" + name, b"--json"]]:
                    result = self.run_command("info", *arguments)
                    self.assertEqual(result.returncode, 1)
                    self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
                    self.assertTrue(all(ord(c) >= 0x20 and c != "\u202e" for c in result.stderr[:-1]), result.stderr)

    def test_output_names_come_from_input_names_never_from_contents(self):
        (self.directory / "out").mkdir()
        evil = "../../escaped;/etc/passwd;$(touch x) 5\n# ../evil\n"
        self.file("a.folded", evil)
        self.file("b.json", '{"dhatFileVersion":2,"mode":"heap","verb":"Allocated","bklt":true,"bkacc":false,'
                  '"tu":"instrs","Mtu":"Minstr","tuth":500,"cmd":"../../../tmp/evil.pb.gz","pid":1,"te":9,"tg":6,'
                  '"pps":[{"tb":10,"tbk":1,"tl":5,"mb":9,"mbk":6,"gb":8,"gbk":5,"eb":0,"ebk":0,"rb":3,"wb":4,"fs":[1]}],'
                  '"ftbl":["[root]","0x1: ../../f (/etc/passwd:1)"]}')
        self.good("-q", "a.folded", "b.json", "-o", "out/", "-t", "pprof")
        self.assertEqual(sorted(os.listdir(self.directory / "out")), ["a.pb", "b.pb"])
        self.assertEqual(self.files(), ["a.folded", "b.json", "out"])
        self.good("-q", "-o", "out/", "-t", "collapsed", stdin=evil)
        self.assertEqual(sorted(os.listdir(self.directory / "out")), ["a.pb", "b.pb", "stdin.folded"])


class Concurrency(CommandTest):
    def test_runs_to_one_output_leave_one_whole(self):
        texts = [f"main;run{i};leaf{i} {i + 1}\n" * 2000 for i in range(8)]
        for i, text in enumerate(texts):
            self.file(f"{i}.folded", text)
        alone = {self.good(f"{i}.folded").stdout for i in range(8)}
        for _ in range(5):
            runs = [subprocess.Popen([PROFCONV, f"{i}.folded", "-o", "out.folded"], cwd=self.directory) for i in range(8)]
            self.assertEqual([run.wait(timeout=60) for run in runs], [0] * 8)
            self.assertIn(self.read("out.folded"), alone)
        self.assertEqual(self.files(), [f"{i}.folded" for i in range(8)] + ["out.folded"])


if __name__ == "__main__":
    unittest.main()
