// SPDX-License-Identifier: Apache-2.0
// Real recordings: sums against the totals that Valgrind and the dhat crate printed, frames against another parser.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/convert.h"
#include "readers/readers.h"
#include "support/catch.h"
#include "support/fixtures.h"

namespace profconv::test {

namespace {

namespace fs = std::filesystem;

struct Recording {
  fs::path path;
  std::string name;  ///< without extensions
};

std::vector<Recording> recordings() {
  std::vector<Recording> all;
  const fs::path folder = corpus_folder() / "own" / "dhat";
  if (corpus_folder().empty() || !fs::is_directory(folder)) {
    WARN("skipped: PROFCONV_CORPUS names no folder with own/dhat");
    return all;
  }
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string file = entry.path().filename().string();
    const std::size_t end = file.find(".json");
    if (end != std::string::npos) all.push_back({.path = entry.path(), .name = file.substr(0, end)});
  }
  std::sort(all.begin(), all.end(), [](const Recording& a, const Recording& b) { return a.name < b.name; });
  REQUIRE(all.size() >= 30);
  return all;
}

ProfileSet read_recording(const Recording& recording, Context& context) {
  Input input = Input::open(recording.path.string(), context);
  return read_profiles(dhat_reader, input, Options(dhat_reader.options), SampleOrder::merged);
}

/// The numbers of a line such as "dhat: Total:     4,021,882 bytes in 13,455 blocks"; none where it has none.
std::vector<std::uint64_t> numbers_behind(const std::string& text, std::string_view label) {
  const std::size_t begin = text.find(label);
  if (begin == std::string::npos) return {};
  std::vector<std::uint64_t> numbers;
  bool in_number = false;
  for (std::size_t at = begin + label.size(); at < text.size() && text[at] != '\n'; ++at) {
    const bool digit = text[at] >= '0' && text[at] <= '9';
    if (digit && !in_number) numbers.push_back(0);
    if (digit) numbers.back() = numbers.back() * 10 + static_cast<std::uint64_t>(text[at] - '0');
    in_number = digit || (in_number && text[at] == ',');
  }
  return numbers;
}

/// Checks the columns called `types` against the numbers printed behind `label`.
void check_printed(const Profile& profile, const std::string& printed, std::string_view label,
                   const std::vector<std::string>& types) {
  const auto numbers = numbers_behind(printed, label);
  if (numbers.empty()) return;
  REQUIRE(numbers.size() == types.size());
  for (std::size_t i = 0; i < types.size(); ++i) {
    INFO(types[i]);
    const auto index = profile.find_type(types[i]);
    REQUIRE(index);
    CHECK(total(profile, *index) == static_cast<std::int64_t>(numbers[i]));
  }
}

/// What DHAT's JSON lists.
struct Listed {
  std::vector<std::string> frames;
  std::set<std::vector<std::size_t>> stacks;
};

/// By another parser, which takes no invalid UTF-8 and time: each recording is read once.
const Listed& listed_in(const Recording& recording) {
  static std::map<std::string, Listed> all;
  const auto [place, is_new] = all.try_emplace(recording.name);
  Listed& listed = place->second;
  if (!is_new) return listed;
  Context context;
  Input input = Input::open(recording.path.string(), context);
  ByteBuffer text = input.read_all();
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; }, '?');
  const nlohmann::json json = nlohmann::json::parse(text.data(), text.data() + text.size());
  listed.frames = json.at("ftbl").get<std::vector<std::string>>();
  for (const auto& point : json.at("pps")) listed.stacks.insert(point.at("fs").get<std::vector<std::size_t>>());
  return listed;
}

std::string address_of(const std::string& frame) {
  return frame.starts_with("0x") ? frame.substr(0, frame.find(':')) : std::string();
}

/// Entries that share their address with the next one, recursion of whole chains taken apart by trial.
std::size_t inlined_entries(const std::vector<std::size_t>& stack, const std::vector<std::string>& addresses) {
  std::size_t count = 0;
  for (std::size_t begin = 0; begin < stack.size();) {
    std::size_t end = begin + 1;
    while (end < stack.size() && !addresses[stack[begin]].empty() && addresses[stack[end]] == addresses[stack[begin]]) {
      ++end;
    }
    const std::size_t size = end - begin;
    std::size_t length = 1;
    const auto repeats = [&] {
      for (std::size_t i = begin + length; i < end; ++i) {
        if (stack[i] != stack[i - length]) return false;
      }
      return size % length == 0;
    };
    while (!repeats()) ++length;
    count += size - size / length;
    begin = end;
  }
  return count;
}

}  // namespace

TEST_CASE("sums of DHAT recordings are the totals that were printed", "[dhat][corpus]") {
  for (const Recording& recording : recordings()) {
    INFO(recording.name);
    Context context;
    const ProfileSet set = read_recording(recording, context);
    const Profile& profile = set.profiles().at(0);
    const std::string printed = file_bytes(recording.path.parent_path() / (recording.name + ".stderr"));
    const bool saturated = recording.name == "rs-adhoc-u64";
    const std::string objects = profile.value_types.at(0).type;
    const std::string space = profile.value_types.at(1).type;
    REQUIRE(numbers_behind(printed, "Total:").size() == 2);
    if (!saturated) check_printed(profile, printed, "Total:", {space, objects});
    check_printed(profile, printed, "At t-gmax:", {"inuse_space", "inuse_objects"});
    check_printed(profile, printed, "At t-end:", {"end_space", "end_objects"});
    check_printed(profile, printed, "Reads:", {"read"});
    check_printed(profile, printed, "Writes:", {"written"});
    const bool said = std::any_of(context.diagnostics().begin(), context.diagnostics().end(),
                                  [](const Diagnostic& d) { return d.kind == "dhat.saturated"; });
    CHECK(said == saturated);
  }
}

TEST_CASE("stacks of DHAT recordings keep every frame, and inline chains stay together", "[dhat][corpus]") {
  for (const Recording& recording : recordings()) {
    INFO(recording.name);
    const Listed& listed = listed_in(recording);
    std::vector<std::string> addresses;
    for (const std::string& frame : listed.frames) addresses.push_back(address_of(frame));
    std::size_t entries = 0;
    std::size_t inlined = 0;
    for (const std::vector<std::size_t>& stack : listed.stacks) {
      entries += stack.size();
      inlined += inlined_entries(stack, addresses);
    }

    Context context;
    const ProfileSet set = read_recording(recording, context);
    const Dictionary& dictionary = set.dictionary();
    std::size_t read_entries = 0;
    std::size_t read_inlined = 0;
    std::vector<FrameId> stack;
    for (const StackId id : set.profiles().at(0).samples.stack) {
      dictionary.leaf_first(id, stack);
      read_entries += stack.size();
      for (std::size_t i = 0; i < stack.size(); ++i) {
        const Frame& frame = dictionary.frame(stack[i]);
        if (!frame.inlined) continue;
        ++read_inlined;
        const bool goes_on = i + 1 < stack.size() && dictionary.frame(stack[i + 1]).address == frame.address;
        if (!goes_on) FAIL("an inlined frame stands alone");
      }
    }
    CHECK(set.profiles().at(0).samples.size() == listed.stacks.size());
    CHECK(read_entries == entries);
    CHECK(read_inlined == inlined);
  }
}

TEST_CASE("frames of DHAT recordings keep file and line", "[dhat][corpus]") {
  for (const Recording& recording : recordings()) {
    INFO(recording.name);
    std::map<std::string, int> expected;
    for (const std::string& text : listed_in(recording).frames) {
      if (text.ends_with(')') && text.find(" (in ") == std::string::npos && text.find("(???:") == std::string::npos) {
        const std::string place = text.substr(text.rfind(" (") + 2);
        if (place.find(':') != std::string::npos) ++expected[address_of(text) + " " + place];
      }
    }
    Context context;
    const ProfileSet set = read_recording(recording, context);
    const Dictionary& dictionary = set.dictionary();
    std::map<std::string, int> got;
    for (const Frame& frame : dictionary.frames()) {
      const std::string file(dictionary.string(dictionary.function(frame.function).file));
      if (file.empty()) continue;
      std::string place = file + ":" + std::to_string(frame.line);
      if (frame.column != 0) place += ":" + std::to_string(frame.column);
      ++got[place + ")"];
    }
    for (const auto& [key, unused] : expected) {
      const std::string place = key.substr(key.find(' ') + 1);
      if (place.find('?') != std::string::npos) continue;
      if (!got.contains(place) && !place.ends_with(":0)")) FAIL(place);
    }
    CHECK(got.empty() == expected.empty());
  }
}

TEST_CASE("Valgrind's raw bytes in a command line are read", "[dhat][corpus]") {
  for (const Recording& recording : recordings()) {
    if (recording.name != "vg-cmd-escape") continue;
    Context context;
    const ProfileSet set = read_recording(recording, context);
    const std::string& command = set.profiles().at(0).metadata.command;
    CHECK(command.starts_with("/usr/bin/printf %s\\n quote \" back\\slash tab\tnl\nbell\a "));
    CHECK(command.ends_with("bad\xEF\xBF\xBD\xEF\xBF\xBDutf8 del\x7f"));
    REQUIRE(!context.diagnostics().empty());
    CHECK(context.diagnostics()[0].kind == "dhat.invalid_utf8");
  }
}

}  // namespace profconv::test
