// SPDX-License-Identifier: Apache-2.0
// The output of `bpftrace -f json`: an object per line. Upper bounds of buckets are inclusive here, numbers that a
// double does not hold are strings from 0.24 on, and averages have the type of stats().
//
//   {"type": "attached_probes", "data": {"probes": 2}}
//   {"type": "map", "data": {"@": {"\n    leaf_mul+46\n,wrk-0": 12}}}
//   {"type": "hist", "data": {"@h": [{"max": -1, "count": 1}, {"min": 0, "max": 0, "count": 3}]}}
//   {"type": "stats", "data": {"@s": {"curl": {"count": 5, "average": 10, "total": 50}}}}
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/json/pull_reader.h"
#include "profconv/input.h"
#include "readers/bpftrace/maps.h"
#include "readers/bpftrace/messages.h"
#include "readers/bpftrace/printed_stacks.h"

namespace profconv::bpftrace {

/// Makes elements of lines.
class JsonLines {
 public:
  JsonLines(Input& input, Maps& maps, PrintedStacks& printed, Messages& messages)
      : input_(input), maps_(maps), printed_(printed), messages_(messages) {}

  /// Whether a line is such an object.
  [[nodiscard]] static bool is_object(std::string_view line);
  /// Reports a line that is no JSON, and keeps the elements before its error.
  void read(std::string_view line, std::uint64_t number);

 private:
  void read_object(std::string_view line);
  void read_data(JsonPullReader& json, const std::string& type);
  void read_maps(JsonPullReader& json, const std::string& type);
  void read_map(JsonPullReader& json, const std::string& type);
  void read_members(JsonPullReader& json, const std::string& type);
  void read_value(JsonPullReader& json, const std::string& type);
  void read_stats(JsonPullReader& json, std::string_view first_key);
  void repair_bounds(Bucket& bucket) const;
  void read_buckets(JsonPullReader& json);
  [[nodiscard]] Bucket read_bucket(JsonPullReader& json) const;
  void read_text(std::string_view text);
  void skip_value(JsonPullReader& json, std::string_view what);
  [[nodiscard]] Number number(JsonPullReader& json) const;
  [[nodiscard]] Element element() const { return {map_, key_, has_key_, line_}; }

  Input& input_;
  Maps& maps_;
  PrintedStacks& printed_;
  Messages& messages_;
  std::uint64_t line_ = 0;
  std::string map_;
  std::string key_;
  bool has_key_ = false;
  std::vector<Bucket> buckets_;
};

}  // namespace profconv::bpftrace
