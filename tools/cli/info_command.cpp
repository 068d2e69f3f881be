// SPDX-License-Identifier: Apache-2.0
// profconv info FILE...: reads each file and says what is in it.
#include "profconv/profconv.h"
#include "tools/cli/commands.h"
#include "tools/cli/filter_flags.h"
#include "tools/cli/info.h"
#include "tools/cli/messages.h"
#include "tools/cli/progress.h"
#include "tools/cli/terminal.h"

namespace profconv::cli {

namespace {

constexpr const char* usage_line = "usage: profconv info FILE... [--json] [options]";
constexpr const char* description =
    "Reads files and says what is in them: the format and why it was taken for it, the profiles with their\n"
    "value types and totals, time range, threads, modules, labels, depth, and the frames that weigh most.\n"
    "No file, or -, reads standard input.";
constexpr const char* examples =
    "Examples:\n"
    "  profconv info dhat-heap.json\n"
    "  profconv info *.json --json | jq -r '[.file, .format] | @tsv'\n"
    "\n"
    "Exit status: 0 good, 1 a file could not be read, 2 usage.";

/// Says what one file holds; throws what reading it throws, after what was noticed.
void show_file(const std::string& file, const ReadingFlags& reading, const Filters& filters, bool as_json) {
  Context context(reading.limits, reading.max_threads);
  const Messages messages(reading.quiet);
  const SignalGuard guard(context, file == "-" && stdin_is_pipe());
  Progress progress(context, {file}, reading.progress_style());
  std::string text;
  try {
    ReadResult read = read_file(file, {.from = reading.from, .settings = reading.parsed_settings()}, context);
    Filtered filtered = apply_filters(std::move(read.set), filters, {}, SampleOrder::merged, context);
    if (!filtered.emptied_by.empty()) context.data_loss("filters.nothing_left", {}, filtered.emptied_by);
    read.set = demangle(std::move(filtered.set), SampleOrder::merged, context);
    text = as_json ? info_json(read, context) : info_text(read, context.unread());
  } catch (...) {
    progress.give_up();
    messages.diagnostics(context.diagnostics());
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

int run_info(const Arguments& arguments) {
  Flags flags(usage_line, description, examples);
  ReadingFlags reading;
  bool as_json = false;
  reading.declare(flags);
  FilterFlags filters;
  filters.declare(flags);
  flags.app().add_flag("--json", as_json, "One JSON object a line for each file");
  if (const auto status = flags.parse(arguments)) return *status;
  std::vector<std::string> files = flags.words();
  if (files.empty() && stdin_is_terminal()) throw UsageError("no file: name one or pipe one in (profconv info --help)");
  if (files.empty()) files = {"-"};
  return show_info(files, reading, filters.parsed(), as_json);
}

}  // namespace profconv::cli
