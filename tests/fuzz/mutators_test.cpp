// SPDX-License-Identifier: Apache-2.0
// Changes that keep an input's structure do: most of what they make is still of its format.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "fuzz/fuzz_one.h"
#include "fuzz/mutators.h"
#include "readers/readers.h"
#include "support/catch.h"
#include "support/fixtures.h"
#include "wire/pprof.pb.h"

namespace profconv::test {

namespace {

constexpr unsigned changes_made = 300;

/// Stands in for libFuzzer's.
std::size_t add_one(std::uint8_t* data, std::size_t size, std::size_t most) {
  if (size == most) return size - 1;
  data[size] = '1';
  return size + 1;
}

/// How many of the changes to a text fit.
template <class Change, class Fits>
unsigned fitting(const std::string& text, Change change, Fits fits) {
  unsigned count = 0;
  for (unsigned seed = 1; seed <= changes_made; ++seed) {
    Mutation mutation(seed, add_one);
    if (fits(change(text, mutation))) ++count;
  }
  return count;
}

}  // namespace

TEST_CASE("changed fields are mostly a message", "[fuzz]") {
  const std::string file = file_bytes(data_folder() / "pprof" / "labels.pb");
  const auto is_message = [](const std::string& text) { return wire::pprof::Profile().ParseFromString(text); };
  CHECK(fitting(file, mutate_fields, is_message) > changes_made / 2);
}

TEST_CASE("changed tokens are often JSON", "[fuzz]") {
  const std::string file = file_bytes(data_folder() / "dhat" / "rust_ad_hoc.json");
  const auto is_json = [](const std::string& text) { return nlohmann::json::accept(text); };
  CHECK(fitting(file, mutate_json, is_json) > changes_made / 4);
}

TEST_CASE("changed lines are mostly lines that were there", "[fuzz]") {
  const std::string file = file_bytes(data_folder() / "dtrace" / "kernel-and-user.txt");
  const auto lines = [](const std::string& text) { return std::count(text.begin(), text.end(), '\n'); };
  const auto is_close = [&](const std::string& text) {
    return text != file && std::abs(lines(text) - lines(file)) <= 1;
  };
  CHECK(fitting(file, mutate_lines, is_close) > changes_made / 2);
}

TEST_CASE("a change is told by its seed and stays within what is asked for", "[fuzz]") {
  for (const std::string& target : fuzz_targets()) {
    for (const Fixture& fixture : fixtures()) {
      const std::string_view bytes = std::string_view(fixture.bytes).substr(0, 1000);
      for (unsigned seed = 1; seed <= 20; ++seed) {
        INFO(target << " " << fixture.name() << " " << seed);
        const std::string changed = mutate(target, bytes, 1000, seed, add_one);
        CHECK(changed.size() <= 1000);
        CHECK(changed == mutate(target, bytes, 1000, seed, add_one));
      }
    }
  }
}

}  // namespace profconv::test
