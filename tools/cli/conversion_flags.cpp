// SPDX-License-Identifier: Apache-2.0
// Declaring the flags and turning them into a request.
#include "tools/cli/conversion_flags.h"

#include <filesystem>
#include <map>
#include <optional>
#include <sstream>

#include "tools/cli/hints.h"

namespace profconv::cli {

namespace {

std::optional<Compression> parse_compression(const std::string& word) {
  static const std::map<std::string, std::optional<Compression>> words{
      {"auto", std::nullopt}, {"none", Compression::none}, {"gzip", Compression::gzip}, {"zstd", Compression::zstd}};
  const auto found = words.find(word);
  if (found == words.end()) throw UsageError("--compress takes auto, none, gzip or zstd, not '" + word + "'");
  return found->second;
}

/// Whether the outputs are one file, not standard output and not a directory with one for each input.
bool names_one_file(const std::vector<std::string>& outputs) {
  if (outputs.size() != 1 || outputs.front() == "-" || outputs.front().ends_with('/')) return false;
  std::error_code failed;
  return !std::filesystem::is_directory(outputs.front(), failed);
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

}  // namespace

void ConversionFlags::declare(Flags& flags) {
  flags.repeatable("-o,--output", outputs, "FILE", "Write this file; repeatable. DIR/: one per input");
  flags.text("-t,--to", to, "FORMAT", "Write this format, whatever the extension");
  flags.text("--only", only, "PROFILE", "Convert one of several profiles, by name or number");
  flags.repeatable("--type", types, "TYPE", "Keep this value type; repeatable, the first is shown");
  flags.text("--default-type", default_type, "TYPE", "Show this value type first; keep the order");
  reading.declare_symbols(flags);
  flags.text("--freq", rate, "HZ", "Sampling rate; derives CPU time from counts");
  flags.text("--names", names, "full|stackcollapse|no-args|no-templates|short",
             "How much of a name is shown (docs/names.md)");
  flags.flag("--no-demangle", keeps_mangled, "Keep mangled C++ and Rust names");
  flags.flag("--demangle", demangles, "").hide();  // what happens anyhow
  flags.repeatable("--tagroot", tag_roots, "KEY[,KEY...]",
                   "Show these labels as frames at the root of stacks, like pprof");
  flags.repeatable("--tagleaf", tag_leaves, "KEY[,KEY...]", "Show these labels as frames at the leaf of stacks");
  flags.text("--compress", compression, "auto|none|gzip|zstd", "Compress the output (auto: by its extension)");
  flags.flag("--strict", strict, "Fail (exit 3) instead of losing data");
  flags.flag("--force", force, "Let an output replace its own input even if that loses data");
  flags.flag("--open", opens, "Show the output in its viewer, or in $BROWSER");
  flags.flag("--dry-run", dry_run, "Report what would be written and lost; write nothing");
  reading.declare(flags);
  flags.flag("-v,--verbose", reading.verbose, "List all notes, losses and skipped data");
  filters.declare(flags);
}

ConversionRequest ConversionFlags::request() const {
  if (demangles && keeps_mangled) throw UsageError("--demangle and --no-demangle contradict each other");
  if (reading.quiet && reading.verbose) throw UsageError("--quiet and --verbose contradict each other");
  if (opens && dry_run) throw UsageError("--open and --dry-run contradict each other");
  if (opens && !names_one_file(outputs)) throw UsageError("--open shows one output file: name it with -o");
  if (!to.empty()) require_writer(to);
  ConversionRequest request{.inputs = inputs,
                            .outputs = outputs,
                            .from = reading.from,
                            .to = to,
                            .settings = reading.parsed_settings(),
                            .only = only,
                            .types = types,
                            .default_type = default_type,
                            .symbols = parse_symbol_sources(reading.symbols),
                            .filters = filters.parsed(),
                            .names = {.demangle = !keeps_mangled, .policy = parse_name_policy(names)},
                            .label_frames = {.roots = keys_of(tag_roots), .leaves = keys_of(tag_leaves)},
                            .compression = parse_compression(compression),
                            .force = force,
                            .strict = strict,
                            .dry_run = dry_run};
  if (!rate.empty()) request.rate = parse_sampling_rate(rate);
  return request;
}

}  // namespace profconv::cli
