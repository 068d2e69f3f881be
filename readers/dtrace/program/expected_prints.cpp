// SPDX-License-Identifier: Apache-2.0
// From a D program to the shapes of what it prints.
#include "readers/dtrace/program/expected_prints.h"

#include <algorithm>
#include <utility>

#include "profconv/errors.h"
#include "readers/dtrace/program/d_tokens.h"
#include "readers/dtrace/program/key_types.h"
#include "readers/dtrace/program/print_description.h"
#include "readers/dtrace/program/sort_orders.h"
#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

namespace {

bool has_literal(const ExpectedPrint& print) {
  return std::any_of(print.texts.begin(), print.texts.end(), [](const auto& texts) { return !texts.empty(); });
}

/// Whether a record's shape can be the beginning of what is expected.
bool begins_with(std::string_view expected, std::string_view shape) {
  return shape.size() <= expected.size() &&
         std::equal(shape.begin(), shape.end(), expected.begin(),
                    [](char found, char wanted) { return letter_fits(wanted, found); });
}

}  // namespace

ExpectedPrints::ExpectedPrints(DProgram program, std::vector<PrintaFormat>& formats)
    : program_(std::move(program)), text_(program_), repeated_(repeated_prints(program_)) {
  const std::vector<TextAbove> texts = texts_above(program_);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (program_.actions[i].kind == DAction::Kind::printa) add(program_.actions[i], texts[i], formats);
  }
  for (const DAggregation* const aggregation : program_.printed_at_end()) {
    add({.aggregations = {aggregation}, .clears = Clears::each_time, .at_end = true, .is_last = true});
  }
  forget_lone_kinds(prints_);
  find_doubles(prints_);
}

FormatPlaces ExpectedPrints::format_places() const {
  const std::vector<TextAbove> texts = texts_above(program_);
  std::vector<std::size_t> formats(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto found = formats_.find(text_of(program_, program_.actions[i], texts[i]));
    if (found != formats_.end()) formats[i] = found->second;
  }
  return FormatPlaces(program_, formats);
}

void ExpectedPrints::add(const DAction& action, const TextAbove& above, std::vector<PrintaFormat>& formats) {
  ExpectedPrint print;
  for (const std::string& name : action.aggregations) {
    if (const DAggregation* const aggregation = program_.find(name)) print.aggregations.push_back(aggregation);
  }
  if (print.aggregations.empty()) return;
  print.heading = above.heading;
  print.may_lack_heading = above.in_branch;
  if (action.format) {
    const PrintaText text = text_of(program_, action, above);
    if (!text.lead.empty()) print.heading.clear();
    print.format = number_of(text, formats);
    if (print.format == 0) return;
    if (text.lead.empty()) add_lead(above.lead, text, print.format, formats);
  }
  print.clears = dtrace::clears(program_, action.aggregations.front());
  print.truncation = dtrace::truncation(program_, action.aggregations.front());
  print.clears_some = std::any_of(action.aggregations.begin(), action.aggregations.end(), [&](const std::string& name) {
    return dtrace::clears(program_, name) != print.clears;
  });
  print.is_last = action.is_last;
  print.clause = action.clause;
  print.in_branch = action.in_branch;
  add(std::move(print));
}

/// The number of a format as in Record::format; 0: it prints no records, or cannot be read.
std::size_t ExpectedPrints::number_of(const PrintaText& text, std::vector<PrintaFormat>& formats) {
  // A format that prints one value several times takes no more of them from another printa().
  const auto [number, is_new] = formats_.try_emplace(text, 0);
  if (!is_new) return number->second;
  try {
    const PrintaFormat format(text.lead, text.format, text.aggregations);
    // What prints no value prints no records.
    if (format.has_value()) number->second = number_among(formats, format);
  } catch (const UsageError& error) {
    unreadable_.push_back({text.format, error.what()});
  }
  return number->second;
}

/// Adds the format of the first record of a print that goes on in the line of a text.
void ExpectedPrints::add_lead(const std::string& lead, PrintaText text, std::size_t base,
                              std::vector<PrintaFormat>& formats) {
  text.lead = lead;
  if (lead.empty() || !formats_.try_emplace(text, base).second) return;
  try {
    PrintaFormat format(text.lead, text.format, text.aggregations);
    format.set_base(base);
    number_among(formats, format);
  } catch (const UsageError&) {
    return;  // a doubt of the program
  }
}

void ExpectedPrints::add(ExpectedPrint print) {
  const DAggregation& first = *print.aggregations.front();
  for (std::size_t i = 0; i < first.keys.size(); ++i) {
    print.keys += letter_of_key(first.keys[i]);
    if (print.keys.back() == stack_letter) continue;
    // A format may print a number in another base.
    const bool are_told = print.format == 0 || print.keys.back() == static_cast<char>(ColumnKind::text);
    print.texts.push_back(are_told ? literals_of(print.aggregations, i) : std::set<std::string>());
    print.kinds.push_back(text_of_key(first.keys[i]));
  }
  const auto is_distribution = [](const DAggregation* aggregation) { return is_table(*aggregation); };
  const auto& all = print.aggregations;
  const auto first_table = std::find_if(all.begin(), all.end(), is_distribution);
  print.first_numbers = static_cast<std::size_t>(first_table - all.begin());
  print.numbers = all.size() - static_cast<std::size_t>(std::count_if(first_table, all.end(), is_distribution));
  for (const DAggregation* const each : all) print.names.append(print.names.empty() ? "" : "+").append(each->name);
  if (print.format == 0) {
    shapes_.emplace(print.keys + std::string(numbers_after_keys(print), any_number), has_table(print));
  }
  print.first = first_prints_.try_emplace(print.names, prints_.size()).first->second;
  places_.add(prints_.size(), print);
  if ((print.at_end || print.format != 0) && has_literal(print)) named_.add(prints_.size(), print);
  if (!print.heading.empty()) headings_.add(prints_.size(), print.heading);
  if (print.heading.empty() || print.may_lack_heading) unheaded_.insert(print.format);
  prints_.push_back(std::move(print));
}

Description ExpectedPrints::describe(std::size_t print, std::size_t columns) const {
  Description description = dtrace::describe(program_, prints_[print], columns);
  description.print = print;
  description.is_printed_once = is_only_print(print);
  return description;
}

std::optional<std::size_t> ExpectedPrints::named_after(std::size_t print, const Record& record) const {
  const ExpectedPrint& above = prints_[print];
  if (!(above.at_end ? above.has_double : above.format != 0)) return {};
  if (record.starts_print || record.follows_probe || !record.before.text.empty()) return {};
  const Among among = above.is_last ? Among::last : Among::repeated;
  const auto can_follow = [&](const ExpectedPrint& next) {
    return next.at_end == above.at_end && next.clause == above.clause && has_more_literals(next, above);
  };
  auto next = named_.find(prints_, record, print + 1, among);
  while (next && !can_follow(prints_[*next])) next = named_.find(prints_, record, *next + 1, among);
  return next;
}

bool ExpectedPrints::must_follow(std::size_t print, std::size_t other) const {
  return (prints_[print].format != 0 || prints_[other].format != 0) &&
         is_filled_along(prints_[print], prints_[other], program_);
}

bool ExpectedPrints::has_default_form() const { return !shapes_.empty(); }

bool ExpectedPrints::has_other_buckets(const Record& record) const {
  return places_.has_format(record.format) && !places_.find(prints_, record, 0, Among::all);
}

bool ExpectedPrints::expects(std::string_view shape, bool is_table) const {
  return std::any_of(shapes_.begin(), shapes_.end(), [&](const auto& expected) {
    return expected.second == is_table && expected.first.size() == shape.size() && begins_with(expected.first, shape);
  });
}

bool ExpectedPrints::printa_expects(std::string_view shape, bool is_table) const {
  return std::any_of(prints_.begin(), prints_.end(), [&](const ExpectedPrint& print) {
    return print.format == 0 && !print.at_end && fits_shape(print, shape, is_table);
  });
}

bool ExpectedPrints::end_expects(std::string_view shape, bool is_table) const {
  return std::any_of(prints_.begin(), prints_.end(),
                     [&](const ExpectedPrint& print) { return print.at_end && fits_shape(print, shape, is_table); });
}

bool ExpectedPrints::expects_beginning(std::string_view shape) const {
  return std::any_of(shapes_.begin(), shapes_.end(),
                     [&](const auto& expected) { return begins_with(expected.first, shape); });
}

bool ExpectedPrints::can_hold(std::size_t print, const Record& record) const {
  return dtrace::can_hold(prints_[print], record);
}

bool ExpectedPrints::can_be(std::size_t print, const Record& record) const {
  return dtrace::fits(prints_[print], record);
}

std::vector<std::size_t> ExpectedPrints::like(const Record& record) const {
  std::vector<std::size_t> prints;
  std::vector<std::size_t> headed;
  if (heads(record)) {
    for (const std::size_t print : headings_.find(record.before)) {
      if (fits_form(prints_[print], record)) headed.push_back(print);
    }
    return headed;
  }
  for (std::size_t i = 0; i < prints_.size(); ++i) {
    if (fits_form(prints_[i], record)) (prints_[i].heading.empty() ? prints : headed).push_back(i);
  }
  return prints.empty() ? headed : prints;
}

std::vector<std::string> ExpectedPrints::doubts() const {
  std::vector<std::string> doubts = doubts_of(program_);
  if (const auto like = dtrace::like_numbers(prints_)) {
    doubts.push_back(
        prints_[like->first].names + " and " + prints_[like->second].names +
        " print alike, and numbers that are keys of one are values of the other; printf() a heading for each");
  }
  return doubts;
}

bool ExpectedPrints::hold_several() const {
  return std::any_of(prints_.begin(), prints_.end(),
                     [](const ExpectedPrint& print) { return print.format == 0 && print.aggregations.size() > 1; });
}

std::optional<std::size_t> ExpectedPrints::find(const Record& record, std::size_t begin, Among among) const {
  if (heads(record)) return find_by_heading(record, begin, among);
  const bool begins_print = record.format == 0 && (record.starts_print || record.follows_probe);
  if (begins_print && find_without_heading(record, 0, Among::all)) return find_without_heading(record, begin, among);
  return places_.find(prints_, record, begin, among);
}

std::optional<std::size_t> ExpectedPrints::find_without_heading(const Record& record, std::size_t begin,
                                                                Among among) const {
  auto print = places_.find(prints_, record, begin, among);
  while (print && !prints_[*print].heading.empty()) print = places_.find(prints_, record, *print + 1, among);
  return print;
}

bool ExpectedPrints::heads(const Record& record) const {
  return !record.before.text.empty() && find_by_heading(record, 0, Among::all).has_value();
}

/// Of the prints that the program prints below this text.
std::optional<std::size_t> ExpectedPrints::find_by_heading(const Record& record, std::size_t begin, Among among) const {
  for (const std::size_t print : headings_.find(record.before)) {
    if (print >= begin && is_among(prints_[print], among) && fits(prints_[print], record)) return print;
  }
  return std::nullopt;
}

bool ExpectedPrints::prints_stacks() const {
  return std::any_of(program_.actions.begin(), program_.actions.end(),
                     [](const DAction& action) { return action.kind == DAction::Kind::stack; });
}

bool ExpectedPrints::has_headings() const {
  return std::any_of(prints_.begin(), prints_.end(),
                     [](const ExpectedPrint& print) { return has_words(print.heading); });
}

bool ExpectedPrints::are_alike(std::size_t print, std::size_t other) const {
  return dtrace::are_alike(prints_[print], prints_[other]);
}

bool ExpectedPrints::may_mix(std::size_t print, std::size_t other, bool has_gap) const {
  const ExpectedPrint& one = prints_[print];
  const ExpectedPrint& two = prints_[other];
  const bool is_told = (has_literal(one) || has_literal(two)) && is_filled_along(one, two, program_) &&
                       is_filled_along(two, one, program_);
  return !are_same(print, other) && !is_told && dtrace::may_mix(one, two, has_gap);
}

bool ExpectedPrints::is_only_print(std::size_t print) const {
  const auto& all = prints_[print].aggregations;
  const auto is_other = [&](const ExpectedPrint& each) {
    const auto& others = each.aggregations;
    return &each != &prints_[print] &&
           std::find_first_of(all.begin(), all.end(), others.begin(), others.end()) != all.end();
  };
  return is_last(print) && std::none_of(prints_.begin(), prints_.end(), is_other);
}

std::optional<std::size_t> ExpectedPrints::stack_indent() const {
  const auto indent = parse_number(program_.option("stackindent").value_or(""));
  return indent && indent->value > 0 ? std::optional<std::size_t>(indent->value) : std::nullopt;
}

std::uint8_t ExpectedPrints::orders() const {
  const bool is_reversed = program_.option("aggsortrev").has_value();
  if (program_.option("aggsortkey")) return is_reversed || program_.option("aggsortkeypos") ? 0 : rising_keys;
  // It chooses among the values that one printa() prints together.
  const auto is_several = [](const ExpectedPrint& print) { return print.aggregations.size() > 1; };
  if (program_.option("aggsortpos") && std::any_of(prints_.begin(), prints_.end(), is_several)) return 0;
  return is_reversed ? falling_values : any_order;
}

}  // namespace profconv::dtrace
