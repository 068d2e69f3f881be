# SPDX-License-Identifier: Apache-2.0
"""The binary interface of the C headers, that of plugins included: size and offsets of every struct, every constant, and every function, as c_abi.txt
has them. Programs that were compiled before a change have to work after it: a struct may grow at its end, a constant and a
function may be added, and nothing else may change.

BLESS=1 writes the file; read the difference."""
import os
import pathlib
import re
import struct
import subprocess
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
INCLUDES = ROOT / "tools" / "lib" / "include"
LIST = HERE / "c_abi.txt"


def header():
    """The headers without comments and directives."""
    names = ("plugin", "profconv", "profconv_model", "profconv_record")
    text = "".join((INCLUDES / "profconv" / f"{name}.h").read_text() for name in names)
    return re.sub(r"//.*|^#.*", "", text, flags=re.M)


def structs(text):
    """(name, members) of each struct that is defined."""
    for name, body in re.findall(r"typedef struct (\w+) \{(.*?)\} \1;", text, re.S):
        members = []
        for declaration in filter(None, map(str.strip, body.split(";"))):
            callback = re.search(r"\(\*(\w+)\)", declaration)
            members.append(callback[1] if callback else re.search(r"(\w+)(?:\[\d+\])?$", declaration)[1])
        yield name, members


def constants(text):
    return re.findall(r"\b(PC_\w+) = ", text)


def functions(text):
    """(name, declaration) of each function, in one line."""
    for declaration in re.findall(r"PC_API (.*?);", text, re.S):
        line = " ".join(declaration.split())
        yield re.search(r"\b(pc_\w+)\(", line)[1], line


def layout(text):
    """What the compiler makes of the headers."""
    lines = ["#include <profconv/profconv.h>", "#include <stdio.h>", "int main(void) {"]
    for name, members in structs(text):
        lines.append(f'printf("struct {name} %zu\\n", sizeof({name}));')
        for member in members:
            lines.append(f'printf("  %zu {member} %zu\\n", offsetof({name}, {member}), sizeof((({name}*)0)->{member}));')
    lines += [f'printf("constant {name} %d\\n", {name});' for name in constants(text)]
    lines.append("return 0;\n}\n")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "layout.c").write_text("\n".join(lines))
        subprocess.run([os.environ["CC"], "-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", f"-I{INCLUDES}",
                        folder / "layout.c", "-o", folder / "layout"], check=True)
        return subprocess.run([folder / "layout"], text=True, capture_output=True, check=True).stdout


class CInterface(unittest.TestCase):
    maxDiff = None

    @unittest.skipUnless(struct.calcsize("P") == 8, "the file is of systems with 64 bits")
    def test_nothing_that_a_program_was_compiled_with_changes(self):
        text = header()
        found = layout(text) + "".join(f"function {line}\n" for _, line in functions(text))
        if os.environ.get("BLESS"):
            LIST.write_text(found)
        self.assertEqual(found.splitlines(), LIST.read_text().splitlines())

    def test_the_tests_call_every_function_and_see_every_error(self):
        tests = "".join(path.read_text() for path in (HERE / "c").glob("*.c"))
        text = header()
        names = [name for name, _ in functions(text)]
        self.assertGreater(len(names), 50)
        self.assertEqual([name for name in names if not re.search(rf"\b{name}\(", tests)], [])
        # Running out of memory is tested from inside (tests/faults); a bug cannot be.
        errors = {name for name in constants(text) if name.startswith("PC_ERROR_")}
        seen = {name for name in errors if re.search(rf"\b{name},", tests)}
        self.assertEqual(errors - seen, {"PC_ERROR_OUT_OF_MEMORY", "PC_ERROR_INTERNAL"})

    def test_the_library_exports_every_function(self):
        names = {name for name, _ in functions(header())}
        exported = {line.split()[0] for line in (HERE / "exported_symbols.txt").read_text().splitlines()
                    if line.startswith("pc_")}
        self.assertEqual(names, exported)

    def test_structs_that_may_grow_begin_with_their_size(self):
        fixed = {"pc_string", "pc_label", "pc_labels", "pc_column"}
        varying = {name for name, members in structs(header()) if members[0] == "size"}
        self.assertEqual({name for name, _ in structs(header())} - varying, fixed)


if __name__ == "__main__":
    unittest.main()
