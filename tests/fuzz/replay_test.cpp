// SPDX-License-Identifier: Apache-2.0
// The inputs that fuzzing found worth keeping, tests/fuzz/corpus/<reader>/*, and the fixtures, through the fuzz target.
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
  for (const Reader* reader : all_readers) {
    const fs::path folder = fs::path(PROFCONV_ROOT) / "tests" / "fuzz" / "corpus" / reader->name;
    INFO(folder.string());
    REQUIRE(fs::is_directory(folder));
    std::vector<fs::path> files{fs::directory_iterator(folder), {}};
    std::sort(files.begin(), files.end());
    CHECK_FALSE(files.empty());
    for (const fs::path& file : files) {
      INFO(file.string());
      CHECK_NOTHROW(fuzz_one(*reader, file_bytes(file)));
    }
    for (const Fixture& fixture : fixtures(*reader)) {
      INFO(fixture.name());
      CHECK_NOTHROW(fuzz_one(*reader, fixture.bytes));
    }
  }
}

TEST_CASE("no reader trips over the fixtures of another", "[fuzz]") {
  for (const Fixture& fixture : fixtures()) {
    for (const Reader* reader : all_readers) {
      INFO(fixture.name() << " read as " << reader->name);
      CHECK_NOTHROW(fuzz_one(*reader, fixture.bytes));
    }
  }
}

}  // namespace profconv::test
