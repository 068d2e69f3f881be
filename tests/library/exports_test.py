# SPDX-License-Identifier: Apache-2.0
"""What the libraries define for others: libprofconv.so the functions, types and constants of the public headers, listed in
exported_symbols.txt, and nothing of the libraries in it; libprofconv.a no name that could be one of the program's.

BLESS=1 writes the list. A symbol that disappears or changes breaks programs; one that appears has to be meant."""
import os
import pathlib
import re
import shutil
import subprocess
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
LIST = HERE / "exported_symbols.txt"


def symbols(*words):
    """(kind, name) of each symbol that nm prints, names as in C++."""
    printed = subprocess.run(["nm", "--defined-only", *words], text=True, capture_output=True, check=True).stdout
    shown = subprocess.run(["c++filt"], input=printed, text=True, capture_output=True, check=True).stdout
    for line in shown.splitlines():
        match = re.fullmatch(r"[0-9a-f]+ (\w) (.*)", line)
        if match:
            yield match[1], match[2]


@unittest.skipUnless(shutil.which("nm") and shutil.which("c++filt"), "there is no nm or no c++filt")
class Exports(unittest.TestCase):
    maxDiff = None

    @unittest.skipUnless(os.environ["COMPILER"] == "GNU", "the list has the names of GCC's C++ library")
    def test_the_shared_library_exports_what_is_listed(self):
        # The version is that of the library, for C++ names.
        found = {re.sub(r"@@(PROFCONV_[A-Z]+)_[0-9.]+$", r" (\1)", name)
                 # Not versions, and not inline constants, which a build has in memory or not.
                 for kind, name in symbols("-D", os.environ["SHARED"]) if kind not in "Au"}
        if os.environ.get("BLESS"):
            LIST.write_text("".join(f"{name}\n" for name in sorted(found)))
        self.assertEqual(sorted(found), LIST.read_text().splitlines())

    def test_every_public_header_exports_what_it_declares(self):
        headers = [path for part in ("core", "tools/lib") for path in (ROOT / part / "include").rglob("*.h")]
        self.assertGreater(len(headers), 20)
        for path in headers:
            text = path.read_text()
            if "extern \"C\"" in text:  # the C interface marks each function
                continue
            with self.subTest(path.name):
                self.assertIn("\n#pragma GCC visibility push(default)\nnamespace profconv {\n", text)
                self.assertTrue(text.endswith("}  // namespace profconv\n#pragma GCC visibility pop\n"))

    def test_the_archive_defines_only_names_of_its_own(self):
        strong = {name for kind, name in symbols("-g", os.environ["STATIC"]) if kind in "TDBRGSA"}
        self.assertGreater(len(strong), 1000)
        self.assertEqual([name for name in sorted(strong) if "profconv" not in name and not name.startswith("pc_")], [])


if __name__ == "__main__":
    unittest.main()
