// SPDX-License-Identifier: Apache-2.0
// profconv info FILE...: reads each file and says what is in it.
#include <array>
#include <exception>

#include "profconv/conversion.h"
#include "tools/cli/commands.h"
#include "tools/cli/filter_flags.h"
#include "tools/cli/info.h"
#include "tools/cli/messages.h"
#include "tools/cli/progress.h"
#include "tools/cli/registry.h"
#include "tools/cli/terminal.h"

namespace profconv::cli {

namespace {

constexpr auto examples = std::to_array<Example>({
    {"profconv info dhat-heap.json", ""},
    {"profconv info *.json --json | jq -r '[.file, .format] | @tsv'", ""},
});

constexpr std::array<std::string_view, 12> common{"--help",   "--help-all", "--json",   "--from",
                                                  "--set",    "--focus",    "--ignore", "--time",
                                                  "--thread", "--quiet",    "--color",  "--version"};

constexpr Page page{
    .usage = "profconv info FILE... [--json] [options]",
    .summary = "show what is in a file, and its detected format",
    .description =
        "Shows what is in files: the format and why it was detected; for each profile its value types and "
        "totals, time range, threads, modules, labels, depth and the heaviest frames. Without a file, or "
        "with -, reads standard input.",
    .examples = examples,
    .exit_status = "0 success, 1 a file could not be read, 2 usage.",
    .common = common};

struct InfoFlags {
  ReadingFlags reading;
  FilterFlags filters;
  bool as_json = false;

  void declare(Flags& flags) {
    flags.flag("--json", as_json, "Print one JSON object per file");
    reading.declare(flags);
    reading.declare_symbols(flags);
    filters.declare(flags);
  }
};

/// Says what one file holds; throws what reading it throws, after what was noticed.
void show_file(const std::string& file, const ReadingFlags& reading, const Filters& filters, bool as_json) {
  Context context(reading.limits, reading.max_threads);
  const Messages messages(reading.quiet);
  const SignalGuard guard(context, file == "-" && stdin_is_pipe());
  Progress progress(context, {file}, reading.progress_style());
  std::string text;
  try {
    ReadResult read = read_file(
        file,
        {.from = reading.from, .settings = reading.parsed_settings(), .symbols = parse_symbol_sources(reading.symbols)},
        context, registry());
    Filtered filtered = apply_filters(std::move(read.set), filters, {}, SampleOrder::merged, context);
    if (!filtered.emptied_by.empty()) context.data_loss("filters.nothing_left", {}, filtered.emptied_by);
    read.set = demangle(std::move(filtered.set), SampleOrder::merged, context);
    text = as_json ? info_json(read, context) : info_text(read, context.unread());
  } catch (const std::exception& error) {
    progress.give_up();
    messages.diagnostics_before(error.what(), context.diagnostics());
    throw;
  }
  progress.finish();
  messages.diagnostics(context.diagnostics());
  print_result(text);
}

}  // namespace

int show_info(const std::vector<std::string>& files, const ReadingFlags& reading, const Filters& filters,
              bool as_json) {
  int status = good;
  for (const std::string& file : files) {
    if (!as_json && file != files.front()) print_result("\n");
    try {
      show_file(file, reading, filters, as_json);
    } catch (const ReadError& error) {
      Messages(reading.quiet).error(error.what());
      status = failed;
    } catch (const LimitError& error) {
      Messages(reading.quiet).error(error.what());
      status = failed;
    }
  }
  return status;
}

void describe_info(const FlagsVisitor& visit) { describe_with<InfoFlags>(page, visit); }

int run_info(const Arguments& arguments) {
  Flags flags(page);
  InfoFlags given;
  given.declare(flags);
  if (const auto status = flags.parse(arguments)) return *status;
  const std::vector<std::string> files = flags.inputs("no file: name one or pipe one in (profconv info --help)");
  return show_info(files, given.reading, given.filters.parsed(), given.as_json);
}

}  // namespace profconv::cli
