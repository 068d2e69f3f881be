// SPDX-License-Identifier: Apache-2.0
// Tables of words, and numbers written without losing a digit.
#include "tools/cli/words.h"

#include <array>
#include <ctime>

#include "tools/cli/messages.h"

namespace profconv::cli {

namespace {

constexpr std::int64_t ns_per_second = 1'000'000'000;
constexpr std::size_t most_zeros = 40;

/// Moves the decimal point of a row of digits `places` to the left.
std::string with_point(std::string digits, std::size_t places) {
  if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
  return digits.insert(digits.size() - places, ".");
}

std::string nine_digits(std::int64_t number) {
  const std::string digits = std::to_string(number);
  return std::string(9 - digits.size(), '0') + digits;
}

}  // namespace

std::string_view aggregation_word(Aggregation aggregation) {
  constexpr std::array<std::string_view, 4> words{"sum", "max", "min", "last"};
  return words[static_cast<std::size_t>(aggregation)];
}

std::string_view clock_word(Clock clock) {
  constexpr std::array<std::string_view, 3> words{"relative", "monotonic", "epoch"};
  return words[static_cast<std::size_t>(clock)];
}

std::string_view option_type_word(OptionType type) {
  constexpr std::array<std::string_view, 5> words{"boolean", "integer", "decimal", "text", "choice"};
  return words[static_cast<std::size_t>(type)];
}

std::string in_shell(std::string_view word) {
  constexpr std::string_view safe = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=,:+@%";
  if (!word.empty() && word.find_first_not_of(safe) == std::string_view::npos) return std::string(word);
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string scaled(std::int64_t value, int scale) {
  if (scale == 0) return grouped(value);
  std::string digits = std::to_string(value);
  const bool negative = digits.front() == '-';
  if (negative) digits.erase(0, 1);
  const auto places = static_cast<std::size_t>(scale < 0 ? -scale : scale);
  if (places > most_zeros) return std::to_string(value) + "e" + std::to_string(scale);
  digits = scale < 0 ? with_point(std::move(digits), places) : digits.append(value == 0 ? 0 : places, '0');
  return (negative ? "-" : "") + digits;
}

std::string seconds(std::int64_t nanoseconds) { return scaled(nanoseconds, -9); }

std::string date(std::int64_t nanoseconds) {
  std::int64_t rest = nanoseconds % ns_per_second;
  std::int64_t whole = nanoseconds / ns_per_second;
  if (rest < 0) {
    rest += ns_per_second;
    --whole;
  }
  const auto time = static_cast<std::time_t>(whole);
  std::tm parts{};
  ::gmtime_r(&time, &parts);
  std::array<char, 32> text{};
  const std::size_t length = std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S", &parts);
  return std::string(text.data(), length) + "." + nine_digits(rest) + " UTC";
}

}  // namespace profconv::cli
