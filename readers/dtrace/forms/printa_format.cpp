// SPDX-License-Identifier: Apache-2.0
// Taking a format of printa() apart.
#include "readers/dtrace/forms/printa_format.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "profconv/errors.h"
#include "readers/dtrace/program/d_tokens.h"
#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

namespace {

using StepKind = PrintaStep::Kind;
using Width = PrintaStep::Width;

/// The conversions that printa() has for what is no number.
constexpr std::string_view text_conversions = "sSpaAYT";
constexpr std::string_view number_conversions = "dioxXu";
constexpr std::size_t widest = 4096;

[[noreturn]] void refuse(std::string_view written, std::size_t percent, std::size_t end, const std::string& why) {
  const std::size_t length = std::min(end, written.size()) - percent;
  throw UsageError("dtrace.printa: '" + std::string(written.substr(percent, length)) + "' at character " +
                   std::to_string(percent + 1) + " of \"" + std::string(written) + "\" " + why);
}

/// The flags, width and precision between `%` and the letter of a conversion, which DTrace takes in any order.
struct Conversion {
  PrintaStep step;
  bool is_value = false;
  std::size_t letter = 0;  ///< its index in the format

  Conversion(std::string_view written, std::size_t percent) : letter(percent + 1) {
    while (letter < written.size() && take(written)) {
    }
    if (step.width > widest) refuse(written, percent, letter, "has a width above " + std::to_string(widest));
  }

 private:
  /// Takes the character or number at `letter`; false where the conversion's own letter begins.
  bool take(std::string_view written) {
    const char c = written[letter];
    if (c >= '0' && c <= '9') {
      take_number(written);
      return true;
    }
    if (!take_flag(c)) return false;
    ++letter;
    return true;
  }

  bool take_flag(char c) {
    constexpr std::size_t pointer_width = 16;
    if (c == '@') is_value = true;
    if (c == '-') is_left_ = true;
    if (c == '+' || c == ' ') step.may_have_sign = true;
    if (c == '#') step.may_have_prefix = true;
    if (c == '\'') step.is_grouped = true;
    if (c == '?') step.width = pointer_width;
    if (c == '.') in_precision_ = true;
    if (c == '*' && !in_precision_) has_any_width_ = true;
    if (c == '-' || c == '*') step.side = has_any_width_ ? Width::any : is_left_ ? Width::left : Width::right;
    return std::string_view("@-+ #'?.*hlLw").find(c) != std::string_view::npos;
  }

  void take_number(std::string_view written) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(written.data() + letter, written.data() + written.size(), number);
    if (error == std::errc::result_out_of_range) number = widest + 1;
    // A zero before the width fills up with zeros, which numbers may always have; %0-8d is left-aligned all the same.
    if (!in_precision_ && number != 0) step.width = number;
    letter = static_cast<std::size_t>(end - written.data());
  }

  bool is_left_ = false;
  bool in_precision_ = false;
  bool has_any_width_ = false;
};

}  // namespace

PrintaFormat::PrintaFormat(std::string_view lead, std::string_view written, std::size_t aggregations)
    : aggregations_(aggregations) {
  add(lead);
  lead_steps_ = steps_.size();
  add(written);
}

void PrintaFormat::add(std::string_view written) {
  std::size_t at = 0;
  while (at < written.size()) {
    const std::size_t percent = std::min(written.find('%', at), written.size());
    add_literal(unescaped(written.substr(at, percent - at)));
    at = percent == written.size() ? percent : add_conversion(written, percent);
  }
}

PrintaFormat PrintaFormat::of_records(std::string_view written) {
  PrintaFormat format(written);
  if (format.has_value()) return format;
  throw UsageError("dtrace.printa: \"" + std::string(written) +
                   "\" prints no value; expected a conversion such as %@d, as in \"%d %@d\\n\"");
}

PrintaFormat PrintaFormat::guessed(std::string_view written) {
  PrintaFormat format = of_records(written);
  format.is_guessed_ = true;
  return format;
}

void PrintaFormat::add_literal(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end != 0 && steps_.size() > lead_steps_ && steps_.back().kind == StepKind::literal) {
      steps_.back().literal += text.substr(0, end);
    } else if (end != 0) {
      steps_.emplace_back().literal = text.substr(0, end);
    }
    strictness_ += end + (end < text.size() ? 1 : 0);
    if (end < text.size()) steps_.emplace_back().kind = StepKind::newline;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::string_view PrintaFormat::first_literal() const {
  const auto first =
      std::find_if(steps_.begin(), steps_.end(), [](const PrintaStep& step) { return step.kind != StepKind::newline; });
  return first == steps_.end() ? std::string_view() : std::string_view(first->literal);
}

/// Returns where the conversion ends.
std::size_t PrintaFormat::add_conversion(std::string_view written, std::size_t percent) {
  Conversion conversion(written, percent);
  PrintaStep& step = conversion.step;
  const std::size_t end = conversion.letter + 1;
  if (end > written.size()) refuse(written, percent, end, "is cut: expected a conversion such as %d, %s, %k or %@d");
  const char letter = written[conversion.letter];
  const bool is_number = number_conversions.find(letter) != std::string_view::npos;
  if (letter == '%') {
    add_literal("%");
    return end;
  }
  if (conversion.is_value && !is_number)
    refuse(written, percent, end, "prints no value; expected %@d, %@u, %@x or %@o");
  if (is_number) {
    step.kind = conversion.is_value ? StepKind::value : StepKind::number;
    step.base = letter == 'x' || letter == 'X' ? 16 : letter == 'o' ? 8 : 10;
    step.is_unsigned = letter == 'u' || step.base != 10;
    if (conversion.is_value) ++values_;
    strictness_ += 2;
  } else if (letter == 'k') {
    step.kind = StepKind::stack;
    if (step.side == Width::left) std::swap(step.indent, step.width);
    strictness_ += 2;
  } else if (letter == 'c' || letter == 'C') {
    step.kind = StepKind::character;
  } else if (text_conversions.find(letter) != std::string_view::npos) {
    step.kind = StepKind::text;
    step.is_date = letter == 'Y';
  } else {
    refuse(written, percent, end,
           "is not a conversion of printa(); expected %d %i %u %x %X %o %c %s %S %p %a %A %Y %T %k, %@d %@u %@x %@o, "
           "or %%");
  }
  strictness_ += step.width != 0 ? 1 : 0;
  steps_.push_back(std::move(step));
  return end;
}

bool PrintaFormat::has_words_of(const PrintaFormat& other) const {
  return std::equal(steps_.begin(), steps_.end(), other.steps_.begin(), other.steps_.end(),
                    [](const PrintaStep& one, PrintaStep another) {
                      another.side = one.side;
                      another.width = one.width;
                      another.indent = one.indent;
                      return one == another;
                    });
}

PrintaFormat PrintaFormat::lead() const {
  PrintaFormat alone({});
  alone.steps_.assign(steps_.begin(), steps_.begin() + static_cast<std::ptrdiff_t>(lead_steps_));
  alone.lead_steps_ = lead_steps_;
  return alone;
}

bool PrintaFormat::has_telling_lead() const {
  return std::any_of(steps_.begin(), steps_.begin() + static_cast<std::ptrdiff_t>(lead_steps_),
                     [](const PrintaStep& step) {
                       const auto is_letter = [](unsigned char c) { return std::isalpha(c) != 0; };
                       return step.is_date || std::any_of(step.literal.begin(), step.literal.end(), is_letter);
                     });
}

bool PrintaFormat::begins_with_text() const {
  for (const PrintaStep& step : steps_) {
    if (step.kind == StepKind::literal && leading_blanks(step.literal) == step.literal.size()) continue;
    return step.kind == StepKind::text || step.kind == StepKind::character;
  }
  return true;
}

bool PrintaFormat::prints_date() const {
  return std::any_of(steps_.begin(), steps_.end(), [](const PrintaStep& step) { return step.is_date; });
}

bool PrintaFormat::ends_with_text() const {
  const auto is_text = [](const PrintaStep& step) {
    return step.kind == StepKind::text || step.kind == StepKind::character;
  };
  const auto last = std::find_if(steps_.rbegin(), steps_.rend(), is_text);
  return last != steps_.rend() && only_blanks(static_cast<std::size_t>(steps_.rend() - last));
}

bool PrintaFormat::may_print_prefix(std::size_t step) const {
  if (step == steps_.size()) return false;
  return steps_[step].may_have_prefix || steps_[step].literal.starts_with("0x");
}

bool PrintaFormat::tells(std::size_t step) const {
  const std::size_t begin = step;
  for (; step < steps_.size(); ++step) {
    const PrintaStep& each = steps_[step];
    if (each.kind == StepKind::number || each.kind == StepKind::value) return true;
    if (each.kind == StepKind::literal && leading_blanks(each.literal) < each.literal.size()) return true;
    if (each.kind == StepKind::newline || each.kind == StepKind::stack) return step == begin;
  }
  return false;
}

bool PrintaFormat::only_blanks(std::size_t step) const {
  return std::all_of(steps_.begin() + static_cast<std::ptrdiff_t>(step), steps_.end(), [](const PrintaStep& each) {
    return each.kind == StepKind::newline ||
           (each.kind == StepKind::literal && leading_blanks(each.literal) == each.literal.size());
  });
}

std::vector<PrintaFormat> formats_of(std::string_view lines) {
  std::vector<PrintaFormat> formats;
  for (std::size_t begin = 0; begin < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', begin), lines.size());
    if (end != begin) formats.push_back(PrintaFormat::of_records(lines.substr(begin, end - begin)));
    begin = end + 1;
  }
  return formats;
}

}  // namespace profconv::dtrace
