// SPDX-License-Identifier: Apache-2.0
// Reading objects.
#include "readers/bpftrace/json_lines.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "core/text/blanks.h"
#include "core/text/excerpts.h"
#include "profconv/errors.h"

namespace profconv::bpftrace {

bool JsonLines::is_object(std::string_view line) {
  line = without_leading_blanks(line);
  if (!line.starts_with('{')) return false;
  line = without_leading_blanks(line.substr(1));
  return line.starts_with("\"type\"") || line.starts_with("\"data\"");
}

void JsonLines::read(std::string_view line, std::uint64_t number) {
  line_ = number;
  printed_.end_stack();
  maps_.set_separator(Separator::comma);
  maps_.begin_run();
  try {
    read_object(line);
  } catch (const LimitError& error) {
    if (error.where().line != 0) throw;
    throw LimitError(input_.at_line(number), error.message());
  } catch (const ReadError& error) {
    input_.context().error("bpftrace.bad_line", input_.at_line(number),
                           "expected an object as bpftrace -f json prints it: " + error.message());
  }
}

void JsonLines::read_object(std::string_view line) {
  const JsonText text(line);
  JsonPullReader json(text);
  std::string type;
  std::optional<JsonValue> data;
  json.begin_object();
  for (std::string_view key; json.next_key(key);) {
    if (key == "type") {
      type = json.string();
    } else if (key == "data" && !type.empty()) {
      read_data(json, type);
    } else if (key == "data") {
      data = json.defer_value();
    } else {
      json.skip_value();
    }
  }
  json.end();
  if (!data) return;
  json.go_to(*data);
  read_data(json, type);
}

void JsonLines::read_data(JsonPullReader& json, const std::string& type) {
  if (type == "map" || type == "hist" || type == "stats" || type == "tseries") return read_maps(json, type);
  if (type == "attached_probes") messages_.begin_recording();
  if (type == "lost_events") {
    json.begin_object();
    for (std::string_view key; json.next_key(key);) {
      if (key == "events") {
        messages_.add_lost_events(json.unsigned_integer(), line_);
      } else {
        json.skip_value();
      }
    }
  } else if (type == "printf" && json.kind() == JsonKind::string) {
    read_text(json.string());
  } else {
    if (type != "attached_probes") messages_.add_text(type, line_);
    json.skip_value();
  }
}

void JsonLines::read_text(std::string_view text) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (printed_.take(line, line_)) continue;
    printed_.end_stack();
    if (!line.empty()) messages_.add_text(line, line_);
  }
  printed_.end_stack();
}

void JsonLines::read_maps(JsonPullReader& json, const std::string& type) {
  json.begin_object();
  for (std::string_view key; json.next_key(key);) {
    map_ = key;
    has_key_ = false;
    key_.clear();
    if (type == "tseries") {
      skip_value(json, "a time series");
    } else {
      read_map(json, type);
    }
  }
}

void JsonLines::read_map(JsonPullReader& json, const std::string& type) {
  if (json.kind() == JsonKind::object) return read_members(json, type);
  read_value(json, type);
}

/// The keys of a map, or what stats() keeps of one without keys.
void JsonLines::read_members(JsonPullReader& json, const std::string& type) {
  json.begin_object();
  for (std::string_view key; json.next_key(key);) {
    if (!has_key_ && type == "stats" && key == "count" && json.kind() == JsonKind::number) {
      return read_stats(json, key);
    }
    has_key_ = true;
    key_ = key;
    if (type == "stats" && json.kind() == JsonKind::object) {
      json.begin_object();
      if (std::string_view first; json.next_key(first)) read_stats(json, first);
    } else {
      read_value(json, type);
    }
  }
}

/// From the value of an object's first member on to its end.
void JsonLines::read_stats(JsonPullReader& json, std::string_view first_key) {
  Stats stats;
  std::string_view key = first_key;
  do {
    if (key == "count") {
      stats.count = number(json);
    } else if (key == "total") {
      stats.total = number(json);
    } else {
      json.skip_value();
    }
  } while (json.next_key(key));
  maps_.add(element(), stats);
}

void JsonLines::read_value(JsonPullReader& json, const std::string& type) {
  const JsonKind kind = json.kind();
  if (kind == JsonKind::number) {
    maps_.add(element(), number(json), type == "stats" ? ValueKind::average : ValueKind::number);
  } else if (kind == JsonKind::string) {
    const std::string_view text = json.string();
    if (const auto value = parse_number(text)) {
      maps_.add(element(), *value, type == "stats" ? ValueKind::average : ValueKind::number);
      return;
    }
    input_.context().data_loss("bpftrace.value", input_.at_line(line_),
                               "expected a number or a distribution as the value of " + in_quotes(map_) + ", got " +
                                   in_quotes(text) + ": it is skipped");
  } else if (kind == JsonKind::array && type == "hist") {
    read_buckets(json);
  } else {
    skip_value(json, kind == JsonKind::array ? "an array" : "an object");
  }
}

void JsonLines::skip_value(JsonPullReader& json, std::string_view what) {
  input_.context().data_loss("bpftrace.value", input_.at_line(line_),
                             "expected a number or a distribution as the value of " + in_quotes(map_) + ", got " +
                                 std::string(what) + ": it is skipped");
  json.skip_value();
}

Number JsonLines::number(JsonPullReader& json) const {
  const bool is_text = json.kind() == JsonKind::string;
  const std::string_view text = is_text ? json.string() : json.number();
  const auto value = parse_number(text);
  if (!value) throw ReadError({}, "expected an integer, got " + in_quotes(text));
  return *value;
}

Bucket JsonLines::read_bucket(JsonPullReader& json) const {
  Bucket bucket;
  json.begin_object();
  for (std::string_view key; json.next_key(key);) {
    if (key == "min") {
      const Number low = number(json);
      if (!low.saturated) bucket.low = low.value;
    } else if (key == "max") {
      const Number high = number(json);
      if (!high.saturated && high.value != std::numeric_limits<std::int64_t>::max()) bucket.high = high.value + 1;
    } else if (key == "count") {
      bucket.count = number(json);
    } else {
      json.skip_value();
    }
  }
  return bucket;
}

/// bpftrace 0.17 computes bounds with 32 bits. From 2^31 on they are wrong: those of a bucket that does not begin where
/// the one before ends are computed from that.
void JsonLines::repair_bounds(Bucket& bucket) const {
  constexpr std::int64_t wrapped = std::int64_t{1} << 31;
  const bool follows = !buckets_.empty() && buckets_.back().high;
  if (follows ? bucket.low == buckets_.back().high : bucket.low != -wrapped || bucket.high != 1) return;
  bucket.low = follows ? buckets_.back().high : std::optional(wrapped);
  std::int64_t high = 0;
  const bool fits = !__builtin_mul_overflow(*bucket.low, std::int64_t{2}, &high);
  bucket.high = fits ? std::optional(high) : std::nullopt;
  input_.context().data_loss("bpftrace.bounds", input_.at_line(line_),
                             "a bucket of " + in_quotes(map_) +
                                 " does not begin where the one before ends: its bounds are taken to follow it");
}

void JsonLines::read_buckets(JsonPullReader& json) {
  buckets_.clear();
  for (json.begin_array(); json.next_element();) {
    Bucket bucket = read_bucket(json);
    repair_bounds(bucket);
    buckets_.push_back(bucket);
  }
  maps_.add(element(), buckets_);
}

}  // namespace profconv::bpftrace
