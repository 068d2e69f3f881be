// SPDX-License-Identifier: Apache-2.0
// What a profile holds, counted: for `profconv info` and whoever wants to look before converting.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/profile.h"

#pragma GCC visibility push(default)
namespace profconv {

/// One value type and what it comes to over all samples, by its own rule: the sum, the largest, the smallest; values
/// that are `last` come to nothing, and neither does a sum that 64 bits do not hold.
struct ValueSummary {
  ValueType type;
  std::optional<std::int64_t> total;
};

/// A frame by name, with its value in stacks that end in it, and in all that have it (once each, however deep it
/// recurses).
struct FrameSummary {
  std::string name;
  std::int64_t self = 0;
  std::int64_t total = 0;
};

/// How many samples carry a label of this key.
struct LabelSummary {
  std::string_view key;
  std::uint64_t samples = 0;
};

/// First and last start time of the samples, in the profile's clock.
struct TimeRange {
  std::int64_t first_ns = 0;
  std::int64_t last_ns = 0;
};

/// One profile in numbers. Keys of labels are views into the set that was summarized.
struct Summary {
  std::uint64_t samples = 0;
  std::uint64_t stacks = 0;  ///< that differ
  std::size_t max_depth = 0;
  std::vector<ValueSummary> values;
  std::optional<TimeRange> time;
  std::vector<ThreadId> threads;    ///< in the order in which they are first seen
  std::vector<MappingId> mappings;  ///< of the frames of its stacks, in the dictionary's order
  std::vector<LabelSummary> labels;
  std::optional<std::size_t> ranked_by;  ///< the value type that `top` goes by; none where none adds up in 64 bits
  std::vector<FrameSummary> top_self;
  std::vector<FrameSummary> top_total;
};

/// The `top_count` frames with most self and most total value go by the default value type, or where that does not add
/// the first one that does.
[[nodiscard]] Summary summarize(const ProfileSet& set, std::size_t profile_index, std::size_t top_count = 5);

}  // namespace profconv
#pragma GCC visibility pop
