// SPDX-License-Identifier: Apache-2.0
// What profconv says in a comment "#profconv {...}" of profiles it wrote,
// because pprof has no field for it. The keys are those of
// docs/formats/pprof.md.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/dictionary.h"
#include "profconv/profile.h"

namespace profconv::pprof_in {

constexpr std::string_view facts_mark = "#profconv ";

/// Ids of a table that have something in common.
struct IdRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

/// What locations are.
struct LocationFact : IdRange {
  FrameKind kind = FrameKind::user;
  bool inlined = false;
  bool empty_stack = false;
};

/// Where the name of functions comes from: the source's, its mangled one, both
/// alike, or made by profconv.
enum class NameOrigin : std::uint8_t { own, system_name, both, made };

/// Where the names of some functions come from.
struct FunctionFact : IdRange {
  NameOrigin origin = NameOrigin::own;
};

/// What a label is called in the source, where that differs.
struct LabelFact {
  std::optional<std::string> key;
  std::optional<std::string> unit;
};

/// What is said of one sample type.
struct TypeFact {
  std::optional<std::string> type;
  std::optional<std::string> unit;
  Aggregation aggregation = Aggregation::sum;
};

/// What is said of one profile; absent where the file's own fields say it.
struct ProfileFact {
  std::string name, source_format, command, distribution;
  bool module_names = false;
  std::optional<Clock> clock;
  std::vector<TypeFact> value_types;
  std::optional<std::int64_t> start_ns, duration_ns, period;
  std::optional<ValueType> period_type;
  std::optional<std::uint64_t> samples, sample_types;
  std::vector<std::string> comments;
  std::string doc_url, drop_frames, keep_frames, default_type;
  Attributes attributes;
  std::int64_t duration_instructions = 0;
  std::int64_t recordings = 1;
  MergedSampling merged_sampling;
};

/// All that a comment says. Without one: a single profile of which nothing more
/// is known.
struct Facts {
  std::vector<ProfileFact> profiles;
  std::vector<LocationFact> locations;
  std::vector<FunctionFact> functions;
  std::vector<IdRange> made_mappings;
  std::map<std::string, LabelFact, std::less<>> labels;
  bool names_have_modules = false;
  std::optional<std::string> empty_text;
};

/// What stands behind the mark. nullopt: it is nothing that profconv writes;
/// `fault` says why.
[[nodiscard]] std::optional<Facts> parse_facts(std::string_view text, std::string& fault);

/// The first of some ranges that an id lies in; nullptr: none.
template <class Range>
[[nodiscard]] const Range* range_of(const std::vector<Range>& ranges, std::uint64_t id) {
  for (const Range& range : ranges) {
    if (id >= range.first && id <= range.last) return &range;
  }
  return nullptr;
}

}  // namespace profconv::pprof_in
