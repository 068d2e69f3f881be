// SPDX-License-Identifier: Apache-2.0
// One line about a recording.
#include "core/text/provenance.h"

#include <array>
#include <chrono>
#include <cstdio>

#include "core/text/plain_text.h"

namespace profconv {

namespace {

constexpr std::size_t longest_command = 200;  // in bytes

std::string time_text(std::int64_t nanoseconds) {
  using std::chrono::days;
  using std::chrono::seconds;
  const auto time = std::chrono::floor<seconds>(
      std::chrono::sys_time<std::chrono::nanoseconds>(std::chrono::nanoseconds(nanoseconds)));
  const auto day = std::chrono::floor<days>(time);
  const std::chrono::year_month_day date(day);
  const auto second = static_cast<int>((time - day).count());
  std::array<char, 64> text{};
  const int length = std::snprintf(text.data(), text.size(), "%04d-%02u-%02u %02d:%02d:%02d UTC",
                                   static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                                   static_cast<unsigned>(date.day()), second / 3600, second / 60 % 60, second % 60);
  return std::string(text.data(), static_cast<std::size_t>(length));
}

std::string beginning_of(const std::string& text) {
  if (text.size() <= longest_command) return text;
  std::size_t end = longest_command;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end) + "..";
}

}  // namespace

std::string provenance_of(const Metadata& metadata, bool is_comparison) {
  std::string text;
  if (!metadata.command.empty()) text += beginning_of(inert(metadata.command)) + ", ";
  // A comparison and a merge have the earliest of their dates, which is not the date of the other parts.
  const bool is_one = metadata.recordings == 1 && !is_comparison;
  if (metadata.start_ns && is_one) text += "recorded " + time_text(*metadata.start_ns) + ", ";
  if (!is_one && metadata.recordings > 1) text += std::to_string(metadata.recordings) + " recordings, ";
  return text + "drawn by profconv " PROFCONV_VERSION;
}

}  // namespace profconv
