// SPDX-License-Identifier: Apache-2.0
// Where a conversion stands, in words and as JSON.
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "core/text/json_text.h"
#include "tools/cli/messages.h"
#include "tools/cli/progress.h"

namespace profconv::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t bytes_per_megabyte = 1'000'000;
constexpr std::array<std::string_view, 3> stage_words{"reading", "working", "writing"};

std::string megabytes(std::uint64_t bytes) { return grouped(bytes / bytes_per_megabyte) + " MB"; }

/// "59 s", "2 min 5 s".
std::string duration(std::chrono::seconds time) {
  const auto seconds = static_cast<std::uint64_t>(time.count());
  return seconds < 60 ? std::to_string(seconds) + " s"
                      : grouped(seconds / 60) + " min " + std::to_string(seconds % 60) + " s";
}

std::string reading_in_words(const Standing& standing) {
  std::string text = megabytes(standing.bytes) + " read";
  if (standing.size && *standing.size != 0) {
    text += " (" + std::to_string(std::min<std::uint64_t>(standing.bytes * 100 / *standing.size, 100)) + " %)";
  }
  if (const auto left = standing.time_left()) text += ", " + duration(*left) + " left";
  return text + ", " + grouped(standing.bytes_per_second() / bytes_per_megabyte) + " MB/s";
}

}  // namespace

ProgressStyle parse_progress(std::string_view word) {
  if (word == "never") return ProgressStyle::never;
  if (word == "auto") return ProgressStyle::automatic;
  if (word == "json") return ProgressStyle::json;
  throw UsageError("--progress takes never, auto or json, not '" + std::string(word) + "'");
}

std::uint64_t Standing::bytes_per_second() const {
  const auto milliseconds = static_cast<std::uint64_t>(std::max<std::int64_t>(elapsed.count(), 1));
  return all_bytes * 1000 / milliseconds;
}

std::optional<std::chrono::seconds> Standing::time_left() const {
  const std::uint64_t rate = bytes_per_second();
  if (kind != Stage::Kind::reading || is_over || !all_size || rate == 0) return std::nullopt;
  return std::chrono::seconds((*all_size - std::min(all_bytes, *all_size) + rate - 1) / rate);
}

std::string in_words(const Standing& standing, std::size_t columns) {
  constexpr std::size_t longest_name = 40;
  constexpr std::size_t around_name = 6;  // "...: " and the last column
  std::string line = std::string(program_name()) + ": ";
  if (standing.kind == Stage::Kind::working) {
    line += megabytes(standing.all_bytes) + " read, now working on it (" +
            duration(std::chrono::duration_cast<std::chrono::seconds>(standing.elapsed)) + " so far)";
  } else {
    const bool reads = standing.kind == Stage::Kind::reading;
    const std::string amount = reads ? reading_in_words(standing) : megabytes(standing.bytes) + " written";
    if (standing.count > 1) line += grouped(standing.number) + " of " + grouped(standing.count) + ": ";
    const std::size_t others = line.size() + amount.size() + around_name;
    const std::string_view name = standing.name != "-" ? std::string_view(standing.name)
                                  : reads              ? "<stdin>"
                                                       : "<stdout>";
    if (columns > others) line += inert(name, std::min(columns - others, longest_name)) + ": ";
    line += amount;
  }
  // A terminal may wrap after its last column.
  if (line.size() < columns) return line;
  const std::size_t whole_part = line.rfind(", ", columns - 1);
  line.resize(whole_part == std::string::npos ? columns - 1 : whole_part);
  return line;
}

std::string in_json(const Standing& standing) {
  const auto left = standing.time_left();
  const bool names = standing.kind != Stage::Kind::working;
  const Json object{
      {"schema", "profconv-progress-1"},
      {"stage", standing.is_over ? "over" : stage_words[static_cast<std::size_t>(standing.kind)]},
      {"file", names ? Json(standing.name) : Json()},
      {"number", names ? Json(standing.number) : Json()},
      {"count", names ? Json(standing.count) : Json()},
      {"bytes", names ? Json(standing.bytes) : Json()},
      {"size", standing.size ? Json(*standing.size) : Json()},
      {"read_bytes", standing.all_bytes},
      {"read_size", standing.all_size ? Json(*standing.all_size) : Json()},
      {"bytes_per_second", standing.bytes_per_second()},
      {"elapsed_ms", standing.elapsed.count()},
      {"seconds_left", left ? Json(left->count()) : Json()},
  };
  return with_unsafe_escaped(object.dump(-1, ' ', false, Json::error_handler_t::replace)) + "\n";
}

}  // namespace profconv::cli
