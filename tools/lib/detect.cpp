// SPDX-License-Identifier: Apache-2.0
// Choosing the reader of an input by what it holds and by the options that are set.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "core/conversion/extensions.h"
#include "core/text/excerpts.h"
#include "foreign.h"
#include "profconv/conversion.h"

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

/// What was expected, in a few words: `a collapsed or dhat profile`.
std::string readable_formats(const Registry& registry) {
  constexpr std::size_t most = 3;
  if (registry.readers().size() > most) return "a profile (profconv formats lists them)";
  std::string all = "a ";
  for (const Reader* reader : registry.readers()) {
    const bool last = reader == registry.readers().back();
    all.append(reader == registry.readers().front() ? "" : last ? " or " : ", ").append(reader->name);
  }
  return all + " profile";
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
      return {shortened(words, longest), number};
    }
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return {};
}

[[noreturn]] void refuse_unknown(const Input& input, std::string_view head, const Registry& registry) {
  const Foreign kind = identify_foreign(head, split_compression(input.name()).first);
  if (!kind.is_text) {
    throw ReadError(input.whole(), "found " + std::string(kind.what) + ", expected " + readable_formats(registry) +
                                       "; " + std::string(kind.advice));
  }
  const std::size_t longest = input.context().limits().max_line_bytes;
  if (head.size() > longest && head.substr(0, longest + 1).find('\n') == std::string_view::npos) {
    throw LimitError(input.at_line(1),
                     "the line is longer than the limit of " + std::to_string(longest) + " bytes (--max-line)");
  }
  const auto [words, line] = first_words(head);
  throw ReadError(input.at_line(line),
                  "found '" + words + "', expected " + readable_formats(registry) + "; " + std::string(kind.advice));
}

bool has_no_default(const Reader& reader, const Setting& setting) {
  return std::any_of(reader.options.begin(), reader.options.end(),
                     [&](const Option& option) { return option.name == setting.option && option.fallback.empty(); });
}

/// The one reader whose options are set, and its first setting; null if there are several or none.
struct Named {
  const Reader* reader = nullptr;
  const Setting* setting = nullptr;
  bool describes_input = false;

  [[nodiscard]] std::string words() const {
    return "--set " + (setting->format.empty() ? "" : setting->format + ".") + setting->option;
  }
};

Named named_by(std::span<const Setting> settings, const Registry& registry) {
  Named named;
  for (const Setting& setting : settings) {
    const auto is_taken_by = [&](const auto* card) { return takes(*card, setting); };
    // What a writer takes as well need not be meant for the input.
    if (std::any_of(registry.writers().begin(), registry.writers().end(), is_taken_by)) continue;
    for (const Reader* reader : registry.readers()) {
      if (!is_taken_by(reader)) continue;
      if (named.reader != nullptr && named.reader != reader) return {};
      if (named.describes_input) continue;
      named = {.reader = reader, .setting = &setting, .describes_input = has_no_default(*reader, setting)};
    }
  }
  return named;
}

/// Whether a setting decides against what the content looks like. An option without a default describes the input,
/// as a D program does; others may be set out of habit.
bool decides(const Named& named, const std::vector<Detection>& found, const Foreign& kind, bool is_only_input) {
  if (found.empty()) return kind.is_guess;
  const Confidence best = found.front().probe.confidence;
  const bool is_as_likely = std::any_of(found.begin(), found.end(), [&](const Detection& d) {
    return d.reader == named.reader && d.probe.confidence == best;
  });
  if (is_as_likely || best <= Confidence::weak) return true;
  return best == Confidence::likely && named.describes_input && is_only_input;
}

std::string words_of(const Detection& detection) {
  return std::string(detection.reader->name) + " (" + detection.probe.reason + ")";
}

/// The reader that is named, or none if the content decides. Throws UsageError if the two contradict each other.
std::optional<Detection> decided_by(const Named& named, const std::vector<Detection>& found, Input& input,
                                    bool is_only_input) {
  const bool is_best = !found.empty() && found.front().reader == named.reader &&
                       (found.size() == 1 || found[1].probe.confidence < found[0].probe.confidence);
  if (is_best && found.front().probe.confidence > Confidence::weak) return found.front();
  const Foreign kind = identify_foreign(input.head(), split_compression(input.name()).first);
  if (decides(named, found, kind, is_only_input)) {
    return Detection{.reader = named.reader,
                     .probe = {.confidence = Confidence::certain, .reason = "named by " + named.words()}};
  }
  if (found.empty() || !is_only_input) return std::nullopt;
  const std::string name(named.reader->name);
  throw UsageError(input.name() + ": is " + words_of(found.front()) + ", but " + named.words() + " is an option of " +
                   name + "; --from " + name + " reads it as that");
}

/// Chooses among candidates, the surest first.
Detection choose(std::vector<Detection> found, const Input& input) {
  const std::string_view path = split_compression(input.name()).first;
  const auto extension = [&](const Detection& d) { return extension_length(d.reader->extensions, path); };
  // Weak evidence of one format is none against another.
  if (found.front().probe.confidence <= Confidence::weak) {
    std::stable_sort(found.begin(), found.end(),
                     [&](const Detection& a, const Detection& b) { return extension(a) > extension(b); });
  } else {
    const Confidence best = found.front().probe.confidence;
    std::erase_if(found, [&](const Detection& d) { return d.probe.confidence < best; });
  }
  if (found.size() > 1 && extension(found[0]) == extension(found[1])) {
    throw UsageError(input.name() + ": may be " + words_of(found[0]) + " or " + words_of(found[1]) +
                     "; say which with --from");
  }
  if (found.front().probe.confidence == Confidence::doubtful && extension(found.front()) == 0) {
    throw UsageError(input.name() + ": may be " + words_of(found.front()) +
                     " or no profile; name its format with --from, or the D program with --set dtrace.script=FILE");
  }
  return std::move(found.front());
}

}  // namespace

Detection detect(Input& input, const Registry& registry, std::span<const Setting> settings, bool is_only_input) {
  const std::string_view head = input.head();
  const std::string_view beginning = head.substr(0, signature_bytes);
  std::vector<Detection> found;
  const bool looks_twice = head.size() > signature_bytes && !is_binary(beginning);
  if (looks_twice) found = registry.candidates(beginning, input.name());
  const bool is_signed = !found.empty() && found.front().probe.confidence == Confidence::magic;
  if (!is_signed) found = registry.candidates(head, input.name());
  if (const Named named = named_by(settings, registry); named.reader != nullptr) {
    auto decided = decided_by(named, found, input, is_only_input);
    if (decided) return std::move(*decided);
  }
  if (found.empty()) refuse_unknown(input, head, registry);
  return choose(std::move(found), input);
}

}  // namespace profconv
