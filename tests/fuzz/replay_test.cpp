// SPDX-License-Identifier: Apache-2.0
// The inputs that fuzzing found worth keeping, tests/fuzz/corpus/<target>/*, and the fixtures, through the fuzz
// targets.
#include <algorithm>
#include <filesystem>
#include <vector>

#include "fuzz/fuzz_one.h"
#include "readers/readers.h"
#include "support/catch.h"
#include "support/fixtures.h"

namespace profconv::test {

namespace fs = std::filesystem;

TEST_CASE("what fuzzing found stays mended", "[fuzz]") {
  for (const std::string& target : fuzz_targets()) {
    const fs::path folder = source_folder() / "tests" / "fuzz" / "corpus" / target;
    INFO(folder.string());
    // Fuzzing of a reader begins with its fixtures.
    const bool is_reader = std::any_of(std::begin(all_readers), std::end(all_readers),
                                       [&](const Reader* reader) { return reader->name == target; });
    if (is_reader && !fs::exists(folder)) continue;
    REQUIRE(fs::is_directory(folder));
    std::vector<fs::path> files{fs::directory_iterator(folder), {}};
    std::sort(files.begin(), files.end());
    CHECK_FALSE(files.empty());
    for (const fs::path& file : files) {
      INFO(file.string());
      CHECK_NOTHROW(fuzz(target, file_bytes(file)));
    }
  }
}

TEST_CASE("every corpus and dictionary is named for a fuzz target", "[fuzz]") {
  const std::vector<std::string> targets = fuzz_targets();
  for (const char* const kind : {"corpus", "dictionaries"}) {
    for (const auto& entry : fs::directory_iterator(source_folder() / "tests" / "fuzz" / kind)) {
      INFO(entry.path().string());
      CHECK(std::find(targets.begin(), targets.end(), entry.path().stem().string()) != targets.end());
    }
  }
}

TEST_CASE("no reader trips over a fixture, its own or that of another", "[fuzz]") {
  for (const Fixture& fixture : fixtures()) {
    for (const Reader* reader : all_readers) {
      INFO(fixture.name() << " read as " << reader->name);
      CHECK_NOTHROW(fuzz_one(*reader, fixture.bytes));
    }
  }
}

}  // namespace profconv::test
