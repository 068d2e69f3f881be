// SPDX-License-Identifier: Apache-2.0
// profconv INPUT... -o OUTPUT: from flags to one request, and its report to words.
#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "profconv/conversion.h"
#include "tools/cli/commands.h"
#include "tools/cli/conversion_flags.h"
#include "tools/cli/hints.h"
#include "tools/cli/registry.h"
#include "tools/cli/run_request.h"
#include "tools/cli/terminal.h"
#include "tools/cli/viewer.h"

namespace profconv::cli {

namespace {

constexpr auto examples = std::to_array<Example>({
    {"profconv heap.json -o heap.pb.gz", "a heap profile for pprof"},
    {"profconv out.dtrace -o out.svg --open", "a flame graph, shown"},
    {"profconv out.dtrace --freq 997 -o out.spall", "a time line"},
    {"sudo dtrace -qs prog.d | profconv -o o.folded", "Ctrl-C ends dtrace"},
    {"profconv runs/*.json -o all.pb.gz", "merged"},
    {"profconv runs/*.json -o out/ -t pprof", "one output per input"},
});

constexpr std::array<std::string_view, 21> common{
    "--help",   "--help-all", "--output", "--to",    "--from",    "--set",     "--only",
    "--type",   "--freq",     "--focus",  "--time",  "--ignore",  "--thread",  "--anonymize",
    "--strict", "--open",     "--quiet",  "--color", "--dry-run", "--verbose", "--version"};

std::string names_of(const auto& cards) {
  std::string names;
  for (const auto* card : cards) names.append(names.empty() ? "" : ", ").append(card->name);
  return names;
}

std::string overview() {
  constexpr std::size_t width = 30;
  std::string text = "Commands:\n";
  for (const CommandCard& command : commands()) {
    command.describe([&](const Flags& flags) {
      const Page& page = flags.page();
      std::string line = "  " + std::string(page.usage.substr(0, page.usage.find_first_of("[<") - 1));
      line.resize(width, ' ');
      text.append(line).append("  ").append(page.summary).append("\n");
    });
  }
  const Registry& formats = registry();
  return text + "\nFormats:\n  read:    " + names_of(formats.readers()) +
         "\n  written: " + wrapped(names_of(formats.writers()), 11, 11) + "\n";
}

constexpr Page page{.usage = "profconv INPUT... -o OUTPUT [options]",
                    .summary = "convert; several inputs are merged",
                    .description =
                        "Converts profiles. Detects the input format; the extension of OUTPUT names its format. "
                        "Without an input, or with -, reads standard input; without -o, writes standard "
                        "output, as collapsed stacks unless -t names a format.",
                    .examples = examples,
                    .exit_status = "0 success, 1 failed, 2 usage, 3 data would be lost (--strict).",
                    .common = common,
                    .overview = overview};

bool exists(const std::string& path) {
  std::error_code failed;
  return path == "-" || std::filesystem::exists(path, failed);
}

/// Whether only writers call their files so: it was surely meant as the output.
bool has_only_a_writers_extension(const std::string& path) {
  const Registry& formats = registry();
  const std::string_view bare = split_compression(path).first;
  const auto ends = [&](std::string_view extension) { return path.ends_with(extension) || bare.ends_with(extension); };
  const auto reads = [&](const Reader* reader) {
    return std::any_of(reader->extensions.begin(), reader->extensions.end(), ends);
  };
  if (std::any_of(formats.readers().begin(), formats.readers().end(), reads)) return false;
  return formats.writer_for_path(path) != nullptr || formats.writer_for_path(bare) != nullptr;
}

void refuse_output_among_inputs(const ConversionFlags& flags) {
  if (!flags.outputs.empty() || flags.inputs.size() < 2) return;
  const std::string& last = flags.inputs.back();
  const std::string meant = "; did you mean -o " + last + "?";
  if (!exists(last)) throw UsageError(last + ": no such input" + meant);
  if (has_only_a_writers_extension(last)) throw UsageError(last + ": profconv only writes this format" + meant);
}

/// `profconv ifno x.out`: a first word that is no file, and nearly a command.
void refuse_mistyped_command(const Arguments& arguments) {
  if (arguments.empty() || exists(arguments.front())) return;
  const std::string& word = arguments.front();
  if (word.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") != std::string::npos) return;
  const std::string unknown = word + ": no such command or file; ";
  constexpr std::array<std::string_view, 1> filter{"filter"};
  if (word == "merge" || word == "convert") {
    throw UsageError(unknown + "name the inputs alone, several are merged: profconv A B -o OUT");
  }
  if (!nearest(word, filter).empty()) throw UsageError(unknown + "filters are options (profconv help filters)");
  if (names_writer(word)) throw UsageError(unknown + "did you mean -t " + word + "?");
  const std::string_view near = word.starts_with('-') ? std::string_view() : nearest_command(word);
  if (!near.empty()) throw UsageError(unknown + "did you mean " + std::string(near) + "?");
}

/// Whether flags were given that mean nothing to `info`.
bool asks_for_a_conversion(const ConversionFlags& flags) {
  const bool changes_names = flags.keeps_mangled || flags.names != name_policies.front();
  const bool shows_labels = !flags.tag_roots.empty() || !flags.tag_leaves.empty();
  return !flags.only.empty() || !flags.types.empty() || !flags.default_type.empty() || !flags.rate.empty() ||
         flags.strict || flags.opens || changes_names || shows_labels;
}

}  // namespace

void describe_convert(const FlagsVisitor& visit) { describe_with<ConversionFlags>(page, visit); }

int run_convert(const Arguments& arguments) {
  Flags flags(page);
  ConversionFlags given;
  given.declare(flags);
  if (const auto status = flags.parse(arguments)) return *status;
  given.inputs = flags.inputs("no input: name a file or pipe one in (profconv --help shows how)");
  refuse_mistyped_command(arguments);
  refuse_output_among_inputs(given);
  if (given.to.empty()) std::for_each(given.outputs.begin(), given.outputs.end(), require_extension);
  const bool names_no_output = given.outputs.empty() && given.to.empty() && !given.dry_run;
  if (names_no_output && stdout_is_terminal()) {
    if (asks_for_a_conversion(given)) {
      throw UsageError("no output: name a file with -o or a format with -t");
    }
    return show_info(given.inputs, given.reading, given.filters.parsed(), false);
  }
  ConversionRequest request = given.request();
  if (request.outputs.empty()) {
    request.outputs = {"-"};
    if (request.to.empty()) request.to = "collapsed";
  }
  refuse_binary_on_terminal(request);
  colour_for_terminal(request);
  const RunResult result = run_request(std::move(request), given.reading);
  if (given.opens && result.status == good) {
    const OutputReport& output = result.report.outputs.front();
    open_in_viewer(output.path, *output.writer, Messages(given.reading.quiet));
  }
  return result.status;
}

}  // namespace profconv::cli
