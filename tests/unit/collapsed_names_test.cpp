// SPDX-License-Identifier: Apache-2.0
// Names that a line of collapsed stacks cannot hold as they are: they stay apart, and lines read back exactly.
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/wire/collapsed_escapes.h"
#include "profconv/comparison.h"
#include "profconv/convert.h"
#include "readers/readers.h"
#include "support/catch.h"
#include "support/fixtures.h"
#include "writers/writers.h"

namespace profconv::test {

namespace {

using Stack = std::vector<std::string>;
/// What a line says: a number, and in a comparison that of the base.
using Numbers = std::pair<std::int64_t, std::int64_t>;
using Lines = std::map<Stack, Numbers>;
using Settings = std::vector<std::pair<std::string, std::string>>;

ProfileSet profile_of(const Lines& lines, bool is_comparison) {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type({.type = "samples", .unit = "count"});
  const LabelText base{.key = base_label_key, .text = base_label_text};
  for (const auto& [stack, numbers] : lines) {
    std::vector<FrameId> frames;
    for (const std::string& name : stack) {
      frames.push_back(builder.frame({.function = builder.function({.name = builder.string(name)})}));
    }
    const StackId id = builder.root_first(frames);
    profile.add({.stack = id}, numbers.first);
    if (is_comparison) profile.add({.stack = id, .labels = builder.labels({&base, 1})}, -numbers.second);
  }
  return std::move(builder).finish();
}

ProfileSet profile_of(const std::vector<Stack>& stacks) {
  Lines lines;
  for (const Stack& stack : stacks) lines[stack] = {static_cast<std::int64_t>(lines.size() + 1), 0};
  return profile_of(lines, false);
}

std::string write(const ProfileSet& set, const Settings& settings = {}) {
  Options options(collapsed_writer.options);
  for (const auto& [name, value] : settings) options.set(name, value);
  return written(set, collapsed_writer, options);
}

ProfileSet read(const std::string& text) {
  Context context;
  Input input = Input::from_memory("test.folded", text, context);
  ProfileSet set = read_profiles(collapsed_reader, input, Options(collapsed_reader.options), SampleOrder::merged);
  for (const Diagnostic& d : context.diagnostics()) CHECK(d.kind == "collapsed.two_columns");
  return set;
}

Lines lines_of(const ProfileSet& set) {
  Lines lines;
  const Dictionary& dictionary = set.dictionary();
  const Samples& samples = set.profiles().front().samples;
  const BaseSamples is_base(dictionary);
  std::vector<FrameId> frames;
  for (std::size_t row = 0; row < samples.size(); ++row) {
    dictionary.root_first(samples.stack[row], frames);
    Stack stack;
    for (const FrameId frame : frames) {
      stack.emplace_back(dictionary.string(dictionary.function(dictionary.frame(frame).function).name));
    }
    Numbers& numbers = lines[stack];
    const std::int64_t value = samples.values[0][row];
    if (is_base(samples.labels_of(row))) {
      numbers.second -= value;
    } else {
      numbers.first += value;
    }
  }
  return lines;
}

/// What is written, once it has come back as it was.
std::string round_trip(const ProfileSet& set, const Settings& settings = {}) {
  std::string text = write(set, settings);
  INFO(text);
  const ProfileSet again = read(text);
  CHECK(lines_of(again) == lines_of(set));
  CHECK(write(again, settings) == text);
  return text;
}

}  // namespace

TEST_CASE("';' becomes ':' and control characters blanks where no other name is written so", "[collapsed]") {
  CHECK(write(profile_of({{"f(Ljava/lang/String;I)V", "x\ty\nz\xc2\x85"}})) == "f(Ljava/lang/String:I)V;x y z  1\n");
}

TEST_CASE("names that would be written alike are escaped and stay apart", "[collapsed]") {
  CHECK(round_trip(profile_of({{"f(Ljava/lang/String;I)V"}, {"f(Ljava/lang/String:I)V"}})) ==
        "f(Ljava/lang/String:I)V 2\nf(Ljava/lang/String\\x3bI)V 1\n");
  CHECK(round_trip(profile_of({{"m", "a\tb"}, {"m", "a b"}, {"m", "a\nb"}})) == "m;a b 2\nm;a\\x09b 1\nm;a\\x0ab 3\n");
  CHECK(round_trip(profile_of({{"m", "a\xc2\x85"}, {"m", "a "}})) == "m;a  2\nm;a\\xc2\\x85 1\n");
  CHECK(round_trip(profile_of({{" f"}, {"  f"}, {"f"}, {"m", " f"}})) == "\\x20 f 2\n\\x20f 1\nf 3\nm; f 4\n");
  CHECK(round_trip(profile_of({{" "}, {"[unknown]"}})) == "[unknown] 2\n\\x20 1\n");
}

TEST_CASE("a name that is written alike is escaped wherever it is, and only if the profile uses the other",
          "[collapsed]") {
  CHECK(round_trip(profile_of({{"a;b", "c"}, {"x", "a;b", "d"}, {"x", "a:b"}})) ==
        "a\\x3bb;c 1\nx;a:b 3\nx;a\\x3bb;d 2\n");
  const ProfileSet both = profile_of({{"a;b"}, {"a:b"}});
  std::vector<Profile> one{both.profiles().front()};
  one.front().samples.stack.pop_back();
  one.front().samples.values[0].pop_back();
  const std::string text = write(ProfileSet(both.shared_dictionary(), std::move(one)));
  CHECK((text == "a:b 1\n" || text == "a:b 2\n"));
}

TEST_CASE("names of threads stay apart, too", "[collapsed]") {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type({.type = "samples", .unit = "count"});
  const FrameId f = builder.frame({.function = builder.function({.name = builder.string("f")})});
  const StackId stack = builder.root_first(std::vector{f});
  profile.add({.stack = stack, .thread = builder.thread({.process_name = builder.string("a;b")})}, 1);
  profile.add({.stack = stack, .thread = builder.thread({.process_name = builder.string("a:b")})}, 2);
  const ProfileSet set = std::move(builder).finish();
  CHECK(write(set, {{"threads", "yes"}}) == "a:b;f 2\na\\x3bb;f 1\n");
  CHECK(write(set, {{"threads", "yes"}, {"order", "input"}}) == "a\\x3bb;f 1\na:b;f 2\n");
}

TEST_CASE("a leaf that ends in a number does not pass for a second column", "[collapsed]") {
  CHECK(round_trip(profile_of({{"worker 1"}, {"worker 2"}, {"worker 1", "a 1.5"}, {"m", " 12"}})) ==
        "m;\\x2012 4\nworker 1;a\\x201.5 3\nworker\\x201 1\nworker\\x202 2\n");
  CHECK(round_trip(profile_of({{"12"}, {"worker 12", "f12"}, {"m", "v 1.2.3"}, {"m", "12 "}})) ==
        "12 1\nm;12  4\nm;v 1.2.3 3\nworker 12;f12 2\n");
}

TEST_CASE("a frame that reads like a comment does not pass for one", "[collapsed]") {
  CHECK(round_trip(profile_of({{"# interval:"}, {"# interval:", "f"}, {"# f"}})) ==
        "# f 3\n\\x23 interval: 1\n\\x23 interval:;f 2\n");
}

TEST_CASE("a name that holds what looks like an escape comes back as it is", "[collapsed]") {
  CHECK(round_trip(profile_of({{"a\\x3bb"}, {"a;b"}, {"a\\x5cx3bb"}, {"a:b"}})) ==
        "a:b 4\na\\x3bb 2\na\\x5cx3bb 1\na\\x5cx5cx3bb 3\n");
  CHECK(round_trip(profile_of({{"C:\\x64\\foo", "App\\Http", "\\x41", "\\x3B", "u\\x20v", "\\"}})) ==
        "C:\\x64\\foo;App\\Http;\\x41;\\x3B;u\\x20v;\\ 1\n");
  CHECK(round_trip(profile_of({{"\\x20v", "v\\x20", "v\\x2012", "\\x23"}})) ==
        "\\x5cx20v;v\\x5cx20;v\\x5cx2012;\\x5cx23 1\n");
}

TEST_CASE("escapes of a file stay as they are when it is written again", "[collapsed]") {
  const std::string text = "a\\x3bb 1\nm;x\\x09y;z 2\n";
  CHECK(lines_of(read(text)) == Lines{{{"a;b"}, {1, 0}}, {{"m", "x\ty", "z"}, {2, 0}}});
  CHECK(write(read(text)) == text);
}

TEST_CASE("comparisons read back where frames are blank or end in a number or a blank", "[collapsed]") {
  CHECK(lines_of(read("a;b 3 1\na;  2 2\n")) == Lines{{{"a", "b"}, {1, 3}}, {{"a", " "}, {2, 2}}});
  CHECK(lines_of(read("a;b  3 1\na;c 2 2\n")) == Lines{{{"a", "b "}, {1, 3}}, {{"a", "c"}, {2, 2}}});
  for (const Lines& lines : {Lines{{{"a", "b"}, {1, 3}}, {{"a", " "}, {2, 2}}}, Lines{{{"a", " "}, {2, 2}}},
                             Lines{{{"foo 12"}, {2, 0}}}, Lines{{{"foo "}, {2, 5}}, {{}, {7, 0}}},
                             Lines{{{"12"}, {1, 1}}, {{"a", "3 4"}, {1, -1}}}, Lines{{{}, {0, 4}}}}) {
    static_cast<void>(round_trip(profile_of(lines, true)));
    static_cast<void>(round_trip(profile_of(lines, true), {{"order", "input"}}));
  }
}

TEST_CASE("any names come back from what is written of them, alone and in comparisons", "[collapsed]") {
  std::mt19937 random(11);
  const std::vector<std::string> pieces{
      "a", "b",   " ",  "  ", ";", ":",  "\t",       "\n",   "\\",        "x3b",   "x5c",   "x20",   "x23",       "xc2",
      "1", "2.5", "e1", "-",  "#", "# ", "\xc2\x85", "\xc2", "[unknown]", "\\x3b", "\\x20", "\\x5c", "\\xc2\\x85"};
  for (int round = 0; round < 3000; ++round) {
    const bool is_comparison = random() % 2 == 0;
    Lines lines;
    for (std::size_t i = 1 + random() % 4; i > 0; --i) {
      Stack stack;
      for (std::size_t depth = 1 + random() % 3; depth > 0; --depth) {
        std::string name = pieces[random() % pieces.size()];
        for (std::size_t more = random() % 4; more > 0; --more) name += pieces[random() % pieces.size()];
        stack.push_back(std::move(name));
      }
      lines[std::move(stack)] = {static_cast<std::int64_t>(1 + random() % 9), static_cast<std::int64_t>(random() % 9)};
    }
    const ProfileSet set = profile_of(lines, is_comparison);
    const std::string text = write(set);
    const ProfileSet again = read(text);
    INFO(text);
    // Names are written with replacements where they stay apart: as many stacks, with the same numbers.
    const auto by_numbers = [](const Lines& from) {
      std::multiset<Numbers> numbers;
      for (const auto& [stack, value] : from) numbers.insert(value);
      return numbers;
    };
    REQUIRE(by_numbers(lines_of(again)) == by_numbers(lines_of(set)));
    REQUIRE(write(again) == text);
    // Read from lines, they come back exactly.
    REQUIRE(lines_of(read(write(again))) == lines_of(again));
  }
}

}  // namespace profconv::test
