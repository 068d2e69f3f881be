// SPDX-License-Identifier: Apache-2.0
// Matching a line against the steps of a format. Where more than one reading is possible, texts are as short and
// numbers as long as can be.
#include "readers/dtrace/forms/printa_fit.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <span>

#include "readers/dtrace/forms/printa_joins.h"

namespace profconv::dtrace {

namespace {

using StepKind = PrintaStep::Kind;
using Width = PrintaStep::Width;
using End = PrintaFit::End;

constexpr std::size_t longest_text = std::size_t{1} << 16;

bool is_digit_of(char c, std::uint8_t base) {
  if (c >= '0' && c <= '9') return c - '0' < base;
  return base == 16 && ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'));
}

bool all_blank(std::string_view text) { return leading_blanks(text) == text.size(); }

/// The number that digits of a base stand for. Of 64 bits without a sign, the value is what DTrace's own, which has
/// one, was before it was printed so.
std::optional<Number> number_of(std::string_view text, const PrintaStep& step) {
  std::string digits;
  if (step.is_grouped) {
    std::copy_if(text.begin(), text.end(), std::back_inserter(digits), [](char c) { return c != ','; });
    text = digits;
  }
  if (!step.is_unsigned || text.starts_with('-')) return parse_number(text);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, step.base);
  if (error == std::errc::result_out_of_range) {
    return Number{.value = std::numeric_limits<std::int64_t>::max(), .saturated = true};
  }
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return Number{.value = static_cast<std::int64_t>(value)};
}

class LineMatcher {
 public:
  LineMatcher(const PrintaFormat& format, std::string_view line, std::vector<PrintaDatum>& data)
      : steps_(format.steps()),
        lead_steps_(format.lead_steps()),
        line_(line),
        data_(data),
        work_(1000 + 64 * std::min(line.size(), longest_text)) {}

  PrintaFit match(std::size_t step) {
    // Blanks are rather those that fill a text than some within it, and a number that is there is no table's place.
    for (const bool gaps : {false, true}) {
      for (const bool tables : {false, true}) {
        gaps_ = gaps;
        tables_ = tables;
        if (go_on(step, 0)) return fit_;
      }
      if (!has_gap_) break;
    }
    return {};
  }

 private:
  bool spend(std::size_t work) {
    work_ -= std::min(work, work_);
    return work_ != 0;
  }

  bool ends(End end, std::size_t step, std::size_t column) {
    fit_ = {.end = end,
            .step = step,
            .column = column,
            .lead = lead_,
            .cut = cut_,
            .lacks_fill = lacks_fill_,
            .is_padded = padded_ != 0};
    return true;
  }

  /// As deep as the format has steps.
  bool go_on(std::size_t index, std::size_t at) {
    if (!spend(1)) return false;
    if (index == lead_steps_) lead_ = at;
    if (index == steps_.size()) return ends(End::record, index, at);
    const PrintaStep& step = steps_[index];
    switch (step.kind) {
      case StepKind::literal:
        return literal(index, at);
      case StepKind::newline:
        return at == line_.size() && ends(End::newline, index + 1, at);
      case StepKind::stack:
        return at == line_.size() && ends(End::stack, index + 1, at);
      case StepKind::text:
        return text(index, at);
      case StepKind::character:
        return at < line_.size() && field(index, at, std::min(at + std::max<std::size_t>(step.width, 1), line_.size()));
      case StepKind::number:
        return number(index, at);
      case StepKind::value:
        return number(index, at) || (tables_ && may_be_table(at) && ends(End::table, index + 1, at));
    }
    return false;
  }

  /// A distribution follows where a value should be. An empty line without the format's blanks comes before a table in
  /// default form.
  [[nodiscard]] bool may_be_table(std::size_t at) const { return at == line_.size() && (cut_ == 0 || !line_.empty()); }

  /// Blanks at the end of a line may have been cut off.
  bool literal(std::size_t index, std::size_t at) {
    const std::string_view expected = steps_[index].literal;
    const std::string_view rest = line_.substr(at);
    if (rest.starts_with(expected)) return go_on(index + 1, at + expected.size());
    if (!expected.starts_with(rest) || !spend(std::min(rest.size(), longest_text))) return false;
    const std::string_view missing = expected.substr(rest.size());
    cut_ += missing.size();
    if (all_blank(missing) && go_on(index + 1, line_.size())) return true;
    cut_ -= missing.size();
    return false;
  }

  bool text(std::size_t index, std::size_t at) {
    if (steps_[index].is_date) {
      if (find_date(line_.substr(std::min(at, line_.size()), date_width)) != 0) return false;
      return field(index, at, at + std::max(date_width, steps_[index].width));
    }
    const std::size_t least = at + (steps_[index].side == Width::any ? 0 : steps_[index].width);
    const PrintaStep* const next = index + 1 < steps_.size() ? &steps_[index + 1] : nullptr;
    if (next == nullptr || next->kind == StepKind::newline || next->kind == StepKind::stack) {
      return field(index, at, line_.size());
    }
    const std::size_t most = std::min(line_.size(), at + longest_text);
    for (std::size_t end = least; end <= most; ++end) {
      if (next->kind == StepKind::literal) {
        const std::size_t found = line_.substr(0, most + next->literal.size()).find(next->literal, end);
        if (!spend(std::min(found, most) - end) || found == std::string_view::npos) break;
        end = found;
      }
      if (field(index, at, end)) return true;
      if (!spend(1)) return false;
    }
    return most == line_.size() && field(index, at, most);
  }

  /// Whether a step prints something visible that is always the same.
  [[nodiscard]] bool is_word(std::size_t index) const {
    return index < steps_.size() && steps_[index].kind == StepKind::literal && !all_blank(steps_[index].literal);
  }

  /// Whether the line ends in blanks that a format prints above a stack.
  [[nodiscard]] bool is_stack_below(std::size_t index, std::size_t at) const {
    if (index < steps_.size() && steps_[index].kind == StepKind::literal && all_blank(steps_[index].literal)) {
      at += steps_[index].literal.size();
      ++index;
    }
    return at == line_.size() && index < steps_.size() && steps_[index].kind == StepKind::stack;
  }

  /// Whether nothing but a number follows in the line.
  [[nodiscard]] bool is_number_behind(std::size_t at) const {
    return parse_number(trimmed(line_.substr(at))).has_value();
  }

  /// Whether a text wider than its column holds blanks that rather fill up another one.
  bool is_gap(std::string_view text) {
    const bool has_gap = text.find("  ") != std::string_view::npos;
    has_gap_ = has_gap_ || has_gap;
    return has_gap && (!gaps_ || text.starts_with(' '));
  }

  /// A text that ends at `end`.
  bool field(std::size_t index, std::size_t at, std::size_t end) {
    const PrintaStep& step = steps_[index];
    const std::size_t length = end - at;
    if (length < step.width && step.side == Width::right) return false;
    if (length < step.width && end != line_.size()) return false;
    std::string_view content = line_.substr(at, length);
    const bool fills_left = step.side == Width::right && step.width != 0;
    const bool fills_right = step.side == Width::left && step.width != 0;
    // So begin lines in default form.
    const bool is_empty = at == 0 && fills_right && length == step.width && all_blank(content) &&
                          (is_word(index + 1) || is_stack_below(index + 1, end) || is_number_behind(end));
    const bool may_be_filled = fills_left || step.side == Width::any || is_empty;
    const bool is_unfilled = step.width == 0 && step.side != Width::any;
    if ((is_unfilled || (at == 0 && !may_be_filled)) && content.starts_with(' ')) return false;
    // Blanks fill a text up to its width and no further.
    if (fills_left && length > step.width && is_gap(content)) return false;
    if (fills_right && length > step.width && content.ends_with(' ')) return false;
    const bool filled = length <= step.width || step.side == Width::any;
    const std::size_t before = filled && step.side != Width::left ? leading_blanks(content) : 0;
    content.remove_prefix(before);
    // What follows may be filled up on its left.
    if (step.width == 0 || (filled && step.side != Width::right))
      content = content.substr(0, content.find_last_not_of(' ') + 1);
    const bool is_padded = is_unfilled && content.size() + before < length;
    if (!spend(std::min(length - content.size(), longest_text))) return false;  // the blanks that were looked at
    data_.push_back({.step = index, .begin = at + before, .length = content.size(), .number = {}});
    padded_ += is_padded ? 1U : 0U;
    if (fills_right) lacks_fill_ = length < step.width;
    if (go_on(index + 1, end)) return true;
    padded_ -= is_padded ? 1U : 0U;
    data_.pop_back();
    return false;
  }

  /// A number takes all digits there are, or where its width says so and the next datum needs them, some.
  bool number(std::size_t index, std::size_t at) {
    const PrintaStep& step = steps_[index];
    std::size_t begin = at;
    const bool filled_before = step.side != Width::left && (step.width != 0 || step.side == Width::any);
    const std::size_t most_blanks = filled_before ? line_.size() : step.may_have_sign ? 1 : 0;
    while (begin < line_.size() && begin - at < most_blanks && line_[begin] == ' ') ++begin;
    if (begin < line_.size() && step.may_have_sign && line_[begin] == '+') ++begin;
    if (step.may_have_prefix && (line_.substr(begin).starts_with("0x") || line_.substr(begin).starts_with("0X"))) {
      begin += 2;
    }
    std::size_t end = begin;
    if (end < line_.size() && line_[end] == '-' && step.base == 10) ++end;
    const std::size_t first_digit = end;
    while (end < line_.size() && (is_digit_of(line_[end], step.base) || (step.is_grouped && line_[end] == ','))) ++end;
    if (!spend(end - at) || end == first_digit) return false;
    if (digits(index, at, begin, end)) return true;
    const std::size_t cut = at + step.width;
    return cut > first_digit && cut < end && step.side == Width::right && digits(index, at, begin, cut);
  }

  bool digits(std::size_t index, std::size_t at, std::size_t begin, std::size_t end) {
    const PrintaStep& step = steps_[index];
    const std::size_t length = end - at;
    if (step.side == Width::right && (length < step.width || is_filled_too_far(step, at, length))) return false;
    const auto number = number_of(line_.substr(begin, end - begin), step);
    if (!number) return false;
    data_.push_back({.step = index, .begin = begin, .length = end - begin, .number = *number});
    if (step.side == Width::left) lacks_fill_ = behind_filling(step, at, end) < at + step.width;
    if (go_on(index + 1, behind_filling(step, at, end))) return true;
    if (step.side == Width::any && go_on(index + 1, end)) return true;
    data_.pop_back();
    return false;
  }

  /// Blanks fill a number up to its width and no further.
  [[nodiscard]] bool is_filled_too_far(const PrintaStep& step, std::size_t at, std::size_t length) const {
    return step.width != 0 && length > step.width && line_[at] == ' ' && !step.may_have_sign;
  }

  [[nodiscard]] std::size_t behind_filling(const PrintaStep& step, std::size_t at, std::size_t end) const {
    const std::size_t most = step.side == Width::any    ? line_.size()
                             : step.side == Width::left ? std::min(at + step.width, line_.size())
                                                        : end;
    while (end < most && line_[end] == ' ') ++end;
    return end;
  }

  const std::vector<PrintaStep>& steps_;
  std::size_t lead_steps_;
  std::string_view line_;
  std::vector<PrintaDatum>& data_;
  std::size_t work_;
  std::size_t cut_ = 0;
  std::size_t padded_ = 0;
  bool lacks_fill_ = false;
  std::size_t lead_ = 0;
  bool tables_ = false;  ///< whether a table may stand for a value
  bool gaps_ = false;    ///< whether a text may hold several blanks in a row
  bool has_gap_ = false;
  PrintaFit fit_;
};

}  // namespace

PrintaFit fit(const PrintaFormat& format, std::string_view line, std::size_t step, std::vector<PrintaDatum>& data) {
  std::size_t first = data.size();
  PrintaFit found = LineMatcher(format, line, data).match(step);
  while (first < data.size() && data[first].step < format.lead_steps()) ++first;
  found.is_joined = are_joined(format.steps(), line, std::span(data).subspan(first));
  return found;
}

}  // namespace profconv::dtrace
