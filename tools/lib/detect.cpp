// SPDX-License-Identifier: Apache-2.0
// Choosing the reader of an input by what it holds.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "foreign.h"
#include "profconv/profconv.h"

namespace profconv {

namespace {

/// Where a signature stands that one format alone has; with it the rest of the head need not be looked at.
constexpr std::size_t signature_bytes = 4096;

/// Text has no such bytes. Readers of text give up binary heads where they meet a zero, which may stand far behind the
/// beginning.
bool is_binary(std::string_view beginning) {
  constexpr unsigned char bell = 7;
  return std::any_of(beginning.begin(), beginning.end(), [](char c) { return static_cast<unsigned char>(c) < bell; });
}

std::size_t extension_length(const Reader& reader, std::string_view path) {
  std::size_t longest = 0;
  for (const std::string_view extension : reader.extensions) {
    if (path.ends_with(extension)) longest = std::max(longest, extension.size());
  }
  return longest;
}

std::string readable_formats(const Registry& registry) {
  std::string all;
  for (const Reader* reader : registry.readers()) {
    const bool last = reader == registry.readers().back();
    all.append(all.empty() ? "" : last ? " or " : ", ").append(reader->name);
  }
  return all;
}

/// The first line that is not blank, short enough for a message, and its number.
std::pair<std::string, std::uint64_t> first_words(std::string_view text) {
  constexpr std::size_t longest = 60;
  constexpr std::string_view blanks = " \t\r";
  std::uint64_t number = 1;
  for (; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const std::size_t begin = line.find_first_not_of(blanks);
    if (begin != std::string_view::npos) {
      const std::string_view words = line.substr(begin, line.find_last_not_of(blanks) + 1 - begin);
      return {std::string(words.substr(0, longest)) + (words.size() > longest ? "..." : ""), number};
    }
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return {};
}

[[noreturn]] void refuse_unknown(const Input& input, std::string_view head, const Registry& registry) {
  const Foreign kind = identify_foreign(head, split_compression(input.name()).first);
  if (!kind.is_text) {
    throw ReadError(input.whole(), "found " + std::string(kind.what) + ", expected a " + readable_formats(registry) +
                                       " profile; " + std::string(kind.advice));
  }
  const std::size_t longest = input.context().limits().max_line_bytes;
  if (head.size() > longest && head.substr(0, longest + 1).find('\n') == std::string_view::npos) {
    throw LimitError(input.at_line(1),
                     "the line is longer than the limit of " + std::to_string(longest) + " bytes (--max-line)");
  }
  const auto [words, line] = first_words(head);
  throw ReadError(input.at_line(line), "found '" + words + "', " + std::string(kind.what) + ", expected a " +
                                           readable_formats(registry) + " profile; " + std::string(kind.advice));
}

}  // namespace

Detection detect(Input& input, const Registry& registry) {
  const std::string_view head = input.head();
  const std::string_view beginning = head.substr(0, signature_bytes);
  std::vector<Detection> found;
  const bool looks_twice = head.size() > signature_bytes && !is_binary(beginning);
  if (looks_twice) found = registry.candidates(beginning, input.name());
  const bool is_signed = !found.empty() && found.front().probe.confidence == Confidence::magic;
  if (!is_signed) found = registry.candidates(head, input.name());
  if (found.empty()) refuse_unknown(input, head, registry);
  if (found.size() == 1) return std::move(found.front());
  const std::string_view path = split_compression(input.name()).first;
  const Detection& best = found[0];
  const Detection& second = found[1];
  if (best.probe.confidence == second.probe.confidence &&
      extension_length(*best.reader, path) == extension_length(*second.reader, path)) {
    throw UsageError(input.name() + ": may be " + std::string(best.reader->name) + " (" + best.probe.reason + ") or " +
                     std::string(second.reader->name) + " (" + second.probe.reason + "); say which with --from");
  }
  return std::move(found.front());
}

}  // namespace profconv
