// SPDX-License-Identifier: Apache-2.0
// dhat-pprof, for those who have command lines of Filip Petkovski's tool of that name: its two paths and its four
// sample types, our conversion. docs/from_dhat_pprof.md says where the results differ.
#include <array>
#include <filesystem>
#include <system_error>

#include "profconv/conversion.h"
#include "tools/cli/commands.h"
#include "tools/cli/messages.h"
#include "tools/cli/progress.h"
#include "tools/cli/terminal.h"

namespace profconv::cli {

namespace {

constexpr auto examples = std::to_array<Example>({
    {"dhat-pprof", ""},
    {"dhat-pprof dhat.out.4711 heap.pb.gz", ""},
    {"go tool pprof -top heap.pb.gz", ""},
    {"go tool pprof -sample_index=alloc_space -top heap.pb.gz", ""},
});

constexpr Page page{
    .usage = "dhat-pprof [INPUT [OUTPUT]]",
    .summary = "DHAT to pprof, with the older tool's arguments",
    .description =
        "Converts a heap profile of DHAT (Valgrind's, or of the Rust crate) to pprof with four sample types: "
        "alloc_objects, alloc_space, inuse_objects, inuse_space (the default). inuse_* is each site's own "
        "maximum. INPUT defaults to dhat-heap.json and OUTPUT to dhat-heap.pb.gz; - is standard input and "
        "output. `profconv INPUT -o OUTPUT.pb.gz` shows the heap at its peak instead, and has more options.",
    .examples = examples,
    .exit_status = "0 success, 1 failed, 2 usage.",
    .common = {}};

/// The older tool has none.
struct NoFlags {
  void declare(Flags& /*flags*/) {}
};

constexpr const char* default_input = "dhat-heap.json";
constexpr const char* default_output = "dhat-heap.pb.gz";
constexpr const char* default_type = "inuse_space";
constexpr std::array sample_types{"alloc_objects", "alloc_space", "inuse_objects", default_type};

/// From where to where.
struct Paths {
  std::string input;
  std::string output;
};

Paths paths_of(const std::vector<std::string>& words) {
  if (words.size() > 2) {
    throw UsageError("dhat-pprof takes one input and one output, not also '" + words[2] + "'");
  }
  Paths paths{.input = words.empty() ? default_input : words[0],
              .output = words.size() < 2 ? default_output : words[1]};
  if (paths.output == "-" && stdout_is_terminal()) {
    throw UsageError("pprof is binary, and standard output is a terminal: name an output");
  }
  std::error_code no_such_file;
  if (std::filesystem::equivalent(paths.input, paths.output, no_such_file)) {
    throw UsageError(paths.input + ": input and output are the same file");
  }
  if (words.empty() && !std::filesystem::exists(paths.input, no_such_file)) {
    throw ReadError({.file = paths.input}, "no such file, and no input is named: dhat-pprof INPUT [OUTPUT]");
  }
  return paths;
}

/// The four types, of the one profile that a DHAT file holds.
ProfileSet with_sample_types(ReadResult read) {
  const Profile& profile = read.set.profiles().front();
  for (const char* const type : sample_types) {
    if (profile.find_type(type)) continue;
    throw ReadError({.file = read.input}, "its points have no " + std::string(type) +
                                              ", and dhat-pprof converts heap profiles only; `profconv " + read.input +
                                              " -o OUTPUT.pb.gz` takes what there is");
  }
  const std::vector<std::string> types(sample_types.begin(), sample_types.end());
  return with_default_type(select_types(std::move(read.set), types), default_type);
}

/// What the output could not hold.
OutputReport convert_paths(const Paths& paths, Context& context) {
  const ReadRequest request{.from = "dhat", .settings = {{.format = "dhat", .option = "inuse", .value = "site-max"}}};
  const Writer& pprof = builtin_registry().writer("pprof");
  const Options options(pprof.options);
  ProfileSet set = with_sample_types(read_file(paths.input, request, context));
  OutputReport report{.path = paths.output, .writer = &pprof, .losses = losses(set, pprof, options)};
  set = apply_names(std::move(set), {}, request.order, context);
  Output output = Output::to_path(paths.output, pprof.compression, &context.tasks());
  write_profiles(set, pprof, options, output, context);
  return report;
}

}  // namespace

void describe_dhat_pprof(const FlagsVisitor& visit) { describe_with<NoFlags>(page, visit); }

int run_dhat_pprof(const Arguments& arguments) {
  Flags flags(page);
  if (const auto status = flags.parse(arguments)) return *status;
  const Paths paths = paths_of(flags.words());
  Context context;
  const Messages messages(false);
  const SignalGuard guard(context, paths.input == "-" && stdin_is_pipe());
  Progress progress(context, {paths.input}, ProgressStyle::automatic);
  const OutputReport report = convert_paths(paths, context);
  progress.finish();
  messages.everything(context.diagnostics(), {&report, 1});
  return good;
}

}  // namespace profconv::cli
