// SPDX-License-Identifier: Apache-2.0
// Declaring the flags of every command that reads.
#include "tools/cli/reading_flags.h"

#include <limits>
#include <map>
#include <utility>

#include "tools/cli/memory_limit.h"
#include "tools/cli/messages.h"
#include "tools/cli/registry.h"
#include "tools/cli/terminal.h"

namespace profconv::cli {

namespace {

/// What no JSON that people write comes near to, and every parser can count.
constexpr std::uint64_t most_nesting = 1'000'000'000;

/// More are a typing mistake.
constexpr std::size_t most_threads = 1024;

std::string name_of(const Setting& setting) {
  return "--set " + (setting.format.empty() ? "" : setting.format + ".") + setting.option;
}

/// The values of options by option and format, to find contradictions.
class GivenValues {
 public:
  void add(const Setting& setting) {
    const auto [place, is_new] = values_.try_emplace({setting.option, setting.format}, setting);
    require_equal(place->second, setting);
    if (!is_new) return;
    const auto unnamed = values_.find({setting.option, ""});
    if (unnamed != values_.end()) require_equal(unnamed->second, setting);
    if (!setting.format.empty()) return;
    for (auto other = place; other != values_.end() && other->first.first == setting.option; ++other) {
      require_equal(other->second, setting);
    }
  }

 private:
  static void require_equal(const Setting& a, const Setting& b) {
    if (a.value == b.value) return;
    throw UsageError(name_of(a) + "=" + a.value + " and " + name_of(b) + "=" + b.value +
                     " contradict: give one of them");
  }

  std::map<std::pair<std::string, std::string>, Setting> values_;
};

}  // namespace

std::vector<Setting> parse_settings(const std::vector<std::string>& texts) {
  std::vector<Setting> parsed;
  GivenValues values;
  for (const std::string& text : texts) values.add(parsed.emplace_back(parse_setting(text)));
  return parsed;
}

void ReadingFlags::declare(Flags& flags) {
  flags.text("-f,--from", from, "FORMAT", "Read inputs as this format instead of detecting it");
  flags.repeatable("--set", settings, "[FORMAT.]OPTION=VALUE", "Set an option of a format (`profconv formats NAME`)");
  declare_plugins(flags);
  flags.number("-j,--jobs", max_threads, 1, most_threads, "N", "Use at most N threads (default: one per processor)");
  flags.flag("-q,--quiet", quiet, "Print only errors and skipped input");
  flags.text("--progress", progress, "never|auto|json",
             "Show progress: on a terminal (auto, the default), as JSON or never");
  const auto choose = [](const std::string& word) { choose_colour(parse_colour(word)); };
  flags.each("--color,--colour", choose, "auto|always|never", "Color messages and tables (default: auto)");
  declare_limits(flags);
}

void ReadingFlags::declare_symbols(Flags& flags) {
  flags.repeatable("--symbols", symbols, "auto|PATH|debuginfod|off",
                   "Resolve addresses to functions, lines and inlined calls");
}

void ReadingFlags::declare_limits(Flags& flags) {
  constexpr const char* group = "Limits (sizes accept units: 64MB)";
  const auto bytes = [&](const char* name, auto& limit, const char* help) {
    flags.bytes(name, limit, std::numeric_limits<std::uint64_t>::max(), help).group(group);
  };
  const auto number = [&](const char* name, auto& limit, std::uint64_t most, const char* help) {
    flags.number(name, limit, 1, static_cast<std::decay_t<decltype(limit)>>(most), "N", help).group(group);
  };
  bytes("--max-input", limits.max_input_bytes, "Refuse larger inputs, after decompression (1 TiB)");
  bytes("--max-output", limits.max_output_bytes, "Refuse larger outputs, before compression (1 TiB)");
  bytes("--max-line", limits.max_line_bytes, "Refuse inputs with longer lines (16 MiB)");
  bytes("--max-string", limits.max_string_bytes, "Refuse longer names and other strings (16 MiB)");
  number("--max-nesting", limits.max_nesting, most_nesting, "Refuse JSON nested deeper (1024)");
  number("--max-stack-depth", limits.max_stack_depth, Limits::most_entries, "Refuse deeper stacks (1048576 frames)");
  number("--max-frames", limits.max_frames, Limits::most_entries, "Refuse more different frames (4294967294)");
  number("--max-stacks", limits.max_stacks, Limits::most_entries, "Refuse more different stacks (4294967294)");
  number("--max-samples", limits.max_samples, Limits{}.max_samples, "Refuse profiles with more samples (4294967293)");
  number("--max-profiles", limits.max_profiles, Limits::most_entries, "Refuse inputs with more profiles (10000)");
  flags.bytes("--max-memory", limit_memory, "Fail if more memory is needed (default: no limit)").group(group);
}

ProgressStyle ReadingFlags::progress_style() const {
  const ProgressStyle style = parse_progress(progress);
  return quiet && style == ProgressStyle::automatic ? ProgressStyle::never : style;
}

}  // namespace profconv::cli
