// SPDX-License-Identifier: Apache-2.0
// profconv diff BASE NEW: what grew and what shrank, as a table, as a profile, and as an exit status.
#include <array>
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

constexpr auto examples = std::to_array<Example>({
    {"profconv diff old.out new.out", "a table"},
    {"profconv diff old.pb.gz new.pb.gz -o diff.svg", "red grew, blue shrank"},
    {"profconv diff old.out new.out -o diff.folded", "two counts per line"},
    {"profconv diff old.json new.json -o diff.pb.gz", "like pprof -diff_base"},
    {"profconv diff main.out pr.out --fail-if-grew 5%", "a gate"},
});

constexpr std::array<std::string_view, 17> common{
    "--help",       "--help-all",  "--fail-if-grew", "--fail-if-function-grew",
    "--min-growth", "--normalize", "--json",         "--top",
    "--output",     "--to",        "--type",         "--from",
    "--set",        "--focus",     "--strict",       "--quiet",
    "--version"};

constexpr Page page{
    .usage = "profconv diff BASE NEW [-o OUTPUT] [--fail-if-grew [TYPE=]5%] [options]",
    .summary = "compare two profiles; can fail a CI job",
    .description =
        "Compares two profiles of any formats function by function, ignoring lines, addresses and compiler "
        "clones. Without an output, prints a table of what grew and what shrank.",
    .examples = examples,
    .exit_status = "0 success, 1 failed, 2 usage, 3 data would be lost (--strict), 4 something grew too much.",
    .common = common};

/// The flags that only this command has.
struct DiffFlags {
  ConversionFlags conversion;
  std::vector<std::string> limits;
  std::vector<std::string> function_limits;
  std::vector<std::string> least;
  std::string normalize;
  bool as_json = false;
  std::size_t top = 20;

  void declare(Flags& flags);
};

void DiffFlags::declare(Flags& flags) {
  flags.repeatable("--fail-if-grew", limits, "[TYPE=]PERCENT%",
                   "Exit with 4 if a value type's total grew by more; repeatable");
  flags.repeatable("--fail-if-function-grew", function_limits, "[TYPE=]PERCENT%",
                   "Exit with 4 if any function's own value grew by more; repeatable");
  flags.repeatable("--min-growth", least, "AMOUNT", "Ignore growth below AMOUNT in both gates (1MiB, 10ms, 100, 0.5%)");
  flags.optional_text("--normalize", normalize, "[=base|new]",
                      "Scale NEW so its total matches BASE, or the reverse (new)");
  flags.flag("--json", as_json, "Print one JSON object instead of the table");
  flags.number("--top", top, 0, std::numeric_limits<std::size_t>::max(), "N",
               "Show N functions in the table (20); 0: all");
  conversion.declare(flags);
}

/// `word` is what optional_text() makes of the flag: "true" where it has no value.
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

void describe_diff(const FlagsVisitor& visit) { describe_with<DiffFlags>(page, visit); }

int run_diff(const Arguments& arguments) {
  Flags flags(page);
  DiffFlags given;
  given.declare(flags);
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
  if (given.conversion.opens) open_in_viewer(request.outputs.front(), *result.report.outputs.front().writer, messages);
  if (given.as_json) print_result(diff_json(result.report, found));
  if (shows_table(given, request)) {
    print_result(diff_text(result.report, given.top == 0 ? std::string::npos : given.top));
  }
  for (const Growth& growth : found) messages.error(describe(growth));
  if (result.status != good) return result.status;
  return found.empty() ? good : grew;
}

}  // namespace profconv::cli
