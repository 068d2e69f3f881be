// SPDX-License-Identifier: Apache-2.0
// Header fields and the #profconv comment.
#include "writers/pprof/header.h"

#include <algorithm>

#include "core/wire/pprof_clock.h"

namespace profconv::pprof {

namespace {

using nlohmann::json;

/// Which values have a place in the header. Those of other formats go there if every reader of pprof takes them.
class HeaderFields {
 public:
  HeaderFields(const Metadata& m, bool as_read) : m_(m), as_read_(as_read) {}

  [[nodiscard]] bool hold_time() const { return as_read_ ? m_.start_ns.value_or(0) != 0 : m_.start_ns.value_or(0) > 0; }
  [[nodiscard]] bool hold_duration() const { return as_read_ ? m_.duration_ns != 0 : m_.duration_ns > 0; }
  [[nodiscard]] bool hold_period_type() const {
    const ValueType& type = m_.period_type;
    if (type != ValueType{.type = type.type, .unit = type.unit}) return false;
    return as_read_ ? type != ValueType{} : !type.type.empty() && !type.unit.empty();
  }
  /// A period may stand without its type, as a file that was read has it.
  [[nodiscard]] bool hold_period() const {
    return m_.period != 0 && (hold_period_type() || m_.period_type == ValueType{});
  }

 private:
  const Metadata& m_;
  bool as_read_;
};

std::string_view name_of(Clock clock) {
  switch (clock) {
    case Clock::epoch:
      return "epoch";
    case Clock::monotonic:
      return "monotonic";
    case Clock::relative:
      break;
  }
  return "relative";
}

void add_text(json& facts, const char* key, const std::string& text) {
  if (!text.empty()) facts[key] = text;
}

json period_type_facts(const ValueType& type) {
  json facts{{"type", type.type}, {"unit", type.unit}};
  if (type.scale != 0) facts["scale"] = type.scale;
  return facts;
}

json attribute_facts(const Attributes& attributes) {
  json facts = json::object();
  for (const auto& [key, value] : attributes) std::visit([&, &name = key](const auto& v) { facts[name] = v; }, value);
  return facts;
}

json sampling_facts(const MergedSampling& sampling) {
  json facts = json::object();
  for (const Period& period : sampling.periods) {
    json one = period_type_facts(period.type);
    one["events"] = period.events;
    facts["periods"].push_back(std::move(one));
  }
  if (sampling.has_only_counts) facts["only_counts"] = true;
  add_text(facts, "default_type", sampling.default_type);
  return facts;
}

/// What is known of a recording, or of several that were merged.
void add_recordings(const Metadata& m, json& facts) {
  if (!m.attributes.empty()) facts["attributes"] = attribute_facts(m.attributes);
  if (m.duration_instructions != 0) facts["duration_instructions"] = m.duration_instructions;
  // Whose comments they are matters only where there are some.
  if (m.recordings != 1 && !m.comments.empty()) facts["recordings"] = m.recordings;
  if (m.merged_sampling != MergedSampling{}) facts["merged_sampling"] = sampling_facts(m.merged_sampling);
}

/// Where the file's header is that of another profile.
void add_header(const Metadata& m, json& facts) {
  const HeaderFields fields(m, false);
  if (fields.hold_time()) facts["start_ns"] = *m.start_ns;
  if (fields.hold_duration()) facts["duration_ns"] = m.duration_ns;
  if (fields.hold_period_type()) facts["period_type"] = period_type_facts(m.period_type);
  if (fields.hold_period()) facts["period"] = m.period;
  if (!m.comments.empty()) facts["comments"] = m.comments;
  add_text(facts, "doc_url", m.doc_url);
  add_text(facts, "drop_frames", m.drop_frames);
  add_text(facts, "keep_frames", m.keep_frames);
  add_text(facts, "default_type", m.default_type);
}

/// Whether samples have times, and of another clock than a reader takes them to have.
bool has_other_clock(const Profile& profile, bool as_read) {
  const auto& times = profile.samples.start_ns;
  if (times.empty() || !as_read) return !times.empty();
  const auto [first, last] = std::minmax_element(times.begin(), times.end());
  const Metadata& m = profile.metadata;
  return m.clock != clock_of_times(m.start_ns.value_or(0), m.duration_ns, *first, *last);
}

/// What no header field takes.
void add_rest(const Profile& profile, bool as_read, json& facts) {
  const Metadata& m = profile.metadata;
  const HeaderFields fields(m, as_read);
  if (!as_read) add_text(facts, "source_format", m.source_format);
  add_text(facts, "command", m.command);
  add_text(facts, "distribution", m.distribution);
  add_recordings(m, facts);
  if (m.module_names) facts["module_names"] = true;
  if (has_other_clock(profile, as_read)) facts["clock"] = name_of(m.clock);
  if (m.start_ns && !fields.hold_time()) facts["start_ns"] = *m.start_ns;
  if (m.duration_ns != 0 && !fields.hold_duration()) facts["duration_ns"] = m.duration_ns;
  if (m.period != 0 && !fields.hold_period()) facts["period"] = m.period;
  if (m.period_type != ValueType{} && !fields.hold_period_type()) {
    facts["period_type"] = period_type_facts(m.period_type);
  }
}

}  // namespace

void write_header(const Metadata& m, bool as_read, wire::pprof::Profile& out, StringTable& strings) {
  const HeaderFields fields(m, as_read);
  if (fields.hold_time()) out.set_time_nanos(*m.start_ns);
  if (fields.hold_duration()) out.set_duration_nanos(m.duration_ns);
  if (fields.hold_period_type()) {
    out.mutable_period_type()->set_type(strings.of(m.period_type.type));
    out.mutable_period_type()->set_unit(strings.of(m.period_type.unit));
  }
  if (fields.hold_period()) out.set_period(m.period);
  for (const std::string& comment : m.comments) out.add_comment(strings.of(comment));
  out.set_doc_url(strings.of(m.doc_url));
  out.set_drop_frames(strings.of(m.drop_frames));
  out.set_keep_frames(strings.of(m.keep_frames));
}

json profile_facts(std::span<const Profile> profiles, bool as_read, const Columns& columns) {
  json all;
  bool is_needed = profiles.size() > 1;
  for (std::size_t i = 0; i < profiles.size(); ++i) {
    const Profile& profile = profiles[i];
    json facts = json::object();
    add_text(facts, "name", profile.name);
    add_rest(profile, as_read, facts);
    if (json types = columns.facts(i); !types.is_null()) facts["value_types"] = std::move(types);
    if (i != 0) add_header(profile.metadata, facts);
    if (profiles.size() > 1) {
      facts["samples"] = profile.samples.size();
      facts["sample_types"] = profile.value_types.size();
    }
    is_needed = is_needed || !facts.empty();
    all.push_back(std::move(facts));
  }
  return is_needed ? all : json();
}

void write_facts(const json& facts, wire::pprof::Profile& out, StringTable& strings) {
  json said = json::object();
  for (const auto& [key, value] : facts.items()) {
    if (!value.is_null()) said[key] = value;
  }
  if (said.empty()) return;
  said["version"] = 1;
  out.add_comment(strings.of_copy("#profconv " + said.dump(-1, ' ', false, json::error_handler_t::replace)));
}

}  // namespace profconv::pprof
