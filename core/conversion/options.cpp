// SPDX-License-Identifier: Apache-2.0
// Checking and reading option values.
#include "profconv/options.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "core/text/decimal.h"
#include "core/text/integers.h"
#include "profconv/errors.h"

namespace profconv {

namespace {

std::optional<bool> parse_boolean(std::string_view text) {
  if (text == "yes" || text == "true" || text == "on" || text == "1") return true;
  if (text == "no" || text == "false" || text == "off" || text == "0") return false;
  return std::nullopt;
}

constexpr int decimal_places = 6;
constexpr std::int64_t millionths_of_one = 1'000'000;

std::string joined(std::span<const std::string_view> words) {
  std::string all;
  for (const std::string_view word : words) all.append(all.empty() ? "" : ", ").append(word);
  return all;
}

[[noreturn]] void refuse(const Option& option, std::string_view value, const std::string& expected) {
  throw UsageError("option " + std::string(option.name) + ": '" + std::string(value) + "' is not " + expected);
}

void check_range(const Option& option, std::string_view value, bool is_outside) {
  if (!is_outside) return;
  refuse(option, value, "between " + std::to_string(option.min) + " and " + std::to_string(option.max));
}

bool is_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Whether it is written as an integer, of any size.
bool is_integer(std::string_view text) { return is_digits(text.substr(text.starts_with('-') ? 1 : 0)); }

/// Whether it is written as a decimal, of any size.
bool is_decimal(std::string_view text) {
  text.remove_prefix(text.starts_with('-') ? 1 : 0);
  const std::size_t dot = std::min(text.find('.'), text.size());
  const std::string_view fraction = text.substr(std::min(dot + 1, text.size()));
  return is_digits(text.substr(0, dot)) && (dot == text.size() || is_digits(fraction)) &&
         fraction.size() <= decimal_places;
}

/// In millionths.
std::optional<std::int64_t> parse_signed_decimal(std::string_view text) {
  const bool is_negative = text.starts_with('-');
  const auto size = parse_decimal(text.substr(is_negative ? 1 : 0), decimal_places);
  return size && is_negative ? -*size : size;
}

/// The bounds are whole numbers.
bool is_outside(const Option& option, std::int64_t millionths) {
  const auto [whole, fraction] = std::div(millionths, millionths_of_one);
  return whole < option.min || whole > option.max || (whole == option.max && fraction > 0) ||
         (whole == option.min && fraction < 0);
}

/// The value as one who knows the option's type would write it: "yes", "7", "0.5".
std::string canonical(const Option& option, std::string_view value) {
  switch (option.type) {
    case OptionType::boolean:
      return parse_boolean(value).value_or(false) ? "yes" : "no";
    case OptionType::integer:
      return std::to_string(parse_integer<std::int64_t>(value).value_or(0));
    case OptionType::decimal: {
      const std::int64_t millionths = parse_signed_decimal(value).value_or(0);
      const auto [whole, fraction] = std::div(millionths, millionths_of_one);
      std::string digits = std::to_string(millionths_of_one + std::abs(fraction)).substr(1);
      digits.erase(digits.find_last_not_of('0') + 1);
      return (millionths < 0 ? "-" : "") + std::to_string(std::abs(whole)) + (digits.empty() ? "" : "." + digits);
    }
    case OptionType::choice:
    case OptionType::text:
      break;
  }
  return std::string(value);
}

void check(const Option& option, std::string_view value) {
  switch (option.type) {
    case OptionType::boolean:
      if (!parse_boolean(value)) refuse(option, value, "yes or no");
      break;
    case OptionType::integer: {
      const auto number = parse_integer<std::int64_t>(value);
      if (!number && !is_integer(value)) refuse(option, value, "an integer");
      check_range(option, value, !number || *number < option.min || *number > option.max);
      break;
    }
    case OptionType::decimal: {
      const auto number = parse_signed_decimal(value);
      if (!number && !is_decimal(value))
        refuse(option, value, "a decimal number such as 0.59, with six decimals or less");
      check_range(option, value, !number || is_outside(option, *number));
      break;
    }
    case OptionType::choice:
      if (std::find(option.choices.begin(), option.choices.end(), value) == option.choices.end()) {
        refuse(option, value, "one of " + joined(option.choices));
      }
      break;
    case OptionType::text:
      break;
  }
}

auto find(std::span<const Option> specs, std::string_view name) {
  return std::find_if(specs.begin(), specs.end(), [&](const Option& o) { return o.name == name; });
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

}  // namespace

Options::Options(std::span<const Option> specs) : specs_(specs), values_(specs.size()) {
  for (std::size_t i = 0; i < specs.size(); ++i) values_[i].text = specs[i].fallback;
}

bool Options::declares(std::string_view name) const { return find(specs_, name) != specs_.end(); }

std::size_t Options::index(std::string_view name) const {
  const auto found = find(specs_, name);
  if (found == specs_.end()) throw std::logic_error("undeclared option " + std::string(name));
  return static_cast<std::size_t>(found - specs_.begin());
}

void Options::set(std::string_view name, std::string_view value) {
  const std::size_t i = index(name);
  check(specs_[i], value);
  values_[i] = {.text = canonical(specs_[i], value), .is_set = true};
}

void Options::prepare_for_rewriting() {
  for (std::size_t i = 0; i < specs_.size(); ++i) {
    if (!values_[i].is_set && !specs_[i].rewriting.empty()) values_[i].text = specs_[i].rewriting;
  }
}

void Options::prepare_for_symbols() {
  for (std::size_t i = 0; i < specs_.size(); ++i) {
    if (!values_[i].is_set && !specs_[i].symbolizing.empty()) values_[i].text = specs_[i].symbolizing;
  }
}

bool Options::boolean(const Option& option) const { return parse_boolean(text(option)).value_or(false); }
std::int64_t Options::integer(const Option& option) const {
  return parse_integer<std::int64_t>(text(option)).value_or(0);
}
std::int64_t Options::millionths(const Option& option) const { return parse_signed_decimal(text(option)).value_or(0); }

std::vector<std::string_view> Options::list(const Option& option) const {
  std::vector<std::string_view> words;
  std::string_view rest = text(option);
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    words.push_back(rest.substr(0, comma));
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return words;
}

Setting parse_setting(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    throw UsageError("--set takes [FORMAT.]OPTION=VALUE, not '" + std::string(text) + "'");
  }
  const std::string_view name = text.substr(0, equals);
  const std::size_t dot = name.find('.');
  if (dot == 0 || name.ends_with('.')) {
    throw UsageError("--set takes [FORMAT.]OPTION=VALUE, not '" + std::string(text) + "'");
  }
  Setting setting{.value = std::string(text.substr(equals + 1))};
  if (dot == std::string_view::npos) {
    setting.option = name;
  } else {
    setting.format = name.substr(0, dot);
    setting.option = name.substr(dot + 1);
  }
  return setting;
}

namespace {

char first_letter(std::string_view name) {
  const std::size_t begin = name.find_first_not_of("-.");
  return begin == std::string_view::npos ? '\0' : name[begin];
}

}  // namespace

std::string_view nearest(std::string_view name, std::span<const std::string_view> names) {
  std::string_view best;
  std::size_t best_distance = std::max<std::size_t>(2, name.size() / 3) + 1;
  for (const std::string_view candidate : names) {
    const bool prefix = !name.empty() && candidate.starts_with(name);
    const std::size_t distance = prefix ? 1 : edit_distance(name, candidate);
    // Few mistype the first letter and another.
    if (distance > 1 && first_letter(name) != first_letter(candidate)) continue;
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

}  // namespace profconv
