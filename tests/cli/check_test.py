# SPDX-License-Identifier: Apache-2.0
"""`profconv check`: what it prints for people and for programs, and its exit status."""

import json
import unittest

from harness import COLLAPSED, CommandTest, dhat_json

BROKEN = "main;parse 3\nno number\nmain;eval 4 \nnor here\n"


class Check(CommandTest):
    def check(self, status, *arguments, **options):
        result = self.run_command("check", *arguments, **options)
        self.assertEqual(result.returncode, status, result.stderr)
        self.assertEqual(result.stderr, "")
        return result.stdout.decode()

    def objects(self, status, *arguments, **options):
        return [json.loads(line) for line in self.check(status, "--json", *arguments, **options).splitlines()]

    def test_a_good_file(self):
        self.file("a.folded", COLLAPSED)
        self.assertEqual(self.check(0, "a.folded"), "a.folded: collapsed: 0 errors, 0 warnings, 0 notes\n")
        self.assertEqual(self.check(0, "-q", "a.folded"), "")

    def test_findings_stand_in_the_order_of_their_lines_with_kind_and_place(self):
        self.file("b.folded", BROKEN)
        lines = self.check(1, "b.folded", "--from", "collapsed").splitlines()
        self.assertEqual([line.split(": ")[0] for line in lines],
                         ["b.folded:2", "b.folded:3", "b.folded:4", "b.folded"])
        self.assertHas(lines[0], ": error: expected 'frame;frame number', got 'no number' [collapsed.bad_line]")
        self.assertHas(lines[1], ": warning: ", " [collapsed.trailing_blank]")
        self.assertEqual(lines[3], "b.folded: collapsed: 2 errors, 1 warning, 0 notes")

    def test_quiet_leaves_errors(self):
        self.file("b.folded", BROKEN)
        lines = self.check(1, "-q", "b.folded", "-f", "collapsed").splitlines()
        self.assertEqual([line.split(": ")[0] for line in lines], ["b.folded:2", "b.folded:4"])

    def test_the_rest_of_a_kind_is_counted(self):
        self.file("b.folded", "".join(f"main;a{i} 1\n" for i in range(1500)) + "nonsense\n" * 1500)
        lines = self.check(1, "b.folded", "-f", "folded", "--most", "2").splitlines()
        self.assertEqual(len(lines), 3)
        self.assertHas(lines[1], "(and 1,498 more like it)")
        self.assertHas(lines[2], "1,500 errors")
        self.refused(2, "check", "b.folded", "--most", "0")

    def test_json_has_one_object_a_file(self):
        self.file("a.folded", COLLAPSED)
        self.file("b.folded", BROKEN)
        good, bad, missing = self.objects(1, "-f", "collapsed", "a.folded", "b.folded", "none.folded")
        self.assertEqual((good["schema"], good["file"], good["format"]), ("profconv-check-1", "a.folded", "collapsed"))
        self.assertEqual((good["valid"], good["findings"]), (True, []))
        self.assertEqual((bad["valid"], bad["errors"], bad["warnings"], bad["notes"]), (False, 2, 1, 0))
        self.assertEqual(bad["findings"][1], {
            "severity": "warning", "kind": "collapsed.trailing_blank", "line": 3, "byte": None, "count": 1,
            "message": bad["findings"][1]["message"]})
        self.assertEqual((missing["format"], missing["findings"][0]["kind"]), (None, "check.unreadable"))

    def test_bytes_and_values_of_the_format_in_json(self):
        self.file("h.json", dhat_json())
        self.file("cut.json", dhat_json()[:-10])
        heap, cut = self.objects(1, "h.json", "cut.json")
        self.assertEqual((heap["format"], heap["valid"]), ("dhat", True))
        self.assertEqual((cut["format"], cut["valid"]), ("dhat", False))
        self.assertEqual(cut["findings"][-1]["byte"], len(dhat_json()) - 10)
        self.assertIsNone(cut["findings"][-1]["line"])

    def test_standard_input(self):
        for arguments in ((), ("-",)):
            text = self.check(1, *arguments, "--from", "collapsed", stdin=BROKEN)
            self.assertHas(text, "<stdin>:2: error: ", "<stdin>: collapsed: 2 errors")

    def test_options_of_the_reader(self):
        self.file("a.folded", "main;a 1 2\nmain;b 3 4\nmain;c 5\n")
        self.check(0, "a.folded")
        self.assertHas(self.check(1, "a.folded", "--set", "collapsed.columns=2"), "a.folded:3: error: ")
        self.assertHas(self.refused(2, "check", "a.folded", "--set", "colums=2"), "columns")
        self.assertHas(self.refused(2, "check", "a.folded", "--from", "colapsed"), "collapsed")

    def test_files_that_are_none(self):
        self.file("photo.jpg", b"\xff\xd8\xff\xe0\0\x10JFIF\0\1")
        self.file("a.folded", COLLAPSED)
        text = self.check(1, "photo.jpg", "missing", "a.folded")
        self.assertHas(text, "photo.jpg: error: found a JPEG image", "missing: error: ",
                       "a.folded: collapsed: 0 errors")

    def test_names_cannot_write_to_the_terminal(self):
        self.file("b.folded", "main;a 1\n\x1b[31mred\n")
        text = self.check(1, "b.folded", "-f", "collapsed")
        self.assertNotIn("\x1b", text)

    def test_a_profile_that_hangs_from_its_leaves(self):
        self.file("a.folded", "malloc;parse;main 30\nread;parse;main 2\n")
        self.assertHas(self.check(0, "a.folded"), "a.folded: warning: the profile looks upside down",
                       "[check.upside_down]")

    def test_what_was_written_by_us_is_valid(self):
        self.file("h.json", dhat_json())
        self.file("a.folded", COLLAPSED)
        for name in ("h.pb.gz", "h.folded", "h.dhat.json", "h.spall"):
            self.good("h.json", "-o", name)
            self.assertEqual(self.objects(0, name)[0]["findings"], [], name)

    def test_help(self):
        self.assertHas(self.check(0, "--help"), "usage: profconv check FILE...", "Exit status")


if __name__ == "__main__":
    unittest.main()
