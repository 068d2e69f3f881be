// SPDX-License-Identifier: Apache-2.0
// Real recordings against tests/tools/dtrace_totals.py, which knows only the shape of the text.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "profconv/convert.h"
#include "readers/readers.h"
#include "support/catch.h"
#include "support/fixtures.h"

namespace profconv::test {

namespace {

namespace fs = std::filesystem;

/// What is compared of one aggregation.
struct Totals {
  std::int64_t sum = 0;
  std::size_t stacks = 0;

  bool operator==(const Totals&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Totals& t) { return out << t.sum << " in " << t.stacks << " stacks"; }

std::vector<fs::path> recordings() {
  std::vector<fs::path> all;
  const fs::path folder = corpus_folder() / "own" / "dtrace";
  if (corpus_folder().empty() || !fs::is_directory(folder)) {
    WARN("skipped: PROFCONV_CORPUS names no folder with own/dtrace");
    return all;
  }
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(".out") || name.ends_with(".out.gz")) all.push_back(entry.path());
  }
  std::sort(all.begin(), all.end());
  REQUIRE(all.size() >= 50);
  return all;
}

/// Whether the D program beside a recording counts stacks, and prints them in no form of its own.
bool counts_stacks(const fs::path& recording) {
  static const std::regex counting(R"(@\w*\[[^=]*\b[u]?stack\([^=]*\]\s*=\s*(count|sum)\()");
  static const std::regex formatted(R"(printa\("[^"]*%k)");
  fs::path program = recording;
  while (program.has_extension()) program.replace_extension();
  const std::string text = file_bytes(program.concat(".d"));
  return std::regex_search(text, counting) && !std::regex_search(text, formatted);
}

std::string output_of(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  if (!pipe) return {};
  std::string text;
  std::array<char, 4096> buffer{};
  for (std::size_t got = 0; (got = fread(buffer.data(), 1, buffer.size(), pipe.get())) != 0;) {
    text.append(buffer.data(), got);
  }
  return text;
}

std::vector<Totals> expected_totals(const fs::path& recording) {
  const fs::path script = fs::path(PROFCONV_ROOT) / "tests" / "tools" / "dtrace_totals.py";
  std::istringstream lines(output_of("python3 '" + script.string() + "' '" + recording.string() + "'"));
  std::vector<Totals> all;
  std::string name;
  std::uint64_t records = 0;
  std::uint64_t line = 0;
  for (Totals totals; lines >> name >> records >> totals.sum >> totals.stacks >> line;) all.push_back(totals);
  return all;
}

std::vector<Totals> read_totals(const fs::path& recording) {
  Context context;
  Input input = Input::open(recording.string(), context);
  const ProfileSet set = read_profiles(dtrace_reader, input, Options(dtrace_reader.options), SampleOrder::merged);
  std::vector<Totals> all;
  for (const Profile& profile : set.profiles()) {
    if (profile.value_types[0].type != "samples" || profile.samples.size() == 0) continue;
    std::set<StackId> stacks(profile.samples.stack.begin(), profile.samples.stack.end());
    all.push_back({total(profile, 0), stacks.size()});
  }
  return all;
}

std::string error_of(const fs::path& recording, Context& context) {
  try {
    Input input = Input::open(recording.string(), context);
    static_cast<void>(read_profiles(dtrace_reader, input, Options(dtrace_reader.options), SampleOrder::merged));
    return {};
  } catch (const ReadError& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("every real recording of stack counts and sums has the totals of the independent script", "[dtrace]") {
  std::size_t compared = 0;
  for (const fs::path& recording : recordings()) {
    if (fs::file_size(recording) == 0 || !counts_stacks(recording)) continue;
    INFO(recording.filename().string());
    CHECK(read_totals(recording) == expected_totals(recording));
    ++compared;
  }
  if (compared != 0) CHECK(compared >= 25);
}

TEST_CASE("real recordings in forms that are not read end in an error or a finding that names a line", "[dtrace]") {
  for (const fs::path& recording : recordings()) {
    const std::string name = recording.stem().string();
    constexpr std::array<std::string_view, 4> refused{"buffer-drops", "pid-tid-timestamp-printa",
                                                      "printa-periodic-clear", "trace-ustack-nonagg-quiet"};
    constexpr std::array<std::string_view, 2> in_part{"printa-formats", "printa-multi-agg"};
    INFO(name);
    Context context;
    if (std::find(refused.begin(), refused.end(), name) != refused.end()) {
      CHECK(error_of(recording, context).find(": found a stack without a value") != std::string::npos);
    }
    if (std::find(in_part.begin(), in_part.end(), name) != in_part.end()) {
      CHECK(error_of(recording, context) == "");
      CHECK(context.has(Severity::error));
    }
  }
}

TEST_CASE("a recording with times has a time for every sample", "[dtrace]") {
  for (const fs::path& recording : recordings()) {
    const std::string name = recording.filename().string();
    if (!name.starts_with("timestamp-") && !name.starts_with("large-")) continue;
    INFO(name);
    Context context;
    Options options(dtrace_reader.options);
    options.set("keys", "timestamp,pid,tid");
    Input input = Input::open(recording.string(), context);
    const ProfileSet set = read_profiles(dtrace_reader, input, options, SampleOrder::merged);
    REQUIRE(set.profiles().size() == 1);
    const Samples& samples = set.profiles()[0].samples;
    CHECK(samples.start_ns.size() == samples.size());
    CHECK(std::all_of(samples.start_ns.begin(), samples.start_ns.end(), [](std::int64_t t) { return t > 1000000000; }));
    CHECK(context.diagnostics().empty());
  }
}

}  // namespace profconv::test
