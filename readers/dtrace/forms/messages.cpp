// SPDX-License-Identifier: Apache-2.0
// Messages of dtrace, told apart and counted.
#include "readers/dtrace/forms/messages.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

namespace {

/// "846 aggregation drops on CPU 0" is {846, "aggregation "}.
struct Drops {
  std::uint64_t count = 0;
  std::string_view of;
};

std::optional<Drops> parse_drops(std::string_view text) {
  const std::size_t blank = text.find(' ');
  if (blank == std::string_view::npos) return std::nullopt;
  const auto number = parse_number(text.substr(0, blank));
  const std::size_t word = text.find("drop", blank);
  if (!number || number->value < 0 || word == std::string_view::npos) return std::nullopt;
  return Drops{static_cast<std::uint64_t>(number->value), text.substr(blank + 1, word - blank - 1)};
}

}  // namespace

void Messages::count(Count& into, std::uint64_t more, std::string_view line, std::uint64_t number) {
  if (into.line == 0) {
    into.line = number;
    into.words = trimmed(line.substr(0, 200));
  }
  into.count = more > std::numeric_limits<std::uint64_t>::max() - into.count ? into.count : into.count + more;
}

void Messages::tell(std::string_view text, std::uint64_t number, Report& report) const {
  const std::string words(trimmed(text.substr(0, 200)));
  const auto drops = parse_drops(text);
  if (drops && drops->of == "aggregation ") {
    report.data_loss("dtrace.aggregation_drops", number, words + ": the profile is incomplete; raise -x aggsize");
  } else if (drops && drops->of.empty()) {
    report.data_loss("dtrace.drops", number,
                     words + ": what was traced is incomplete; raise -x bufsize or -x switchrate");
  } else if (drops) {
    report.data_loss("dtrace.other_drops", number, words + ": the profile is incomplete");
  } else if (text.starts_with("error ")) {
    report.data_loss("dtrace.errors", number, words + ": what the clause would have recorded is missing");
  } else {
    report.note("dtrace.messages", number, "a message of dtrace: " + words);
  }
}

void Messages::add(std::string_view line, std::uint64_t number, Report& report) {
  any_ = true;
  const std::string_view text = line.substr(std::min(line.find(' ') + 1, line.size()));
  const bool opening = text.starts_with("script '") || text.starts_with("description '");
  if (opening) return;
  if (report.context().is_checking()) return tell(text, number, report);
  if (const auto drops = parse_drops(text)) {
    Count& into = drops->of == "aggregation " ? aggregation_drops_ : drops->of.empty() ? drops_ : other_drops_;
    return count(into, drops->count, text, number);
  }
  count(text.starts_with("error ") ? errors_ : others_, 1, text, number);
}

void Messages::report(Report& report) const {
  const auto amount = [](const Count& c) { return std::to_string(c.count); };
  if (aggregation_drops_.line != 0) {
    report.data_loss("dtrace.aggregation_drops", aggregation_drops_.line,
                     amount(aggregation_drops_) + " aggregation drops: the profile is incomplete; raise -x aggsize");
  }
  if (drops_.line != 0) {
    report.data_loss("dtrace.drops", drops_.line,
                     amount(drops_) + " drops: what was traced is incomplete; raise -x bufsize or -x switchrate");
  }
  if (other_drops_.line != 0) {
    report.data_loss("dtrace.other_drops", other_drops_.line,
                     amount(other_drops_) + " drops: the profile is incomplete; the first: " + other_drops_.words);
  }
  if (errors_.line != 0) {
    report.data_loss("dtrace.errors", errors_.line,
                     amount(errors_) +
                         " errors in the D program: what its clauses would have recorded is missing; "
                         "the first: " +
                         errors_.words);
  }
  if (others_.line != 0) {
    report.note(
        "dtrace.messages", others_.line,
        amount(others_) + (others_.count == 1 ? " message" : " messages") + " of dtrace; the first: " + others_.words);
  }
}

}  // namespace profconv::dtrace
