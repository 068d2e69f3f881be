// SPDX-License-Identifier: Apache-2.0
// profconv diff BASE NEW: what grew and what shrank, as a table, as a profile, and as an exit status.
#include <string>
#include <vector>

#include "profconv/growth.h"
#include "tools/cli/commands.h"
#include "tools/cli/conversion_flags.h"
#include "tools/cli/diff.h"
#include "tools/cli/messages.h"
#include "tools/cli/run_request.h"
#include "tools/cli/viewer.h"

namespace profconv::cli {

namespace {

constexpr const char* usage_line = "usage: profconv diff BASE NEW [-o OUTPUT] [--fail-if-grew [TYPE=]5%] [options]";
constexpr const char* description =
    "Compares two profiles of any formats, function by function: lines, addresses and compilers' copies do not\n"
    "matter. Without an output a table of what grew and what shrank goes to standard output.";
constexpr const char* examples =
    "Examples:\n"
    "  profconv diff old.out new.out                       a table\n"
    "  profconv diff old.pb.gz new.pb.gz -o diff.svg       a flame graph: red grew, blue shrank\n"
    "  profconv diff old.out new.out -o diff.folded        two numbers a line, before and after\n"
    "  profconv diff old.json new.json -o diff.pb.gz       for `pprof -top diff.pb.gz`, as of its -diff_base\n"
    "  profconv diff main.json pr.json --fail-if-grew alloc_space=5% --min-growth 1MiB\n"
    "\n"
    "Exit status: 0 good, 1 failed, 2 usage, 3 something would be lost under --strict, 4 something grew too much.";

/// The flags that only this command has.
struct DiffFlags {
  ConversionFlags conversion;
  std::vector<std::string> limits;
  std::vector<std::string> function_limits;
  std::vector<std::string> least;
  std::string normalize;
  bool as_json = false;
  std::size_t top = 20;
};

void declare(Flags& flags, DiffFlags& to) {
  CLI::App& app = flags.app();
  flags.repeatable("--fail-if-grew", to.limits, "Exit with 4 if a value type's total grew by more; repeatable")
      ->option_text("[TYPE=]PERCENT%");
  flags
      .repeatable("--fail-if-function-grew", to.function_limits,
                  "Exit with 4 if any function's own value grew by more; repeatable")
      ->option_text("[TYPE=]PERCENT%");
  flags.repeatable("--min-growth", to.least, "Ignore growth below AMOUNT in both gates (1MiB, 10ms, 100, 0.5%)")
      ->option_text("AMOUNT");
  app.add_flag("--normalize", to.normalize, "Scale NEW to the total of BASE, or BASE to that of NEW (new)")
      ->option_text("[=base|new]");
  app.add_flag("--json", to.as_json, "One JSON object on a line in place of the table");
  app.add_option("--top", to.top, "How many functions the table has (20); 0: all")
      ->check(CLI::NonNegativeNumber)
      ->option_text("N");
  to.conversion.declare(flags);
}

/// `word` is what CLI11 makes of the flag: "true" where it has no value.
Normalization normalization_of(const std::string& word) {
  if (word.empty()) return Normalization::none;
  if (word == "base" || word == "true") return Normalization::to_base;
  if (word == "new") return Normalization::to_new;
  throw UsageError("--normalize takes base (the default) or new, not '" + word + "'");
}

/// The gates of both kinds.
std::vector<GrowthLimit> limits_of(const DiffFlags& flags, const ConversionRequest& request) {
  const bool equal_totals =
      request.comparison.normalization != Normalization::none && !request.filters.may_drop_samples();
  if (equal_totals && !flags.limits.empty()) {
    throw UsageError(
        "--normalize makes totals equal, so --fail-if-grew cannot fail:"
        " use --fail-if-function-grew, or --focus a part");
  }
  std::vector<GrowthLimit> limits;
  for (const std::string& text : flags.limits) limits.push_back(parse_growth_limit(text));
  for (const std::string& text : flags.function_limits) {
    limits.push_back(parse_growth_limit(text));
    limits.back().per_function = true;
  }
  return limits;
}

ConversionRequest request_of(const DiffFlags& flags, const std::vector<std::string>& files) {
  if (files.size() != 2) throw UsageError("diff takes two profiles: BASE NEW (profconv diff --help)");
  if (files[0] == "-" && files[1] == "-") throw UsageError("only one of the two can be standard input");
  ConversionRequest request = flags.conversion.request();
  request.base = files[0];
  request.inputs = {files[1]};
  request.comparison.normalization = normalization_of(flags.normalize);
  if (!flags.conversion.filters.granularity.empty()) {
    request.comparison.granularity = request.filters.stacks.granularity;
  }
  if (request.outputs.empty() && !request.to.empty()) request.outputs = {"-"};
  return request;
}

/// A table where nothing else was asked for, or where it would not stand among the bytes of an output.
bool shows_table(const DiffFlags& flags, const ConversionRequest& request) {
  return request.outputs.empty() && !flags.as_json && !request.dry_run;
}

}  // namespace

int run_diff(const Arguments& arguments) {
  Flags flags(usage_line, description, examples);
  DiffFlags given;
  declare(flags, given);
  if (const auto status = flags.parse(arguments)) return *status;
  ConversionRequest request = request_of(given, flags.words());
  const std::vector<GrowthLimit> limits = limits_of(given, request);
  // A gate that looks at nothing would always be open.
  request.needs_samples = !limits.empty();
  std::vector<LeastGrowth> least;
  for (const std::string& text : given.least) least.push_back(parse_least_growth(text));
  if (limits.empty() && !given.least.empty()) {
    throw UsageError("--min-growth is for the gates: add --fail-if-grew or --fail-if-function-grew");
  }
  refuse_binary_on_terminal(request);
  colour_for_terminal(request);
  const Messages messages(given.conversion.reading.quiet);
  const RunResult result = run_request(request, given.conversion.reading);
  const std::vector<Growth> found = grown(result.report.changes, limits, least);
  if (result.status == lossy) return lossy;
  if (given.conversion.opens) open_in_viewer(request.outputs.front(), messages);
  if (given.as_json) print_result(diff_json(result.report, found));
  if (shows_table(given, request)) {
    print_result(diff_text(result.report, given.top == 0 ? std::string::npos : given.top));
  }
  for (const Growth& growth : found) messages.error(describe(growth));
  if (result.status != good) return result.status;
  return found.empty() ? good : grew;
}

}  // namespace profconv::cli
