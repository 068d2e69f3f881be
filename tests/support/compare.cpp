// SPDX-License-Identifier: Apache-2.0
// Comparing with files.
#include "support/compare.h"

#include "support/catch.h"
#include "support/fixtures.h"

namespace profconv::test {

void check_golden(const std::filesystem::path& file, std::string_view got, const std::string& what) {
  if (blessing()) write_file(file, got);
  INFO(what << " is not what " << file.string() << " holds. If the new text is right: ninja bless writes it");
  const bool there = std::filesystem::exists(file);
  CHECK(there);
  if (there) CHECK(first_difference(file_bytes(file), got) == "");
}

}  // namespace profconv::test
