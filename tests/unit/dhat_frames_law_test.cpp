// SPDX-License-Identifier: Apache-2.0
// Frames of DHAT as they are written and read again, made at random of pieces that look like places.
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/convert.h"
#include "profconv/profile_builder.h"
#include "readers/readers.h"
#include "support/catch.h"
#include "writers/writers.h"

namespace profconv::test {

namespace {

/// What a frame says, as one text: name, file, line, column and module.
std::string words_of(const Dictionary& dictionary, StackId stack) {
  const Frame& frame = dictionary.frame(dictionary.stack(stack).frame);
  const Function& function = dictionary.function(frame.function);
  std::string all(dictionary.string(function.name));
  all.append("|").append(dictionary.string(function.file)).append("|").append(std::to_string(frame.line));
  all.append(":").append(std::to_string(frame.column)).append("|");
  return all.append(dictionary.string(dictionary.mapping(frame.mapping).file));
}

/// Names and paths of any pieces.
class Words {
 public:
  std::string word() {
    static const std::vector<std::string> pieces{
        "f",     " ",  "(",         ")",          " (1)",     " (in y)", " (a:3)",        ".cpp", "a:3",
        ":7",    "/",  "proj (1)/", "operator()", "(int)",    "main",    "{closure#0}",   "in ",  "lambda(int)#1",
        "a)b(c", "::", "<(A)0>",    "0x1: ",      " (a (b) ", "\u00b5",  "[clone .cold]", "\\x28"};
    std::string made = "x";
    for (std::size_t i = 1 + any(4); i > 0; --i) made += pieces[any(pieces.size() - 1)];
    return made;
  }
  /// A function in a file, with or without a column, or in a module.
  FrameId frame(ProfileSetBuilder& builder, std::uint64_t address) {
    Frame frame{.address = address};
    Function function{.name = builder.string(word())};
    if (any(1) == 0) {
      frame.mapping = builder.mapping({.file = builder.string(word() + ".so")});
    } else {
      function.file = builder.string(word() + ".c");
      frame.line = static_cast<std::int64_t>(any(900));
      frame.column = any(1) == 0 ? 0 : static_cast<std::int64_t>(any(90));
    }
    frame.function = builder.function(function);
    return builder.frame(frame);
  }

 private:
  [[nodiscard]] std::size_t any(std::size_t most) {
    return std::uniform_int_distribution<std::size_t>(0, most)(random_);
  }

  std::mt19937 random_{23};
};

}  // namespace

TEST_CASE("frames come back whatever they are made of, but for the paths that are counted", "[dhat][writer]") {
  constexpr std::size_t frames = 30'000;
  Words words;
  ProfileSetBuilder builder;
  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type({.type = "samples", .unit = "count"});
  for (std::size_t i = 0; i < frames; ++i) profile.add({.stack = builder.child({}, words.frame(builder, i + 1))}, 1);
  const ProfileSet set = std::move(builder).finish();
  Context context;
  std::string text;
  Output output = Output::to_memory(&text);
  write_profiles(set, dhat_writer, Options(dhat_writer.options), output, context);
  Input input = Input::from_memory("written.json", text, context);
  const ProfileSet read = read_profiles(dhat_reader, input, Options(dhat_reader.options), SampleOrder::merged);
  const std::vector<StackId>& before = set.profiles()[0].samples.stack;
  const std::vector<StackId>& after = read.profiles()[0].samples.stack;
  REQUIRE(before.size() == frames);
  REQUIRE(after.size() == frames);
  std::size_t changed = 0;
  for (std::size_t i = 0; i < frames; ++i) {
    const std::string expected = words_of(set.dictionary(), before[i]);
    const std::string got = words_of(read.dictionary(), after[i]);
    if (expected == got) continue;
    ++changed;
    // Of a path that would be misread only its own parentheses and colons differ, and nothing of the rest.
    const std::size_t name_size = expected.find('|');
    REQUIRE(got.size() == expected.size());
    REQUIRE(got.substr(0, name_size + 1) == expected.substr(0, name_size + 1));
    for (std::size_t at = name_size; at < got.size(); ++at) {
      if (got[at] != expected[at])
        REQUIRE((got[at] == '_' && std::string_view("():").find(expected[at]) != std::string_view::npos));
    }
  }
  CHECK(changed > 0);
  std::string said;
  for (const Diagnostic& d : context.diagnostics()) said += d.kind == "dhat.paths" ? d.message : "";
  CHECK(said.ends_with(": " + std::to_string(changed)));
}

}  // namespace profconv::test
