# SPDX-License-Identifier: Apache-2.0
"""A program that builds profconv as a part of its own project gets the library's headers and C++20, and nothing else:
no warning of ours is an error there, no internal header can be included, no test is built."""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

PROJECT = """cmake_minimum_required(VERSION 3.25)
project(host LANGUAGES CXX)
add_subdirectory({root} profconv)
add_executable(host host.cpp)
target_link_libraries(host PRIVATE profconv::profconv)
if(TARGET profconv_tests)
  message(FATAL_ERROR "the tests of profconv would be built")
endif()
"""

# A parameter without a use, for which -Wextra has a warning.
HOST = "#include <profconv/conversion.h>\nint main(int, char** words) { profconv::Context context; }\n"


@unittest.skipUnless(shutil.which("cmake") and shutil.which("ninja"), "there is no cmake or no ninja")
class Consumer(unittest.TestCase):
    def test_a_project_around_the_library(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "CMakeLists.txt").write_text(PROJECT.format(root=ROOT))
            (folder / "host.cpp").write_text(HOST)
            environment = {**os.environ, "CMAKE_EXPORT_COMPILE_COMMANDS": "ON"}
            made = subprocess.run(["cmake", "-S", folder, "-B", folder / "build", "-G", "Ninja"], text=True,
                                  capture_output=True, env=environment)
            self.assertEqual(made.returncode, 0, made.stderr)
            commands = json.loads((folder / "build" / "compile_commands.json").read_text())
            words = next(each["command"] for each in commands if each["file"].endswith("host.cpp")).split()
            self.assertNotIn("-Werror", words)
            self.assertNotIn(f"-I{ROOT}", words)
            self.assertTrue(any(word.endswith("++20") for word in words), words)
            compiled = subprocess.run(["ninja", "-C", folder / "build", "CMakeFiles/host.dir/host.cpp.o"], text=True,
                                      capture_output=True)
            self.assertEqual(compiled.returncode, 0, compiled.stdout)


if __name__ == "__main__":
    unittest.main()
