# SPDX-License-Identifier: Apache-2.0
"""The examples of docs/examples/library, built outside of this build against an installation that was moved: found by CMake
and by pkg-config, with the shared library and with the archive. They print what they should."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "docs" / "examples"
BUILD = pathlib.Path(os.environ["BUILD"])
# Within the clone, so that ccache finds what another clone has compiled.
SCRATCH = BUILD / "tests" / "library" / "scratch"
INSTALLED = SCRATCH / "moved"
CXX = [*filter(None, [os.environ["LAUNCHER"]]), os.environ["CXX"]]
VERSION = re.search(r"project\(profconv VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1]
PROGRAMS = sorted(path for path in (EXAMPLES / "library").glob("*.c*") if path.suffix in (".c", ".cpp"))
# A value type in what `info` prints, and whether it is the default.
TYPES = r"(\w+) \((?:count|bytes)\): [\d,]*\d(?:, the max)?(  \(default\))?"


def run(*words, **options):
    done = subprocess.run([str(word) for word in words], text=True, capture_output=True, **options)
    if done.returncode != 0:
        raise AssertionError(f"{words}: {done.stdout}{done.stderr}")
    return done.stdout


def pkg_config(*words):
    path = next(INSTALLED.rglob("pkgconfig"))
    return run("pkg-config", *words, "profconv", env={**os.environ, "PKG_CONFIG_PATH": str(path)}).split()


@unittest.skipUnless(shutil.which("ninja") and shutil.which("pkg-config"), "there is no ninja or no pkg-config")
class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        shutil.rmtree(SCRATCH, ignore_errors=True)
        run("cmake", "--install", BUILD, "--prefix", SCRATCH / "installed")
        (SCRATCH / "installed").rename(INSTALLED)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = pathlib.Path(folder.name)

    def configure(self, name, *options, source=EXAMPLES / "library"):
        folder = SCRATCH / name
        done = subprocess.run(["cmake", "-S", source, "-B", folder, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={INSTALLED}",
                               f"-DCMAKE_CXX_COMPILER={os.environ['CXX']}", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
                               f"-DCMAKE_CXX_COMPILER_LAUNCHER={os.environ['LAUNCHER']}", *options],
                              text=True, capture_output=True)
        return folder, done

    def check_programs(self, folder):
        """Every example works."""
        out = self.out
        self.assertRegex(run(folder / "convert", EXAMPLES / "perl.dhat.json", out / "perl.pb.gz"), r"^dhat -> pprof\n")
        self.assertRegex(run(folder / "heap", EXAMPLES / "perl.dhat.json", out / "heap.pb.gz"),
                         r"^command: perl -e .*\n(\w+: .*\n)*te: \d+ instrs\n(\w+: .*\n)*points: 380\nallocated: 4992113 bytes\n$")
        info = run(os.environ["PROFCONV"], "info", out / "heap.pb.gz")
        types = re.findall(TYPES, info)
        self.assertEqual(types, [("alloc_objects", ""), ("inuse_space", "  (default)"), ("alloc_space", "")])
        self.assertIn("build 42", info)
        self.assertEqual(run(folder / "build_profile"), "main;eval 100\nmain;parse;read 30\n")
        self.assertEqual(run(folder / "sampler", out / "draw.spall"), "")
        info = run(os.environ["PROFCONV"], "info", out / "draw.spall")
        self.assertIn("wall (nanoseconds): 200,000,000", info)
        self.assertIn("loader", info)
        self.assertIn("lost: ", run(folder / "c_convert", EXAMPLES / "perl.dhat.json", out / "c.folded"))
        self.assertEqual(run(folder / "c_samples", EXAMPLES / "perl.dhat.json"),
                         "total: 4265691\nheaviest: malloc 4090006\n")
        run(folder / "c_sampler", out / "c.spall")
        self.assertIn("wall (nanoseconds): 100,000,000", run(os.environ["PROFCONV"], "info", out / "c.spall"))
        self.assertEqual(run(folder / "cancel", out / "never.pb"), "cancelled, output not written\n")
        self.assertEqual(run(folder / "two_threads", EXAMPLES / "perl.dhat.json", out / "1.folded",
                             EXAMPLES / "server.folded", out / "missing" / "2.svg").splitlines()[0], "380 samples")
        self.assertFalse((out / "never.pb").exists())

    def test_cmake_finds_either_library(self):
        for component in ("shared", "static"):
            with self.subTest(component):
                folder, made = self.configure(component, f"-DCOMPONENT={component}", "-DCMAKE_CXX_FLAGS=-O0")
                self.assertEqual(made.returncode, 0, made.stderr)
                run("ninja", "-C", folder, "-j2")
                needed = run("readelf", "-d", folder / "convert")
                self.assertEqual("libprofconv.so.0" in needed, component == "shared")
                self.assertEqual("libre2" in needed or "protobuf" in needed, component == "static")
                if component == "shared":
                    # What a program needs of the library: this release, or the C interface.
                    self.assertIn(f"PROFCONV_CXX_{VERSION}", run("readelf", "-V", folder / "convert"))
                    self.assertIn("PROFCONV_C_0", run("readelf", "-V", folder / "c_convert"))
                    self.assertNotIn("PROFCONV_CXX", run("readelf", "-V", folder / "c_convert"))
                self.check_programs(folder)
                for command in json.loads((folder / "compile_commands.json").read_text()):
                    words = command["command"].split()
                    standard = "++20" if command["file"].endswith(".cpp") else "99"
                    self.assertTrue(any(word.startswith("-std=") and word.endswith(standard) for word in words), words)
                    self.assertFalse([word for word in words if word.startswith("-W") or word == f"-I{ROOT}"], words)

    def test_pkg_config_finds_either_library(self):
        objects = []
        for program in PROGRAMS:
            compiler = [*CXX, "-std=c++20"] if program.suffix == ".cpp" else [os.environ["CC"], "-std=c99"]
            objects.append(SCRATCH / f"{program.stem}.o")
            run(*compiler, *pkg_config("--cflags"), "-c", program, "-o", objects[-1])
        for name, words in {"pc_shared": pkg_config("--libs"), "pc_static": ["-static", *pkg_config("--static", "--libs")]}.items():
            with self.subTest(name):
                folder = SCRATCH / name
                folder.mkdir(exist_ok=True)
                library = next(word[2:] for word in words if word.startswith("-L") and str(SCRATCH) in os.path.realpath(word[2:]))
                for each in objects:
                    run(os.environ["CXX"], each, *words, f"-Wl,-rpath,{library}", "-o", folder / each.stem)
                self.check_programs(folder)

    def test_a_program_in_c_links_the_shared_library_with_the_c_compiler(self):
        words = pkg_config("--cflags", "--libs")
        run(os.environ["CC"], "-std=c99", EXAMPLES / "library" / "c_samples.c", *words, "-o", self.out / "c_samples")
        (self.out / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(only_c LANGUAGES C)\nfind_package(profconv CONFIG REQUIRED)\n"
            f"add_executable(c_samples {EXAMPLES}/library/c_samples.c)\n"
            "target_link_libraries(c_samples PRIVATE profconv::profconv)\n")
        folder, made = self.configure("only_c", source=self.out)
        self.assertEqual(made.returncode, 0, made.stderr)
        run("ninja", "-C", folder)

    @unittest.skipUnless(shutil.which("cargo"), "there is no cargo")
    def test_a_rust_crate(self):
        path = next(INSTALLED.rglob("pkgconfig"))
        environment = {**os.environ, "PKG_CONFIG_PATH": str(path), "CARGO_TARGET_DIR": str(SCRATCH / "rust"),
                       "RUSTFLAGS": "-D warnings -C force-frame-pointers=yes"}
        crate = SCRATCH / "crate"
        shutil.copytree(EXAMPLES / "library" / "rust", crate)
        run("cargo", "build", "--quiet", "--offline", "--examples", cwd=crate, env=environment)
        programs = SCRATCH / "rust" / "debug" / "examples"
        out = self.out
        self.assertRegex(run(programs / "heap", EXAMPLES / "perl.dhat.json", out / "heap.pb.gz"),
                         r"^command: perl -e .*\npoints: 380\n$")
        # What the command makes under the name of the crate that this one replaces.
        run(os.environ["PROFCONV"], "dhat-pprof", EXAMPLES / "perl.dhat.json", out / "expected.pb.gz")
        both = [run(os.environ["PROFCONV"], "info", out / name).split("\n", 1)[1] for name in ("heap.pb.gz", "expected.pb.gz")]
        self.assertEqual(*both)
        info = run(os.environ["PROFCONV"], "info", out / "heap.pb.gz.types.pb.gz")
        self.assertEqual(re.findall(TYPES, info),
                         [("alloc_space", "  (default)"), ("inuse_space", "")])
        run(programs / "sampler", out / "draw.spall")
        self.assertIn("wall (nanoseconds): 100,000,000", run(os.environ["PROFCONV"], "info", out / "draw.spall"))
        failed = subprocess.run([programs / "heap", out / "missing", out / "x.pb"], text=True, capture_output=True)
        self.assertIn("missing: ", failed.stderr)
        self.check_recorder(programs / "recorder")

    def check_recorder(self, program):
        """With each tracer that can record here."""
        for name in ("bpftrace", "perf"):
            tried = subprocess.run([os.environ["PROFCONV"], "record", "--backend", name, "-q", "-o", self.out / "x.folded", "--",
                                    sys.executable, "-c", "sum(range(30000000))"], capture_output=True)
            with self.subTest(name):
                if tried.returncode != 0:
                    self.skipTest(tried.stderr.decode().strip())
                counts = [line.split(" ", 1) for line in run(program, name).splitlines()]
                hot = sum(int(count) for count, function in counts if function.endswith("compute"))
                self.assertGreater(hot, 0.5 * max(int(count) for count, _ in counts))
        failed = subprocess.run([program, "gprof"], text=True, capture_output=True)
        self.assertIn("the backend is dtrace, bpftrace, perf or auto, not 'gprof'", failed.stderr)

    def profconv(self, *words):
        """The installed command, with no plugins but installed ones."""
        return run(INSTALLED / "bin" / "profconv", *words, env={**os.environ, "XDG_DATA_HOME": str(self.out), "PROFCONV_PLUGIN_PATH": ""})

    def test_plugins_are_built_and_found(self):
        folder, made = self.configure("plugins", f"-DCMAKE_C_COMPILER={os.environ['CC']}", "-DCMAKE_C_FLAGS=-Wall -Wextra -pedantic -Werror",
                                      source=EXAMPLES / "plugins")
        self.assertEqual(made.returncode, 0, made.stderr)
        run("ninja", "-C", folder)
        self.assertNotIn("profconv", run("readelf", "-d", folder / "xdebug.so"))
        trace, words = EXAMPLES / "plugins" / "shop.xt", EXAMPLES / "plugins" / "words.cpuprofile"
        self.assertIn("total 2000000", self.profconv(trace, "-t", "collapsed", "--plugin", folder / "xdebug.so"))
        self.assertNotIn("xdebug", self.profconv("formats"))
        run("cmake", "--install", folder)
        self.addCleanup(shutil.rmtree, next(INSTALLED.rglob("profconv/plugins")))
        listed = self.profconv("plugins")
        self.assertIn("xdebug.so: loaded: xdebug 1.0, interface 1; reads xdebug\n", listed)
        self.assertIn("profconv-read-cpuprofile: loaded: a program, release 1.0; reads cpuprofile\n", listed)
        self.assertIn("8 tests, all good", self.profconv("plugin-test", folder / "hits.so", EXAMPLES / "plugins" / "shop.hits"))
        self.profconv(trace, "-o", self.out / "shop.svg")
        self.profconv(words, "-o", self.out / "words.svg")
        self.assertIn("file_get_contents", (self.out / "shop.svg").read_text())

    def test_a_plugin_needs_one_header_and_no_other(self):
        """Copied alone into an empty folder, it compiles as C99 and as C++20."""
        header = next(INSTALLED.rglob("plugin.h"))
        (self.out / "profconv").mkdir()
        shutil.copy(header, self.out / "profconv")
        source = EXAMPLES / "plugins" / "xdebug.c"
        flags = ["-Wall", "-Wextra", "-pedantic", "-Werror", "-fPIC", "-shared", "-fvisibility=hidden", f"-I{self.out}"]
        run(os.environ["CC"], "-std=c99", *flags, source, "-o", self.out / "c.so")
        smallest = self.out / "smallest.cpp"
        smallest.write_text("""#include <profconv/plugin.h>
namespace {
void probe(void*, pc_string, pc_string, pc_probe* found) { found->confidence = PC_NO; }
const pc_host* host;
pc_status read(void*, pc_job* job) { return host->fail(job, PC_ERROR_READ, 3, {"no", 2}); }
pc_reader_card card{};
pc_plugin plugin{};
}
const pc_plugin* profconv_plugin_v1(const pc_host* given) {
  host = given;
  card.size = sizeof card;
  card.name = "smallest";
  card.summary = "reads nothing";
  card.probe = probe;
  card.read = read;
  plugin.size = sizeof plugin;
  plugin.version = PC_PLUGIN_VERSION;
  plugin.name = "smallest";
  plugin.readers = &card;
  plugin.reader_stride = sizeof card;
  plugin.reader_count = 1;
  return &plugin;
}
""")
        run(os.environ["CXX"], "-std=c++20", *flags, smallest, "-o", self.out / "cxx.so")
        trace = EXAMPLES / "plugins" / "shop.xt"
        self.assertIn("total 2000000", self.profconv(trace, "-t", "collapsed", "--plugin", self.out / "c.so"))
        failed = subprocess.run([INSTALLED / "bin" / "profconv", trace, "-f", "smallest", "-t", "top", "--plugin", self.out / "cxx.so"],
                                text=True, capture_output=True)
        self.assertIn("shop.xt:3: no\n", failed.stderr)

    def test_a_project_may_use_both(self):
        (self.out / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(both LANGUAGES CXX)\n"
            "find_package(profconv CONFIG REQUIRED)\nfind_package(profconv CONFIG REQUIRED COMPONENTS static)\n"
            "foreach(NAME profconv shared static)\n"
            "  get_target_property(FILE profconv::${NAME} LOCATION)\n  message(STATUS \"${NAME}: ${FILE}\")\nendforeach()\n")
        _, made = self.configure("both", source=self.out)
        self.assertEqual(made.returncode, 0, made.stderr)
        self.assertEqual(re.findall(r"-- (\w+): .*/(libprofconv\S+)", made.stdout),
                         [("profconv", f"libprofconv.so.{VERSION}"), ("shared", f"libprofconv.so.{VERSION}"), ("static", "libprofconv.a")])

    def test_what_is_not_there_is_named(self):
        _, made = self.configure("unknown", "-DCOMPONENT=framework")
        self.assertNotEqual(made.returncode, 0)
        self.assertIn("framework", made.stderr)
        major, minor = VERSION.split(".")[:2]
        (self.out / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.25)\nproject(next LANGUAGES CXX)\n"
                                                 f"find_package(profconv {major}.{int(minor) + 1} CONFIG REQUIRED)\n")
        _, made = self.configure("next", source=self.out)
        self.assertNotEqual(made.returncode, 0)
        self.assertIn(f"version: {VERSION}", made.stderr)

    def test_no_installed_file_names_the_clone(self):
        texts = [path for path in INSTALLED.rglob("*") if path.suffix in {".cmake", ".pc", ".h"}]
        self.assertGreater(len(texts), 30)
        for path in texts:
            for place in (ROOT, BUILD, SCRATCH / "installed"):
                self.assertNotIn(str(place), path.read_text(), path)
        shared = next(INSTALLED.rglob("libprofconv.so"))
        self.assertNotRegex(run("readelf", "-d", shared), "RPATH|RUNPATH")


if __name__ == "__main__":
    unittest.main()
