// SPDX-License-Identifier: Apache-2.0
// dtrace2spall, for those who have command lines of Ben Visness's tool of that name: its flags and defaults, our
// conversion. docs/from_dtrace2spall.md says where the results differ.
#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <sstream>

#include "core/text/integers.h"
#include "profconv/conversion.h"
#include "tools/cli/commands.h"
#include "tools/cli/messages.h"
#include "tools/cli/progress.h"
#include "tools/cli/terminal.h"

namespace profconv::cli {

namespace {

constexpr auto examples = std::to_array<Example>({
    {"dtrace2spall --freq 997 -o profile.spall < profile.dtrace", ""},
    {"dtrace2spall --freq 997 -o profile.spall --fields=pid,tid < profile.dtrace", ""},
    {"sudo dtrace -qs prog.d | dtrace2spall --passthrough -o profile.spall | less", ""},
});

constexpr Page page{.usage = "dtrace2spall [flags] < DTRACE-OUTPUT",
                    .summary = "DTrace to Spall, with the older tool's flags",
                    .description =
                        "Converts stacks that DTrace printed to a Spall trace. Reads standard input only. "
                        "`profconv FILE -o OUT.spall` reads files and other formats and has more options.",
                    .examples = examples,
                    .exit_status = "0 success, 1 failed, 2 usage.",
                    .common = {}};

constexpr std::array<std::string_view, 6> known_fields{"pid",       "tid",           "execname",
                                                       "timestamp", "walltimestamp", cpu_label_key};

/// The flags, as given. The older tool has no --only and no --set.
struct Given {
  std::vector<std::string> field_lists;
  std::string rate = "1000";
  std::string output = "-";
  std::string only;
  std::vector<std::string> settings;
  bool passthrough = false;
  bool as_json = false;

  void declare(Flags& flags);
  /// Every comma makes a field, also an empty one, as in the older tool.
  [[nodiscard]] std::vector<std::string> fields() const {
    std::vector<std::string> all;
    for (const std::string& list : field_lists) {
      std::istringstream words(list + ",");
      for (std::string word; std::getline(words, word, ',');) {
        std::erase(word, ' ');
        all.push_back(word);
      }
    }
    return all;
  }
};

void Given::declare(Flags& flags) {
  flags.repeatable(
      "--fields", field_lists, "A,B,C",
      "The columns before a stack: pid, tid, execname, timestamp, walltimestamp, cpu; other words skip one");
  flags.text("-f,--freq", rate, "HZ", "How often a second was sampled (1000)").take_last();
  flags.text("-o,--out", output, "FILE", "Write this file; -, the default, is standard output").take_last();
  flags.flag("--passthrough", passthrough, "Copy standard input to standard output meanwhile; needs --out");
  flags.text("--only", only, "PROFILE", "Of several aggregations convert one, by name or number");
  flags.repeatable("--set", settings, "[FORMAT.]OPTION=VALUE",
                   "Set an option of a format (`profconv formats dtrace` and `... spall`)");
  flags.flag("--json", as_json, "Write Chrome's trace events (JSON) instead");
}

/// pflag, which the older tool uses, lets a '=' stand between a short flag and its value.
Arguments without_short_equals(const Arguments& arguments) {
  Arguments split;
  for (const std::string& word : arguments) {
    const bool is_short = word.starts_with("-f=") || word.starts_with("-o=");
    split.push_back(is_short ? word.substr(0, 2) : word);
    if (is_short) split.push_back(word.substr(3));
  }
  return split;
}

SamplingRate rate_of(const std::string& text) {
  constexpr std::int64_t max_rate = 1'000'000'000;
  const auto rate = parse_integer<std::int64_t>(text);
  if (rate && *rate > 0 && *rate <= max_rate) return {.numerator = *rate};
  throw UsageError("--freq takes whole samples per second, from 1 to 1000000000, not '" + text + "'");
}

bool is_known(const std::string& field) {
  return std::find(known_fields.begin(), known_fields.end(), field) != known_fields.end();
}

/// The fields as dtrace.keys names columns. What stands skipped before pid or tid is in most recordings the timestamp
/// by which the stacks are sorted, as the older tool's README advises; the reader finds out.
std::string keys_of(const std::vector<std::string>& fields) {
  const auto names_any = [](auto begin, auto end, std::string_view a, std::string_view b) {
    return std::any_of(begin, end, [&](const std::string& field) { return field == a || field == b; });
  };
  bool time_is_found = names_any(fields.begin(), fields.end(), "timestamp", "walltimestamp");
  std::string keys;
  for (auto field = fields.begin(); field != fields.end(); ++field) {
    keys.append(keys.empty() ? "" : ",");
    if (is_known(*field)) {
      keys.append(*field);
    } else if (!time_is_found && names_any(field, fields.end(), "pid", "tid")) {
      keys.append("timestamp?");
      time_is_found = true;
    } else {
      keys.append("-");
    }
  }
  return keys;
}

/// Copies to standard output what is read, so that the command is one more link of a pipeline.
class Passthrough {
 public:
  void copy(std::string_view bytes) {
    works_ = std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size() && std::fflush(stdout) == 0;
    if (!works_) throw WriteError("<stdout>: cannot write what --passthrough copies");
  }
  /// What a conversion has left that failed, or that needed no more.
  void copy_rest() {
    std::array<char, std::size_t{1} << 16> block{};
    while (const std::size_t got = std::fread(block.data(), 1, block.size(), stdin)) copy({block.data(), got});
  }
  [[nodiscard]] bool works() const { return works_; }

 private:
  bool works_ = true;
};

ConversionRequest request_of(const Given& given) {
  ConversionRequest request{.inputs = {"-"},
                            .outputs = {given.output},
                            .from = "dtrace",
                            .to = given.as_json ? "chrome" : "spall",
                            .only = given.only,
                            .rate = rate_of(given.rate)};
  request.settings.push_back({.format = request.to, .option = "layout", .value = "input"});
  if (const auto fields = given.fields(); !fields.empty()) {
    request.settings.push_back({.format = "dtrace", .option = "keys", .value = keys_of(fields)});
  }
  // After the presets, which they override.
  for (Setting& setting : parse_settings(given.settings)) request.settings.push_back(std::move(setting));
  return request;
}

void check(const Given& given, const std::vector<std::string>& words) {
  if (!words.empty() && words != std::vector<std::string>{"-"}) {
    throw UsageError("dtrace2spall reads standard input and takes no files: dtrace2spall < " + words.front());
  }
  if (given.passthrough && given.output == "-") {
    throw UsageError("--passthrough needs standard output for itself: name a file with --out");
  }
  if (stdin_is_terminal()) throw UsageError("no input: pipe one in, or dtrace2spall < FILE (-h shows how)");
  if (given.output == "-" && !given.as_json && stdout_is_terminal()) {
    throw UsageError("a Spall trace is binary, and standard output is a terminal: name a file with -o, or pipe it on");
  }
}

/// Losses without what the user chose to skip.
OutputReport worth_telling(OutputReport output, const Given& given) {
  const auto fields = given.fields();
  const bool skips = std::any_of(fields.begin(), fields.end(), std::not_fn(is_known));
  const bool names_label = std::find(fields.begin(), fields.end(), cpu_label_key) != fields.end();
  if (skips && !names_label) {
    std::erase_if(output.losses, [](const Loss& loss) { return loss.feature == Feature::labels; });
  }
  return output;
}

/// An error that need not end the pipeline is said at once, and the rest is passed on.
int fail(const std::exception& error, const Messages& messages, Passthrough& passthrough) {
  die_of_caught_signal();
  messages.error(error.what());
  if (passthrough.works()) passthrough.copy_rest();
  return failed;
}

int run_request(ConversionRequest request, const Given& given) {
  Context context;
  const Messages messages(false);
  const SignalGuard guard(context, stdin_is_pipe());
  Progress progress(context, request.inputs, ProgressStyle::automatic);
  request.on_stage = [&](const Stage& stage) { progress.begin(stage); };
  Passthrough passthrough;
  if (given.passthrough) request.tap = [&](std::string_view bytes) { passthrough.copy(bytes); };
  const auto tell = [&] {
    progress.finish();
    messages.diagnostics(context.diagnostics());
  };
  ConversionReport report;
  try {
    report = convert(request, context);
  } catch (const UsageError&) {
    throw;
  } catch (const Cancelled&) {
    tell();
    throw;
  } catch (const std::exception& error) {
    tell();
    if (!given.passthrough) throw;
    return fail(error, messages, passthrough);
  }
  tell();
  for (const OutputReport& output : report.outputs) messages.losses(worth_telling(output, given));
  if (given.passthrough) passthrough.copy_rest();
  return good;
}

}  // namespace

void describe_dtrace2spall(const FlagsVisitor& visit) { describe_with<Given>(page, visit); }

int run_dtrace2spall(const Arguments& arguments) {
  Flags flags(page);
  Given given;
  given.declare(flags);
  if (const auto status = flags.parse(without_short_equals(arguments))) return *status;
  check(given, flags.words());
  return run_request(request_of(given), given);
}

}  // namespace profconv::cli
