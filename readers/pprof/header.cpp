// SPDX-License-Identifier: Apache-2.0
// Header fields.
#include "readers/pprof/header.h"

#include <algorithm>
#include <string>

#include "core/wire/pprof_clock.h"

namespace profconv::pprof_in {

namespace {

/// The type to be shown first, under its name in the model.
std::string default_type(const Document& document, const ProfileFile& file, const Share& share,
                         std::span<const ValueType> types, Context& context) {
  if (file.default_sample_type == 0) return {};
  const std::string_view name = file.string(file.default_sample_type, nullptr, "default_sample_type");
  for (std::size_t i = 0; i < types.size(); ++i) {
    const TypeWords& words = file.sample_types[share.first_type + i];
    if (file.string(words.type, words.place, "ValueType.type") != name) continue;
    const auto first =
        std::find_if(types.begin(), types.end(), [&](const ValueType& t) { return t.type == types[i].type; });
    // The last one is the default where none is named; a name that another type
    // has too would be that of the first.
    return first == types.begin() + static_cast<std::ptrdiff_t>(i) ? types[i].type : std::string();
  }
  context.note("pprof.default_type", document.whole(),
               "the default sample type '" + std::string(name) + "' is not one of the sample types: the last is shown");
  return {};
}

template <class T>
void replace(T& value, const std::optional<T>& by) {
  if (by) value = *by;
}

void replace(std::string& text, const std::string& by) {
  if (!by.empty()) text = by;
}

}  // namespace

void add_value_types(const ProfileFile& file, const ProfileFact& fact, const Share& share, ProfileBuilder& profile) {
  for (std::size_t i = 0; i < share.types; ++i) {
    const TypeWords& words = file.sample_types[share.first_type + i];
    ValueType type{.type = std::string(file.string(words.type, words.place, "ValueType.type")),
                   .unit = std::string(file.string(words.unit, words.place, "ValueType.unit"))};
    if (i < fact.value_types.size()) {
      const TypeFact& said = fact.value_types[i];
      if (said.type) type.type = *said.type;
      if (said.unit) type.unit = *said.unit;
      type.aggregation = said.aggregation;
    }
    profile.add_value_type(std::move(type));
  }
}

void read_header(const Document& document, const ProfileFile& file, const Comments& comments, const Share& share,
                 ProfileBuilder& profile, Context& context) {
  Metadata& m = profile.metadata();
  const auto text = [&](std::int64_t index, std::string_view name) {
    return std::string(file.string(index, nullptr, name));
  };
  if (file.time_ns != 0) m.start_ns = file.time_ns;
  m.duration_ns = file.duration_ns;
  m.period = file.period;
  m.period_type = {.type = text(file.period_type.type, "the period's type"),
                   .unit = text(file.period_type.unit, "the period's unit")};
  m.comments = comments.of_people;
  m.doc_url = text(file.doc_url, "doc_url");
  m.drop_frames = text(file.drop_frames, "drop_frames");
  m.keep_frames = text(file.keep_frames, "keep_frames");
  m.default_type = default_type(document, file, share, profile.value_types(), context);
}

void add_facts(const ProfileFact& fact, Metadata& m) {
  replace(m.source_format, fact.source_format);
  replace(m.command, fact.command);
  replace(m.distribution, fact.distribution);
  m.module_names = fact.module_names;
  if (fact.start_ns) m.start_ns = fact.start_ns;
  replace(m.duration_ns, fact.duration_ns);
  replace(m.period, fact.period);
  replace(m.period_type, fact.period_type);
  if (!fact.comments.empty()) m.comments = fact.comments;
  replace(m.doc_url, fact.doc_url);
  replace(m.drop_frames, fact.drop_frames);
  replace(m.keep_frames, fact.keep_frames);
  replace(m.default_type, fact.default_type);
  m.attributes = fact.attributes;
  m.duration_instructions = fact.duration_instructions;
  m.recordings = fact.recordings;
  m.merged_sampling = fact.merged_sampling;
}

Clock clock_of(const ProfileFile& file, const ProfileFact& fact, const LabelColumns& columns) {
  if (fact.clock) return *fact.clock;
  if (!columns.start_ns) return Clock::relative;
  return clock_of_times(file.time_ns, file.duration_ns, columns.first_ns, columns.last_ns);
}

}  // namespace profconv::pprof_in
