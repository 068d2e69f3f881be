// SPDX-License-Identifier: Apache-2.0
// Moving the end of a datum.
#include "readers/dtrace/forms/printa_joins.h"

#include <algorithm>
#include <cstddef>

namespace profconv::dtrace {

namespace {

using StepKind = PrintaStep::Kind;
using Width = PrintaStep::Width;

bool is_number(const PrintaStep& step) { return step.kind == StepKind::number || step.kind == StepKind::value; }

/// A datum within its line, and the conversion that printed it.
struct Datum {
  const PrintaStep& step;
  std::string_view text;

  [[nodiscard]] bool has_sign() const { return is_number(step) && text.starts_with('-'); }
  /// Whether blanks fill it up to its width, so that it ends where it does.
  [[nodiscard]] bool is_filled() const { return step.width != 0 && text.size() < step.width; }
  /// What is left of it without its first or last characters.
  [[nodiscard]] bool can_lose(std::size_t count) const {
    return text.size() >= step.width + count || step.side == Width::any;
  }
};

/// Whether a number can be printed so.
bool can_begin_number(std::string_view text) { return !text.starts_with('0') || text.size() == 1; }

/// Whether characters of the second datum can be the end of the first.
bool can_grow(const Datum& first, const Datum& second) {
  if (first.is_filled() || second.is_filled()) return false;
  if (!is_number(second.step)) return !is_number(first.step) && !second.text.empty() && second.can_lose(1);
  if (second.has_sign()) return !is_number(first.step) && second.text.size() > 1 && second.can_lose(1);
  for (std::size_t count = 1; count < second.text.size() && second.can_lose(count); ++count) {
    if (can_begin_number(second.text.substr(count))) return true;
  }
  return false;
}

/// Whether digits of the first datum, a number, can begin the second.
bool can_shrink(const Datum& first, const Datum& second) {
  if (!is_number(first.step) || second.has_sign() || first.is_filled() || second.is_filled()) return false;
  return first.text.size() > (first.has_sign() ? 2U : 1U) && first.can_lose(1);
}

/// Whether the second of two texts holds what the format prints between them, as `Web Content read` does for "%s %s";
/// or the first does, and the second is not there.
bool holds_separator(const std::vector<PrintaStep>& steps, std::string_view line, const PrintaDatum& one,
                     const PrintaDatum& two) {
  const bool are_texts = steps[one.step].kind == StepKind::text && steps[two.step].kind == StepKind::text;
  if (!are_texts || one.step + 2 != two.step || steps[one.step + 1].kind != StepKind::literal) return false;
  const std::string_view first = line.substr(one.begin, one.length);
  if (Datum{steps[one.step], first}.is_filled()) return false;
  const std::string_view separator = steps[one.step + 1].literal;
  // The second may be empty only because the end of the line is cut.
  const bool is_cut = two.length == 0 && !line.ends_with(separator);
  return (is_cut ? first : line.substr(two.begin, two.length)).find(separator) != std::string_view::npos;
}

/// What the format prints between two of the data next to each other; empty where that is nothing, or not text alone.
std::string_view between(const std::vector<PrintaStep>& steps, const PrintaDatum& one, const PrintaDatum& two) {
  const bool is_text = one.step + 2 == two.step && steps[one.step + 1].kind == StepKind::literal;
  return is_text ? std::string_view(steps[one.step + 1].literal) : std::string_view();
}

/// Whether the text behind a number holds a number, too, that the format may have printed in place of the first, as
/// `a 12 1 job` for "%s %d %s" does.
bool holds_number(const std::vector<PrintaStep>& steps, std::string_view line, std::span<const PrintaDatum, 3> data) {
  const PrintaDatum& text = data[0];
  const PrintaDatum& number = data[1];
  const PrintaDatum& next = data[2];
  const bool is_between = steps[text.step].kind == StepKind::text && steps[number.step].kind == StepKind::number &&
                          steps[next.step].kind == StepKind::text;
  const std::string_view before = between(steps, text, number);
  const std::string_view after = between(steps, number, next);
  if (!is_between || before.empty() || after.empty()) return false;
  if (Datum{steps[text.step], line.substr(text.begin, text.length)}.is_filled()) return false;
  const std::size_t behind = number.begin + number.length;
  const std::string_view rest = line.substr(behind, next.begin + next.length - behind);
  for (std::size_t at = rest.find(before); at < rest.size(); at = rest.find(before, at + 1)) {
    const std::size_t begin = at + before.size();
    const std::size_t end = std::min(rest.find_first_not_of("0123456789", begin), rest.size());
    if (end != begin && rest.substr(end).starts_with(after)) return true;
  }
  return false;
}

}  // namespace

bool are_joined(const std::vector<PrintaStep>& steps, std::string_view line, std::span<const PrintaDatum> data) {
  for (std::size_t i = 1; i < data.size(); ++i) {
    const PrintaDatum& one = data[i - 1];
    const PrintaDatum& two = data[i];
    if (holds_separator(steps, line, one, two)) return true;
    if (i > 1 && holds_number(steps, line, data.subspan(i - 2).first<3>())) return true;
    if (one.step + 1 != two.step || one.begin + one.length != two.begin) continue;
    const Datum first{steps[one.step], line.substr(one.begin, one.length)};
    const Datum second{steps[two.step], line.substr(two.begin, two.length)};
    const bool is_character = first.step.kind == StepKind::character || second.step.kind == StepKind::character;
    if (!is_character && (can_grow(first, second) || can_shrink(first, second))) return true;
  }
  return false;
}

}  // namespace profconv::dtrace
