// SPDX-License-Identifier: Apache-2.0
// What was read from DHAT and is written as DHAT comes back.
#include <algorithm>
#include <cctype>
#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "profconv/convert.h"
#include "readers/readers.h"
#include "support/catch.h"
#include "support/fixtures.h"
#include "writers/writers.h"

namespace profconv::test {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Counters = std::map<std::string, std::uint64_t>;

/// A file's points by their frames' texts, so that two files compare whatever their order and numbers are. Places and
/// numbers that say nothing are left away, and so is the case of an address. Where maxima became one they are no less
/// than what the points held.
std::map<std::string, Counters> points_of(const std::string& text) {
  const json file = json::parse(text, nullptr, true);
  std::map<std::string, Counters> points;
  for (const json& point : file["pps"]) {
    std::string stack;
    for (const json& index : point["fs"]) {
      std::string frame = file["ftbl"].at(index.get<std::size_t>());
      const std::size_t colon = frame.find(':');
      for (std::size_t i = 2; i < colon; ++i) frame[i] = static_cast<char>(std::toupper(frame[i]));
      while (frame.ends_with(":0)")) frame.replace(frame.size() - 3, 3, ")");
      for (const std::string nothing : {" (in ?\?\?)", " (?\?\?)"}) {
        if (frame.ends_with(nothing)) frame.resize(frame.size() - nothing.size());
      }
      stack += frame + "\n";
    }
    for (const auto& [key, value] : point.items()) {
      if (key == "fs" || key == "acc") continue;
      std::uint64_t& counter = points[stack][key];
      const auto added = value.get<std::uint64_t>();
      const bool is_maximum = key == "mb" || key == "mbk";
      counter = is_maximum ? std::max(counter, added) : counter + added;
    }
  }
  for (auto& [stack, counters] : points) {
    if (file["mode"] != "rust-heap") break;
    counters["mb"] = std::max({counters["mb"], counters["gb"], counters["eb"]});
    counters["mbk"] = std::max({counters["mbk"], counters["gbk"], counters["ebk"]});
  }
  return points;
}

/// What becomes of a file that is read and written again.
std::string copy_of(std::string_view bytes) {
  Context context;
  Options options(dhat_reader.options);
  options.set("site-max", "yes");
  Input input = Input::from_memory("heap.json", bytes, context);
  const ProfileSet set = read_profiles(dhat_reader, input, options, SampleOrder::merged);
  std::string text;
  Output output = Output::to_memory(&text);
  write_profiles(set, dhat_writer, Options(dhat_writer.options), output, context);
  return text;
}

void check_comes_back(const std::string& bytes, const std::string& what) {
  INFO(what);
  const std::string text = copy_of(bytes);
  const json before = json::parse(bytes);
  const json after = json::parse(text);
  for (const char* const key :
       {"dhatFileVersion", "mode", "bklt", "bkacc", "bsu", "tu", "Mtu", "tuth", "cmd", "pid", "tg", "te"}) {
    INFO(key);
    CHECK(before.value(key, json()) == after.value(key, json()));
  }
  const auto expected = points_of(bytes);
  const auto got = points_of(text);
  REQUIRE(expected.size() == got.size());
  const auto differs = [&](const auto& entry) {
    return got.find(entry.first) == got.end() || got.at(entry.first) != entry.second;
  };
  const auto first = std::find_if(expected.begin(), expected.end(), differs);
  INFO((first == expected.end() ? std::string() : first->first));
  CHECK(first == expected.end());
}

bool is_utf8(const std::string& bytes) { return json::accept(bytes); }

}  // namespace

TEST_CASE("a file of DHAT comes back with every counter of every point", "[dhat][writer]") {
  for (const Fixture& fixture : fixtures(dhat_reader)) {
    // Counters above 2^63-1 saturate while they are read, and bytes that are no UTF-8 are replaced.
    if (!is_utf8(fixture.bytes) || fixture.name() == "dhat/rust_u64.json") continue;
    check_comes_back(fixture.bytes, fixture.name());
  }
}

TEST_CASE("a recording comes back with every counter of every point", "[dhat][writer][corpus][long]") {
  const fs::path folder = corpus_folder() / "own" / "dhat";
  if (corpus_folder().empty() || !fs::is_directory(folder)) {
    WARN("skipped: PROFCONV_CORPUS names no folder with own/dhat");
    return;
  }
  const std::set<std::string> excused{"rs-adhoc-u64.json"};
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".json" || excused.contains(entry.path().filename().string())) continue;
    const std::string bytes = file_bytes(entry.path());
    if (is_utf8(bytes)) check_comes_back(bytes, entry.path().filename().string());
  }
}

}  // namespace profconv::test
