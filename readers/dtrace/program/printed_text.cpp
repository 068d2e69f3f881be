// SPDX-License-Identifier: Apache-2.0
// Formats of printf() to a pattern of the lines that they print.
#include "readers/dtrace/program/printed_text.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "readers/dtrace/program/d_program.h"
#include "readers/dtrace/program/d_tokens.h"
#include "readers/dtrace/program/text_above.h"
#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

namespace {

constexpr std::string_view anything = ".*";
constexpr std::size_t longest_line = 1'000;  ///< of those that several actions print

re2::StringPiece piece(std::string_view text) { return {text.data(), text.size()}; }

/// What a conversion prints; `end` becomes the place after it.
std::string pattern_of_conversion(std::string_view format, std::size_t percent, std::size_t& end) {
  const std::size_t letter = std::min(format.find_first_not_of("0123456789-+ #'?.*hlLw", percent + 1), format.size());
  end = std::min(letter + 1, format.size());
  if (letter == format.size()) return std::string(anything);
  switch (format[letter]) {
    case '%':
      return "%";
    case 'd':
    case 'i':
    case 'u':
      return "[ ]*[+-]?[0-9,]+[ ]*";
    case 'o':
    case 'x':
    case 'X':
    case 'p':
      return "[ ]*(?:0[xX])?[0-9a-fA-F]+[ ]*";
    case 'Y':
      return "[0-9]{4} [A-Z][a-z]{2} [ 0-9][0-9] [0-9:]{8}";
    default:
      return std::string(anything);
  }
}

/// Blanks stay as they are, so that they can be trimmed.
std::string quoted(std::string_view text) {
  std::string pattern;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    pattern.append(RE2::QuoteMeta(piece(text.substr(at, end - at)))).append(end < text.size() ? 1 : 0, ' ');
    at = end + 1;
  }
  return pattern;
}

/// Formats that could print anything, and are left out.
enum class Vague : std::uint8_t { none, without_numbers, without_words };

/// Patterns of lines, joined by `|`.
class Patterns {
 public:
  explicit Patterns(Vague left_out) : left_out_(left_out) {}

  /// Adds each line of a format that has text.
  void add(std::string_view format) {
    for (std::size_t at = 0; at < format.size();) {
      if (format[at] == '%') {
        line_ += pattern_of_conversion(format, at, at);
        has_words_ = has_words_ || format[at - 1] == 'Y';
        has_numbers_ = has_numbers_ || !line_.ends_with(anything);
      } else if (format[at] == '\n') {
        end_line();
        ++at;
      } else {
        const std::size_t end = std::min(format.find_first_of("%\n", at), format.size());
        add_literal(format.substr(at, end - at));
        at = end;
      }
    }
    end_line();
  }

  [[nodiscard]] std::unique_ptr<RE2> take() {
    if (all_.empty()) return nullptr;
    RE2::Options options;
    options.set_encoding(RE2::Options::EncodingLatin1);
    options.set_log_errors(false);
    return std::make_unique<RE2>(all_, options);
  }

 private:
  void add_literal(std::string_view text) {
    line_ += quoted(text);
    has_words_ = has_words_ || !trimmed(text).empty();
  }

  void end_line() {
    const std::string_view text = trimmed(line_);
    const bool has_any = text.find(anything) != std::string_view::npos && !has_words_;
    const bool is_vague = left_out_ != Vague::none && has_any && (left_out_ == Vague::without_words || !has_numbers_);
    if (!text.empty() && !is_vague) all_ += (all_.empty() ? "" : "|") + std::string(text);
    line_.clear();
    has_words_ = has_numbers_ = false;
  }

  Vague left_out_;
  std::string all_;
  std::string line_;
  bool has_words_ = false;
  bool has_numbers_ = false;
};

bool matches(const std::unique_ptr<RE2>& lines, std::string_view line) {
  return lines != nullptr && lines->ok() && RE2::FullMatch(piece(trimmed(line)), *lines);
}

/// A line of a format with a 1 for each conversion, which is a number and a text.
std::string without_conversions(std::string_view line) {
  std::string words;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t percent = std::min(line.find('%', at), line.size());
    words.append(line.substr(at, percent - at));
    at = percent;
    if (at < line.size() && pattern_of_conversion(line, percent, at) != "%") words += '1';
  }
  return words;
}

/// The lines that clauses of BEGIN print, without those that are printed elsewhere or twice. Of other texts, those
/// without words do not count: `%s %s\n` could print anything.
std::vector<std::unique_ptr<RE2>> openings_of(const DProgram& program) {
  std::map<std::string, std::size_t> counts;
  Patterns patterns(Vague::without_words);
  for (const DAction& action : program.actions) {
    if (action.kind != DAction::Kind::text) continue;
    const std::string text = unescaped(action.text);
    if (!is_probe(action.probe, "BEGIN")) {
      patterns.add(text);
      continue;
    }
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      ++counts[std::string(trimmed(std::string_view(text).substr(at, end - at)))];
      at = end + 1;
    }
  }
  const std::unique_ptr<RE2> others = patterns.take();
  std::vector<std::unique_ptr<RE2>> openings;
  for (const auto& [line, count] : counts) {
    const std::string words = without_conversions(line);
    const bool is_telling =
        std::any_of(words.begin(), words.end(), [](unsigned char c) { return std::isalpha(c) != 0; });
    if (count != 1 || !is_telling || matches(others, words)) continue;
    Patterns opening(Vague::none);
    opening.add(line);
    openings.push_back(opening.take());
  }
  return openings;
}

}  // namespace

PrintedText::PrintedText(const DProgram& program) : is_of_program_(!program.empty()), openings_(openings_of(program)) {
  // Where nothing is aggregated, every line with a number is text.
  Patterns patterns(program.empty() ? Vague::without_numbers : Vague::without_words);
  std::string open;  // what was printed of a line by the actions before
  std::size_t clause = 0;
  for (const DAction& action : program.actions) {
    const bool is_text = action.kind == DAction::Kind::text || action.kind == DAction::Kind::datum;
    // It leaves nothing between two texts where its aggregation is empty.
    if (action.kind == DAction::Kind::printa && action.format && action.clause == clause) continue;
    if (!is_text || action.clause != clause || open.size() > longest_line) open.clear();
    clause = action.clause;
    if (!is_text) continue;
    const std::string text = unescaped(action.text);
    patterns.add(text);
    const bool is_continued = !open.empty();
    open += text;
    if (is_continued) patterns.add(open);
    if (text.ends_with('\n')) open.clear();
  }
  lines_ = patterns.take();
  Patterns leads(Vague::without_words);
  const std::vector<TextAbove> texts = texts_above(program);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (!program.actions[i].format) leads.add(unescaped(texts[i].lead));
  }
  leads_ = leads.take();
  find_closings(program);
}

void PrintedText::find_closings(const DProgram& program) {
  Patterns closings(Vague::without_words);
  Patterns others(Vague::none);
  std::size_t stacks = 0;
  for (const DAction& action : program.actions) {
    if (action.kind == DAction::Kind::stack) {
      ++stacks;
      has_closing_stacks_ = action.is_last && (stacks == 1 || has_closing_stacks_);
    }
    const bool is_text = action.kind == DAction::Kind::text || action.kind == DAction::Kind::datum;
    if (is_text) (action.is_last ? closings : others).add(unescaped(action.text));
  }
  closings_ = closings.take();
  if (closings_ != nullptr) others_ = others.take();
}

PrintedText::PrintedText(std::string_view format) {
  Patterns patterns(Vague::none);
  patterns.add(unescaped(format));
  lines_ = patterns.take();
}

PrintedText PrintedText::of_line(std::string_view line) {
  Patterns patterns(Vague::none);
  patterns.add(line);
  PrintedText text;
  text.lines_ = patterns.take();
  return text;
}

bool PrintedText::can_be(std::string_view line) const { return matches(lines_, line); }

bool PrintedText::can_be_lead(std::string_view line) const { return matches(leads_, line); }

std::optional<std::size_t> PrintedText::opening(std::string_view line) const {
  const auto found =
      std::find_if(openings_.begin(), openings_.end(), [&](const auto& each) { return matches(each, line); });
  return found == openings_.end() ? std::nullopt : std::optional<std::size_t>(found - openings_.begin());
}

bool PrintedText::is_closing(std::string_view line) const {
  return matches(closings_, line) && !matches(others_, line);
}

bool PrintedText::is_with_date(std::string_view line) const {
  return is_of_program_ && line.size() >= date_width && find_date(line) != std::string_view::npos && can_be(line);
}

}  // namespace profconv::dtrace
