// SPDX-License-Identifier: Apache-2.0
// profconv top FILE...: the conversion to a table of functions, on standard output.
#include <algorithm>
#include <array>

#include "tools/cli/commands.h"
#include "tools/cli/conversion_flags.h"
#include "tools/cli/run_request.h"
#include "tools/cli/terminal.h"

namespace profconv::cli {

namespace {

constexpr auto examples = std::to_array<Example>({
    {"profconv top out.dtrace", "the 20 heaviest functions"},
    {"profconv top heap.json --type alloc_space", "by another value type"},
    {"profconv top cpu.pb.gz --set n=50", "50 functions"},
    {"profconv top cpu.pb.gz --set view=tree", "the tree of calls"},
});

constexpr std::array<std::string_view, 15> common{"--help",   "--help-all", "--from",  "--set",     "--only",
                                                  "--type",   "--freq",     "--focus", "--ignore",  "--time",
                                                  "--thread", "--quiet",    "--color", "--verbose", "--version"};

constexpr Page page{.usage = "profconv top FILE... [options]",
                    .summary = "show the heaviest functions",
                    .description =
                        "Prints a table of the heaviest functions, like `profconv FILE... -t top`. "
                        "Merges several files. Without a file, or with -, reads standard input.\n"
                        "`profconv formats top` lists the table's options for --set.",
                    .examples = examples,
                    .exit_status = "0 success, 1 failed, 2 usage.",
                    .common = common};

}  // namespace

void describe_top(const FlagsVisitor& visit) { describe_with<ConversionFlags>(page, visit); }

int run_top(const Arguments& arguments) {
  Flags flags(page);
  ConversionFlags given;
  given.declare(flags);
  if (const auto status = flags.parse(arguments)) return *status;
  given.inputs = flags.inputs("no file: name one or pipe one in (profconv top --help)");
  if (!given.to.empty() && given.to != "top")
    throw UsageError("top writes a table; for -t " + given.to + " leave out `top`");
  given.to = "top";
  ConversionRequest request = given.request();
  if (request.outputs.empty()) request.outputs = {"-"};
  colour_for_terminal(request);
  return run_request(std::move(request), given.reading).status;
}

}  // namespace profconv::cli
