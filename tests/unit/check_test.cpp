// SPDX-License-Identifier: Apache-2.0
// Checking as a whole: what is kept and counted, files that cannot be read, and all fixtures and recordings.
#include <algorithm>
#include <array>
#include <filesystem>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/errors.h"
#include "readers/readers.h"
#include "support/catch.h"
#include "support/checking.h"
#include "support/compare.h"
#include "support/fixtures.h"
#include "support/scratch.h"

namespace profconv::test {

namespace fs = std::filesystem;

namespace {

/// Whether a word of a source, `reader.word`, is a kind of finding that `check` reports: no option, and not left out by
/// a verdict.
bool is_rule(const std::string& word) {
  const std::string format = word.substr(0, word.find('.'));
  const std::string name = word.substr(format.size() + 1);
  if (format == "check") return true;
  const auto* const reader =
      std::find_if(std::begin(all_readers), std::end(all_readers), [&](const Reader* r) { return r->name == format; });
  if (reader == std::end(all_readers)) return false;
  const auto is_option = [&](const Option& option) { return option.name == name; };
  const auto is_left_out = [&](const Verdict& verdict) { return verdict.kind == word && !verdict.severity; };
  return std::none_of((*reader)->options.begin(), (*reader)->options.end(), is_option) &&
         std::none_of((*reader)->verdicts.begin(), (*reader)->verdicts.end(), is_left_out);
}

}  // namespace

TEST_CASE("check: what is not kept is counted by the last of its kind", "[check]") {
  Context context;
  const std::string text = "a 1\nx\ny\nz\n";
  const CheckResult result =
      check_input(Input::from_memory("in", text, context), {.from = "collapsed", .most_of_a_kind = 2});
  REQUIRE(result.findings.size() == 2);
  CHECK(result.findings[0].count == 1);
  CHECK(result.findings[1].count == 2);
  CHECK(result.errors == 3);
  CHECK_FALSE(result.is_valid());
}

TEST_CASE("check: what cannot be read is an error with its place", "[check]") {
  const Scratch scratch;
  Context context;
  const std::string path = scratch / "nowhere.folded";
  const CheckResult missing = check_file(path, {}, context);
  REQUIRE(missing.findings.size() == 1);
  CHECK(missing.findings[0].kind == "check.unreadable");
  CHECK(missing.findings[0].message.find(path) == std::string::npos);
  CHECK(missing.findings[0].where.file == path);
  CHECK(missing.reader == nullptr);
  CHECK(places(checked("Dear diary,\n\ntoday was fine.\n")) == "error check.unreadable :1\n");
  CHECK(checked("{\"dhatFileVersion\":7}").reader->name == "dhat");
}

TEST_CASE("check: a file that may be of two formats is an error of the file, and no wrong request", "[check]") {
  static const auto probe = [](const Reader&, std::string_view, std::string_view) -> Probe {
    return {.confidence = Confidence::certain, .reason = "any text is"};
  };
  Reader one = *builtin_registry().readers().front();
  one.name = "one";
  one.aliases = {};
  one.probe = probe;
  one.extensions = {};
  Reader two = one;
  two.name = "two";
  const Registry registry({&one, &two}, {});
  Context context;
  const CheckResult result = check_input(Input::from_memory("in", "a 1\n", context), {}, registry);
  CHECK(places(result) == "error check.unreadable\n");
  CHECK(result.findings[0].message.find("may be one (any text is) or two") == 0);
}

TEST_CASE("check: limits are errors, and a wrong request is thrown", "[check]") {
  Context context({.max_input_bytes = 4});
  CHECK(places(check_input(Input::from_memory("in", "main;a 1\n", context), {})) == "error check.limit\n");
  Context lines({.max_line_bytes = 5});
  const std::string text = "a;b 1\n" + std::string(std::size_t{1} << 20, 'x') + "\n";
  const CheckResult line = check_input(Input::from_memory("in", text, lines), {});
  CHECK(places_of(line, "check.limit") == "error :2");
  CHECK(line.findings.back().message.find("the line is longer") == 0);
  Context stacks({.max_stack_depth = 2});
  CHECK(places(check_input(Input::from_memory("in", "a;b 1\na;b;c 1\n", stacks), {})) == "error check.limit :2\n");
  CHECK_THROWS_AS(checked("a 1\n", "nonsense"), UsageError);
  Context other;
  CHECK_THROWS_AS(check_input(Input::from_memory("in", "a;b 1\n", other),
                              {.settings = {{.format = "", .option = "nonsense", .value = "1"}}}),
                  UsageError);
}

TEST_CASE("check: several gzip members", "[check]") {
  // "a;b 1\n" compressed with gzip -9n.
  constexpr std::array<unsigned char, 26> member{0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02,
                                                 0x03, 0x4b, 0xb4, 0x4e, 0x52, 0x30, 0xe4, 0x02, 0x00,
                                                 0x0f, 0x63, 0x71, 0x2b, 0x06, 0x00, 0x00, 0x00};
  const std::string one(reinterpret_cast<const char*>(member.data()), member.size());
  CHECK(places(checked(one, "collapsed")) == "");
  CHECK(places(checked(one + one, "collapsed")) == "warning check.gzip_members\nnote collapsed.duplicate :2\n");
}

TEST_CASE("check: docs/check.md has every rule", "[check]") {
  const fs::path root = source_folder();
  const std::string page = file_bytes(root / "docs" / "check.md");
  const std::regex quoted(R"re("([a-z_0-9]+\.[a-z_0-9]+)")re");
  std::size_t kinds = 0;
  for (const char* folder : {"readers", "tools/lib"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      if (!entry.is_regular_file() || entry.path().extension() == ".txt") continue;
      const std::string source = file_bytes(entry.path());
      for (std::sregex_iterator found(source.begin(), source.end(), quoted), end; found != end; ++found) {
        const std::string kind = (*found)[1].str();
        if (!is_rule(kind)) continue;
        ++kinds;
        if (page.find("`" + kind + "`") != std::string::npos) continue;
        FAIL_CHECK("docs/check.md needs a row for what "
                   << fs::relative(entry.path(), root).string() << " reports:\n| `" << kind
                   << "` | note, warning or error | found if |\nor the reader's card a verdict that leaves it out: {\""
                   << kind << "\", std::nullopt}");
      }
    }
  }
  CHECK(kinds > 150);
}

TEST_CASE("check: what is found in each fixture", "[check][golden]") {
  std::string all;
  for (const Fixture& fixture : fixtures()) {
    std::vector<Setting> settings;
    for (const Option& option : fixture.options.specs()) {
      if (!fixture.options.is_set(option)) continue;
      settings.push_back({.format = std::string(fixture.reader->name),
                          .option = std::string(option.name),
                          .value = std::string(fixture.options.text(option))});
    }
    Context context;
    all += fixture.name() + "\n" +
           places(check_input(Input::from_memory(fixture.name(), fixture.bytes, context),
                              {.from = std::string(fixture.reader->name), .settings = settings, .most_of_a_kind = 3})) +
           "\n";
  }
  check_golden(source_folder() / "tests" / "golden" / "check.golden", all, "golden/check");
}

TEST_CASE("check: recordings are valid, but for those that are known not to be", "[check]") {
  if (corpus_folder().empty()) {
    WARN("skipped: PROFCONV_CORPUS names no folder of recordings");
    return;
  }
  // Empty ones, stacks twice in DHAT (which its viewer refuses), text cut on purpose, formats of printa() that nobody
  // has told.
  constexpr std::array<std::string_view, 6> invalid{"jstack-unsupported.out",  "empty-file.txt",
                                                    "rs-heap-stripped.json",   "vg327-fp.json",
                                                    "truncated-mid-stack.txt", "printa-formats.out"};
  std::size_t files = 0;
  for (const char* folder : {"dhat", "dtrace", "dtrace-edge"}) {
    for (const auto& entry : fs::directory_iterator(corpus_folder() / "own" / folder)) {
      const std::string name = entry.path().filename().string();
      const bool is_input = name.ends_with(".json") || name.ends_with(".out") || name.ends_with(".txt");
      if (!entry.is_regular_file() || !is_input) continue;
      ++files;
      Context context;
      const CheckResult result = check_file(entry.path().string(), {}, context);
      const bool is_known = std::find(invalid.begin(), invalid.end(), name) != invalid.end();
      INFO(name << "\n" << places(result));
      CHECK(result.is_valid() != is_known);
    }
  }
  CHECK(files > 50);
}

}  // namespace profconv::test
