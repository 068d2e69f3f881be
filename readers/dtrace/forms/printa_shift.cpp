// SPDX-License-Identifier: Apache-2.0
// Trying formats at lines that are shifted.
#include "readers/dtrace/forms/printa_shift.h"

#include <algorithm>

#include "readers/dtrace/forms/printa_fit.h"
#include "readers/dtrace/forms/printa_index.h"
#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

namespace {

using StepKind = PrintaStep::Kind;
using Width = PrintaStep::Width;

/// Whether a line may end in a blank of the step, above which another step or none stands.
bool may_end_in_blank(const PrintaStep* above, const PrintaStep& step) {
  if (step.kind == StepKind::literal) return step.literal.ends_with(' ');
  const bool is_filled = step.side == Width::any || (step.side == Width::left && step.width != 0);
  const bool is_text = step.kind == StepKind::text || step.kind == StepKind::character;
  return step.kind != StepKind::stack && (is_filled || (is_text && above != nullptr && above->literal.ends_with(' ')));
}

/// Whether a format begins in the line, behind its first blanks.
class Beginnings {
 public:
  explicit Beginnings(const std::vector<PrintaFormat>& formats) : formats_(formats), index_(formats) {}

  [[nodiscard]] bool any(const std::vector<std::string_view>& lines) {
    return std::any_of(lines.begin(), lines.end(), [&](std::string_view line) { return has_format(line); });
  }
  [[nodiscard]] std::size_t count(const std::vector<std::string_view>& lines, std::size_t blanks) {
    return static_cast<std::size_t>(std::count_if(
        lines.begin(), lines.end(), [&](std::string_view line) { return has_format(line.substr(blanks)); }));
  }

 private:
  bool has_format(std::string_view line) {
    index_.find(line, found_);
    return std::any_of(found_.begin(), found_.end(), [&](std::size_t i) {
      data_.clear();
      return fit(formats_[i], line, 0, data_).end != PrintaFit::End::none;
    });
  }

  const std::vector<PrintaFormat>& formats_;
  PrintaIndex index_;
  std::vector<std::size_t> found_;
  std::vector<PrintaDatum> data_;
};

}  // namespace

bool begin_with_number(const std::vector<PrintaFormat>& formats) {
  return std::any_of(formats.begin(), formats.end(), [](const PrintaFormat& format) {
    for (const PrintaStep& step : format.steps()) {
      const std::string_view literal = trimmed(step.literal);
      if (step.kind == StepKind::newline || (step.kind == StepKind::literal && literal.empty())) continue;
      return step.kind == StepKind::number || step.kind == StepKind::value ||
             (!literal.empty() && is_digit(literal.front()));
    }
    return false;
  });
}

bool may_end_in_blanks(const std::vector<PrintaFormat>& formats) {
  return std::any_of(formats.begin(), formats.end(), [](const PrintaFormat& format) {
    const std::vector<PrintaStep>& steps = format.steps();
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const bool is_last =
          i + 1 == steps.size() || steps[i + 1].kind == StepKind::newline || steps[i + 1].kind == StepKind::stack;
      if (is_last && may_end_in_blank(i == 0 ? nullptr : &steps[i - 1], steps[i])) return true;
    }
    return false;
  });
}

std::string indentation_of(const std::vector<PrintaFormat>& formats, std::string_view head) {
  constexpr std::size_t most = 16;
  constexpr std::size_t most_attempts = 50'000;
  std::vector<std::string_view> lines = first_lines(head);
  std::size_t indent = most;
  for (std::string_view& line : lines) {
    const std::size_t blanks = leading_blanks(line);
    if (probe_output(line)) return {};
    if (blanks == line.size()) line = {};
    if (!line.empty()) indent = std::min(indent, blanks);
  }
  lines.erase(std::remove(lines.begin(), lines.end(), std::string_view()), lines.end());
  if (lines.empty() || indent == 0) return {};
  lines.resize(std::min(lines.size(), std::max(most, most_attempts / std::max<std::size_t>(formats.size(), 1))));
  Beginnings beginnings(formats);
  if (beginnings.any(lines)) return {};
  lines.resize(std::min(lines.size(), most));
  std::size_t best = 0;
  std::size_t most_found = 0;
  for (std::size_t blanks = 1; blanks <= indent; ++blanks) {
    const std::size_t found = beginnings.count(lines, blanks);
    if (found <= most_found) continue;
    best = blanks;
    most_found = found;
  }
  return most_found * 2 < lines.size() ? std::string() : std::string(best, ' ');
}

}  // namespace profconv::dtrace
