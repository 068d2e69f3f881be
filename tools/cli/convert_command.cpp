// SPDX-License-Identifier: Apache-2.0
// profconv INPUT... -o OUTPUT: from flags to one request, and its report to words.
#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <sstream>

#include "profconv/profconv.h"
#include "tools/cli/commands.h"
#include "tools/cli/filter_flags.h"
#include "tools/cli/messages.h"
#include "tools/cli/progress.h"
#include "tools/cli/terminal.h"

namespace profconv::cli {

namespace {

constexpr const char* usage_line =
    "usage: profconv INPUT... -o OUTPUT [options]\n"
    "       profconv info FILE... [--json]        what is in a file, and why it was taken for its format\n"
    "       profconv formats [NAME] [--json]      what can be read and written, and every option\n"
    "       dtrace2spall, dhat-pprof              the same under the names, and with the flags, of older tools";

constexpr const char* description =
    "Converts profiles. The input's format is found by looking into it, the output's by its extension.\n"
    "Several inputs are merged. No input, or -, reads standard input. Without -o the result goes to standard\n"
    "output, as collapsed stacks where no format is named.";

constexpr const char* examples =
    "Examples:\n"
    "  profconv dhat-heap.json -o heap.pb.gz              a heap profile for `pprof -http=: heap.pb.gz`\n"
    "  profconv out.dtrace --freq 997 -o out.spall        DTrace's stacks on a time line\n"
    "  sudo dtrace -qs prog.d | profconv -o out.folded    Ctrl-C once ends dtrace, and profconv reads on\n"
    "  profconv out.dtrace -t collapsed | flamegraph.pl > out.svg\n"
    "  profconv heap.json --type alloc_space -o a.folded -o b.spall    two outputs of one reading\n"
    "  profconv runs/*.json -o out/ -t pprof              one output for each input\n"
    "  profconv runs/*.json -o all.pb.gz                  all of them merged\n"
    "  profconv heap.json -o heap.spall --dry-run         what would be written and what lost\n"
    "\n"
    "Exit status: 0 good, 1 failed, 2 usage, 3 something would be lost under --strict.";

/// The flags of a conversion.
struct ConvertFlags {
  ReadingFlags reading;
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  std::string to;
  std::string only;
  std::vector<std::string> types;
  std::string rate;
  std::string compression = "auto";
  std::string names = std::string(name_policies.front());
  bool keeps_mangled = false;
  bool demangles = false;
  std::vector<std::string> tag_roots;
  std::vector<std::string> tag_leaves;
  FilterFlags filters;
  bool strict = false;
  bool dry_run = false;
};

void declare(Flags& flags, ConvertFlags& to) {
  CLI::App& app = flags.app();
  flags.repeatable("-o,--output", to.outputs, "Write this file; repeatable; DIR/ takes one file for each input")
      ->option_text("FILE");
  app.add_option("-t,--to", to.to, "Write this format, whatever the output is called")->option_text("FORMAT");
  app.add_option("--only", to.only, "Convert one profile of several, by name or number")->option_text("PROFILE");
  flags.repeatable("--type", to.types, "Keep this value type; repeatable, the first becomes the default")
      ->option_text("TYPE");
  app.add_option("--freq", to.rate, "Say how often the source sampled; makes time of sample counts")->option_text("HZ");
  app.add_option("--names", to.names, "How much of a name is shown: full, stackcollapse, no-args, no-templates, short")
      ->option_text("POLICY");
  app.add_flag("--no-demangle", to.keeps_mangled, "Leave the mangled names of C++ and Rust as they are");
  app.add_flag("--demangle", to.demangles)->group("");  // what happens anyhow
  flags.repeatable("--tagroot", to.tag_roots, "Show these labels as frames at the root of each stack, as pprof does")
      ->option_text("KEY[,KEY...]");
  flags.repeatable("--tagleaf", to.tag_leaves, "Show these labels as frames at the leaf")->option_text("KEY[,KEY...]");
  app.add_option("--compress", to.compression, "auto (by the output's name), none, gzip or zstd")->option_text("HOW");
  app.add_flag("--strict", to.strict, "Where anything would be lost write nothing, and exit with 3");
  app.add_flag("--dry-run", to.dry_run, "Say what would be read, written and lost, and write nothing");
  to.reading.declare(flags);
  to.filters.declare(flags);
  app.set_version_flag("--version", "profconv " PROFCONV_VERSION, "Show the version and exit");
}

std::optional<Compression> parse_compression(const std::string& word) {
  static const std::map<std::string, std::optional<Compression>> words{
      {"auto", std::nullopt}, {"none", Compression::none}, {"gzip", Compression::gzip}, {"zstd", Compression::zstd}};
  const auto found = words.find(word);
  if (found == words.end()) throw UsageError("--compress takes auto, none, gzip or zstd, not '" + word + "'");
  return found->second;
}

bool exists(const std::string& path) {
  std::error_code failed;
  return path == "-" || std::filesystem::exists(path, failed);
}

/// Whether only writers call their files so: it was surely meant as the output.
bool has_only_a_writers_extension(const std::string& path) {
  const Registry& registry = builtin_registry();
  const std::string_view bare = split_compression(path).first;
  const auto ends = [&](std::string_view extension) { return path.ends_with(extension) || bare.ends_with(extension); };
  const auto reads = [&](const Reader* reader) {
    return std::any_of(reader->extensions.begin(), reader->extensions.end(), ends);
  };
  if (std::any_of(registry.readers().begin(), registry.readers().end(), reads)) return false;
  return registry.writer_for_path(path) != nullptr || registry.writer_for_path(bare) != nullptr;
}

void refuse_output_among_inputs(const ConvertFlags& flags) {
  if (!flags.outputs.empty() || flags.inputs.size() < 2) return;
  const std::string& last = flags.inputs.back();
  const std::string meant = "; did you mean -o " + last + "?";
  if (!exists(last)) throw UsageError(last + ": no such input" + meant);
  if (has_only_a_writers_extension(last)) throw UsageError(last + ": is of a format that is only written" + meant);
}

/// Words that commas part, over all times a flag was given.
std::vector<std::string> keys_of(const std::vector<std::string>& lists) {
  std::vector<std::string> keys;
  for (const std::string& list : lists) {
    std::istringstream words(list);
    for (std::string key; std::getline(words, key, ',');) {
      if (key.empty()) throw UsageError("a key is empty in '" + list + "'");
      keys.push_back(key);
    }
  }
  return keys;
}

ConversionRequest request_of(const ConvertFlags& flags) {
  if (flags.demangles && flags.keeps_mangled) throw UsageError("--demangle and --no-demangle contradict each other");
  ConversionRequest request{.inputs = flags.inputs,
                            .outputs = flags.outputs,
                            .from = flags.reading.from,
                            .to = flags.to,
                            .settings = flags.reading.parsed_settings(),
                            .only = flags.only,
                            .types = flags.types,
                            .filters = flags.filters.parsed(),
                            .names = {.demangle = !flags.keeps_mangled, .policy = parse_name_policy(flags.names)},
                            .label_frames = {.roots = keys_of(flags.tag_roots), .leaves = keys_of(flags.tag_leaves)},
                            .compression = parse_compression(flags.compression),
                            .strict = flags.strict,
                            .dry_run = flags.dry_run};
  if (!flags.rate.empty()) request.rate = parse_sampling_rate(flags.rate);
  if (!request.outputs.empty()) return request;
  request.outputs = {"-"};
  if (request.to.empty()) request.to = "collapsed";
  return request;
}

void refuse_binary_on_terminal(const ConversionRequest& request) {
  const bool to_stdout = std::find(request.outputs.begin(), request.outputs.end(), "-") != request.outputs.end();
  if (!to_stdout || request.to.empty() || request.dry_run || !stdout_is_terminal()) return;
  const Writer& writer = builtin_registry().writer(request.to);
  const bool compressed = request.compression.value_or(writer.compression) != Compression::none;
  if (!writer.binary && !compressed) return;
  throw UsageError(std::string(writer.name) + (writer.binary ? " is binary" : " is compressed") +
                   ", and standard output is a terminal: name a file with -o, or pipe it on");
}

std::string_view compression_words(Compression compression) {
  return compression == Compression::gzip ? ", gzip" : compression == Compression::zstd ? ", zstd" : "";
}

/// What a dry run found, as its result.
std::string plan_in_words(const ConversionReport& report) {
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
  return text;
}

int run_request(const ConversionRequest& request, const ConvertFlags& flags) {
  Context context(flags.reading.limits());
  const Messages messages(flags.reading.quiet);
  const bool reads_pipe =
      stdin_is_pipe() && std::find(request.inputs.begin(), request.inputs.end(), "-") != request.inputs.end();
  const SignalGuard guard(context, reads_pipe);
  Progress progress(context, request.inputs, flags.reading.quiet);
  ConversionReport report;
  try {
    report = convert(request, context);
  } catch (...) {
    progress.clear();
    messages.diagnostics(context.diagnostics());
    throw;
  }
  progress.clear();
  messages.diagnostics(context.diagnostics());
  if (request.dry_run) {
    print_result(plan_in_words(report));
  } else {
    for (const OutputReport& output : report.outputs) messages.losses(output);
  }
  if (!request.strict || !report.lossy) return good;
  messages.error("--strict: something would be lost, so nothing was written");
  return lossy;
}

/// Whether flags were given that mean nothing to `info`.
bool asks_for_a_conversion(const ConvertFlags& flags) {
  const bool changes_names = flags.keeps_mangled || flags.names != name_policies.front();
  const bool shows_labels = !flags.tag_roots.empty() || !flags.tag_leaves.empty();
  return !flags.only.empty() || !flags.types.empty() || !flags.rate.empty() || flags.strict || changes_names ||
         shows_labels;
}

}  // namespace

int run_convert(const Arguments& arguments) {
  Flags flags(usage_line, description, examples);
  ConvertFlags given;
  declare(flags, given);
  if (const auto status = flags.parse(arguments)) return *status;
  given.inputs = flags.words();
  if (given.inputs.empty() && stdin_is_terminal()) {
    throw UsageError("no input: name a file or pipe one in (profconv --help shows how)");
  }
  if (given.inputs.empty()) given.inputs = {"-"};
  refuse_output_among_inputs(given);
  const bool names_no_output = given.outputs.empty() && given.to.empty() && !given.dry_run;
  if (names_no_output && stdout_is_terminal()) {
    if (asks_for_a_conversion(given)) {
      throw UsageError("nothing says what to write: name a file with -o or a format with -t");
    }
    return show_info(given.inputs, given.reading, given.filters.parsed(), false);
  }
  const ConversionRequest request = request_of(given);
  refuse_binary_on_terminal(request);
  return run_request(request, given);
}

}  // namespace profconv::cli
