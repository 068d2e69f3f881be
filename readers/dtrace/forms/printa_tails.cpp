// SPDX-License-Identifier: Apache-2.0
// By the probe or heading above a record, the record right above, and what is below.
#include "readers/dtrace/forms/printa_tails.h"

#include <algorithm>
#include <string>

#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

namespace {

using StepKind = PrintaStep::Kind;

/// What a format prints behind all that another prints.
std::string tail_of(const PrintaFormat& longer, const PrintaFormat& shorter) {
  std::string tail;
  for (std::size_t i = shorter.steps().size(); i < longer.steps().size(); ++i) {
    const PrintaStep& step = longer.steps()[i];
    tail += step.kind == StepKind::newline ? "\n" : step.literal;
  }
  return tail;
}

}  // namespace

bool PrintaTails::is_longer(const PrintaFormat& format, const PrintaFormat& other) {
  const auto& steps = format.steps();
  const auto& others = other.steps();
  if (steps.size() <= others.size() || !std::equal(others.begin(), others.end(), steps.begin())) return false;
  const auto is_text = [](const PrintaStep& step) {
    return step.kind == StepKind::literal || step.kind == StepKind::newline;
  };
  return std::all_of(steps.begin() + static_cast<std::ptrdiff_t>(others.size()), steps.end(), is_text);
}

void PrintaTails::pass_probe(std::string_view line) {
  has_probes_ = true;
  // The probe's name ends what is before its output.
  const std::string_view columns = trimmed(line);
  of_probe_ = possible_ = &places_.at_probe(columns.substr(columns.rfind(' ') + 1));
  last_ = 0;
}

void PrintaTails::pass(std::string_view line) {
  if (is_message(line)) return;
  const bool is_empty = trimmed(line).empty();
  // An empty line may be a part of the heading above it.
  if (!is_empty || last_ != 0) {
    const FormatNumbers& below = places_.below(probe_output(line).value_or(line));
    possible_ = below.empty() ? of_probe_ : &below;
  }
  last_ = 0;
}

void PrintaTails::end_record(std::size_t format) {
  possible_ = &places_.behind(format);
  last_ = format;
}

PrintaTails::Choice PrintaTails::choose(PrintaMatch& shorter, PrintaMatch& longer, Below below) const {
  const std::size_t first = shorter.record().format;
  const std::size_t second = longer.record().format;
  if (may_be(first) != may_be(second)) return may_be(first) ? Choice::shorter : Choice::longer;
  const std::string tail = tail_of(longer.format(), shorter.format());
  if (places_.may_follow(first, tail)) return Choice::doubt;
  // Without -q dtrace ends what a probe prints with a newline, and with it at the end of all.
  if (tail != "\n") return Choice::longer;
  if (below == Below::unknown) return Choice::next_line;
  if (has_probes_) return below == Below::other ? Choice::longer : Choice::shorter;
  return below == Below::end && last_ != second ? Choice::doubt : Choice::longer;
}

}  // namespace profconv::dtrace
