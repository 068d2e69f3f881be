// SPDX-License-Identifier: Apache-2.0
// Running a request, and saying what came of it.
#include "tools/cli/run_request.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "tools/cli/commands.h"
#include "tools/cli/messages.h"
#include "tools/cli/progress.h"
#include "tools/cli/registry.h"
#include "tools/cli/terminal.h"

namespace profconv::cli {

namespace {

std::string_view compression_words(Compression compression) {
  return compression == Compression::gzip ? ", gzip" : compression == Compression::zstd ? ", zstd" : "";
}

/// What a dry run found, as its result.
std::string plan_in_words(const ConversionReport& report, std::span<const Unread> all_unread) {
  std::string text;
  for (std::size_t i = 0; i < report.inputs.size(); ++i) {
    const InputReport& input = report.inputs[i];
    text += inert(input.name) + ": would be read as " + std::string(input.reader->name) + " (" + inert(input.reason) +
            "): " + counted(input.profiles, "profile", "profiles") + ", " +
            counted(input.samples, "sample", "samples") + "\n";
    for (const OutputReport& output : report.outputs) {
      if (output.input != i) continue;
      const std::string name = output.path == "-" ? "<stdout>" : inert(output.path);
      text += name + ": would be written as " + std::string(output.writer->name) +
              std::string(compression_words(output.compression)) + ": " + counted(output.bytes, "byte", "bytes") +
              (output.compression == Compression::none ? "" : " before compression") + "\n";
      if (!output.losses.empty()) text += name + ": would lose: " + inert(describe_losses(output.losses)) + "\n";
    }
  }
  for (const Unread& unread : all_unread) {
    text += inert(unread.file) + ": would not read: " + inert(describe(unread)) + "\n";
  }
  return text;
}

}  // namespace

void refuse_binary_on_terminal(const ConversionRequest& request) {
  const bool to_stdout = std::find(request.outputs.begin(), request.outputs.end(), "-") != request.outputs.end();
  if (!to_stdout || request.to.empty() || request.dry_run || !stdout_is_terminal()) return;
  const Writer& writer = registry().writer(request.to);
  const bool compressed = request.compression.value_or(writer.compression) != Compression::none;
  if (!writer.binary && !compressed) return;
  throw UsageError(std::string(writer.name) + (writer.binary ? " is binary" : " is compressed") +
                   ", and standard output is a terminal: name a file with -o, or pipe it on");
}

void colour_for_terminal(ConversionRequest& request) {
  if (request.to.empty() || request.outputs != std::vector<std::string>{"-"}) return;
  if (!colours_stdout()) return;
  const Writer& writer = registry().writer(request.to);
  const Options given = options_for(writer, request.settings);
  for (const Option& option : writer.options) {
    if (!option.colours_output || given.is_set(option)) continue;
    request.settings.push_back(
        {.format = std::string(writer.name), .option = std::string(option.name), .value = "yes"});
  }
}

RunResult run_request(ConversionRequest request, const ReadingFlags& reading) {
  Context context(reading.limits, reading.max_threads);
  const Messages messages(reading.quiet, reading.verbose);
  std::vector<std::string> inputs = request.inputs;
  if (!request.base.empty()) inputs.insert(inputs.begin(), request.base);
  const bool reads_pipe = stdin_is_pipe() && std::find(inputs.begin(), inputs.end(), "-") != inputs.end();
  const SignalGuard guard(context, reads_pipe);
  Progress progress(context, std::move(inputs), reading.progress_style());
  request.on_stage = [&](const Stage& stage) { progress.begin(stage); };
  ConversionReport report;
  try {
    report = convert(request, context, registry());
  } catch (const std::exception& error) {
    progress.give_up();
    messages.diagnostics_before(error.what(), context.diagnostics());
    throw;
  }
  progress.finish();
  const bool refused = request.strict && report.lossy;
  if (request.dry_run) {
    messages.diagnostics(context.diagnostics());
    print_result(plan_in_words(report, context.unread()));
  } else {
    if (refused) {
      messages.everything(context.diagnostics(), report.outputs);
    } else {
      messages.outcome(context.diagnostics(), report.outputs);
    }
    messages.unread(context.unread());
  }
  if (!refused) return {good, std::move(report)};
  messages.error(strict_refusal(context.diagnostics(), report.outputs));
  return {lossy, std::move(report)};
}

}  // namespace profconv::cli
