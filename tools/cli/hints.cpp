// SPDX-License-Identifier: Apache-2.0
// The tables of suggestions.
#include "tools/cli/hints.h"
#include "tools/cli/registry.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "profconv/conversion.h"
#include "tools/cli/words.h"

namespace profconv::cli {

namespace {

using Hint = std::pair<std::string_view, std::string_view>;

/// Other tools' options, and ours. A suggestion that is an option is made only if the command has it.
constexpr auto options = std::to_array<Hint>({
    {"--format", "--to"},
    {"--output-format", "--to"},
    {"--input-format", "--from"},
    {"--out", "--output"},
    {"--outfile", "--output"},
    {"--sample-index", "--type"},
    {"--sample_index", "--type"},
    {"--rate", "--freq"},
    {"--frequency", "--freq"},
    {"--hz", "--freq"},
    {"--filter", "--focus"},
    {"--grep", "--focus"},
    {"--include", "--focus"},
    {"--exclude", "--ignore"},
    {"--threads", "--jobs"},
    {"--silent", "--quiet"},
    {"--overwrite", "--force"},
    {"--view", "--open"},
    {"--profile", "--only"},
    {"--aggregation", "--only"},
    {"--no-color", "--color never"},
    {"--no-colour", "--color never"},
    {"--tag-root", "--tagroot"},
    {"--tag-leaf", "--tagleaf"},
    {"--base", "`profconv diff BASE NEW`"},
    {"--diff-base", "`profconv diff BASE NEW`"},
    {"--diff_base", "`profconv diff BASE NEW`"},
    {"--formats", "`profconv formats`"},
    {"--list-formats", "`profconv formats`"},
    {"--info", "`profconv info`"},
    {"--validate", "`profconv check`"},
    {"--man", "`profconv help --man`"},
    {"--completion", "`profconv help --completion SHELL`"},
});

/// Other tools' options for which a format has one.
constexpr auto format_options = std::to_array<Hint>({
    {"-n", "n"},
    {"-N", "n"},
    {"--top", "n"},
    {"--limit", "n"},
    {"--nodecount", "n"},
});

/// Names of viewers and of kinds of files, and the format for them. Extensions need no entry.
constexpr auto viewers = std::to_array<Hint>({
    {"proto", "pprof"},      {"protobuf", "pprof"},     {"pb.gz", "pprof"},     {"speedscope", "pprof"},
    {"parca", "pprof"},      {"pyroscope", "pprof"},    {"perfetto", "chrome"}, {"trace", "chrome"},
    {"tracing", "chrome"},   {"picture", "flamegraph"}, {"html", "flamegraph"}, {"png", "flamegraph"},
    {"graph", "flamegraph"}, {"stacks", "collapsed"},   {"text", "top"},        {"txt", "top"},
    {"table", "top"},        {"histogram", "hist"},     {"valgrind", "dhat"},
});

bool has_option(const Flags& flags, std::string_view suggestion) {
  const std::string name(suggestion.substr(0, suggestion.find(' ')));
  return !name.starts_with("--") || flags.has(name);
}

/// An option of any format; null: none has one of this name.
const Option* format_option(std::string_view name) {
  const auto in = [&](const auto& cards) -> const Option* {
    for (const auto* card : cards) {
      for (const Option& option : card->options) {
        if (option.name == name) return &option;
      }
    }
    return nullptr;
  };
  const Option* const of_reader = in(registry().readers());
  return of_reader != nullptr ? of_reader : in(registry().writers());
}

template <class Table>
std::string_view found_in(const Table& table, std::string_view word) {
  const auto* const found = std::find_if(table.begin(), table.end(), [&](const Hint& h) { return h.first == word; });
  return found == table.end() ? std::string_view() : found->second;
}

}  // namespace

std::string option_by_meaning(const Flags& flags, std::string_view word, std::string_view next) {
  const std::size_t equals = word.find('=');
  const std::string_view name = word.substr(0, equals);
  const std::string_view meant = found_in(options, name);
  if (!meant.empty() && has_option(flags, meant)) return std::string(meant);
  std::string_view of_format = found_in(format_options, name);
  if (of_format.empty() && name.starts_with("--")) of_format = name.substr(2);
  const Option* const option = has_option(flags, "--set") ? format_option(of_format) : nullptr;
  if (option == nullptr) return {};
  std::string_view value = option->type == OptionType::boolean ? "yes" : "VALUE";
  if (equals != std::string_view::npos) {
    value = word.substr(equals + 1);
  } else if (!next.empty() && !next.starts_with('-')) {
    value = next;
  }
  return "--set " + in_shell(std::string(of_format) + "=" + std::string(value));
}

std::string_view writer_by_meaning(std::string_view word) {
  if (word.starts_with('.')) word.remove_prefix(1);
  for (const Writer* writer : registry().writers()) {
    for (const std::string_view extension : writer->extensions) {
      if (extension.substr(1) == word) return writer->name;
    }
  }
  return found_in(viewers, word);
}

bool names_writer(std::string_view name) {
  const auto is_it = [&](const Writer* writer) {
    return writer->name == name ||
           std::find(writer->aliases.begin(), writer->aliases.end(), name) != writer->aliases.end();
  };
  const auto& writers = registry().writers();
  return std::any_of(writers.begin(), writers.end(), is_it);
}

void require_writer(std::string_view name) {
  if (names_writer(name)) return;
  const Registry& known = registry();
  const std::string_view meant = writer_by_meaning(name);
  const auto is_read = [&](const Reader* reader) { return reader->name == name; };
  if (meant.empty() && std::any_of(known.readers().begin(), known.readers().end(), is_read)) {
    throw UsageError("profconv reads " + std::string(name) + " and does not write it (profconv formats lists all)");
  }
  if (meant.empty()) static_cast<void>(known.writer(name));  // throws, with the nearest name
  throw UsageError("no format called '" + std::string(name) + "' can be written; did you mean -t " +
                   std::string(meant) + "? (profconv formats lists them)");
}

void require_extension(const std::string& output) {
  if (registry().writer_for_path(output) != nullptr || registry().writer_for_path(split_compression(output).first)) {
    return;
  }
  std::filesystem::path meant(output);
  if (meant.extension() == ".json" || meant.extension() == ".txt") meant.replace_extension();
  const std::string extension = meant.extension().string();
  const std::string_view name = extension.empty() ? std::string_view() : writer_by_meaning(extension);
  if (name.empty()) return;
  meant.replace_extension(registry().writer(name).extensions.front());
  throw UsageError(output + ": no format has this extension; did you mean -o " + in_shell(meant.string()) + "?");
}

}  // namespace profconv::cli
