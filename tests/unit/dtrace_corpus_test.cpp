// SPDX-License-Identifier: Apache-2.0
// Real recordings and samples against tests/tools/dtrace_real.tsv: sums, stacks and events as a script that knows
// nothing of profconv counts them, or as they were counted by hand.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
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

/// A line of the table.
struct Expected {
  std::string file;
  bool is_read = false;
  std::string scalars_sum;
  std::string tables_sum;
  std::size_t distinct_stacks = 0;
  std::size_t actions = 0;
  bool by_hand = false;
  std::string remark;
};

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, '\t');) fields.push_back(field);
  return fields;
}

std::size_t number(const std::string& text) { return text == "-" ? 0 : std::stoul(text); }

std::vector<Expected> table() {
  std::vector<Expected> all;
  if (corpus_folder().empty() || !fs::is_directory(corpus_folder() / "public" / "dtrace-real")) {
    WARN("skipped: PROFCONV_CORPUS names no folder with public/dtrace-real");
    return all;
  }
  std::istringstream lines(file_bytes(source_folder() / "tests" / "tools" / "dtrace_real.tsv"));
  std::string line;
  std::getline(lines, line);
  REQUIRE(line ==
          "file\tverdict\tscalars\tscalars_sum\ttables\ttables_sum\tstacks\tstacks_distinct\tactions\tby\tremark");
  while (std::getline(lines, line)) {
    const auto f = fields_of(line);
    REQUIRE(f.size() == 11);
    all.push_back({f[0], f[1] == "read", f[3], f[5], number(f[7]), number(f[8]), f[9] == "hand", f[10]});
  }
  REQUIRE(all.size() >= 153);
  return all;
}

/// What was read of a file; sums as text, as they may leave 64 bits.
struct Totals {
  __extension__ using Wide = __int128;
  Wide scalars = 0;
  Wide tables = 0;
  std::size_t events = 0;
  std::set<StackId> stacks;
};

Totals totals_of(const ProfileSet& set) {
  Totals totals;
  for (const Profile& profile : set.profiles()) {
    const bool is_table = !profile.metadata.distribution.empty();
    const Samples& samples = profile.samples;
    const bool has_stacks = std::any_of(samples.stack.begin(), samples.stack.end(), [](StackId s) { return s.value; });
    const bool is_event = profile.value_types[0].type == "events" && !is_table && has_stacks;
    for (std::size_t type = 0; type < profile.value_types.size(); ++type) {
      if (profile.value_types[type].type == "cpu") continue;
      for (const std::int64_t value : samples.values[type]) {
        if (is_event) totals.events += static_cast<std::size_t>(value);
        if (!is_event) (is_table ? totals.tables : totals.scalars) += value;
      }
    }
    if (has_stacks && !is_event) totals.stacks.insert(samples.stack.begin(), samples.stack.end());
  }
  return totals;
}

std::string text_of(Totals::Wide value) {
  if (value < 0) return "-" + text_of(-value);
  std::string digits;
  do {
    digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(value % 10)));
    value /= 10;
  } while (value != 0);
  return digits;
}

ProfileSet read(const fs::path& path, Context& context, const Options& options) {
  Input input = Input::open(path.string(), context);
  return read_profiles(dtrace_reader, input, options, SampleOrder::merged);
}

/// The D program beside a recording.
Options with_program(const fs::path& recording) {
  fs::path program = recording;
  while (program.has_extension()) program.replace_extension();
  Options options(dtrace_reader.options);
  options.set("script", program.concat(".d").string());
  return options;
}

/// Why the text alone does not give what the table says, by file: the D program does, or nothing can.
const std::map<std::string, std::string> in_part{
    {"008-toolkit-nfswizard.txt", "rows of text and number look like any program's; dtrace.printa reads them"},
    {"034-illumos-multiaggs-many.txt", "rows of numbers, of which only the D program tells the values"},
    {"035-illumos-multiaggs-zero2.txt", "rows of numbers, of which only the D program tells the values"},
    {"056-linux-multiaggs-many.txt", "rows of numbers, of which only the D program tells the values"},
    {"039-illumos-printa-manyval.txt", "one value printed seven times"},
};

}  // namespace

TEST_CASE("of 100 real samples 90 or more are read and right, and the others are refused or reported", "[dtrace]") {
  std::size_t right = 0;
  std::size_t samples = 0;
  for (const Expected& expected : table()) {
    const fs::path path = corpus_folder() / expected.file;
    if (expected.file.find("dtrace-real") == std::string::npos) continue;
    INFO(expected.file << ": " << expected.remark);
    ++samples;
    Context context;
    try {
      const Totals totals = totals_of(read(path, context, Options(dtrace_reader.options)));
      const bool is_right =
          text_of(totals.scalars) == expected.scalars_sum && text_of(totals.tables) == expected.tables_sum;
      if (is_right) {
        ++right;
        // The empty stack alone is not told from no stack.
        if (!totals.stacks.empty()) CHECK(totals.stacks.size() == expected.distinct_stacks);
        CHECK(totals.events == expected.actions);
      } else {
        CHECK(in_part.contains(path.filename().string()));
        CHECK_FALSE(context.diagnostics().empty());
      }
    } catch (const ReadError& error) {
      CHECK_FALSE(expected.is_read);
      CHECK(std::string(error.what()).find(path.string() + ":") == 0);
    }
  }
  if (samples != 0) {
    CHECK(samples == 100);
    CHECK(right >= 90);
  }
}

TEST_CASE("five more of the real samples are right with the formats that their programs print", "[dtrace]") {
  struct Sample {
    std::string file;
    std::string formats;
    std::string sum;  ///< of all values, added up by hand (awk)
  };
  const std::string many = "%8d %8@d %8@d\n%4d" + [] {
    std::string values;
    for (int value = 0; value < 11; ++value) values += " %4@d";
    return values;
  }() + "\n";
  const std::vector<Sample> samples{
      {"034-illumos-multiaggs-many.txt", many, "30636"},
      {"056-linux-multiaggs-many.txt", many, "30636"},
      {"037-illumos-printa-tuple.txt",
       "%@d: -\n%@d: %d\n%@d: %d %d\n%@d: %d %d %d\n%@d: %d %d %d %d\n%@d: %d %d %d %d %d\n", "6"},
      {"039-illumos-printa-manyval.txt", "%@d %@d %@d %@d %@d %@d %@d\n", "7"},
      // One aggregation under four headings: 7 below each.
      {"041-illumos-keysort.txt", "%20s %8d %8d %8@d\n", "28"},
  };
  for (const Sample& sample : samples) {
    const fs::path path = corpus_folder() / "public" / "dtrace-real" / sample.file;
    if (!fs::exists(path)) continue;
    INFO(sample.file);
    Options options(dtrace_reader.options);
    options.set("printa", sample.formats);
    options.set("prints", "last");
    Context context;
    CHECK(text_of(totals_of(read(path, context, options)).scalars) == sample.sum);
  }
}

TEST_CASE("every real recording has the totals that its script or its D program gives", "[dtrace]") {
  std::size_t compared = 0;
  for (const Expected& expected : table()) {
    const fs::path path = corpus_folder() / expected.file;
    if (expected.file.find("own/dtrace") == std::string::npos || fs::file_size(path) == 0) continue;
    INFO(expected.file << ": " << expected.remark);
    Context context;
    const Options options = expected.by_hand ? with_program(path) : Options(dtrace_reader.options);
    const Totals totals = totals_of(read(path, context, options));
    CHECK(text_of(totals.scalars) == expected.scalars_sum);
    CHECK(text_of(totals.tables) == expected.tables_sum);
    if (!totals.stacks.empty()) CHECK(totals.stacks.size() == expected.distinct_stacks);
    CHECK(totals.events == expected.actions);
    ++compared;
  }
  if (compared != 0) CHECK(compared >= 50);
}

TEST_CASE("a recording with times has a time for every sample", "[dtrace]") {
  for (const Expected& expected : table()) {
    const fs::path path = corpus_folder() / expected.file;
    const std::string name = path.filename().string();
    if (!name.starts_with("timestamp-") && !name.starts_with("large-")) continue;
    INFO(name);
    Context context;
    Options options(dtrace_reader.options);
    options.set("keys", "timestamp,pid,tid");
    const ProfileSet set = read(path, context, options);
    REQUIRE(set.profiles().size() == 1);
    const Samples& samples = set.profiles()[0].samples;
    CHECK(samples.start_ns.size() == samples.size());
    CHECK(std::all_of(samples.start_ns.begin(), samples.start_ns.end(), [](std::int64_t t) { return t > 1000000000; }));
    CHECK(context.diagnostics().empty());
  }
}

}  // namespace profconv::test
