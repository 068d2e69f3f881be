// SPDX-License-Identifier: Apache-2.0
// Comparing a print with records, and with other prints.
#include "readers/dtrace/program/expected_print.h"

#include <algorithm>
#include <map>
#include <set>

#include "readers/dtrace/program/key_types.h"
#include "readers/dtrace/program/table_labels.h"
#include "readers/dtrace/settings.h"
#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

namespace {

/// A format may cut a text with its precision.
bool is_text(std::string_view found, std::string_view literal, bool is_formatted) {
  // The blanks that fill its column up are not part of it.
  if (found.starts_with(' ') || is_formatted) found = trimmed(found);
  return found == literal || ((is_formatted || found.size() >= least_cut) && literal.starts_with(found));
}

/// Whether a key is one of the literals.
bool is_literal(const Record& record, const Column& column, const std::set<std::string>& literals) {
  if (column.kind != ColumnKind::text)
    return record.format != 0 || literals.contains(std::to_string(column.number.value));
  const std::string_view text = record.text_of(column);
  return std::any_of(literals.begin(), literals.end(),
                     [&](const std::string& each) { return is_text(text, each, record.format != 0); });
}

/// Whether a text can be such a key. Names that look like symbols are rare.
bool is_kind(std::string_view text, KeyText kind) {
  return kind == KeyText::any || is_symbol(text) == (kind == KeyText::symbol);
}

/// Whether the buckets of a record can be those of the print's first distribution.
bool has_buckets(const ExpectedPrint& print, const Record& record) {
  if (!record.is_table || record.rows.empty() || !has_table(print)) return true;
  const auto table = std::find_if(print.aggregations.begin(), print.aggregations.end(),
                                  [](const DAggregation* each) { return is_table(*each); });
  const auto scheme = scheme_of((*table)->function);
  const bool fits_scheme = !scheme || (schemes_of(record.rows) & static_cast<BucketSchemes>(*scheme)) != 0;
  return fits_scheme && can_print(**table, record.rows);
}

/// Whether no literal among the keys tells one from the other.
bool have_like_literals(const ExpectedPrint& a, const ExpectedPrint& b) {
  for (std::size_t i = 0; i < a.texts.size() && i < b.texts.size(); ++i) {
    if (!can_be_same(a.texts[i], b.texts[i])) return false;
  }
  return true;
}

}  // namespace

bool is_table(const DAggregation& aggregation) { return Function{aggregation.function}.is_distribution(); }

bool has_table(const ExpectedPrint& print) { return print.numbers != print.aggregations.size(); }

std::size_t numbers_after_keys(const ExpectedPrint& print) {
  return has_table(print) ? print.first_numbers : print.numbers - 1;
}

bool fits_shape(const ExpectedPrint& print, std::string_view shape, bool is_table) {
  if (has_table(print) != is_table || shape.size() != print.keys.size() + numbers_after_keys(print)) return false;
  const std::string_view numbers = shape.substr(print.keys.size());
  return std::equal(print.keys.begin(), print.keys.end(), shape.begin(), letter_fits) &&
         std::all_of(numbers.begin(), numbers.end(), is_number_letter);
}

bool can_hold(const ExpectedPrint& print, const Record& record) {
  if (!has_buckets(print, record)) return false;
  for (std::size_t i = 0; i < print.texts.size() && i < record.columns.size(); ++i) {
    const Column& column = record.columns[i];
    if (!print.texts[i].empty() && !is_literal(record, column, print.texts[i])) return false;
    if (column.kind != ColumnKind::text) continue;
    if (i < print.kinds.size() && !is_kind(record.text_of(column), print.kinds[i])) return false;
  }
  return true;
}

bool fits(const ExpectedPrint& print, const Record& record) {
  return fits_form(print, record) && can_hold(print, record);
}

bool may_be_named(const ExpectedPrint& print, const Record& record) {
  if (!fits_form(print, record)) return false;
  for (std::size_t i = 0; i < print.kinds.size() && i < record.columns.size(); ++i) {
    const Column& column = record.columns[i];
    if (print.kinds[i] != KeyText::name || column.kind != ColumnKind::text) continue;
    const std::string_view text = trimmed(record.text_of(column));
    if (is_symbol(text) && text.find('`') == std::string_view::npos) return true;
  }
  return false;
}

bool have_like_keys(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char one, char two) { return one == two || letter_fits(one, two) || letter_fits(two, one); });
}

/// The numbers of a print follow its only table.
bool lacks_numbers(const ExpectedPrint& print, const Record& record) {
  const bool has_one_table = print.numbers + 1 == print.aggregations.size();
  return record.is_table && has_one_table && print.first_numbers == 0 && record.values.size() != print.numbers;
}

bool fits_form(const ExpectedPrint& print, const Record& record) {
  if (print.format != record.format || has_table(print) != record.is_table) return false;
  if (print.format != 0) return true;
  if (lacks_numbers(print, record)) return false;
  if (fits_shape(print, record.shape, record.is_table)) return true;
  // Values that one printa() prints together may have been told from keys before.
  return !record.values.empty() && record.shape.size() == print.keys.size() &&
         std::equal(print.keys.begin(), print.keys.end(), record.shape.begin(), letter_fits);
}

bool are_alike(const ExpectedPrint& a, const ExpectedPrint& b) {
  return have_like_literals(a, b) && a.format == b.format && have_like_keys(a.keys, b.keys) && a.numbers == b.numbers &&
         a.first_numbers == b.first_numbers && a.aggregations.size() == b.aggregations.size();
}

bool may_end_like(const ExpectedPrint& a, const ExpectedPrint& b) {
  if (a.is_last || b.format != 0 || b.aggregations.size() != 1) return false;
  if (a.clause == b.clause && !a.in_branch) return false;
  const auto is_like = [&](const DAggregation* each) { return is_table(*each) == has_table(b); };
  return have_like_keys(a.keys, b.keys) && have_like_literals(a, b) &&
         std::any_of(a.aggregations.begin(), a.aggregations.end(), is_like);
}

bool has_more_literals(const ExpectedPrint& a, const ExpectedPrint& b) {
  const std::size_t count = std::min(a.texts.size(), b.texts.size());
  for (std::size_t i = 0; i < count; ++i) {
    if (!a.texts[i].empty() && b.texts[i].empty()) return true;
  }
  return false;
}

void forget_lone_kinds(std::vector<ExpectedPrint>& prints) {
  std::map<std::string, std::set<KeyText>> kinds;
  for (const ExpectedPrint& print : prints) {
    if (print.at_end) kinds[print.keys].insert(print.kinds.begin(), print.kinds.end());
  }
  for (ExpectedPrint& print : prints) {
    const std::set<KeyText>& all = kinds[print.keys];
    const bool are_told = all.contains(KeyText::name) && all.contains(KeyText::symbol);
    if (!print.at_end || !are_told) print.kinds.clear();
  }
}

bool ends_round(const std::vector<ExpectedPrint>& prints, std::size_t print) {
  const auto after = prints.begin() + static_cast<std::ptrdiff_t>(print);
  const auto has_names = [&](const ExpectedPrint& each) { return each.names == after->names; };
  if (std::count_if(prints.begin(), prints.end(), has_names) > 1) return true;
  return std::none_of(after + 1, prints.end(), [&](const ExpectedPrint& next) {
    return next.clause == after->clause && next.clause != 0 && next.format == 0 && !next.in_branch;
  });
}

bool may_mix(const ExpectedPrint& a, const ExpectedPrint& b, bool has_gap) {
  if (!are_alike(a, b) || (a.at_end && b.at_end)) return false;
  if (!a.heading.empty() && !b.heading.empty() && a.heading != b.heading) return false;
  // A format leaves nothing if it prints no record. In default form that is an empty line more.
  if (has_gap || a.format != 0) return true;
  const bool is_one_headed = a.heading.empty() != b.heading.empty();
  if (a.at_end || b.at_end) return false;
  if (a.is_last != b.is_last) return is_one_headed;
  return a.clause != b.clause || a.in_branch || b.in_branch;
}

}  // namespace profconv::dtrace
