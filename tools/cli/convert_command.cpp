// SPDX-License-Identifier: Apache-2.0
// profconv INPUT... -o OUTPUT: from flags to one request, and its report to words.
#include <algorithm>
#include <filesystem>
#include <utility>

#include "profconv/profconv.h"
#include "tools/cli/commands.h"
#include "tools/cli/conversion_flags.h"
#include "tools/cli/run_request.h"
#include "tools/cli/terminal.h"
#include "tools/cli/viewer.h"

namespace profconv::cli {

namespace {

constexpr const char* usage_line =
    "usage: profconv INPUT... -o OUTPUT [options]\n"
    "       profconv info FILE... [--json]        what is in a file, and why it was taken for its format\n"
    "       profconv diff BASE NEW [-o OUTPUT]    what grew and what shrank\n"
    "       profconv check FILE... [--json]       whether a file is valid by its format's rules\n"
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
    "  profconv out.dtrace -o out.svg --open              a flame graph, shown\n"
    "  profconv heap.json -t top --type alloc_space       a table of functions\n"
    "  profconv heap.json --type alloc_space -o a.folded -o b.spall    two outputs of one reading\n"
    "  profconv runs/*.json -o out/ -t pprof              one output for each input\n"
    "  profconv runs/*.json -o all.pb.gz                  all of them merged\n"
    "  profconv heap.json -o heap.spall --dry-run         what would be written and what lost\n"
    "\n"
    "Exit status: 0 good, 1 failed, 2 usage, 3 something would be lost under --strict.";

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

void refuse_output_among_inputs(const ConversionFlags& flags) {
  if (!flags.outputs.empty() || flags.inputs.size() < 2) return;
  const std::string& last = flags.inputs.back();
  const std::string meant = "; did you mean -o " + last + "?";
  if (!exists(last)) throw UsageError(last + ": no such input" + meant);
  if (has_only_a_writers_extension(last)) throw UsageError(last + ": is of a format that is only written" + meant);
}

/// Whether flags were given that mean nothing to `info`.
bool asks_for_a_conversion(const ConversionFlags& flags) {
  const bool changes_names = flags.keeps_mangled || flags.names != name_policies.front();
  const bool shows_labels = !flags.tag_roots.empty() || !flags.tag_leaves.empty();
  return !flags.only.empty() || !flags.types.empty() || !flags.default_type.empty() || !flags.rate.empty() ||
         flags.strict || flags.opens || changes_names || shows_labels;
}

}  // namespace

int run_convert(const Arguments& arguments) {
  Flags flags(usage_line, description, examples);
  ConversionFlags given;
  given.declare(flags);
  flags.app().set_version_flag("--version", "profconv " PROFCONV_VERSION, "Show the version and exit");
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
  ConversionRequest request = given.request();
  if (request.outputs.empty()) {
    request.outputs = {"-"};
    if (request.to.empty()) request.to = "collapsed";
  }
  refuse_binary_on_terminal(request);
  colour_for_terminal(request);
  const int status = run_request(std::move(request), given.reading).status;
  if (given.opens && status == good) open_in_viewer(given.outputs.front(), Messages(given.reading.quiet));
  return status;
}

}  // namespace profconv::cli
