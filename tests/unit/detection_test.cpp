// SPDX-License-Identifier: Apache-2.0
// Which format every file is taken for by its content alone, without a name: fixtures, examples, recordings and what
// writers make of them.
#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profconv/conversion.h"
#include "profconv/convert.h"
#include "readers/readers.h"
#include "support/catch.h"
#include "support/compare.h"
#include "support/fixtures.h"
#include "writers/writers.h"

namespace profconv::test {

namespace {

namespace fs = std::filesystem;

/// The format's name, or the message of the refusal.
std::string detected(std::string_view bytes, const Limits& limits = {}) {
  Context context(limits);
  Input input = Input::from_memory("-", bytes, context);
  try {
    return std::string(detect(input, builtin_registry()).reader->name);
  } catch (const Error& error) {
    return error.what();
  }
}

std::string_view word(Confidence confidence) {
  constexpr std::array<std::string_view, 6> words{"no", "doubtful", "weak", "likely", "certain", "magic"};
  return words[static_cast<std::size_t>(confidence)];
}

/// Every reader that takes an input for its own: "collapsed likely, dtrace weak".
std::string candidates(std::string_view bytes) {
  Context context;
  Input input = Input::from_memory("-", bytes, context);
  std::string all;
  for (const Detection& found : builtin_registry().candidates(input.head(), "-")) {
    all.append(all.empty() ? "" : ", ").append(found.reader->name).append(" ").append(word(found.probe.confidence));
  }
  return all.empty() ? "none" : all;
}

std::string as_collapsed(const ProfileSet& set, const char* order) {
  Options options(collapsed_writer.options);
  options.set("order", order);
  return written(set, collapsed_writer, options);
}

/// Real recordings and the format of each, which their folders tell.
std::vector<std::pair<fs::path, const Reader*>> recordings() {
  std::vector<std::pair<fs::path, const Reader*>> all;
  if (corpus_folder().empty() || !fs::is_directory(corpus_folder() / "own" / "dtrace")) {
    WARN("skipped: PROFCONV_CORPUS names no folder of recordings");
    return all;
  }
  for (const auto& entry : fs::recursive_directory_iterator(corpus_folder())) {
    const std::string path = entry.path().string();
    const auto is_in = [&](const char* folder) { return path.find(folder) != std::string::npos; };
    const auto ends = [&](const char* end) { return path.ends_with(end) || path.ends_with(std::string(end) + ".gz"); };
    if (fs::is_directory(entry) || fs::file_size(entry) == 0) continue;
    if ((is_in("/own/dtrace/") && ends(".out")) || (is_in("/dtrace-real/") && ends(".txt"))) {
      all.emplace_back(entry.path(), &dtrace_reader);
    } else if ((is_in("/own/dhat/") || is_in("/public/dhat/")) && ends(".json")) {
      all.emplace_back(entry.path(), &dhat_reader);
    } else if (ends(".folded")) {
      all.emplace_back(entry.path(), &collapsed_reader);
    }
  }
  std::sort(all.begin(), all.end());
  return all;
}

std::optional<ProfileSet> read_with(const Reader& reader, std::string_view bytes) {
  Context context;
  try {
    Input input = Input::from_memory("-", bytes, context);
    return read_profiles(reader, input, Options(reader.options), SampleOrder::merged);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

TEST_CASE("every fixture is taken for its own format, whatever it is called", "[detection][golden]") {
  std::string table;
  for (const Fixture& fixture : fixtures()) {
    INFO(fixture.name());
    if (read(fixture).set) CHECK(detected(fixture.bytes) == fixture.reader->name);
    table += fixture.name() + ": " + candidates(fixture.bytes) + "\n";
  }
  check_golden(source_folder() / "tests" / "golden" / "detection.golden", table, "candidates for each fixture");
}

TEST_CASE("every example is taken for the format its name says", "[detection]") {
  const std::map<std::string, std::string_view> formats{
      {".folded", "collapsed"}, {".json", "dhat"}, {".out", "dtrace"}};
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(source_folder() / "docs" / "examples")) {
    const auto format = formats.find(entry.path().extension().string());
    if (format == formats.end()) continue;
    INFO(entry.path());
    CHECK(detected(file_bytes(entry.path())) == format->second);
    ++files;
  }
  CHECK(files >= 5);
}

TEST_CASE("every recording is taken for its own format, whatever it is called", "[detection][corpus][long]") {
  for (const auto& [path, reader] : recordings()) {
    INFO(path);
    const std::string bytes = file_bytes(path);
    if (read_with(*reader, bytes)) CHECK(detected(bytes) == reader->name);
  }
}

TEST_CASE("collapsed stacks of every fixture and recording are taken for collapsed stacks",
          "[detection][corpus][long]") {
  std::size_t texts = 0;
  const auto check = [&](const ProfileSet& set, const std::string& name) {
    for (const ProfileSet& one : one_by_one(set)) {
      for (const char* const order : {"sorted", "input"}) {
        const std::string text = as_collapsed(one, order);
        if (text.empty() || text.starts_with("error: ")) continue;
        INFO(name << "\n" << text.substr(0, 500));
        CHECK(detected(text) == "collapsed");
        ++texts;
      }
    }
  };
  for (const Fixture& fixture : fixtures()) {
    if (const Outcome outcome = read(fixture); outcome.set) check(*outcome.set, fixture.name());
  }
  for (const auto& [path, reader] : recordings()) {
    if (const auto set = read_with(*reader, file_bytes(path))) check(*set, path.string());
  }
  CHECK(texts > 100);
}

TEST_CASE("what is written of every fixture is taken for the format it was written in", "[detection]") {
  for (const Fixture& fixture : fixtures()) {
    const Outcome outcome = read(fixture);
    if (!outcome.set) continue;
    for (const ProfileSet& one : one_by_one(*outcome.set)) {
      for (const Writer* const writer : all_writers) {
        const Reader* const reader = reader_of(*writer);
        const std::string bytes = reader == nullptr ? "" : written(one, *writer);
        if (bytes.empty() || bytes.starts_with("error: ")) continue;
        INFO(fixture.name() << " as " << writer->name);
        CHECK(detected(bytes) == reader->name);
      }
    }
  }
}

TEST_CASE("lines of a stack and a number are collapsed stacks, with modules, too", "[detection]") {
  for (const std::string_view text : {
           "a`open 17\na`post 12\n",
           "a`main;a`x 89\n",
           "a`open+0x1f 17\na`post+0x20 12\n",
           "libc.so.6`open 38\ndeep`cmp 6\nlibc.so.6`open;deep`cmp 6\n",
           "0x1;libc.so.6`0x7fbc59ee41e4 1\nlibc.so.6`0x7fbc59ee307e 2\nlibc.so.6`0x7fbc59ee307f 2\n",
           "[no stack] 7\n",
           "unix`mutex_enter 1234567890\nunix`mutex_exit 3\ngenunix`x 1\n",
           "a;b 3 1\na;  2 2\n",
       }) {
    INFO(text);
    CHECK(detected(text) == "collapsed");
  }
}

TEST_CASE("a first line that is longer than the window hides no format", "[detection]") {
  std::string frames;
  while (frames.size() < 3 * Input::head_bytes) frames += "std::map<int;long>;";
  const std::string stacks = frames + "leaf 7\nmain;x 8\n";
  CHECK(detected(stacks) == "collapsed");
  CHECK(detected("# mode: wall\n" + stacks) == "collapsed");
  CHECK(detected(frames + "leaf 7") == "collapsed");
  CHECK(detected("main 3\n" + frames + "leaf 7\n") == "collapsed");
  CHECK(detected(std::string(frames.size(), 'f') + " 7\nmain;x 8\n") == "collapsed");
  const std::string record = "\n\n              a`f+0x1\n              a`main+0x2\n                3\n";
  CHECK(detected(std::string(frames.size(), 'x') + "\n" + record + record) == "dtrace");
  CHECK(detected(std::string(frames.size(), 'x') + "\nand text\n").find("expected a profile") != std::string::npos);
}

TEST_CASE("a line above the limit is refused by the limit's name where it hides the format", "[detection]") {
  const std::string line(5 * Input::head_bytes, 'f');
  CHECK(detected(line + ";leaf 7\n", {.max_line_bytes = Input::head_bytes}) ==
        "-:1: the line is longer than the limit of 1048576 bytes (--max-line)");
}

TEST_CASE("two columns are seen behind a first line that is longer than the window", "[detection]") {
  std::string frames;
  while (frames.size() < 2 * Input::head_bytes) frames += "frame;";
  const auto set = read_with(collapsed_reader, frames + "leaf 3 4\nmain 5 6\n");
  REQUIRE(set.has_value());
  CHECK(as_collapsed(*set, "sorted") == frames + "leaf 3 4\nmain 5 6\n");
}

}  // namespace profconv::test
